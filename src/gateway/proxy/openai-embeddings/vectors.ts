/** Tells the numbers of an embedding from text in their place. */
import { isList } from '../json-tree.ts';

/** No model gives larger coordinates; four letters of a text, read as a number, almost always are larger. */
const largest = 10_000;
/** A shorter text can be a key whose letters happen to be small numbers. No model has so few coordinates. */
const shortestPacked = 128;
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** True for a vector: numbers, lists of numbers, or little-endian 32-bit floats in base64. */
export function isVector(value: unknown): boolean {
  if (typeof value === 'string') return isPackedVector(value);
  if (!isList(value) || spellOut(value) !== undefined) return false;
  return value.every((item) => (typeof item === 'number' ? isCoordinate(item) : isList(item) && isVector(item)));
}

/** An integer above one byte is no coordinate: integer vectors use one byte each. */
function isCoordinate(value: number): boolean {
  return Math.abs(value) <= (Number.isInteger(value) ? 255 : largest);
}

/** Fewer numbers carry no message, even if each is the code of a letter. */
const shortestSpelled = 4;

/**
 * Recovers a text in place of a vector: written as the numbers of its letters, packed as its bytes, or as floats of
 * these numbers. Undefined for every real vector, because its numbers do not stay within letters.
 */
export function spellOut(value: unknown): string | undefined {
  if (isList(value)) {
    const inner = value
      .flatMap((item) => (isList(item) ? [spellOut(item) ?? ''] : []))
      .join('\n')
      .trim();
    return toLetters(value) ?? (inner === '' ? undefined : inner);
  }
  if (typeof value !== 'string') return undefined;
  if (!base64.test(value)) return undefined;
  const bytes = Buffer.from(value, 'base64');
  return toLetters([...bytes]) ?? toLetters(readFloats(bytes));
}

function toLetters(numbers: readonly unknown[]): string | undefined {
  if (numbers.length < shortestSpelled || !numbers.every(isLetterCode)) return undefined;
  return numbers.map((code) => String.fromCharCode(code)).join('');
}

function isLetterCode(code: unknown): code is number {
  if (typeof code !== 'number' || !Number.isInteger(code)) return false;
  return (code >= 32 && code < 127) || code === 9 || code === 10 || code === 13;
}

function isPackedVector(value: string): boolean {
  if (value.length < shortestPacked || !base64.test(value) || spellOut(value) !== undefined) return false;
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length === 0 || bytes.length % 4 !== 0) return false;
  return readFloats(bytes).every((float) => Math.abs(float) <= largest);
}

function readFloats(bytes: Buffer): readonly number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readFloatLE(at * 4));
}
