/** Names that callers choose and that stand in Evidence as they are: refused here, or recorded without a change. */
import { isName, maxNameChars } from '../../contract/ids.ts';
import { AppError } from '../../platform/errors.ts';

/**
 * Refuses a name that Evidence cannot hold, before anybody judges the call.
 * @param param the member of the body that holds the name, e.g. `model`
 * @throws AppError `invalid_request`.
 */
export function assertName(name: string | null, param: string): void {
  if (name === null || isName(name)) return;
  const detail = `${param} must be a name of 1 to ${maxNameChars} characters without U+0000 and lone surrogates.`;
  throw new AppError('invalid_request', detail, { detail, extensions: { param } });
}
