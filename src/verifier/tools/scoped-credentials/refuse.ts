/** Makes refusals of requests about credentials. No message contains what was sent. */
import { AppError } from '../../../platform/errors.ts';

/** Refuses one member of the body. */
export function unprocessable(reason: string, pointer: string, message: string): AppError {
  const errors = [{ pointer, message }];
  return new AppError('unprocessable', message, { detail: message, errors, extensions: { reason } });
}

export function conflict(reason: string, detail: string, more: Readonly<Record<string, unknown>> = {}): AppError {
  return new AppError('conflict', detail, { detail, extensions: { reason, ...more } });
}
