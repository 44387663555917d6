/** The certificate of a client's connection (RFC 8705): read from the socket, never from a header. */
import type { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** Gives the client's certificate, whoever signed it; undefined without TLS or without a certificate. */
export function certificateOf(socket: Socket): X509Certificate | undefined {
  return socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
}

/** Tells whether the certificate leads to an authority that the listener trusts. */
export function isTrusted(socket: Socket): boolean {
  return socket instanceof TLSSocket && socket.authorized;
}

/**
 * Tells whether a certificate has one name of the registered kind, and that it is the registered one. A SPIFFE certificate has
 * exactly one URI (X509-SVID section 2).
 */
export function hasName(certificate: X509Certificate, property: string, expected: string): boolean {
  const prefix = prefixes.get(property);
  if (prefix === undefined) return false;
  // Names with separators in them are quoted here, and never equal a name that may be registered.
  const names = (certificate.subjectAltName ?? '').split(', ').filter((name) => name.startsWith(prefix));
  return names.length === 1 && names[0] === `${prefix}${expected}`;
}

const prefixes: ReadonlyMap<string, string> = new Map([
  ['tls_client_auth_san_uri', 'URI:'],
  ['tls_client_auth_san_dns', 'DNS:'],
]);
