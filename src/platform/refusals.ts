/** Refusals whose text is for the caller as well as for the log. */
import { AppError } from './errors.ts';

export function invalidRequest(detail: string): AppError {
  return new AppError('invalid_request', detail, { detail });
}

export function forbidden(detail: string): AppError {
  return new AppError('forbidden', detail, { detail });
}

/** @param reason a stable word that a program can act on */
export function conflict(detail: string, reason: string): AppError {
  return new AppError('conflict', detail, { detail, extensions: { reason } });
}

/**
 * Refuses one value of a well-formed body. @param reason a stable word that a program can act on @param pointer RFC 6901
 */
export function unprocessable(reason: string, pointer: string, message: string): AppError {
  const errors = [{ pointer, message }];
  return new AppError('unprocessable', message, { detail: message, errors, extensions: { reason } });
}
