/** A C2PA signer for tests: builds manifest stores, signs them, and puts them into tiny JPEG and PNG files. */
import { Buffer } from 'node:buffer';
import { constants, createHash, sign } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { encode as encodeCbor, Tag } from 'cbor2';
import { type Credential, issueChain } from './certificates.fixture.ts';
import type { SignatureAlgorithm } from './cose.ts';
import { toSigStructure } from './cose.ts';
import { uuids } from './jumbf.ts';

export type Format = 'jpeg' | 'png';

export interface Assertion {
  readonly label: string;
  readonly content: unknown;
}

/** Every member allows a deliberate fault. */
export interface SignOptions {
  readonly format?: Format;
  readonly version?: 1 | 2;
  readonly alg?: SignatureAlgorithm;
  readonly hashAlg?: string;
  readonly signer?: Credential;
  readonly chain?: readonly Uint8Array[];
  readonly label?: string;
  readonly assertions?: readonly Assertion[];
  /** By default one `c2pa.created`. */
  readonly actions?: readonly Assertion[];
  /** Manifest superboxes before the active one. */
  readonly earlier?: readonly Uint8Array[];
  readonly boundary?: boolean;
  readonly exclusions?: (store: { start: number; length: number }) => unknown;
  /** The bytes that the signer hashes, of the image without a store. */
  readonly hashed?: (image: Buffer) => Buffer;
  readonly claim?: (claim: Map<string, unknown>) => void;
  readonly protectedHeader?: (header: Map<number, unknown>) => void;
  readonly unprotected?: ReadonlyMap<unknown, unknown>;
  readonly payload?: Uint8Array | null;
  /** Makes further unprotected headers over the finished signature. */
  readonly stamp?: (signed: {
    protectedBytes: Uint8Array;
    claim: Uint8Array;
    signature: Uint8Array;
  }) => readonly [string, unknown][];
  readonly changeManifest?: (parts: ManifestParts) => void;
  /** Length of the parts of a JPEG box. */
  readonly segmentBytes?: number;
}

export interface ManifestParts {
  claimLabel: string;
  claim: Uint8Array;
  signature: Uint8Array;
  assertions: { label: string; bytes: Uint8Array }[];
  extra: Uint8Array[];
  uuid: string;
}

const coseAlgorithms = { ES256: -7, ES384: -35, ES512: -36, PS256: -37, PS384: -38, PS512: -39, EdDSA: -8 };

/** Shared credential of tests without a special need. */
export const authority = issueChain();

/** Signs a tiny image of the format. */
export function signImage(options: SignOptions = {}): Buffer {
  const { format = 'png', earlier = [] } = options;
  // The hash needs the store's place, and the store's length depends on the numbers in the hash.
  const size = (length: number): number =>
    embed(format, new Uint8Array(length), options).length - emptyImage(format).length;
  const start = insertionPoint(format);
  let length = 0;
  for (let round = 0; ; round++) {
    const store = buildStore([...earlier, buildManifest(options, format, { start, length })]);
    const needed = size(store.length);
    if (needed === length) return embed(format, store, options);
    if (round > 5) throw new Error('the length of the store does not settle');
    length = needed;
  }
}

