/** Writes pickles opcode by opcode for tests, including ones that no pickler writes. */

export type Part = Uint8Array | string;

/** Joins pieces; text becomes its Latin-1 bytes. */
export function bytesOf(...parts: readonly Part[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
}

function u32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
}

function u64(value: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(value));
  return buffer;
}

export const op = {
  proto: (version: number) => bytesOf('\x80', String.fromCharCode(version)),
  frame: (length: number) => bytesOf('\x95', u64(length)),
  global: (module: string, name: string) => bytesOf(`c${module}\n${name}\n`),
  inst: (module: string, name: string) => bytesOf(`i${module}\n${name}\n`),
  text: (text: string) => bytesOf('\x8c', String.fromCharCode(Buffer.byteLength(text)), Buffer.from(text, 'utf8')),
  longText: (text: string) => bytesOf('X', u32(Buffer.byteLength(text)), Buffer.from(text, 'utf8')),
  text8: (text: string) => bytesOf('\x8d', u64(Buffer.byteLength(text)), Buffer.from(text, 'utf8')),
  quoted: (text: string) => bytesOf(`S'${text}'\n`),
  unicode: (text: string) => bytesOf(`V${text}\n`),
  bytes: (bytes: Uint8Array) => bytesOf('B', u32(bytes.length), bytes),
  bytes8: (bytes: Uint8Array) => bytesOf('\x8e', u64(bytes.length), bytes),
  bytearray8: (bytes: Uint8Array) => bytesOf('\x96', u64(bytes.length), bytes),
  shortBytes: (bytes: Uint8Array) => bytesOf('C', String.fromCharCode(bytes.length), bytes),
  int1: (value: number) => bytesOf('K', String.fromCharCode(value)),
  int4: (value: number) => bytesOf('J', u32(value)),
  put: (index: number) => bytesOf('q', String.fromCharCode(index)),
  get: (index: number) => bytesOf('h', String.fromCharCode(index)),
  ext1: (code: number) => bytesOf('\x82', String.fromCharCode(code)),
  ext2: (code: number) => bytesOf('\x83', String.fromCharCode(code & 0xff, code >> 8)),
  ext4: (code: number) => bytesOf('\x84', u32(code)),
  mark: '(',
  stop: '.',
  pop: '0',
  popMark: '1',
  dup: '2',
  none: 'N',
  true: '\x88',
  tuple: 't',
  tuple1: '\x85',
  tuple2: '\x86',
  tuple3: '\x87',
  emptyTuple: ')',
  emptyList: ']',
  emptyDict: '}',
  emptySet: '\x8f',
  frozenset: '\x91',
  append: 'a',
  appends: 'e',
  addItems: '\x90',
  setItem: 's',
  setItems: 'u',
  dict: 'd',
  list: 'l',
  reduce: 'R',
  build: 'b',
  obj: 'o',
  newobj: '\x81',
  newobjEx: '\x92',
  stackGlobal: '\x93',
  memoize: '\x94',
  persistentId: 'Q',
} as const;

/** `module.name(argument)` by REDUCE, the usual payload. */
export function callOf(module: string, name: string, argument = 'id'): Buffer {
  return bytesOf(op.global(module, name), op.text(argument), op.tuple1, op.reduce);
}

/** A whole stream of protocol 4 around a body. */
export function streamOf(...parts: readonly Part[]): Buffer {
  return bytesOf(op.proto(4), ...parts, op.stop);
}
