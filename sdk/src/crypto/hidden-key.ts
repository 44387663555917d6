/**
 * The Ed25519 key of an attestor. It lives in a WebAssembly module without a memory export, inside its own thread
 * (contract 2.16). No JavaScript, in that thread or in any other, can read the private half.
 */
import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import { toBase64Url } from './base64url.ts';
import { assertChained, type ChainedRecord, type SignedChainedRecord } from './chained-record.ts';
import { hiddenKeyThreadCode } from './hidden-key-code.ts';
import { createKeyLink, type KeyLink } from './hidden-key-link.ts';
import { packedRecordBytes } from './hidden-key-packing.ts';
import { maxMessageBytes, maxPrefixBytes, packedBytes, type ThreadStart } from './hidden-key-protocol.ts';
import { hiddenModuleBase64 } from './hidden-module-bytes.ts';
import { jwkThumbprint, type OkpPublicJwk } from './jwk.ts';
import { verifyEd25519 } from './verify-signature.ts';

/** A key that signs outside this thread. */
export interface AsyncSigningKey {
  /** RFC 7638 thumbprint of the public half. */
  readonly kid: string;
  readonly jwk: OkpPublicJwk;
  /** Signs with Ed25519; 64 bytes. @throws SigningKeyGoneError once the key is destroyed or lost. */
  sign(data: Uint8Array): Promise<Uint8Array>;
  /** Signs each message, in order, all or nothing; cheaper than one by one. */
  signAll(batch: readonly Uint8Array[]): Promise<Uint8Array[]>;
  /**
   * Signs records and their tokens, in order, all or nothing, in one request. Each record's digest is signed after
   * the prefix, of at most 32 bytes, once the hashes of its token and of the previous record are filled in.
   */
  signChained(records: readonly ChainedRecord[], prefix: Uint8Array): Promise<SignedChainedRecord[]>;
  /** Finishes earlier requests, then drops the private half; every later `sign` rejects. */
  destroy(): Promise<void>;
  /** Resolves with the reason when the key is lost without `destroy`. */
  readonly lost: Promise<Error>;
}

/** Longest message that is signed. */
export const maxSignedBytes: number = maxMessageBytes;
/** Largest part that is packed at once: a long batch is sent in parts, so that only one part of it is copied at a time. */
const maxBatchBytes = 2 * maxMessageBytes;
const maxBatchMessages = 1024;
const heapMb = 16;

/**
 * Creates a key pair in a new thread and proves that it signs. @throws Error when it cannot; there is no fallback
 *
 * @example
 * const key = await createHiddenKey();
 * verifyEd25519(key.jwk, data, await key.sign(data)); // true
 */
export function createHiddenKey(): Promise<AsyncSigningKey> {
  const workerData: ThreadStart = { bytes: Uint8Array.from(Buffer.from(hiddenModuleBase64, 'base64')) };
  // The thread inherits no loader, option or environment, so no other code runs beside the key.
  const thread = new Worker(hiddenKeyThreadCode, {
    eval: true,
    workerData,
    env: {},
    execArgv: [],
    argv: [],
    name: 'signing-key',
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: heapMb },
  });
  return connectHiddenKey(thread);
}

/** Connects to the key of a thread. @throws Error when the thread ends or its first signature does not verify */
export async function connectHiddenKey(thread: Worker): Promise<AsyncSigningKey> {
  const link = createKeyLink(thread);
  try {
    const jwk = toJwk(await link.publicKey);
    const challenge = randomBytes(32);
    const [signature] = await link.post([challenge]);
    if (signature === undefined || !verifyEd25519(jwk, challenge, signature)) {
      throw new Error('the first signature of the new key does not verify');
    }
    return toKey(link, jwk);
  } catch (error) {
    await thread.terminate();
    throw error;
  }
}

function toKey(link: KeyLink, jwk: OkpPublicJwk): AsyncSigningKey {
  const kid = jwkThumbprint(jwk);
  const signAll = async (batch: readonly Uint8Array[]): Promise<Uint8Array[]> => {
    for (const message of batch) assertLength(message);
    const parts = splitBatch(batch, ({ length }) => packedBytes(length));
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) return link.post(only);
    const signatures: Uint8Array[] = [];
    for (const part of parts) signatures.push(...(await link.post(part)));
    return signatures;
  };
  return Object.freeze({
    kid,
    jwk,
    lost: link.lost,
    signAll,
    async sign(data: Uint8Array): Promise<Uint8Array> {
      const [signature] = await signAll([data]);
      if (signature === undefined) throw new Error('one message has one signature');
      return signature;
    },
    signChained: (records: readonly ChainedRecord[], prefix: Uint8Array) => signInParts(link, records, prefix),
    destroy: () => link.destroy(),
    toJSON: () => ({ kid, jwk, privateKey: '[redacted]' }),
    [inspect.custom]: () => `AsyncSigningKey { kid: '${kid}', privateKey: [redacted] }`,
  });
}

/** If a run is sent in parts, the first record of a part gets the hash it follows. */
async function signInParts(
  link: KeyLink,
  records: readonly ChainedRecord[],
  prefix: Uint8Array,
): Promise<SignedChainedRecord[]> {
  assertChained(records);
  if (prefix.length > maxPrefixBytes) throw new RangeError(`a prefix has at most ${maxPrefixBytes} bytes`);
  for (const { token, bytes } of records) {
    assertLength(bytes);
    if (token !== undefined) assertLength(token);
  }
  const signed: SignedChainedRecord[] = [];
  for (const [first, ...rest] of splitBatch(records, packedRecordBytes)) {
    if (first === undefined) continue;
    signed.push(...(await link.postChain([follow(first, signed.at(-1)), ...rest], prefix)));
  }
  return signed;
}

function follow(record: ChainedRecord, before: SignedChainedRecord | undefined): ChainedRecord {
  const { token, tokenHashAt, previousHashAt } = record;
  if (previousHashAt === undefined || before === undefined) return record;
  const bytes = Buffer.from(record.bytes);
  bytes.write(Buffer.from(before.digest).toString('hex'), previousHashAt, 'latin1');
  return { token, bytes, tokenHashAt, previousHashAt: undefined };
}

function assertLength({ length }: Uint8Array): void {
  if (length > maxMessageBytes) throw new RangeError(`a message to sign has at most ${maxMessageBytes} bytes`);
}

function splitBatch<Item>(batch: readonly Item[], sizeOf: (item: Item) => number): (readonly Item[])[] {
  const parts: Item[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const item of batch) {
    const size = sizeOf(item);
    const last = parts.at(-1);
    if (last === undefined || last.length >= maxBatchMessages || bytes + size > maxBatchBytes) {
      parts.push([item]);
      bytes = size;
    } else {
      last.push(item);
      bytes += size;
    }
  }
  return parts;
}

function toJwk(publicKey: Uint8Array): OkpPublicJwk {
  if (publicKey.length !== 32) throw new Error('an Ed25519 public key has 32 bytes');
  return Object.freeze({ kty: 'OKP', crv: 'Ed25519', x: toBase64Url(publicKey) });
}
