/** Verifies a time-stamp token over a claim signature (RFC 3161, RFC 5652; C2PA 2.4, 15.8). */
import { createHash, verify } from 'node:crypto';
import {
  contextTag,
  DerError,
  type DerNode,
  derTag,
  expectTag,
  readChildren,
  readDer,
  readSequence,
  toOid,
} from '@assay/sdk/x509';
import { type Certificate, parseCertificate } from './certificate.ts';
import { isEqualBytes } from './hashed-uri.ts';
import { isTrusted, isValidAt, purposes } from './trust.ts';

/** Results of a token; only `timeStamp.trusted` has a time that counts. */
export type TimestampResult =
  | { readonly code: 'timeStamp.trusted'; readonly time: number }
  | {
      readonly code:
        | 'timeStamp.malformed'
        | 'timeStamp.mismatch'
        | 'timeStamp.credentialInvalid'
        | 'timeStamp.outsideValidity'
        | 'timeStamp.untrusted';
    };

/** Verifies a token (or a response that contains one) over one of the messages; `now` limits its time. */
export function checkTimestamp(
  token: Uint8Array,
  messages: readonly Uint8Array[],
  anchors: readonly Certificate[],
  now: number,
): TimestampResult {
  let parsed: Token;
  try {
    parsed = parseToken(token);
  } catch (error) {
    // Any error in foreign DER means that it is no valid time-stamp.
    if (error instanceof Error) return { code: 'timeStamp.malformed' };
    throw error;
  }
  const { info, signer, certificates } = parsed;
  const hash = hashNames.get(info.hashOid);
  const isOver = (message: Uint8Array): boolean =>
    hash !== undefined && isEqualBytes(createHash(hash).update(message).digest(), info.imprint);
  if (!messages.some(isOver)) {
    return { code: 'timeStamp.mismatch' };
  }
  const leaf = certificates.find((one) => isNamed(one, signer));
  if (leaf === undefined || !isStampingCertificate(leaf)) return { code: 'timeStamp.credentialInvalid' };
  if (!isSignedBy(leaf, parsed)) return { code: 'timeStamp.mismatch' };
  if (info.time > now || !isValidAt(leaf, info.time)) return { code: 'timeStamp.outsideValidity' };
  const others = certificates.filter((one) => one !== leaf);
  if (!isTrusted(leaf, others, anchors, info.time)) return { code: 'timeStamp.untrusted' };
  return { code: 'timeStamp.trusted', time: info.time };
}

interface Token {
  /** TSTInfo, as signed. */
  readonly content: Uint8Array;
  readonly info: { readonly hashOid: string; readonly imprint: Uint8Array; readonly time: number };
  readonly certificates: readonly Certificate[];
  readonly signer: SignerInfo;
}

interface SignerInfo {
  readonly hash: string;
  readonly attributes: Uint8Array;
  readonly messageDigest: Uint8Array;
  /** Hash of the signer's certificate and its algorithm, from the signed attributes (RFC 5035). */
  readonly certificateHash: { readonly hash: string; readonly digest: Uint8Array };
  readonly signature: Uint8Array;
}

const oids = {
  signedData: '1.2.840.113549.1.7.2',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
};
const hashNames = new Map([
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
]);
const maxTokenBytes = 64 * 1024;
const maxCertificates = 16;

function parseToken(token: Uint8Array): Token {
  if (token.length > maxTokenBytes) throw new DerError('the token is too large');
  const [type, wrapped] = unwrapResponse(readSequence(readDer(token)));
  if (toOid(type) !== oids.signedData) throw new DerError('no signed data');
  const parts = readSequence(readDer(expectTag(wrapped, contextTag(0)).content));
  const [contentType, contentBox] = readSequence(parts[2]);
  if (toOid(contentType) !== oids.tstInfo) throw new DerError('no time-stamp information');
  const { content } = readDer(expectTag(contentBox, contextTag(0)).content, derTag.octetString);
  const certificates = parts.find(({ tag }) => tag === contextTag(0));
  const [signer, ...others] = readChildren(expectTag(parts.at(-1), derTag.set));
  if (others.length > 0) throw new DerError('one signer is needed');
  return {
    content,
    info: parseInfo(content),
    certificates: certificates === undefined ? [] : splitCertificates(certificates),
    signer: parseSigner(readSequence(signer)),
  };
}

/** A response is a status and the token; a token begins with its content type. */
function unwrapResponse(nodes: readonly DerNode[]): readonly DerNode[] {
  const [first, second] = nodes;
  return first?.tag === derTag.sequence && second !== undefined ? readSequence(second) : nodes;
}

