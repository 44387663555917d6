/**
 * Reads X.509 certificates and their allowed uses (RFC 5280; C2PA 2.4, 14.5: certificate profile). Node parses them and checks
 * signatures: a chain may contain certificates with algorithms that no signature here may use, such as an old root.
 */
import { X509Certificate } from 'node:crypto';
import {
  contextTag,
  type DerNode,
  type Extensions,
  parseExtensions,
  readDer,
  readPem,
  readSequence,
  toOid,
  unknownCritical,
} from '@assay/sdk/x509';

export interface Certificate extends Pick<Extensions, 'isAuthority' | 'pathLength' | 'keyUsage' | 'purposes'> {
  readonly x509: X509Certificate;
  /** Milliseconds since the epoch. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** A critical extension is unknown; the certificate must be refused (RFC 5280, 4.2). */
  readonly hasUnknownCritical: boolean;
  /** Signed with SHA-2 and an algorithm of the profile. */
  readonly hasSoundSignature: boolean;
  readonly hasSoundKey: boolean;
}

const maxBytes = 64 * 1024;

/** Parses a certificate, DER or PEM. @throws Error when it is invalid. */
export function parseCertificate(bytes: Uint8Array | string): Certificate {
  if (bytes.length > maxBytes) throw new RangeError('the certificate is too large');
  const x509 = new X509Certificate(bytes);
  // Parses the bytes that OpenSSL parsed, so that both readers see the same.
  const [body, algorithm] = readSequence(readDer(x509.raw));
  const wrapper = readSequence(body).filter(({ tag }) => tag === contextTag(3));
  const { extensions, ...allowed } = parseExtensions(wrapper);
  const notBefore = Date.parse(x509.validFrom);
  const notAfter = Date.parse(x509.validTo);
  if (Number.isNaN(notBefore) || Number.isNaN(notAfter))
    throw new TypeError('the validity of a certificate is unreadable');
  return {
    x509,
    notBefore,
    notAfter,
    ...allowed,
    hasUnknownCritical: unknownCritical(extensions, harmless).length > 0,
    hasSoundSignature: isSoundSignature(algorithm),
    hasSoundKey: isSoundKey(x509.publicKey),
  };
}

/** Parses the certificates of a PEM text. @throws Error for anything else. */
export function parsePem(text: string): Certificate[] {
  const blocks = readPem(text).filter(({ label }) => label === 'CERTIFICATE');
  return blocks.map(({ der }) => parseCertificate(der));
}

/** Identifiers, names, policies and service addresses: they require nothing of a verifier. */
const harmless = [
  '2.5.29.14', // subjectKeyIdentifier, authorityKeyIdentifier
  '2.5.29.35',
  '2.5.29.17', // subjectAltName, issuerAltName
  '2.5.29.18',
  '2.5.29.32', // certificatePolicies, cRLDistributionPoints, authorityInfoAccess
  '2.5.29.31',
  '1.3.6.1.5.5.7.1.1',
];

const soundSignatures = [
  '1.2.840.10045.4.3.2', // ecdsa-with-SHA256, SHA384, SHA512
  '1.2.840.10045.4.3.3',
  '1.2.840.10045.4.3.4',
  '1.2.840.113549.1.1.11', // sha256WithRSAEncryption, sha384, sha512
  '1.2.840.113549.1.1.12',
  '1.2.840.113549.1.1.13',
  '1.3.101.112', // Ed25519
];
const pss = '1.2.840.113549.1.1.10';
const soundHashes = ['2.16.840.1.101.3.4.2.1', '2.16.840.1.101.3.4.2.2', '2.16.840.1.101.3.4.2.3'];

function isSoundSignature(algorithm: DerNode | undefined): boolean {
  const [oid, parameters] = readSequence(algorithm);
  const name = toOid(oid);
  if (name !== pss) return soundSignatures.includes(name);
  if (parameters === undefined) return false;
  // Without its first parameter, the hash is SHA-1 (RFC 4055, 3.1).
  const hash = readSequence(parameters).find(({ tag }) => tag === contextTag(0));
  if (hash === undefined) return false;
  return soundHashes.includes(toOid(readSequence(readDer(hash.content))[0]));
}

function isSoundKey(key: X509Certificate['publicKey']): boolean {
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {};
  switch (key.asymmetricKeyType) {
    case 'rsa':
    case 'rsa-pss':
      // The upper bound keeps one verification cheap.
      return modulusLength !== undefined && modulusLength >= 2048 && modulusLength <= 8192;
    case 'ec':
      return ['prime256v1', 'secp384r1', 'secp521r1'].includes(namedCurve ?? '');
    default:
      return key.asymmetricKeyType === 'ed25519';
  }
}
