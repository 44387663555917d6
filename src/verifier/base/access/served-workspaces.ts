/** The agents that a gateway's credential serves: those of its workspaces, if it is limited to some. */
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/access.ts';

/** The caller, as to the workspaces that it serves. */
export type Serving = Pick<Caller, 'servedWorkspaces'>;

/** The `reason` of such a refusal. */
export const notServed = 'workspace_not_served';

/** Tells whether the credential serves agents of this workspace. */
export function serves({ servedWorkspaces }: Serving, workspaceId: string): boolean {
  return servedWorkspaces === undefined || servedWorkspaces.includes(workspaceId);
}

/** Explains the refusal. */
export function explainNotServed({ servedWorkspaces = [] }: Serving, workspaceId: string): string {
  return `this credential serves agents of ${servedWorkspaces.join(', ')} only, and the agent is of workspace ${workspaceId}`;
}

/** @throws AppError `forbidden` (`workspace_not_served`). */
export function assertServes(caller: Serving, workspaceId: string): void {
  if (serves(caller, workspaceId)) return;
  const detail = explainNotServed(caller, workspaceId);
  throw new AppError('forbidden', detail, { detail, extensions: { reason: notServed } });
}
