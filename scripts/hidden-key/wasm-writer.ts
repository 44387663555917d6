/** Writes WebAssembly bytes (core specification, section 5): numbers, lists, sections and the few instructions needed. */

export type Bytes = readonly number[];

/** An unsigned LEB128 number. */
export function u32(value: number): Bytes {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return [...bytes, rest];
}

/** A signed LEB128 number of 32 bits. */
export function s32(value: number): Bytes {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7) {
    const byte = rest & 0x7f;
    const isLast = (rest >> 7 === 0 && byte < 0x40) || (rest >> 7 === -1 && byte >= 0x40);
    bytes.push(isLast ? byte : byte | 0x80);
    if (isLast) return bytes;
  }
}

/** Writes a length, then the items. */
export function list(items: readonly (Bytes | Uint8Array)[]): Uint8Array {
  return concat([u32(items.length), ...items]);
}

/** Writes a length, then the bytes. */
export function sized(content: Bytes | Uint8Array): Uint8Array {
  return concat([u32(content.length), content]);
}

export function text(value: string): Uint8Array {
  return sized(new TextEncoder().encode(value));
}

export function section(id: number, content: Uint8Array): Uint8Array {
  return concat([[id], sized(content)]);
}

export function concat(parts: readonly (Bytes | Uint8Array)[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Instructions, by their names in the specification. */
export const op = {
  unreachable: [0x00],
  return: [0x0f],
  drop: [0x1a],
  end: [0x0b],
  call: (index: number): Bytes => [0x10, ...u32(index)],
  localGet: (index: number): Bytes => [0x20, ...u32(index)],
  localSet: (index: number): Bytes => [0x21, ...u32(index)],
  globalGet: (index: number): Bytes => [0x23, ...u32(index)],
  globalSet: (index: number): Bytes => [0x24, ...u32(index)],
  i32Const: (value: number): Bytes => [0x41, ...s32(value)],
  /** Aligned to words; the offset is added to the address on the stack, without wrapping. */
  i32Load: (offset: number): Bytes => [0x28, 2, ...u32(offset)],
  i32Store: (offset: number): Bytes => [0x36, 2, ...u32(offset)],
  memorySize: [0x3f, 0],
  memoryGrow: [0x40, 0],
  i32Eqz: [0x45],
  i32Eq: [0x46],
  i32Ne: [0x47],
  i32LtS: [0x48],
  i32GtS: [0x4a],
  i32GtU: [0x4b],
  i32GeU: [0x4f],
  i32Add: [0x6a],
  i32Sub: [0x6b],
  i32Shl: [0x74],
  i32ShrU: [0x76],
  /** Runs the instructions if the number on the stack is not zero. */
  if: (...then: readonly Bytes[]): Bytes => [0x04, 0x40, ...then.flat(), 0x0b],
} as const;
