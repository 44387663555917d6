/**
 * Bodies that every reader understands in the same way. Invalid UTF-8, a byte order mark, and JSON with a repeated
 * member are refused.
 */
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { invalidRequest } from '../refusals.ts';
import { isDeeperThan, maxBodyDepth } from './body-depth.ts';
import { holdsRepeatedMember } from './repeated-members.ts';

/** @throws AppError `invalid_request` with the reason */
export function readUtf8(bytes: Buffer | string): string {
  const whole = Buffer.from(bytes);
  if (!isUtf8(whole)) throw invalidRequest('The body is not valid UTF-8.');
  const text = whole.toString('utf8');
  if (text.startsWith('\ufeff')) throw invalidRequest('The body begins with a byte order mark. Leave it out.');
  return text;
}

/**
 * Makes an app read JSON and plain text this way. Otherwise invalid UTF-8 becomes U+FFFD, and the last of two members
 * counts.
 */
export function takeUtf8(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const text = findText(bytes);
    if (text instanceof Error) return done(text);
    void parseJson(request, text, (error, value) => {
      if (error !== null) done(error);
      else if (isAmbiguous(text, value))
        done(invalidRequest('A member occurs twice in one object. Send each member once.'));
      else done(null, value);
    });
  });
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, (_request, bytes, done) => {
    const text = findText(bytes);
    if (text instanceof Error) done(text);
    else done(null, text);
  });
}

/** Deeper bodies are refused when their shape is checked. */
function isAmbiguous(text: string, value: unknown): boolean {
  return !isDeeperThan(value, maxBodyDepth) && holdsRepeatedMember(text, value);
}

function findText(bytes: Buffer | string): string | Error {
  try {
    return readUtf8(bytes);
  } catch (error) {
    return error instanceof Error ? error : new Error('the body cannot be read', { cause: error });
  }
}
