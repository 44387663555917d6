/** The tools that a person's consent is for: the bound of a delegated call, whatever policies say. */
import { AppError } from '../../platform/errors.ts';
import type { OnBehalfOf } from '../../platform/http/access.ts';

/** @throws AppError `forbidden` for a tool that is not among those of the consent, or for none where it names some. */
export function assertToolGranted(onBehalfOf: OnBehalfOf | undefined, tool: string | null): void {
  const tools = onBehalfOf?.tools;
  if (tools === undefined || (tool !== null && tools.includes(tool))) return;
  const detail = `The person's consent is for these tools only: ${tools.join(', ')}.`;
  throw new AppError('forbidden', 'the consent is not for this tool', { detail });
}