/** One signed manifest superbox. */
export function buildManifest(options: SignOptions, format: Format, store?: { start: number; length: number }): Buffer {
  const { version = 2, label = 'urn:c2pa:00000000-0000-4000-8000-000000000001', hashAlg = 'sha256' } = options;
  const binding = store === undefined || options.boundary === false ? [] : [bindTo(format, store, options)];
  const assertions = [
    ...binding,
    ...(options.assertions ?? []),
    ...(options.actions === undefined ? [actions] : options.actions),
  ].map((one) => ({
    label: one.label,
    bytes: superbox('63626f7200110010800000aa00389b71', one.label, box('cbor', encode(one.content))),
  }));
  const references = assertions.map(({ label: name, bytes }) =>
    hashedUri(`self#jumbf=c2pa.assertions/${name}`, bytes, hashAlg),
  );
  const claim = buildClaim(version, hashAlg, references, label);
  options.claim?.(claim);
  const claimBytes = encode(claim);
  const parts: ManifestParts = {
    claimLabel: version === 1 ? 'c2pa.claim' : 'c2pa.claim.v2',
    claim: claimBytes,
    signature: signClaim(claimBytes, options),
    assertions,
    extra: [],
    uuid: uuids.manifest,
  };
  options.changeManifest?.(parts);
  return superbox(
    parts.uuid,
    label,
    superbox(uuids.assertions, 'c2pa.assertions', ...parts.assertions.map(({ bytes }) => bytes)),
    superbox(uuids.claim, parts.claimLabel, box('cbor', parts.claim)),
    superbox(uuids.signature, 'c2pa.signature', box('cbor', parts.signature)),
    ...parts.extra,
  );
}

export function buildStore(manifests: readonly Uint8Array[]): Buffer {
  return superbox(uuids.store, 'c2pa', ...manifests);
}

/** A reference to a whole superbox: the hash excludes its header. */
export function hashedUri(url: string, whole: Uint8Array, alg = 'sha256'): Map<string, unknown> {
  return new Map<string, unknown>([
    ['url', url],
    ['alg', alg],
    ['hash', createHash(alg).update(whole.subarray(8)).digest()],
  ]);
}

export function superbox(uuid: string, label: string, ...children: readonly Uint8Array[]): Buffer {
  const description = Buffer.concat([Buffer.from(uuid, 'hex'), Buffer.from([3]), Buffer.from(`${label}\0`)]);
  return box('jumb', box('jumd', description), ...children);
}

export function box(type: string, ...contents: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(contents);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** Encodes CBOR; the library accepts plain byte arrays only, not Node's buffers. */
export function encode(value: unknown): Uint8Array {
  return encodeCbor(toPlain(value));
}

/** Puts a store into an image without one. */
export function embed(format: Format, store: Uint8Array, { segmentBytes = 300 }: SignOptions = {}): Buffer {
  const image = emptyImage(format);
  const at = insertionPoint(format);
  const inserted = format === 'png' ? chunk('caBX', store) : segments(store, segmentBytes);
  return Buffer.concat([image.subarray(0, at), inserted, image.subarray(at)]);
}

/** The store of a file made by {@link signImage} with one manifest chunk, or with JPEG parts of the usual length. */
export function storeOf(format: Format, file: Uint8Array): Buffer {
  const start = insertionPoint(format);
  const held = Buffer.from(file.subarray(start, start + file.length - emptyImage(format).length));
  if (format === 'png') return held.subarray(8, held.length - 4);
  const parts = [held.subarray(12, 20)];
  for (let at = 0; at < held.length; at += 2 + held.readUInt16BE(at + 2)) {
    parts.push(held.subarray(at + 20, at + 2 + held.readUInt16BE(at + 2)));
  }
  return Buffer.concat(parts);
}

export function emptyImage(format: Format): Buffer {
  return format === 'png' ? png : jpeg;
}

/** After the PNG header chunk; after the JPEG's JFIF segment. */
export function insertionPoint(format: Format): number {
  return format === 'png' ? 8 + 25 : 2 + 18;
}

export function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** APP11 segments of one box, each with the box's header. */
export function segments(store: Uint8Array, segmentBytes: number, instance = 1): Buffer {
  const header = store.subarray(0, 8);
  const parts: Buffer[] = [];
  for (let at = 8, sequence = 1; at < store.length; at += segmentBytes, sequence++) {
    const part = store.subarray(at, at + segmentBytes);
    const head = Buffer.alloc(12);
    head.writeUInt16BE(0xffeb, 0);
    head.writeUInt16BE(2 + 8 + 8 + part.length, 2);
    head.write('JP', 4, 'latin1');
    head.writeUInt16BE(instance, 6);
    head.writeUInt32BE(sequence, 8);
    parts.push(head, Buffer.from(header), Buffer.from(part));
  }
  return Buffer.concat(parts);
}

/** Required action of a version 2 manifest: how its content began. */
export const actions: Assertion = {
  label: 'c2pa.actions.v2',
  content: new Map([
    [
      'actions',
      [
        new Map([
          ['action', 'c2pa.created'],
          ['digitalSourceType', 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture'],
        ]),
      ],
    ],
  ]),
};

/** Header, one row of pixels, end; the pixels need not decode. */
const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  chunk('IHDR', Buffer.from('00000001000000010802000000', 'hex')),
  chunk('IDAT', Buffer.from('789c63f8cfc0000003010100', 'hex')),
  chunk('IEND', Buffer.alloc(0)),
]);

