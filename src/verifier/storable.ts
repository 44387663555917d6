/**
 * What stores and hashes can hold: a request is refused before it reaches one that would choke on it. One hook checks
 * the text and the numbers of every endpoint; `assertStorable` bounds the size of what one endpoint keeps as JSON.
 */
import { findBoundViolation } from '@assay/sdk/contract';
import { AppError } from '../platform/errors.ts';
import type { HttpApp } from '../platform/http/app.ts';
import { maxBodyDepth } from '../platform/http/body-depth.ts';

const bounds: { readonly bytes: number; readonly depth: number } = { bytes: 256 * 1024, depth: 16 };

/** How large a request may be is for the limit of its body; here only its text and its numbers count. */
export const anySize: typeof bounds = { bytes: Number.POSITIVE_INFINITY, depth: maxBodyDepth };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint checks its body itself and has an answer of its own for what no store holds. */
    checksOwnBody?: boolean;
  }
}

/**
 * Checks path, query and body of every call of the app: no U+0000 and no lone surrogate, which PostgreSQL stores in no
 * text, and no number that RFC 8785 has no canonical form for. Call it after the rights are checked, before routes are added.
 */
export function addStorableCheck(app: HttpApp): void {
  // After validation, which turns texts of a query into numbers.
  app.addHook('preHandler', (request, _reply, done) => {
    const { params, query } = request;
    const body = request.routeOptions.config.checksOwnBody === true ? undefined : request.body;
    done(findProblem('path', params) ?? findProblem('query', query) ?? findProblem('body', body));
  });
}

/** Refuses U+0000, lone surrogates and documents beyond any use. @throws AppError `invalid_request`. */
export function assertStorable(body: unknown, limits: typeof bounds = bounds): void {
  const message = findBoundViolation(body, limits);
  if (message !== undefined) throw toRefusal(message);
}

function findProblem(part: string, value: unknown): AppError | undefined {
  if (!isJson(value)) return undefined;
  const message = findBoundViolation(value, anySize);
  return message === undefined ? undefined : toRefusal(`the ${part} ${message}`);
}

/** Parsers of some endpoints give bytes, a stream or an object with functions to read it, which check what they read. */
function isJson(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value !== undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return false;
  return !Object.values(value).some((member) => typeof member === 'function');
}

function toRefusal(message: string): AppError {
  return new AppError('invalid_request', message, { detail: message, errors: [{ pointer: '', message }] });
}
