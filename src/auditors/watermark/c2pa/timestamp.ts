/** Verifies a time-stamp token over a claim signature (RFC 3161, RFC 5652; C2PA 2.4, 15.8). */
import { createHash, verify } from 'node:crypto';
import { type Certificate, parseCertificate } from './certificate.ts';
import { DerError, type DerNode, derTags, readInside, readNodes, readOid } from './der.ts';
import { isEqualBytes } from './hashed-uri.ts';
import { isTrusted, isValidAt, purposes } from './trust.ts';

/** What became of a token; only `timeStamp.trusted` comes with a time that counts. */
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

/** Verifies a token (or the response that carries one) over one of the messages; `now` bounds the time it may tell. */
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
    // Foreign DER: whatever is wrong with it, it is no time-stamp.
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
  /** TSTInfo, as it was signed. */
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
  signedData: '2a864886f70d010702',
  tstInfo: '2a864886f70d0109100104',
  contentType: '2a864886f70d010903',
  messageDigest: '2a864886f70d010904',
  signingCertificate: '2a864886f70d010910020c',
  signingCertificateV2: '2a864886f70d010910022f',
};
const hashNames = new Map([
  ['608648016503040201', 'sha256'],
  ['608648016503040202', 'sha384'],
  ['608648016503040203', 'sha512'],
]);
const maxTokenBytes = 64 * 1024;
const maxCertificates = 16;
const setTag = 0x31;

function parseToken(token: Uint8Array): Token {
  if (token.length > maxTokenBytes) throw new DerError('the token is too large');
  const [type, wrapped] = unwrapResponse(readInside(token, derTags.sequence));
  if (readOid(type) !== oids.signedData || wrapped?.tag !== derTags.context0) throw new DerError('no signed data');
  const parts = readInside(wrapped.bytes, derTags.sequence);
  const [contentType, contentBox] = readNodes(parts[2]?.bytes ?? new Uint8Array());
  if (readOid(contentType) !== oids.tstInfo) throw new DerError('no time-stamp information');
  const [octets] = readNodes(contentBox?.bytes ?? new Uint8Array());
  if (octets?.tag !== derTags.octetString) throw new DerError('the content is missing');
  const certificates = parts.find(({ tag }) => tag === derTags.context0);
  const signers = readNodes(parts.at(-1)?.bytes ?? new Uint8Array());
  const [signer] = signers;
  if (signer === undefined || signers.length > 1 || parts.at(-1)?.tag !== setTag)
    throw new DerError('one signer is needed');
  return {
    content: octets.bytes,
    info: parseInfo(octets.bytes),
    certificates: splitCertificates(certificates?.bytes ?? new Uint8Array()),
    signer: parseSigner(readNodes(signer.bytes)),
  };
}

/** A response is a status and the token; a token begins with its content type. */
function unwrapResponse(nodes: readonly DerNode[]): readonly DerNode[] {
  const [first, second] = nodes;
  return first?.tag === derTags.sequence && second !== undefined ? readNodes(second.bytes) : nodes;
}

function parseInfo(content: Uint8Array): Token['info'] {
  const [, , imprint, , time] = readInside(content, derTags.sequence);
  const [algorithm, digest] = readNodes(imprint?.bytes ?? new Uint8Array());
  if (digest?.tag !== derTags.octetString) throw new DerError('the imprint is missing');
  return {
    hashOid: readOid(readNodes(algorithm?.bytes ?? new Uint8Array())[0]),
    imprint: digest.bytes,
    time: parseTime(time),
  };
}

function parseTime(node: DerNode | undefined): number {
  const text = Buffer.from(node?.bytes ?? []).toString('latin1');
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,9})?Z$/.exec(text);
  if (match === null) throw new DerError('the time is unreadable');
  const [, year, month, day, hour, minute, second, fraction = ''] = match;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`);
  if (Number.isNaN(time)) throw new DerError('the time is no time');
  return time;
}

function splitCertificates(bytes: Uint8Array): Certificate[] {
  const certificates: Certificate[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    if (certificates.length === maxCertificates) throw new DerError('there are too many certificates');
    const certificate = parseCertificate(rest);
    certificates.push(certificate);
    rest = rest.subarray(certificate.x509.raw.length);
  }
  return certificates;
}

function parseSigner(nodes: readonly DerNode[]): SignerInfo {
  const [, , digestAlgorithm, attributes, , signature] = nodes;
  const hash = hashNames.get(readOid(readNodes(digestAlgorithm?.bytes ?? new Uint8Array())[0]));
  if (hash === undefined || attributes?.tag !== derTags.context0 || signature?.tag !== derTags.octetString) {
    throw new DerError('a part of the signer is missing');
  }
  const values = readAttributes(attributes.bytes);
  const digest = values.get(oids.messageDigest);
  if (readOid(values.get(oids.contentType)) !== oids.tstInfo || digest?.tag !== derTags.octetString) {
    throw new DerError('a signed attribute is missing');
  }
  const length = attributes.bytes.length;
  // Signed as the set that it is (RFC 5652, 5.4), not with the tag that it has in its place.
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return {
    hash,
    attributes: Buffer.concat([Buffer.from([setTag, ...head]), attributes.bytes]),
    messageDigest: digest.bytes,
    certificateHash: readCertificateHash(values),
    signature: signature.bytes,
  };
}

/** The first value of each signed attribute. */
function readAttributes(bytes: Uint8Array): ReadonlyMap<string, DerNode> {
  const values = new Map<string, DerNode>();
  for (const attribute of readNodes(bytes)) {
    const [type, set] = readNodes(attribute.bytes);
    const [value, ...others] = readNodes(set?.bytes ?? new Uint8Array());
    const oid = readOid(type);
    if (value === undefined || others.length > 0 || values.has(oid))
      throw new DerError('an attribute has no single value');
    values.set(oid, value);
  }
  return values;
}

/** The first certificate that the attributes name: SHA-256 unless said otherwise, SHA-1 in the older form. */
function readCertificateHash(values: ReadonlyMap<string, DerNode>): SignerInfo['certificateHash'] {
  const newer = values.get(oids.signingCertificateV2);
  const attribute = newer ?? values.get(oids.signingCertificate);
  if (attribute === undefined) throw new DerError('the signer is not named');
  const [list] = readNodes(attribute.bytes);
  const [first] = readNodes(list?.bytes ?? new Uint8Array());
  const parts = readNodes(first?.bytes ?? new Uint8Array());
  const algorithm = parts[0]?.tag === derTags.sequence ? readOid(readNodes(parts[0].bytes)[0]) : undefined;
  const digest = parts.find(({ tag }) => tag === derTags.octetString);
  const hash = newer === undefined ? 'sha1' : algorithm === undefined ? 'sha256' : hashNames.get(algorithm);
  if (digest === undefined || hash === undefined) throw new DerError('the signer is not named by a hash');
  return { hash, digest: digest.bytes };
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
    // A key restricted to RSASSA-PSS (RFC 4055): OpenSSL refuses any other signature instead of answering.
    return false;
  }
}
