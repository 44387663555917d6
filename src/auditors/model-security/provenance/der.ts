// Reads the extensions of X.509 certificates that Node does not show: key usage, extended key usage, path length.

/** What a certificate says about its own use. */
export interface CertificateUse {
  /** From key usage; undefined when the extension is missing. */
  digitalSignature?: boolean;
  certificateSigning?: boolean;
  /** Object identifiers of extended key usage (hex of their content). */
  purposes?: string[];
  isAuthority: boolean;
  pathLength?: number;
  /** A critical extension that is not understood here: RFC 5280 4.2 asks to reject the certificate. */
  hasUnknownCritical: boolean;
  /** Signed over MD5 or SHA-1. */
  isWeak: boolean;
}

/** Why a certificate can't be read. */
export class DerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DerError';
  }
}

/** `1.3.6.1.5.5.7.3.3`, code signing (RFC 5280 4.2.1.12). */
export const codeSigningPurpose = '2b06010505070303';
/** `2.5.29.37.0`, any purpose. */
export const anyPurpose = '551d2500';

const oids = { keyUsage: '551d0f', basicConstraints: '551d13', extendedKeyUsage: '551d25' };
/** Others that ask nothing of a verifier of signatures: names, identifiers, policies without constraints. */
const harmless = new Set(['551d11', '551d12', '551d0e', '551d23', '551d20']);

/** Signature algorithms over MD5 or SHA-1. */
const weakAlgorithms = new Set(['2a864886f70d010104', '2a864886f70d010105', '2a8648ce3d0401', '2b0e03021d']);

interface Element {
  tag: number;
  content: Uint8Array;
}

/** Reads the extensions of a certificate (DER). */
export function readCertificateUse(certificate: Uint8Array): CertificateUse {
  const [outer] = readElements(certificate);
  const [body, algorithm] = readElements(need(outer).content);
  const isWeak = weakAlgorithms.has(toHex(need(readElements(need(algorithm).content)[0]).content));
  const extensions = readElements(need(body).content).find(({ tag }) => tag === 0xa3);
  const use: CertificateUse = { isAuthority: false, hasUnknownCritical: false, isWeak };
  if (extensions === undefined) return use;
  for (const { content } of readElements(need(readElements(extensions.content)[0]).content)) {
    const [oid, second, third] = readElements(content);
    const isCritical = second?.tag === 0x01 && second.content[0] !== 0;
    const value = need(third ?? second).content;
    takeExtension(use, toHex(need(oid).content), value, isCritical);
  }
  return use;
}

function takeExtension(use: CertificateUse, oid: string, value: Uint8Array, isCritical: boolean): void {
  const [inner] = readElements(value);
  if (oid === oids.keyUsage) {
    const bits = need(inner).content[1] ?? 0;
    use.digitalSignature = (bits & 0x80) !== 0;
    use.certificateSigning = (bits & 0x04) !== 0;
  } else if (oid === oids.basicConstraints) {
    const [authority, length] = readElements(need(inner).content);
    use.isAuthority = authority?.tag === 0x01 && authority.content[0] !== 0;
    const number = authority?.tag === 0x02 ? authority : length;
    if (number?.tag === 0x02) use.pathLength = number.content.reduce((sum, byte) => sum * 256 + byte, 0);
  } else if (oid === oids.extendedKeyUsage) {
    use.purposes = readElements(need(inner).content).map(({ content }) => toHex(content));
  } else if (isCritical && !harmless.has(oid)) use.hasUnknownCritical = true;
}

function readElements(bytes: Uint8Array): Element[] {
  const elements: Element[] = [];
  let at = 0;
  while (at < bytes.length) {
    const tag = bytes[at] ?? 0;
    const first = bytes[at + 1] ?? 0x80;
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    if (first === 0x80 || lengthBytes > 4) throw new DerError('A length has no definite form.');
    let length = first < 0x80 ? first : 0;
    for (let index = 0; index < lengthBytes; index += 1) length = length * 256 + (bytes[at + 2 + index] ?? 0);
    const start = at + 2 + lengthBytes;
    if (start + length > bytes.length) throw new DerError('An element is cut.');
    elements.push({ tag, content: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return elements;
}

function need(element: Element | undefined): Element {
  if (element === undefined) throw new DerError('An element is missing.');
  return element;
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
