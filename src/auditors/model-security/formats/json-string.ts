// Reads one JSON string from pieces of bytes: decodes it up to a bound, and skips a longer one to its end.

export interface StringReader {
  /** Starts a string after its opening quote. */
  clear: () => void;
  /** Takes bytes up to the closing quote or the end of the piece; gives the index after them. */
  take: (bytes: Uint8Array, from: number, fail: () => never) => number;
  isClosed: () => boolean;
  /** Gives the text of a closed string, before the next piece; undefined if it is longer than the bound. */
  decode: (fail: () => never) => string | undefined;
}

const quote = 0x22;
const backslash = 0x5c;

export function createStringReader(maxBytes: number): StringReader {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let held = Buffer.alloc(0);
  /** The end of the string within the piece. Most strings lie in one piece and are never copied. */
  let last: Uint8Array = held;
  let length = 0;
  let tooLong = false;
  let hasEscape = false;
  let isAscii = true;
  let escaped = false;
  let closed = false;

  function hold(bytes: Uint8Array): void {
    if (tooLong || length + bytes.length > maxBytes) {
      tooLong = true;
      return;
    }
    if (length + bytes.length > held.length) {
      const larger = Buffer.alloc(Math.min(maxBytes, Math.max(256, held.length * 2, length + bytes.length)));
      held.copy(larger, 0, 0, length);
      held = larger;
    }
    held.set(bytes, length);
    length += bytes.length;
  }

  /** Finds the closing quote, or the end of the piece. */
  function findEnd(bytes: Uint8Array, from: number, fail: () => never): number {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte < 0x20) fail();
      if (byte >= 0x80) isAscii = false;
      if (escaped) escaped = false;
      else if (byte === quote) {
        closed = true;
        return at;
      } else if (byte === backslash) escaped = hasEscape = true;
    }
    return bytes.length;
  }

  return {
    clear() {
      length = 0;
      isAscii = true;
      tooLong = hasEscape = escaped = closed = false;
    },
    isClosed: () => closed,
    take(bytes, from, fail) {
      const end = findEnd(bytes, from, fail);
      last = bytes.subarray(from, end);
      if (!closed || length > 0) hold(last);
      return closed ? end + 1 : end;
    },
    decode(fail) {
      const bytes = length > 0 ? held.subarray(0, length) : last;
      if (tooLong || bytes.length > maxBytes) return undefined;
      try {
        const raw = isAscii ? toLatin1(bytes) : decoder.decode(bytes);
        return hasEscape ? String(JSON.parse(`"${raw}"`)) : raw;
      } catch (error) {
        // Both decoders throw only on invalid bytes or escapes.
        if (error instanceof TypeError || error instanceof SyntaxError) return fail();
        throw error;
      }
    },
  };
}

function toLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
