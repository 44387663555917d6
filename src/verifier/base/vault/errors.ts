/** The vault's refusals. None of them names a secret, and `detail` says what an operator has to do. */
import { AppError } from '../../../platform/errors.ts';

export type KekReason = 'kek_unavailable' | 'kek_unknown' | 'kek_version_retired';

/**
 * The key encryption key is missing: nothing can be sealed or opened with it now. The caller is told `detail`; local facts
 * such as a path go to the log (`inner`).
 */
export function kekUnavailable(
  reason: KekReason,
  detail: string,
  { cause, inner = detail }: { readonly cause?: unknown; readonly inner?: string } = {},
): AppError {
  return new AppError('unavailable', `${reason}: ${inner}`, {
    detail,
    extensions: { reason },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** The ciphertext does not open in this place: tampered with, moved from another place, or damaged. The caller learns no more. */
export function doesNotOpen(what: string): AppError {
  return new AppError('internal', `a sealed secret cannot be opened: ${what}`);
}

export function wrongKekConfig(detail: string, cause?: unknown): AppError {
  return new AppError('config', detail, { detail, ...(cause === undefined ? {} : { cause }) });
}
