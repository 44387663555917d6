/** Makes refusals of requests about credentials. No message contains what was sent. */
import { AppError } from '../../../platform/errors.ts';

export function credentialConflict(
  reason: string,
  detail: string,
  more: Readonly<Record<string, unknown>> = {},
): AppError {
  return new AppError('conflict', detail, { detail, extensions: { reason, ...more } });
}
