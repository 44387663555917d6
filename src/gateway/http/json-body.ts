/**
 * Parses the exact bytes of a request and refuses what two JSON parsers could read differently: what the auditors
 * saw must be what the model server sees, and the model server gets the client's own bytes.
 */
import { AppError } from '../../platform/errors.ts';

const maxDepth = 64;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @throws AppError `invalid_json` with a sentence that says what to mend. */
export function parseJsonBody(bytes: Uint8Array): unknown {
  const text = decodeText(bytes);
  const value = parseText(text);
  if (countMembers(value, 0) !== countSeparators(text)) {
    throw invalid('A member name occurs twice in one object. Send each member once.');
  }
  return value;
}

function decodeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw invalid('The body is not valid UTF-8.', cause);
  }
}

function parseText(text: string): unknown {
  if (text.trim() === '') throw invalid('The body is empty. Send a JSON object.');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid('The body is not valid JSON. It may be cut off; check that it was sent whole.', cause);
  }
}

/** Members of every object of the tree; own enumerable keys, so that `__proto__` counts as the plain member it is. */
function countMembers(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth >= maxDepth) throw invalid(`The body is nested deeper than ${maxDepth} levels.`);
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countMembers(item, depth + 1);
    return count;
  }
  const keys = Object.keys(value);
  for (const key of keys) count += countMembers(Reflect.get(value, key), depth + 1);
  return count + keys.length;
}

/** Colons outside of strings: one for each member as it was written. */
function countSeparators(text: string): number {
  let count = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x3a) count += 1;
    at += 1;
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

function invalid(detail: string, cause?: unknown): AppError {
  return new AppError('invalid_json', detail, { detail, ...(cause === undefined ? {} : { cause }) });
}
