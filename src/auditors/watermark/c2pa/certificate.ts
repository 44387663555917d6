/** Reads X.509 certificates and what they allow (RFC 5280; C2PA 2.4, 14.5: certificate profile). */
import { X509Certificate } from 'node:crypto';
import { type DerNode, derTags, readInside, readNodes, readOid } from './der.ts';

export interface Certificate {
  readonly x509: X509Certificate;
  /** Milliseconds since the epoch. */
  readonly notBefore: number;
  readonly notAfter: number;
  readonly isAuthority: boolean;
  readonly pathLength?: number;
  /** Undefined without the extension. */
  readonly keyUsage?: { readonly digitalSignature: boolean; readonly certificateSigning: boolean };
  /** Object identifiers of extended key usage, in hexadecimal digits. */
  readonly purposes?: readonly string[];
  /** A critical extension that nobody here understands: the certificate must be refused (RFC 5280, 4.2). */
  readonly hasUnknownCritical: boolean;
  /** Signed with SHA-2 and an algorithm of the profile. */
  readonly hasSoundSignature: boolean;
  readonly hasSoundKey: boolean;
}

const maxBytes = 64 * 1024;

/** Parses a certificate, DER or PEM. @throws Error when it is none. */
export function parseCertificate(bytes: Uint8Array | string): Certificate {
  if (bytes.length > maxBytes) throw new RangeError('the certificate is too large');
  const x509 = new X509Certificate(bytes);
  // What OpenSSL parsed, not what was given: both readers must see the same bytes.
  const [body, algorithm] = readInside(x509.raw, derTags.sequence);
  if (body?.tag !== derTags.sequence || algorithm === undefined) throw new TypeError('the certificate has no body');
  const notBefore = Date.parse(x509.validFrom);
  const notAfter = Date.parse(x509.validTo);
  if (Number.isNaN(notBefore) || Number.isNaN(notAfter))
    throw new TypeError('the validity of a certificate is unreadable');
  return {
    x509,
    notBefore,
    notAfter,
    ...readExtensions(readNodes(body.bytes).find(({ tag }) => tag === derTags.context3)),
    hasSoundSignature: isSoundSignature(algorithm),
    hasSoundKey: isSoundKey(x509.publicKey),
  };
}

/** Parses the certificates of a PEM text. @throws Error for anything else. */
export function parsePem(text: string): Certificate[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]*-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => parseCertificate(block));
}

const extensionOids = { keyUsage: '551d0f', basicConstraints: '551d13', purposes: '551d25' };
/** Identifiers, names, policies and addresses of services: they ask nothing of who checks a signature. */
const harmless = ['551d0e', '551d23', '551d11', '551d12', '551d20', '551d1f', '2b06010505070101'];

type Extensions = Pick<Certificate, 'isAuthority' | 'pathLength' | 'keyUsage' | 'purposes' | 'hasUnknownCritical'>;

function readExtensions(wrapper: DerNode | undefined): Extensions {
  let found: Extensions = { isAuthority: false, hasUnknownCritical: false };
  if (wrapper === undefined) return found;
  for (const extension of readInside(wrapper.bytes, derTags.sequence)) {
    const parts = readNodes(extension.bytes);
    const oid = readOid(parts[0]);
    const value = parts.at(-1);
    if (value?.tag !== derTags.octetString) throw new TypeError('an extension has no value');
    if (oid === extensionOids.keyUsage) found = { ...found, keyUsage: readKeyUsage(value.bytes) };
    else if (oid === extensionOids.basicConstraints) found = { ...found, ...readConstraints(value.bytes) };
    else if (oid === extensionOids.purposes) {
      found = { ...found, purposes: readInside(value.bytes, derTags.sequence).map(readOid) };
    } else if (!harmless.includes(oid) && isCritical(parts)) found = { ...found, hasUnknownCritical: true };
  }
  return found;
}

function isCritical(parts: readonly DerNode[]): boolean {
  return parts.some(({ tag, bytes }) => tag === derTags.boolean && bytes[0] !== 0);
}

function readKeyUsage(bytes: Uint8Array): NonNullable<Certificate['keyUsage']> {
  const [bits] = readNodes(bytes);
  if (bits?.tag !== derTags.bitString) throw new TypeError('a key usage is no bit string');
  const first = bits.bytes[1] ?? 0;
  return { digitalSignature: (first & 0x80) !== 0, certificateSigning: (first & 0x04) !== 0 };
}

function readConstraints(bytes: Uint8Array): Pick<Certificate, 'isAuthority' | 'pathLength'> {
  const parts = readInside(bytes, derTags.sequence);
  const isAuthority = parts.some((part) => part.tag === derTags.boolean && part.bytes[0] !== 0);
  const length = parts.find(({ tag }) => tag === derTags.integer);
  if (length === undefined) return { isAuthority };
  if (length.bytes.length !== 1) throw new TypeError('a path length is too large');
  return { isAuthority, pathLength: length.bytes[0] ?? 0 };
}

const soundSignatures = [
  '2a8648ce3d040302', // ecdsa-with-SHA256, SHA384, SHA512
  '2a8648ce3d040303',
  '2a8648ce3d040304',
  '2a864886f70d01010b', // sha256WithRSAEncryption, sha384, sha512
  '2a864886f70d01010c',
  '2a864886f70d01010d',
  '2b6570', // Ed25519
];
const pss = '2a864886f70d01010a';
const soundHashes = ['608648016503040201', '608648016503040202', '608648016503040203'];

function isSoundSignature(algorithm: DerNode): boolean {
  const [oid, parameters] = readNodes(algorithm.bytes);
  const name = readOid(oid);
  if (name !== pss) return soundSignatures.includes(name);
  if (parameters === undefined) return false;
  // Without its first parameter the hash is SHA-1 (RFC 4055, 3.1).
  const hash = readNodes(parameters.bytes).find(({ tag }) => tag === derTags.context0);
  if (hash === undefined) return false;
  return soundHashes.includes(readOid(readInside(hash.bytes, derTags.sequence)[0]));
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
