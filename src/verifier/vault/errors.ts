/** The vault's refusals. None of them names a secret, and `detail` says what an operator has to do. */
import { AppError } from '../../platform/errors.ts';

export type KekReason = 'kek_unavailable' | 'kek_unknown' | 'kek_version_retired';

/**
 * The key encryption key is not there: nothing can be sealed or opened with it now. Whoever calls is told `detail`; what
 * is of this machine, such as a path, is for the log (`inner`).
 */
export function kekUnavailable(
  reason: KekReason,
  detail: string,
  { cause, inner = detail }: { readonly cause?: unknown; readonly inner?: string } = {},
): AppError {
  return new AppError('unavailable', `${reason}: ${inner}`, {
    ...{ detail, extensions: { reason } },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** It does not open in this place: tampered with, moved here from elsewhere, or damaged. Who asks learns no more. */
export function doesNotOpen(what: string): AppError {
  return new AppError('internal', `a sealed secret does not open: ${what}`);
}

export function wrongKekConfig(detail: string, cause?: unknown): AppError {
  return new AppError('config', detail, { detail, ...(cause === undefined ? {} : { cause }) });
}
