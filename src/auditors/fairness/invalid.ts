/** Builds every error about the request's table: the place and the expected value, never the received one. */
import { AuditorFailure } from '@assay/sdk';

/** @param path member of `data.metadata` that is wrong, or `''` for the table as a whole. */
export function invalid(path: string, problem: string): AuditorFailure {
  const where = path === '' ? 'the fairness table in data.metadata' : `data.metadata.${path}`;
  return new AuditorFailure('INVALID_REQUEST', `${where}: ${problem}`);
}

/** True for an absent member; null means the same in JSON. */
export function isMissing(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}
