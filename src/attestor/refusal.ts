/** How the attestor says no: one code, and a sentence that its gateway may read. */
import { AppError } from '../platform/errors.ts';

/** A refusal to sign. Nothing of the batch was signed. */
export function refusal(detail: string, cause?: unknown): AppError {
  return new AppError('attestor_refused', detail, { detail, cause });
}
