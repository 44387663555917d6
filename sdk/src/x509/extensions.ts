/** Certificate extensions (RFC 5280 4.2): those that limit a certificate, and the rest as bytes. */
import { contextTag, DerError, type DerNode, derTag, expectTag, readDer, readSequence } from './der.ts';
import { toBits, toBoolean, toNumber, toOid } from './values.ts';

export interface Extension {
  readonly oid: string;
  readonly isCritical: boolean;
  /** Content of the octet string. */
  readonly value: Uint8Array;
}

export interface KeyUsage {
  readonly digitalSignature: boolean;
  readonly certificateSigning: boolean;
  readonly crlSigning: boolean;
}

export interface Extensions {
  readonly extensions: readonly Extension[];
  readonly isAuthority: boolean;
  readonly pathLength?: number;
  /** Absent without the extension: the key may then do anything. */
  readonly keyUsage?: KeyUsage;
  /** Object identifiers of extended key usage; absent without the extension. */
  readonly purposes?: readonly string[];
}

export const extensionOid = {
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
  subjectAltName: '2.5.29.17',
} as const;

/** Reads the members after the key of a certificate body. @throws DerError */
export function parseExtensions(rest: readonly DerNode[]): Extensions {
  // Unique identifiers [1], [2] are the only other members, and no certificate of ours has them.
  if (rest.some(({ tag }) => tag !== contextTag(3)) || rest.length > 1) {
    throw new DerError('a certificate has members that are not accepted');
  }
  const [wrapper] = rest;
  const extensions = wrapper === undefined ? [] : readSequence(readDer(wrapper.content)).map(parseExtension);
  if (new Set(extensions.map(({ oid }) => oid)).size !== extensions.length) {
    throw new DerError('an extension occurs twice');
  }
  const findValue = (oid: string) => extensions.find((extension) => extension.oid === oid)?.value;
  const usage = findValue(extensionOid.keyUsage);
  const purposes = findValue(extensionOid.extendedKeyUsage);
  return {
    extensions,
    ...parseConstraints(findValue(extensionOid.basicConstraints)),
    ...(usage === undefined ? {} : { keyUsage: parseKeyUsage(usage) }),
    ...(purposes === undefined ? {} : { purposes: readSequence(readDer(purposes)).map(toOid) }),
  };
}

/** Lists critical extensions that the caller does not know: the certificate must be refused (RFC 5280 4.2). */
export function unknownCritical(extensions: readonly Extension[], known: readonly string[] = []): Extension[] {
  const understood: readonly string[] = [...Object.values(extensionOid), ...known];
  return extensions.filter(({ oid, isCritical }) => isCritical && !understood.includes(oid));
}

function parseExtension(node: DerNode): Extension {
  const parts = readSequence(node);
  const hasCritical = parts.length === 3;
  if (parts.length !== 2 && !hasCritical) throw new DerError('an extension is malformed');
  const isCritical = hasCritical && toBoolean(parts[1]);
  return { oid: toOid(parts[0]), isCritical, value: expectTag(parts.at(-1), derTag.octetString).content };
}

function parseConstraints(value: Uint8Array | undefined): { isAuthority: boolean; pathLength?: number } {
  if (value === undefined) return { isAuthority: false };
  const [first, second] = readSequence(readDer(value));
  if (first === undefined) return { isAuthority: false };
  if (first.tag === derTag.integer) return { isAuthority: false, pathLength: toNumber(first) };
  const isAuthority = toBoolean(first);
  return second === undefined ? { isAuthority } : { isAuthority, pathLength: toNumber(second) };
}

function parseKeyUsage(value: Uint8Array): KeyUsage {
  const first = toBits(readDer(value)).bytes[0] ?? 0;
  return {
    digitalSignature: (first & 0x80) !== 0,
    certificateSigning: (first & 0x04) !== 0,
    crlSigning: (first & 0x02) !== 0,
  };
}