function parseInfo(bytes: Uint8Array): Token['info'] {
  const [, , imprint, , time] = readSequence(readDer(bytes));
  const [algorithm, digest] = readSequence(imprint);
  return {
    hashOid: toOid(readSequence(algorithm)[0]),
    imprint: expectTag(digest, derTag.octetString).content,
    time: parseTime(time),
  };
}

function parseTime(node: DerNode | undefined): number {
  const text = Buffer.from(expectTag(node, derTag.generalizedTime).content).toString('latin1');
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,9})?Z$/.exec(text);
  if (match === null) throw new DerError('the time is unreadable');
  const [, year, month, day, hour, minute, second, fraction = ''] = match;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`);
  if (Number.isNaN(time)) throw new DerError('the time is no time');
  return time;
}

function splitCertificates(set: DerNode): Certificate[] {
  const certificates = readChildren(set);
  if (certificates.length > maxCertificates) throw new DerError('there are too many certificates');
  return certificates.map(({ bytes }) => parseCertificate(bytes));
}

function parseSigner(nodes: readonly DerNode[]): SignerInfo {
  const [, , digestAlgorithm, attributes, , signature] = nodes;
  const hash = hashNames.get(toOid(readSequence(digestAlgorithm)[0]));
  if (hash === undefined) throw new DerError('a hash is not accepted');
  const values = readAttributes(expectTag(attributes, contextTag(0)));
  if (toOid(values.get(oids.contentType)) !== oids.tstInfo) throw new DerError('another content was signed');
  return {
    hash,
    // Signed with the tag of a set (RFC 5652, 5.4), not with the tag used in place.
    attributes: Buffer.concat([Buffer.from([derTag.set]), expectTag(attributes).bytes.subarray(1)]),
    messageDigest: expectTag(values.get(oids.messageDigest), derTag.octetString).content,
    certificateHash: readCertificateHash(values),
    signature: expectTag(signature, derTag.octetString).content,
  };
}

/** Gives the first value of each signed attribute. */
function readAttributes(attributes: DerNode): ReadonlyMap<string, DerNode> {
  const values = new Map<string, DerNode>();
  for (const attribute of readChildren(attributes)) {
    const [type, set] = readSequence(attribute);
    const [value, ...others] = readChildren(expectTag(set, derTag.set));
    const oid = toOid(type);
    if (value === undefined || others.length > 0 || values.has(oid))
      throw new DerError('an attribute has no single value');
    values.set(oid, value);
  }
  return values;
}

/** Reads the first certificate that the attributes name: SHA-256 by default, SHA-1 in the older form. */
function readCertificateHash(values: ReadonlyMap<string, DerNode>): SignerInfo['certificateHash'] {
  const newer = values.get(oids.signingCertificateV2);
  const [list] = readSequence(newer ?? values.get(oids.signingCertificate));
  const [first] = readSequence(list);
  const parts = readSequence(first);
  const algorithm = parts[0]?.tag === derTag.sequence ? toOid(readSequence(parts[0])[0]) : undefined;
  const digest = parts.find(({ tag }) => tag === derTag.octetString);
  const hash = newer === undefined ? 'sha1' : algorithm === undefined ? 'sha256' : hashNames.get(algorithm);
  if (digest === undefined || hash === undefined) throw new DerError('the signer is not named by a hash');
  return { hash, digest: digest.content };
}

function isNamed({ x509 }: Certificate, { certificateHash }: SignerInfo): boolean {
  const { hash, digest } = certificateHash;
  return isEqualBytes(createHash(hash).update(x509.raw).digest(), digest);
}

/** Time-stamping must be the only purpose (RFC 3161, 2.3). */
function isStampingCertificate(leaf: Certificate): boolean {
  return (
    !leaf.isAuthority &&
    leaf.purposes?.length === 1 &&
    leaf.purposes[0] === purposes.timeStamping &&
    !leaf.hasUnknownCritical &&
    leaf.hasSoundSignature &&
    leaf.hasSoundKey
  );
}

function isSignedBy(leaf: Certificate, { content, signer }: Token): boolean {
  if (!isEqualBytes(createHash(signer.hash).update(content).digest(), signer.messageDigest)) return false;
  const key = leaf.x509.publicKey;
  try {
    return verify(key.asymmetricKeyType === 'ed25519' ? null : signer.hash, signer.attributes, key, signer.signature);
  } catch {
    // A key restricted to RSASSA-PSS (RFC 4055): OpenSSL throws for any other signature instead of answering.
    return false;
  }
}
