/**
 * JSON that crosses the gateway: read strictly, written again without a change of value.
 *
 * The forwarded text is written from the judged value, never copied from the received bytes. Two things would break
 * that. A text that two parsers read differently is refused here. A number that a double cannot hold (an id of 19
 * digits) is kept digit by digit as a marked string: auditors read it like every other string, and the writer
 * restores its digits.
 */

/** Precedes the digits of a kept number. Unicode reserves this code point for internal use. */
const mark = '\uFDD0';
const number = '-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?';
/** A kept number in written JSON. A match before a colon is a member name, not a number. */
const keptNumber = new RegExp(`"${mark}(${number})"(?!:)`, 'g');
const anyKept = new RegExp(`"${mark}${number}"(?!:)`);

/** Why a text is refused. */
export type JsonProblem = 'no_json' | 'too_deep' | 'repeated_member' | 'reserved_string';

/** The value of a text, or the reason for its refusal. */
export type ExactJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: JsonProblem; readonly cause?: unknown };

/** Parses a text that every reader understands in the same way. Never throws. */
export function parseExactJson(text: string, maxDepth: number): ExactJson {
  const read = parseStrictly(text, maxDepth);
  if (!read.ok) return read;
  const { value, unheld } = read;
  if (mayHoldMark(text) && anyKept.test(JSON.stringify(value))) return { ok: false, problem: 'reserved_string' };
  return { ok: true, value: unheld.length === 0 ? value : JSON.parse(withKeptNumbers(text, unheld)) };
}

/** Parses a text that is not written again: every number becomes the nearest double. */
export function parseRoundedJson(text: string, maxDepth: number): ExactJson {
  const read = parseStrictly(text, maxDepth);
  return read.ok ? { ok: true, value: read.value } : read;
}

type StrictJson =
  | { readonly ok: true; readonly value: unknown; readonly unheld: readonly NumberAt[] }
  | (ExactJson & { readonly ok: false });

function parseStrictly(text: string, maxDepth: number): StrictJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    return { ok: false, problem: 'no_json', cause };
  }
  const members = countMembers(value, maxDepth);
  if (members === undefined) return { ok: false, problem: 'too_deep' };
  const { separators, unheld } = scanJson(text);
  return members === separators ? { ok: true, value, unheld } : { ok: false, problem: 'repeated_member' };
}

/** Writes a value from {@link parseExactJson}, or one made from it. Kept numbers become numbers again. */
export function writeExactJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes(mark) ? text.replace(keptNumber, '$1') : text;
}

/** Position of a number in the text. */
interface NumberAt {
  readonly start: number;
  readonly end: number;
}

/** Facts from the characters outside of strings. */
export interface JsonScan {
  /** Number of colons, which is the number of written members. */
  readonly separators: number;
  /** Numbers whose value a double would change. */
  readonly unheld: readonly NumberAt[];
}

/** Scans valid JSON once. */
export function scanJson(text: string): JsonScan {
  const unheld: NumberAt[] = [];
  let separators = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = endOfString(text, at) + 1;
    } else if (code === 0x2d || isDigit(code)) {
      const { end, isHeld } = readNumber(text, at);
      if (!isHeld) unheld.push({ start: at, end });
      at = end;
    } else {
      if (code === 0x3a) separators += 1;
      at += 1;
    }
  }
  return { separators, unheld };
}

/** Counts the members of all objects in the tree; `undefined` past the depth. `__proto__` counts as a plain member. */
export function countMembers(value: unknown, maxDepth: number): number | undefined {
  if (typeof value !== 'object' || value === null) return 0;
  if (maxDepth === 0) return undefined;
  const isList = Array.isArray(value);
  // By name: for an object of thousands of members, a list of the values takes twice as long.
  const items: readonly unknown[] = isList ? value : Object.keys(value);
  let count = isList ? 0 : items.length;
  for (const item of items) {
    const child: unknown = isList ? item : Reflect.get(value, String(item));
    if (typeof child !== 'object') continue;
    const inside = countMembers(child, maxDepth - 1);
    if (inside === undefined) return undefined;
    count += inside;
  }
  return count;
}

function endOfString(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (isEscaped(text, close)) close = text.indexOf('"', close + 1);
  return close;
}

function isEscaped(text: string, quote: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(quote - 1 - slashes) === 0x5c) slashes += 1;
  return slashes % 2 === 1;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Most digits of an integer that every double holds. */
const safeDigits = 15;
/** Most digits that a double can need. Readers of doubles round the digits after them. */
const maxDigits = 17;
/** Length of an exponent (`e99`, `e-7`) that stays within the range of doubles. */
const safeExponent = 3;

/** Reads one number: its end, and whether a double holds it. The text is valid JSON, so nothing else can be here. */
function readNumber(text: string, start: number): { readonly end: number; readonly isHeld: boolean } {
  let at = start;
  let digits = 0;
  let point = -1;
  let exponent = -1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) {
      if (exponent < 0 && (digits > 0 || code !== 0x30)) digits += 1;
    } else if (code === 0x2e) point = at;
    else if ((code | 0x20) === 0x65) exponent = at;
    else if (code !== 0x2d && code !== 0x2b) break;
  }
  // Writing drops a sign before zero.
  if (digits === 0) return { end: at, isHeld: text.charCodeAt(start) !== 0x2d };
  const isInteger = point < 0 && exponent < 0;
  const isSafe = isInteger ? digits <= safeDigits : digits <= maxDigits;
  if (isSafe && (exponent < 0 || at - exponent <= safeExponent)) return { end: at, isHeld: true };
  const token = text.slice(start, at);
  const value = Number(token);
  return { end: at, isHeld: String(value) === token || (!isInteger && digits <= maxDigits && isNormal(value)) };
}

function isNormal(value: number): boolean {
  return Number.isFinite(value) && Math.abs(value) >= 2 ** -1022;
}

function mayHoldMark(text: string): boolean {
  return text.includes(mark) || (text.includes('\\u') && /\\ufdd0/i.test(text));
}

function withKeptNumbers(text: string, numbers: readonly NumberAt[]): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end } of numbers) {
    pieces.push(text.slice(copied, start), `"${mark}${text.slice(start, end)}"`);
    copied = end;
  }
  pieces.push(text.slice(copied));
  return pieces.join('');
}
