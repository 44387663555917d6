/** Checks who may see rules and the tools of an agent. */
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/access.ts';
import type { Agents } from '../../configuration/agents/service.ts';
import type { Workspaces } from '../../configuration/workspaces/service.ts';

export interface ToolVisibility {
  /** Gives the workspace whose rules a caller sees besides those of the organisation; undefined: all. */
  seenFrom(db: Db, caller: Caller): Promise<string | undefined>;
  /** Gives the agent and the person in question. @throws AppError `not_found`, `forbidden`. */
  whoFor(
    db: Db,
    caller: Caller,
    ask: { readonly agent_id: string; readonly workspace_id?: string; readonly user_id?: string },
  ): Promise<{ readonly agentId: string; readonly workspaceId: string; readonly userId?: string }>;
}

export interface ToolVisibilityDeps {
  readonly agents: Pick<Agents, 'find'>;
  readonly workspaces: Pick<Workspaces, 'find'>;
}

export function createToolVisibility({ agents, workspaces }: ToolVisibilityDeps): ToolVisibility {
  return {
    async seenFrom(db, { kind, user, organisation }) {
      if (kind !== 'agent') return undefined;
      return (await agents.find(db, organisation, user))?.workspace_id ?? '';
    },
    async whoFor(db, caller, { agent_id: agentId, workspace_id: asked, user_id: userId }) {
      const orgId = caller.organisation;
      if (caller.kind === 'agent' && agentId !== caller.user)
        throw refuse('an agent may ask only about itself', 'own_agent');
      const agent = await agents.find(db, orgId, agentId);
      if (agent === undefined) throw missing('agent', '/agent_id');
      const workspaceId = asked ?? agent.workspace_id;
      if (workspaceId !== agent.workspace_id) {
        if (caller.kind === 'agent') throw refuse('an agent may ask only about its own workspace', 'own_workspace');
        if ((await workspaces.find(db, orgId, workspaceId)) === undefined) throw missing('workspace', '/workspace_id');
      }
      // A person's upstream sign-ins are private.
      const isOwn = userId === undefined || userId === caller.user || caller.kind === 'agent';
      if (!isOwn && !overseers.has(caller.role)) {
        throw refuse('only operators, reviewers and admins see what an agent has for somebody else', 'own_user');
      }
      return { agentId, workspaceId, ...(userId === undefined ? {} : { userId }) };
    },
  };
}

const overseers: ReadonlySet<Caller['role']> = new Set(['admin', 'operator', 'reviewer'] as const);

function refuse(detail: string, reason: string): AppError {
  return new AppError('forbidden', detail, { detail, extensions: { reason } });
}

function missing(what: string, pointer: string): AppError {
  const detail = `there is no such ${what}`;
  return new AppError('not_found', detail, { detail, errors: [{ pointer, message: detail }] });
}