/** JFIF segment, a comment, start of scan, scan data, end. */
const jpeg = Buffer.concat([
  Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
  Buffer.from('fffe0006', 'hex'),
  Buffer.from('note'),
  Buffer.from('ffda0008010100003f00', 'hex'),
  Buffer.from('0123456789abcdef0123456789abcdef', 'hex'),
  Buffer.from('ffd9', 'hex'),
]);

function bindTo(format: Format, store: { start: number; length: number }, options: SignOptions): Assertion {
  const { hashAlg = 'sha256', exclusions } = options;
  const ranges = exclusions?.(store) ?? [new Map(Object.entries(store))];
  const hash = createHash(hashAlg)
    .update(options.hashed?.(emptyImage(format)) ?? emptyImage(format))
    .digest();
  const content = new Map<string, unknown>([
    ['exclusions', ranges],
    ['alg', hashAlg],
    ['hash', hash],
    ['pad', Buffer.alloc(0)],
  ]);
  return { label: 'c2pa.hash.data', content };
}

function buildClaim(version: 1 | 2, alg: string, references: unknown[], label: string): Map<string, unknown> {
  const signature = version === 1 ? 'self#jumbf=c2pa.signature' : `self#jumbf=/c2pa/${label}/c2pa.signature`;
  const common = new Map<string, unknown>([
    ['alg', alg],
    ['instanceID', 'xmp:iid:1'],
    ['signature', signature],
  ]);
  if (version === 1)
    return common.set('assertions', references).set('claim_generator', 'test').set('dc:format', 'image/png');
  return common.set('created_assertions', references).set('claim_generator_info', new Map([['name', 'test']]));
}

function signClaim(claim: Uint8Array, options: SignOptions): Uint8Array {
  const {
    alg = 'ES256',
    signer = authority.signer,
    chain = authority.chain,
    unprotected = new Map(),
    payload = null,
  } = options;
  const header = new Map<number, unknown>([
    [1, coseAlgorithms[alg]],
    [33, chain],
  ]);
  options.protectedHeader?.(header);
  const protectedBytes = encode(header);
  const signature = signBytes(alg, toSigStructure('Signature1', protectedBytes, claim), signer);
  const stamps = options.stamp?.({ protectedBytes, claim, signature }) ?? [];
  return encode(new Tag(18, [protectedBytes, new Map([...unprotected, ...stamps]), payload, signature]));
}

function signBytes(alg: SignatureAlgorithm, bytes: Uint8Array, { keys }: Credential): Uint8Array {
  const key = keys.privateKey;
  if (alg === 'EdDSA') return sign(null, bytes, key);
  const bits = alg.slice(2);
  if (alg.startsWith('ES')) return sign(`sha${bits}`, bytes, { key, dsaEncoding: 'ieee-p1363' });
  const saltLength = Number(bits) / 8;
  return sign(`sha${bits}`, bytes, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength });
}

function toPlain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Uint8Array.from(value);
  if (Array.isArray(value)) return value.map(toPlain);
  if (value instanceof Map) return new Map(Array.from(value, ([key, member]) => [key, toPlain(member)] as const));
  return value instanceof Tag ? new Tag(value.tag, toPlain(value.contents)) : value;
}
