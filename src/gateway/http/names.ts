/** Checks names that callers choose and that Evidence records unchanged. */
import { isName, maxNameChars } from '../../contract/ids.ts';
import { AppError } from '../../platform/errors.ts';

/**
 * Refuses a name that Evidence cannot hold, before the call is judged.
 *
 * @param param the body member with the name, e.g. `model`
 *
 * @throws AppError `invalid_request`.
 */
export function assertName(name: string | null, param: string): void {
  if (name === null || isName(name)) return;
  const detail = `${param} must be a name of 1 to ${maxNameChars} characters without U+0000 and lone surrogates.`;
  throw new AppError('invalid_request', detail, { detail, extensions: { param } });
}
