/**
 * Runs libsodium's Ed25519 in a WebAssembly module with unreachable memory: the key pair is made inside, and only
 * signatures and the public half come out. It runs inside the thread of a hidden key.
 */
import { createHash, createPublicKey, randomFillSync, verify } from 'node:crypto';
import { blockBytes, maxMessageBytes, signatureWords } from './hidden-key-protocol.ts';

export interface HiddenModule {
  readonly publicKey: Uint8Array;
  /**
   * Signs the first `length` bytes of whole blocks; the rest of the last block is ignored. The signature goes to
   * `signature`, as words. @throws Error on what the module refuses; @throws WebAssembly.RuntimeError on a trap
   */
  sign(blocks: Int32Array, length: number, signature: Int32Array): void;
}

export interface HiddenModuleOptions {
  readonly bytes: Uint8Array;
  /** SHA-256 that the bytes must have, in hex. */
  readonly sha256: string;
  /** Code with which the module requests 32 random bits. */
  readonly randomCode: number;
}

/** Every export of the module. */
interface Accessors {
  start(): number;
  reserve(length: number): number;
  write(block: number, ...words: [number, number, number, number, number, number, number, number]): void;
  sign(length: number): number;
  signature_word(index: number): number;
  public_key_word(index: number): number;
}

/** The used part of WebAssembly, for which neither ECMAScript nor Node declares types. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

const accessorNames = ['public_key_word', 'reserve', 'sign', 'signature_word', 'start', 'write'];
const publicKeyWords = 8;

/** Creates the key pair. @throws Error when the bytes, their exports or a first signature are wrong */
export function startHiddenModule({ bytes, sha256, randomCode }: HiddenModuleOptions): HiddenModule {
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error('the signing module was changed');
  const compiled = new WebAssembly.Module(bytes);
  const accessors: unknown = new WebAssembly.Instance(compiled, toImports(randomCode)).exports;
  assertAccessors(accessors);
  if (accessors.start() !== 0) throw new Error('the signing module made no key');
  const publicKey = readBytes(publicKeyWords, accessors.public_key_word);
  const module = Object.freeze({ publicKey, sign: createSign(accessors) });
  testItself(accessors, module);
  return module;
}

function createSign(accessors: Accessors): HiddenModule['sign'] {
  const { reserve, write, sign, signature_word: wordOf } = accessors;
  return (blocks, length, signature) => {
    if (reserve(length) !== 0) throw new Error('the signing module refuses a message of this length');
    // Without a list for the words of a call: this loop is most of the signing cost outside of the module.
    const at = (index: number): number => blocks[index] ?? 0;
    const count = Math.ceil(length / blockBytes);
    for (let block = 0, i = 0; block < count; block += 1, i += 8) {
      write(block, at(i), at(i + 1), at(i + 2), at(i + 3), at(i + 4), at(i + 5), at(i + 6), at(i + 7));
    }
    if (sign(length) !== 0) throw new Error('the signing module refuses to sign');
    for (let index = 0; index < signatureWords; index += 1) signature[index] = wordOf(index);
  };
}

/**
 * Provides the operating system's random generator, the one thing that the module may request of its host. Any other
 * request is a fault.
 */
function toImports(randomCode: number): object {
  const random = new Int32Array(1);
  const refuse = (): never => {
    throw new Error('the signing module asked for what it does not get');
  };
  const answer = (code: number): number => {
    if (code !== randomCode) return 0;
    randomFillSync(random);
    const [word = 0] = random;
    random[0] = 0;
    return word;
  };
  return Object.freeze({ a: Object.freeze({ a: answer, b: refuse, c: refuse, d: refuse }) });
}

function assertAccessors(exports: unknown): asserts exports is Accessors {
  if (typeof exports !== 'object' || exports === null) throw new Error('the signing module has no exports');
  const names = Object.keys(exports).sort();
  const areFunctions = Object.values(exports).every((value) => typeof value === 'function');
  if (names.join() !== accessorNames.join() || !areFunctions) {
    throw new Error('the signing module exports something else than its accessors');
  }
}

function readBytes(words: number, read: (index: number) => number): Uint8Array {
  return new Uint8Array(Int32Array.from({ length: words }, (_, index) => read(index)).buffer);
}

/** Tests against node:crypto, and each refusal once. A module that behaves otherwise never signs. */
function testItself(accessors: Accessors, { publicKey, sign }: HiddenModule): void {
  const x = Buffer.from(publicKey).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const signature = new Int32Array(signatureWords);
  for (const length of [0, 1, blockBytes, 1_000]) {
    const blocks = new Int32Array((Math.ceil(length / blockBytes) * blockBytes) / 4).fill(0x5a17c0de);
    sign(blocks, length, signature);
    const message = new Uint8Array(blocks.buffer, 0, length);
    if (!verify(null, message, key, new Uint8Array(signature.buffer)))
      throw new Error('the signing module signs wrongly');
  }
  if (accessors.start() === 0) throw new Error('the signing module makes a second key');
  if (accessors.reserve(maxMessageBytes + 1) === 0) throw new Error('the signing module has no bound');
}
