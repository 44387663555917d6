/** The certificate of a client's connection (RFC 8705): read from the socket, never from a header. */
import type { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** What the client showed, whoever signed it; undefined without TLS or without a certificate. */
export function certificateOf(socket: Socket): X509Certificate | undefined {
  return socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
}

/** True if the certificate leads to an authority that the listener trusts. */
export function isTrusted(socket: Socket): boolean {
  return socket instanceof TLSSocket && socket.authorized;
}

/**
 * True if a certificate has exactly the one name of its kind that the client registered. A SPIFFE certificate has one
 * URI and no more (X509-SVID section 2).
 */
export function hasName(certificate: X509Certificate, property: string, expected: string): boolean {
  const prefix = prefixes.get(property);
  if (prefix === undefined) return false;
  // Names with separators in them come quoted, and then equal nothing that may be registered.
  const names = (certificate.subjectAltName ?? '').split(', ').filter((name) => name.startsWith(prefix));
  return names.length === 1 && names[0] === `${prefix}${expected}`;
}

const prefixes: ReadonlyMap<string, string> = new Map([
  ['tls_client_auth_san_uri', 'URI:'],
  ['tls_client_auth_san_dns', 'DNS:'],
]);
