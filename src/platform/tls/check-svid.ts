/**
 * Checks an X.509-SVID (SPIFFE X.509-SVID, sections 2 to 5) against the trusted authorities. Pure; TLS has proven
 * that the peer has the key. Our authorities sign leaves directly, so intermediates are refused.
 */
import { X509Certificate } from 'node:crypto';
import {
  type Certificate,
  DerError,
  extensionOid,
  implicitTag,
  parseCertificate,
  readDer,
  readSequence,
  unknownCritical,
} from '@assay/sdk/x509';
import { formatSpiffeId, parseSpiffeId, type SpiffeId } from '../../contract/spiffe.ts';
import type { TrustBundle } from './trust-bundle.ts';

export interface SvidCheck {
  readonly bundle: Pick<TrustBundle, 'authorities'>;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** True for an accepted peer: the trust domain, and the expected identity. */
  readonly accepts: (id: SpiffeId) => boolean;
}

export type X509SvidFault =
  | 'malformed'
  | 'authority'
  | 'key_usage'
  | 'names'
  | 'identity'
  | 'not_yet_valid'
  | 'expired'
  | 'untrusted';

export interface X509Svid {
  readonly spiffeId: string;
  readonly id: SpiffeId;
  /** Hexadecimal. */
  readonly serial: string;
  /** Milliseconds since the epoch. */
  readonly notBefore: number;
  readonly notAfter: number;
}

export type X509SvidResult =
  | { readonly ok: true; readonly svid: X509Svid }
  | { readonly ok: false; readonly fault: X509SvidFault };

const purposes: readonly string[] = ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'];
/** `[6] IMPLICIT` of a general name, a URI. */
const uriTag = implicitTag(6);

/** Gives the identity of a certificate (DER), or why it has none. */
export function checkSvid(der: Uint8Array, { bundle, now, accepts }: SvidCheck): X509SvidResult {
  const certificate = parse(der);
  if (certificate === undefined) return fail('malformed');
  const fault = findLeafFault(certificate);
  if (fault !== undefined) return fail(fault);
  const spiffeId = readOnlyUri(certificate);
  const id = spiffeId === undefined ? undefined : parseSpiffeId(spiffeId);
  // Canonical spelling only: comparisons treat another spelling as another name.
  if (spiffeId === undefined || id === undefined || id.path.length === 0 || formatSpiffeId(id) !== spiffeId) {
    return fail('names');
  }
  if (!accepts(id)) return fail('identity');
  const { serial, notBefore, notAfter } = certificate;
  if (now < notBefore) return fail('not_yet_valid');
  if (now > notAfter) return fail('expired');
  if (!isSignedByOneOf(der, bundle, now)) return fail('untrusted');
  return { ok: true, svid: { spiffeId, id, serial, notBefore, notAfter } };
}

function parse(der: Uint8Array): Certificate | undefined {
  try {
    return parseCertificate(der);
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
}

/** Sections 4.1, 4.3 and 4.4: a leaf that signs certificates could be anybody. */
function findLeafFault(certificate: Certificate): X509SvidFault | undefined {
  const { version, isAuthority, keyUsage, extensions, purposes: named } = certificate;
  if (version !== 3 || unknownCritical(extensions).length > 0) return 'malformed';
  if (isAuthority) return 'authority';
  if (keyUsage === undefined || !keyUsage.digitalSignature) return 'key_usage';
  if (keyUsage.certificateSigning || keyUsage.crlSigning) return 'key_usage';
  return named === undefined || purposes.every((purpose) => named.includes(purpose)) ? undefined : 'key_usage';
}

/** Section 2: exactly one URI, whatever other names there are. */
function readOnlyUri({ extensions }: Certificate): string | undefined {
  const names = extensions.find(({ oid }) => oid === extensionOid.subjectAltName)?.value;
  if (names === undefined) return undefined;
  try {
    const uris = readSequence(readDer(names)).filter(({ tag }) => tag === uriTag);
    const [uri] = uris;
    return uri === undefined || uris.length > 1 ? undefined : Buffer.from(uri.content).toString('latin1');
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
}

function isSignedByOneOf(der: Uint8Array, { authorities }: SvidCheck['bundle'], now: number): boolean {
  const certificate = new X509Certificate(der);
  return authorities.some(
    ({ key, notBefore, notAfter }) => now >= notBefore && now <= notAfter && certificate.verify(key),
  );
}

function fail(fault: X509SvidFault): X509SvidResult {
  return { ok: false, fault };
}
