/** Counts the values of a JSON text before it is parsed: a parser makes an object of each, and cannot be interrupted. */
import { limits } from '../../contract/limits.ts';

/** Bounds of {@link findTooManyValues}. */
export interface ValueLimits {
  readonly values: number;
  readonly numbers: number;
}

const bodyLimits: ValueLimits = { values: limits.bodyValues, numbers: limits.bodyNumbers };

/**
 * Finds the bound that a text passes, as the end of a sentence; `undefined` if none. Stops at the bound. Invalid JSON
 * is counted by the same characters.
 */
export function findTooManyValues(
  bytes: Uint8Array,
  { values, numbers }: ValueLimits = bodyLimits,
): string | undefined {
  // A value and its separator take at least two bytes, so ordinary bodies are skipped.
  if (bytes.byteLength < 2 * Math.min(values, numbers)) return undefined;
  let found = 0;
  let foundNumbers = 0;
  let isBehindDigit = false;
  for (let at = 0; at < bytes.byteLength; at += 1) {
    const code = bytes[at] ?? 0;
    if (code === quote) at = endOfString(bytes, at);
    else if (code === openBrace || code === openBracket) found += 1;
    else if (code === comma && isBehindDigit) foundNumbers += 1;
    else if (code === comma) found += 1;
    if (found > values) return `contains more than ${values} values`;
    if (foundNumbers > numbers) return `contains more than ${numbers} numbers`;
    isBehindDigit = isDigit(code) || (isBehindDigit && isSpace(code));
  }
  return undefined;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const openBrace = 0x7b;

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

/** Gives the index of the string's closing quote, or the end of the text. */
function endOfString(bytes: Uint8Array, open: number): number {
  let close = bytes.indexOf(quote, open + 1);
  while (close !== -1 && isEscaped(bytes, close)) close = bytes.indexOf(quote, close + 1);
  return close === -1 ? bytes.byteLength : close;
}

/** True if an odd number of backslashes precedes the quote. */
function isEscaped(bytes: Uint8Array, at: number): boolean {
  let slashes = 0;
  while (bytes[at - 1 - slashes] === backslash) slashes += 1;
  return slashes % 2 === 1;
}
