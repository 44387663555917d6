/**
 * All functions exported by the hidden-key module. None returns anything that depends on the private key except signatures, and
 * every address from outside is bounded.
 */

import { type FunctionType, i32 } from './wasm-reader.ts';
import { type Bytes, op, u32 } from './wasm-writer.ts';

export interface Accessor {
  readonly name: string;
  readonly type: FunctionType;
  /** Locals and code. */
  readonly body: Bytes;
}

export interface AccessorOptions {
  /** First byte of memory that libsodium does not use; a multiple of 32. */
  readonly base: number;
  /** Indices of libsodium's functions. */
  readonly sodiumInit: number;
  readonly keypair: number;
  readonly signDetached: number;
  /** Indices of two globals, initially 0. */
  readonly state: number;
  readonly reserved: number;
}

/** Longest message: the longest Evidence, as base64url, is 4 MiB. */
export const maxMessageBytes = 4 * 1024 * 1024;
/** Words written per call, since a call costs more than a word. */
export const wordsPerBlock = 8;

const secretKeyAt = 0;
const publicKeyAt = 64;
const signatureAt = 96;
const messageAt = 256;
const ready = 2;

/** Bytes of memory from the base on for the longest message. */
export const ownBytes: number = messageAt + maxMessageBytes;

/** Makes the accessors for a module with libsodium's functions at these indices. */
export function createAccessors(options: AccessorOptions): readonly Accessor[] {
  return [
    { name: 'start', type: takes(0), body: code([], start(options)) },
    { name: 'reserve', type: takes(1), body: code([i32], reserve(options)) },
    {
      name: 'write',
      type: { params: Array(1 + wordsPerBlock).fill(i32), results: [] },
      body: code([], write(options)),
    },
    { name: 'sign', type: takes(1), body: code([], sign(options)) },
    { name: 'signature_word', type: takes(1), body: code([], readWord(options, signatureAt, 16)) },
    { name: 'public_key_word', type: takes(1), body: code([], readWord(options, publicKeyAt, 8)) },
  ];
}

/** start() -> 0, or -1 if called before: there is exactly one key pair. */
function start({ base, state, sodiumInit, keypair }: AccessorOptions): Bytes[] {
  return [
    op.globalGet(state),
    op.if(op.i32Const(-1), op.return),
    op.i32Const(1),
    op.globalSet(state),
    op.call(sodiumInit),
    op.i32Const(0),
    op.i32LtS,
    op.if(op.unreachable),
    op.i32Const(base + publicKeyAt),
    op.i32Const(base + secretKeyAt),
    op.call(keypair),
    op.if(op.unreachable),
    // Only a complete pair may be used: a random source that fails half way leaves the state at 1.
    op.i32Const(ready),
    op.globalSet(state),
    op.i32Const(0),
  ];
}

/** reserve(length) -> 0, or -1 if it is too long or there is no memory. Memory grows, never past the bound. */
function reserve({ base, reserved }: AccessorOptions): Bytes[] {
  const length = 0;
  const pages = 1;
  return [
    op.localGet(length),
    op.i32Const(maxMessageBytes),
    op.i32GtU,
    op.if(op.i32Const(-1), op.return),
    // Missing pages, for whole blocks.
    op.localGet(length),
    op.i32Const(base + messageAt + blockBytes - 1 + pageBytes - 1),
    op.i32Add,
    op.i32Const(16),
    op.i32ShrU,
    op.memorySize,
    op.i32Sub,
    op.localSet(pages),
    op.localGet(pages),
    op.i32Const(0),
    op.i32GtS,
    op.if(op.localGet(pages), op.memoryGrow, op.i32Const(-1), op.i32Eq, op.if(op.i32Const(-1), op.return)),
    op.localGet(length),
    op.globalSet(reserved),
    op.i32Const(0),
  ];
}

/** write(block, word...) traps on a block that does not begin within the reserved memory. */
function write({ base, reserved }: AccessorOptions): Bytes[] {
  const block = 0;
  const address = [...op.localGet(block), ...op.i32Const(5), ...op.i32Shl];
  return [
    op.localGet(block),
    op.globalGet(reserved),
    op.i32Const(blockBytes - 1),
    op.i32Add,
    op.i32Const(5),
    op.i32ShrU,
    op.i32GeU,
    op.if(op.unreachable),
    ...Array.from({ length: wordsPerBlock }, (_, word) => [
      ...address,
      ...op.localGet(1 + word),
      ...op.i32Store(base + messageAt + 4 * word),
    ]),
  ];
}

/** sign(length) -> 0, or -1 without a key or for a message longer than the reserved memory. */
function sign({ base, state, reserved, signDetached }: AccessorOptions): Bytes[] {
  const length = 0;
  return [
    op.globalGet(state),
    op.i32Const(ready),
    op.i32Ne,
    op.if(op.i32Const(-1), op.return),
    op.localGet(length),
    op.globalGet(reserved),
    op.i32GtU,
    op.if(op.i32Const(-1), op.return),
    op.i32Const(base + signatureAt),
    op.i32Const(0),
    op.i32Const(base + messageAt),
    op.localGet(length),
    op.i32Const(0),
    op.i32Const(base + secretKeyAt),
    op.call(signDetached),
  ];
}

/** word(index) traps outside of the readable words, and before there is a key. */
function readWord({ base, state }: AccessorOptions, at: number, words: number): Bytes[] {
  const index = 0;
  return [
    op.localGet(index),
    op.i32Const(words),
    op.i32GeU,
    op.if(op.unreachable),
    op.globalGet(state),
    op.i32Const(ready),
    op.i32Ne,
    op.if(op.unreachable),
    op.localGet(index),
    op.i32Const(2),
    op.i32Shl,
    op.i32Load(base + at),
  ];
}

const blockBytes = 4 * wordsPerBlock;
const pageBytes = 65_536;

const takes = (count: number): FunctionType => ({ params: Array(count).fill(i32), results: [i32] });

function code(locals: readonly number[], instructions: readonly Bytes[]): Bytes {
  const declared = locals.flatMap((type) => [...u32(1), type]);
  return [...u32(locals.length), ...declared, ...instructions.flat(), ...op.end];
}
