/** Turns any error into an RFC 9457 problem document. 4xx say what is wrong; 5xx never show internals. */
import type { FastifyError, FastifySchemaValidationError } from 'fastify';
import type { Problem } from '../../contract/problem.ts';
import { isEndedByOthers } from '../db/ended-by-others.ts';
import { isLostConnection } from '../db/lost-connection.ts';
import { AppError, type ErrorCode, type ErrorPointer, errorTable } from '../errors.ts';

const maxPointers = 10;

const frameworkCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_BAD_URL: 'invalid_request',
  FST_ERR_NOT_FOUND: 'not_found',
};

/** Gives the AppError behind a thrown value. Anything unknown is `internal`, with the original as its cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error))
    return new AppError('internal', 'a value that is not an error was thrown', { cause: error });
  const { validation, validationContext, code, statusCode } = error as Partial<FastifyError> & Error;
  if (validation !== undefined) {
    const errors = toPointers(validation);
    return new AppError('invalid_request', error.message, {
      cause: error,
      detail: `the ${validationContext ?? 'request'} does not match its schema`,
      errors,
    });
  }
  const known = code === undefined ? undefined : frameworkCodes[code];
  if (known !== undefined) return new AppError(known, error.message, { cause: error });
  if (error instanceof SyntaxError && statusCode === 400) {
    return new AppError('invalid_json', error.message, { cause: error });
  }
  if (statusCode === 503) return new AppError('unavailable', error.message, { cause: error, retryAfterS: 1 });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('invalid_request', error.message, { cause: error });
  }
  // Both pass: the same call can succeed in a moment.
  if (isLostConnection(error) || isEndedByOthers(error)) {
    return new AppError('unavailable', error.message, { cause: error, retryAfterS: 1 });
  }
  return new AppError('internal', error.message, { cause: error });
}

/** Gives the problem document of an error. */
export function toProblem(error: AppError, requestId: string): Problem & { request_id: string } {
  const isHidden = error.code === 'internal' || error.code === 'config';
  return {
    ...(isHidden ? {} : error.extensions),
    type: `urn:assay:problem:${error.code}`,
    title: errorTable[error.code].title,
    status: error.status,
    code: error.code,
    ...(error.detail === undefined || isHidden ? {} : { detail: error.detail }),
    ...(error.errors === undefined ? {} : { errors: [...error.errors] }),
    request_id: requestId,
  };
}

function toPointers(validation: readonly FastifySchemaValidationError[]): ErrorPointer[] {
  return validation.slice(0, maxPointers).map((problem) => ({
    pointer: problem.instancePath,
    message: problem.message ?? 'is not valid',
  }));
}
