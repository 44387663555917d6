/** Names of attributes and groups in a form that a claim can hold. */
import { invalid } from './invalid.ts';

const maxUnits = 64;

/** A name from a text, an integer or a boolean. @throws AuditorFailure INVALID_REQUEST */
export function readName(value: unknown, path: string): string {
  const text = typeof value === 'boolean' || Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string' || text === '' || text.length > maxUnits || !isPlain(text)) {
    throw invalid(path, `must be a string of 1 to ${maxUnits} characters, an integer, or true or false`);
  }
  return text;
}

/** Rejects control characters, which print as six bytes each, and lone surrogates. */
function isPlain(text: string): boolean {
  return !/\p{Cc}/u.test(text) && text.isWellFormed();
}
