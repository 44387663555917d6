/** Bodies as text: what is no UTF-8, or begins with a byte order mark, is refused instead of being read as other characters. */
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

/** @throws AppError `invalid_request` with what is wrong. */
export function readUtf8(bytes: Buffer | string): string {
  const whole = Buffer.from(bytes);
  if (!isUtf8(whole)) throw refuse('The body is not valid UTF-8.');
  const text = whole.toString('utf8');
  if (text.startsWith('\ufeff')) throw refuse('The body begins with a byte order mark. Leave it out.');
  return text;
}

function refuse(detail: string): AppError {
  return new AppError('invalid_request', detail, { detail });
}

/** Has an app read JSON and plain text this way; otherwise bytes that are no UTF-8 become U+FFFD. */
export function takeUtf8(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const text = findText(bytes);
    if (text instanceof Error) done(text);
    else void parseJson(request, text, done);
  });
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, (_request, bytes, done) => {
    const text = findText(bytes);
    if (text instanceof Error) done(text);
    else done(null, text);
  });
}

function findText(bytes: Buffer | string): string | Error {
  try {
    return readUtf8(bytes);
  } catch (error) {
    return error instanceof Error ? error : new Error('the body cannot be read', { cause: error });
  }
}
