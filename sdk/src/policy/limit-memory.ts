/** Bounds the memory of a WebAssembly module. The runtime enforces it. */

/** Bytes of one page of WebAssembly memory. */
export const pageBytes = 65_536;

const headerBytes = 8;
const memorySection = 5;

/**
 * Gives the same module with a maximum number of pages. @throws Error when it has no memory of its own, or starts
 * with more
 */
export function limitMemory(bytes: Uint8Array, maxPages: number): Uint8Array {
  for (let at = headerBytes; at < bytes.length; ) {
    const start = at;
    const id = bytes[at];
    const size = readNumber(bytes, at + 1);
    at = size.next + size.value;
    if (id !== memorySection) continue;
    const [count, flags] = bytes.subarray(size.next);
    const initial = readNumber(bytes, size.next + 2);
    if (count !== 1 || flags === undefined || flags > 1) throw new Error('the module has another memory than expected');
    if (initial.value > maxPages) throw new Error(`the module starts with ${initial.value} pages of memory`);
    const content = [1, 1, ...toNumber(initial.value), ...toNumber(maxPages)];
    const section = Uint8Array.of(memorySection, ...toNumber(content.length), ...content);
    return joined([bytes.subarray(0, start), section, bytes.subarray(at)]);
  }
  throw new Error('the module has no memory of its own');
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Reads an unsigned LEB128 number and the position after it. */
function readNumber(bytes: Uint8Array, start: number): { value: number; next: number } {
  let value = 0;
  for (let at = start, scale = 1; ; at += 1, scale *= 128) {
    const byte = bytes[at];
    if (byte === undefined || at - start > 4) throw new Error('the module is cut short');
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return { value, next: at + 1 };
  }
}

function toNumber(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...toNumber(Math.floor(value / 128))];
}
