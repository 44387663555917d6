/** Turns a refusal of a service into words beside the field that it is about. */
import type { FastifyReply } from 'fastify';
import { isAppError } from '../../platform/errors.ts';
import { toSentence } from './error-pages.ts';
import { type FieldErrors, formField } from './form-fields.ts';

/**
 * What was wrong with a form; `fields` says which field a pointer of the service means. What is no fault of the form
 * is thrown on: a page of its own tells of it.
 */
export function toFieldErrors(thrown: unknown, fields: Readonly<Record<string, string>> = {}): FieldErrors {
  if (!isAppError(thrown) || !formCodes.has(thrown.code)) throw thrown;
  if (typeof thrown.extensions?.['login'] === 'string') throw thrown;
  const found = (thrown.errors ?? []).flatMap(({ pointer, message }) => {
    const name = fields[pointer];
    return name === undefined ? [] : [[name, toSentence(message)] as const];
  });
  return found.length === 0 ? { [formField]: toSentence(thrown.publicText) } : Object.fromEntries(found);
}

const formCodes: ReadonlySet<string> = new Set([
  ...['invalid_request', 'unauthorized', 'forbidden', 'conflict', 'unprocessable', 'too_many_requests'],
]);

/** The status of a page that shows a form again; says when to come back where somebody tried too often. */
export function refusedWith(reply: FastifyReply, thrown: unknown): number {
  if (!isAppError(thrown)) return 500;
  if (thrown.retryAfterS !== undefined) reply.header('retry-after', String(thrown.retryAfterS));
  // A page asks for a password by a form: 401 would have to name a scheme of HTTP.
  return thrown.status === 401 ? 403 : thrown.status;
}
