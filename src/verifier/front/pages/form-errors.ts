/** Turns a service's refusal into text beside the form field at fault. */
import type { FastifyReply } from 'fastify';
import { isAppError } from '../../../platform/errors.ts';
import { toSentence } from './error-pages.ts';
import { type FieldErrors, formField } from './form-fields.ts';

/**
 * Gives the errors of a form's fields; `fields` maps the service's pointers to field names. Throws any error that is not a fault
 * of the form again: it has a page of its own.
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

/** Gives the status of a form that is shown again, and sets `retry-after` after too many attempts. */
export function refusedWith(reply: FastifyReply, thrown: unknown): number {
  if (!isAppError(thrown)) return 500;
  if (thrown.retryAfterS !== undefined) reply.header('retry-after', String(thrown.retryAfterS));
  // Not 401: it would have to name an HTTP authentication scheme, and a form is none.
  return thrown.status === 401 ? 403 : thrown.status;
}
