/**
 * Parses the exact bytes of a request and refuses what two JSON parsers could read differently: what the auditors
 * saw must be what the model server sees, and the model server gets the client's own bytes.
 */
import { AppError } from '../../platform/errors.ts';
import { isDeeperThan } from '../../platform/http/body-depth.ts';
import { holdsRepeatedMember } from '../../platform/http/repeated-members.ts';

const maxDepth = 64;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @throws AppError `invalid_json` with a sentence that says what to mend. */
export function parseJsonBody(bytes: Uint8Array): unknown {
  const text = decodeText(bytes);
  const value = parseText(text);
  if (isDeeperThan(value, maxDepth)) throw invalid(`The body is nested deeper than ${maxDepth} levels.`);
  if (holdsRepeatedMember(text, value)) {
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

function invalid(detail: string, cause?: unknown): AppError {
  return new AppError('invalid_json', detail, { detail, ...(cause === undefined ? {} : { cause }) });
}
