/**
 * Refuses requests that the database or the hashing cannot hold. One hook checks the text and the numbers of every endpoint;
 * `assertStorable` bounds the size of what one endpoint stores as JSON.
 */
import { findBoundViolation, isRecord } from '@assay/sdk/contract';
import { AppError } from '../../platform/errors.ts';
import type { HttpApp } from '../../platform/http/app.ts';
import { maxBodyDepth } from '../../platform/http/body-depth.ts';

const bounds: { readonly bytes: number; readonly depth: number } = { bytes: 256 * 1024, depth: 16 };

/** The body limit bounds the size of a request; only text and numbers are checked here. */
export const anySize: typeof bounds = { bytes: Number.POSITIVE_INFINITY, depth: maxBodyDepth };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint checks its body itself and has its own answer for content that cannot be stored. */
    checksOwnBody?: boolean;
  }
}

/**
 * Checks path, query and body of every call: no U+0000 and no lone surrogate, which PostgreSQL cannot store, and no number
 * without a canonical form (RFC 8785). Call it after the rights are checked and before routes are added.
 */
export function addStorableCheck(app: HttpApp): void {
  // After validation, which turns query texts into numbers.
  app.addHook('preHandler', (request, _reply, done) => {
    const { params, query } = request;
    const body = request.routeOptions.config.checksOwnBody === true ? undefined : request.body;
    done(findProblem('path', params) ?? findProblem('query', query) ?? findProblem('body', body));
  });
}

/** Refuses U+0000, lone surrogates and oversized documents. @throws AppError `invalid_request`. */
export function assertStorable(body: unknown, limits: typeof bounds = bounds): void {
  const message = findBoundViolation(body, limits);
  if (message !== undefined) throw toRefusal(message);
}

function findProblem(part: string, value: unknown): AppError | undefined {
  if (!isJson(value)) return undefined;
  const message = findBoundViolation(value, anySize);
  return message === undefined ? undefined : toRefusal(`the ${part} ${message}`);
}

/** False for bytes, streams and reader objects, which parsers of some endpoints give and which check what they read. */
function isJson(value: unknown): boolean {
  if (!isRecord(value)) return value !== undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return false;
  return !Object.values(value).some((member) => typeof member === 'function');
}

function toRefusal(message: string): AppError {
  return new AppError('invalid_request', message, { detail: message, errors: [{ pointer: '', message }] });
}
