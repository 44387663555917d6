/** Limits a delegated call to the tools of the person's consent, whatever policies say. */
import { AppError } from '../../platform/errors.ts';
import type { OnBehalfOf } from '../../platform/http/access.ts';

/**
 * @throws AppError `forbidden` for a tool outside the consent, or for a call without a tool where the consent names
 * some.
 */
export function assertToolGranted(onBehalfOf: OnBehalfOf | undefined, tool: string | null): void {
  const tools = onBehalfOf?.tools;
  if (tools === undefined || (tool !== null && tools.includes(tool))) return;
  const detail = `The person consented to these tools only: ${tools.join(', ')}.`;
  throw new AppError('forbidden', 'the consent does not include this tool', { detail });
}
