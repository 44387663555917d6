/** Which agents the credential of a gateway is good for: those of the workspaces that it is limited to, if it is. */
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/access.ts';

/** Who asks about an agent, or brings something of it. */
export type Serving = Pick<Caller, 'servedWorkspaces'>;

/** `reason` of what is refused because of it. */
export const notServed = 'workspace_not_served';

/** True where the credential serves agents of this workspace. */
export function serves({ servedWorkspaces }: Serving, workspaceId: string): boolean {
  return servedWorkspaces === undefined || servedWorkspaces.includes(workspaceId);
}

/** What a caller is told whose credential does not. */
export function explainNotServed({ servedWorkspaces = [] }: Serving, workspaceId: string): string {
  return `this credential serves agents of ${servedWorkspaces.join(', ')} only, and the agent is of workspace ${workspaceId}`;
}

/** @throws AppError `forbidden` (`workspace_not_served`). */
export function assertServes(caller: Serving, workspaceId: string): void {
  if (serves(caller, workspaceId)) return;
  const detail = explainNotServed(caller, workspaceId);
  throw new AppError('forbidden', detail, { detail, extensions: { reason: notServed } });
}
