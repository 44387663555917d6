/** Refusals of the attestor: one code, and a text for its gateway. */
import { AppError } from '../platform/errors.ts';

/** A refusal to sign. Nothing of the batch was signed. */
export function refusal(detail: string, cause?: unknown): AppError {
  return new AppError('attestor_refused', detail, { detail, cause });
}
