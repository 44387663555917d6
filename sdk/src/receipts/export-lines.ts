/** The lines of an export as batches. Each is read in full, or directly from its bytes if it has the common form. */
import { fromBase64Url } from '../crypto/base64url.ts';
import type { ReceiptEntry } from './entry.ts';
import type { EntryBatch } from './entry-batch.ts';
import { type Skimmer, skimStart } from './skim.ts';

const newline = 10;
const quote = 0x22;
const backslash = 0x5c;
/** 64 bytes in base64url: the last letter carries four zero bits, so that there is one spelling. */
const signatureLetters = 86;

const utf8 = new TextEncoder();
const text = new TextDecoder();
const recordName = utf8.encode('{"record":"');
const signatureName = utf8.encode('","signature":"');
const attachmentName = utf8.encode('","attachment":"');
const closing = utf8.encode('"}');

const isLetter = toTable(/[A-Za-z0-9_-]/);
const isLastLetter = toTable(/[AQgw]/);
function toTable(letters: RegExp): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (letters.test(String.fromCharCode(byte)) ? 1 : 0));
}

/** Yields whole lines in chunks; the last one may lack its newline. @throws the error of `tooLong` */
export async function* splitBatches(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxLineBytes: number,
  tooLong: () => Error,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of source) {
    // Only a line that spans two chunks is copied; the others are read in place.
    const first = held.length === 0 ? 0 : chunk.indexOf(newline) + 1;
    if (first > 0) {
      yield joinParts([...held, chunk.subarray(0, first)]);
      held = [];
      heldBytes = 0;
    }
    const end = chunk.lastIndexOf(newline) + 1;
    if (end > first) yield chunk.subarray(first, end);
    if (end < chunk.length) {
      held.push(chunk.slice(end));
      heldBytes += chunk.length - end;
    }
    if (heldBytes > maxLineBytes) throw tooLong();
  }
  if (heldBytes > 0) yield joinParts(held);
}

/** Lines of a chunk, one after the other. */
export interface LineCursor {
  /** Gives the next line without its newline. */
  next(): Uint8Array | undefined;
  /** Gives the start of the next line. */
  position(): number;
  /** Continues after the next line, whose end is known. */
  moveTo(position: number): void;
  /** Number of lines so far, including earlier chunks. */
  count(): number;
}

/** Iterates over the lines of a chunk; `count` lines came before. */
export function createLineCursor(bytes: Uint8Array, before: number): LineCursor {
  let at = 0;
  let count = before;
  const moveTo = (position: number): void => {
    at = position;
    count += 1;
  };
  return {
    next() {
      if (at >= bytes.length) return undefined;
      const found = bytes.indexOf(newline, at);
      const end = found === -1 ? bytes.length : found;
      const line = bytes.subarray(at, end);
      moveTo(end + 1);
      return line;
    },
    position: () => at,
    moveTo,
    count: () => count,
  };
}

/** Gives the entries of a chunk of lines. @throws what `read` throws for a line that is not an entry */
export function toLineBatch(
  bytes: Uint8Array,
  lines: LineCursor,
  read: (line: Uint8Array, number: number) => ReceiptEntry,
): EntryBatch {
  return {
    next() {
      const line = lines.next();
      return line === undefined ? undefined : read(line, lines.count());
    },
    skim(skimmer) {
      const place: LinePlace = { recordEnd: 0, roomEnd: 0, signature: 0, next: 0 };
      let taken = -1;
      while (!skimmer.isDone() && skimLine(bytes, lines.position(), skimmer, place)) {
        taken = place.signature;
        lines.moveTo(place.next);
      }
      return taken === -1 ? undefined : readLetters(bytes, taken, taken + signatureLetters);
    },
  };
}

/** Decodes base64url; `undefined` for another spelling. */
export function decodeLetters(text: string): Uint8Array | undefined {
  try {
    return fromBase64Url(text);
  } catch {
    return undefined;
  }
}

/** Places found in a line. One object serves all lines of a chunk, to avoid allocations. */
interface LinePlace {
  recordEnd: number;
  /** End of the record in the room of the skimmer. */
  roomEnd: number;
  signature: number;
  /** Start of the next line. */
  next: number;
}

/** Takes the line at this start; false if it has another form, or its record was not taken. */
function skimLine(bytes: Uint8Array, start: number, skimmer: Skimmer, place: LinePlace): boolean {
  if (!copyRecord(bytes, skipBytes(bytes, start, recordName), skimmer.room, place)) return false;
  place.signature = skipBytes(bytes, place.recordEnd, signatureName);
  let at = skipSignature(bytes, place.signature);
  let attachment: Uint8Array | undefined;
  const letters = skipBytes(bytes, at, attachmentName);
  if (letters >= 0) {
    at = skipLetters(bytes, letters);
    attachment = readLetters(bytes, letters, at);
    if (attachment === undefined) return false;
  }
  const end = skipBytes(bytes, at, closing);
  if (end < 0 || (end < bytes.length && bytes[end] !== newline)) return false;
  place.next = end + 1;
  return skimmer.take(place.roomEnd, attachment);
}

/**
 * Copies the text of a record up to its end, each `\"` as one byte; false when it holds another escape, or does not
 * fit. INVARIANT: who takes it compares every byte, so none that JSON or UTF-8 would not let through gets further.
 */
function copyRecord(bytes: Uint8Array, start: number, room: Uint8Array, place: LinePlace): boolean {
  if (start < 0) return false;
  // The text has at least this length, and escapes make it shorter, so nothing is written past the room.
  const end = Math.min(bytes.length, start + room.length - skimStart);
  let to = skimStart;
  for (let at = start; at < end; at++) {
    let byte = bytes[at];
    if (byte === quote) {
      place.recordEnd = at;
      place.roomEnd = to;
      return true;
    }
    if (byte === backslash) {
      at += 1;
      byte = bytes[at];
      if (byte !== quote) return false;
    }
    room[to++] = byte ?? 0;
  }
  return false;
}

/** These give the next position, or -1 on a mismatch. */
function skipBytes(bytes: Uint8Array, at: number, expected: Uint8Array): number {
  if (at < 0) return -1;
  for (let index = 0; index < expected.length; index++) if (bytes[at + index] !== expected[index]) return -1;
  return at + expected.length;
}

function skipSignature(bytes: Uint8Array, at: number): number {
  if (at < 0) return -1;
  const last = at + signatureLetters - 1;
  for (let index = at; index < last; index++) if (isLetter[bytes[index] ?? 0] === 0) return -1;
  return isLastLetter[bytes[last] ?? 0] === 1 ? last + 1 : -1;
}

function skipLetters(bytes: Uint8Array, start: number): number {
  let at = start;
  while (isLetter[bytes[at] ?? 0] === 1) at += 1;
  return at;
}

function readLetters(bytes: Uint8Array, start: number, end: number): Uint8Array | undefined {
  return end > start ? decodeLetters(text.decode(bytes.subarray(start, end))) : undefined;
}

function joinParts(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const joined = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}
