/** The failure of a step: which step, and why, in our own words. */

import type { InstallStep } from '../../../contract/api/installations/states.ts';
import { AppError, isAppError } from '../../../platform/errors.ts';
import type { InstallationError } from './tables.ts';

/** A step of an installation failed, and why. */
export class StepFailure extends Error {
  readonly step: InstallStep;
  override readonly cause: AppError;

  constructor(step: InstallStep, cause: AppError) {
    super(`${step}: ${cause.message}`);
    this.name = 'StepFailure';
    this.step = step;
    this.cause = cause;
  }
}

/** Runs a part of a step. @throws StepFailure for faults that a person can fix; other errors unchanged. */
export async function during<T>(step: InstallStep, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (isAppError(error) && !isOurs(error)) throw new StepFailure(step, error);
    throw error;
  }
}

/** Gives the form that is stored and shown. */
export function toInstallationError({ step, cause }: StepFailure): InstallationError {
  const reason = cause.extensions?.['reason'];
  const code = typeof reason === 'string' ? reason : cause.code;
  return { step, code, retryable: !final.has(code), detail: cause.publicText.slice(0, 1_000) };
}

/** Reasons that a retry does not change, unless somebody changes the entry, its configuration or their decision. */
const final = new Set([
  ...['value_missing', 'value_unknown', 'value_invalid', 'address_invalid', 'no_such_transport', 'secret_in_config'],
  ...['nothing_to_run', 'engine_missing'],
]);

/** A fault of the verifier or the database: retried, and not recorded as the installation's failure. */
function isOurs({ code }: AppError): boolean {
  return code === 'internal' || code === 'storage_full';
}

export function refusal(code: AppError['code'], reason: string, detail: string): AppError {
  return new AppError(code, detail, { detail, extensions: { reason } });
}
