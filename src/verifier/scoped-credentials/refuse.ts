/** How requests about credentials are refused. No message ever holds what was sent. */
import { AppError } from '../../platform/errors.ts';

/** What cannot be, of one member of the body. */
export function unprocessable(reason: string, pointer: string, message: string): AppError {
  const errors = [{ pointer, message }];
  return new AppError('unprocessable', message, { detail: message, errors, extensions: { reason } });
}

/** What stands against it. */
export function conflict(reason: string, detail: string, more: Readonly<Record<string, unknown>> = {}): AppError {
  return new AppError('conflict', detail, { detail, extensions: { reason, ...more } });
}
