/** Counts how many values a JSON text holds before it is parsed: a parser makes an object of each, and is never interrupted. */
import { limits } from '../../contract/limits.ts';

/** Bounds of {@link findTooManyValues}. */
export interface ValueLimits {
  readonly values: number;
  readonly numbers: number;
}

const bodyLimits: ValueLimits = { values: limits.bodyValues, numbers: limits.bodyNumbers };

/**
 * Says which bound the text passes, as the end of a sentence about it; `undefined` when it passes none. Ends at the bound. A
 * text that is no JSON is counted as far as it looks like some.
 */
export function findTooManyValues(
  bytes: Uint8Array,
  { values, numbers }: ValueLimits = bodyLimits,
): string | undefined {
  // Two bytes are the least for a value and what stands behind it, so ordinary bodies are not looked at.
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
    if (found > values) return `holds more than ${values} values`;
    if (foundNumbers > numbers) return `holds more than ${numbers} numbers`;
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

/** Index of the quote that ends the string, or of the end of the text. */
function endOfString(bytes: Uint8Array, open: number): number {
  let close = bytes.indexOf(quote, open + 1);
  while (close !== -1 && isEscaped(bytes, close)) close = bytes.indexOf(quote, close + 1);
  return close === -1 ? bytes.byteLength : close;
}

/** An odd number of backslashes stands before the quote. */
function isEscaped(bytes: Uint8Array, at: number): boolean {
  let slashes = 0;
  while (bytes[at - 1 - slashes] === backslash) slashes += 1;
  return slashes % 2 === 1;
}
