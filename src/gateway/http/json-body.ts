/**
 * Reads the body of a request: its bytes, and their JSON. Refuses JSON that two parsers could read differently:
 * auditors and model must read one value.
 */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { type JsonProblem, parseExactJson, parseRoundedJson } from '../../platform/exact-json.ts';
import { findTooManyValues } from '../../platform/http/body-values.ts';

const maxDepth = 64;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const sentences: Record<JsonProblem, string> = {
  no_json: 'The body is not valid JSON. It may be cut off; check that it was sent whole.',
  too_deep: `The body is nested deeper than ${maxDepth} levels.`,
  repeated_member: 'A member name occurs twice in one object. Send each member once.',
  reserved_string: 'A string consists of U+FDD0 and a number, which is reserved. Leave the code point out.',
};

/** The exact bytes of a body. @throws AppError when there is none. */
export function rawBodyOf(request: FastifyRequest): Uint8Array {
  if (request.body instanceof Uint8Array) return request.body;
  throw new AppError('invalid_json', 'no body', { detail: 'The body is empty. Send a JSON object.' });
}

/** The exact bytes of a body that is parsed as a whole. @throws AppError when it is empty or holds too many values. */
export function jsonBytesOf(request: FastifyRequest): Uint8Array {
  const bytes = rawBodyOf(request);
  const excess = findTooManyValues(bytes);
  if (excess === undefined) return bytes;
  throw new AppError('invalid_json', excess, { detail: `The body ${excess}. Send it in several smaller requests.` });
}

/**
 * Parses the body of a forwarded call. A number that a double cannot hold is kept (see `exact-json.ts`). @throws
 * AppError `invalid_json` with a text that says what to fix.
 */
export function parseForwardedBody(bytes: Uint8Array): unknown {
  return parse(bytes, parseExactJson);
}

/** Parses the body of a call that ends here. @throws AppError `invalid_json` with a text that says what to fix. */
export function parseJsonBody(bytes: Uint8Array): unknown {
  return parse(bytes, parseRoundedJson);
}

function parse(bytes: Uint8Array, read: typeof parseExactJson): unknown {
  const text = decodeText(bytes);
  if (text.trim() === '') throw invalid('The body is empty. Send a JSON object.');
  const parsed = read(text, maxDepth);
  if (!parsed.ok) throw invalid(sentences[parsed.problem], parsed.cause);
  return parsed.value;
}

function decodeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw invalid('The body is not valid UTF-8.', cause);
  }
}

function invalid(detail: string, cause?: unknown): AppError {
  return new AppError('invalid_json', detail, { detail, ...(cause === undefined ? {} : { cause }) });
}
