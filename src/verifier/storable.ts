/** What JSON columns can hold: a body is refused before it reaches a store that would choke on it. */
import { findBoundViolation } from '@assay/sdk/contract';
import { AppError } from '../platform/errors.ts';

const bounds: { readonly bytes: number; readonly depth: number } = { bytes: 256 * 1024, depth: 16 };

/** Refuses U+0000, lone surrogates and documents beyond any use. @throws AppError `invalid_request`. */
export function assertStorable(body: unknown, limits: typeof bounds = bounds): void {
  const message = findBoundViolation(body, limits);
  if (message === undefined) return;
  throw new AppError('invalid_request', message, { detail: message, errors: [{ pointer: '', message }] });
}
