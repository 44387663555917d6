/** Checks whether a caller may watch an agent, when a stream opens and at each heartbeat. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AgentStatus } from '../../../contract/api/agents/states.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError, type ErrorCode } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { assertAllowed } from '../../base/access/authorize.ts';
import type { Agents } from '../../configuration/agents/service.ts';
import type { ScopedTools } from '../../tools/scoped-tools/ports.ts';

/** The state of the agent in a heartbeat. */
export interface WatchedAgent {
  readonly workspaceId: string;
  readonly status: AgentStatus;
  readonly readiness: 'ready' | 'degraded';
}

export interface ConsoleAccess {
  /** @throws AppError `not_found`, `forbidden`, or for callers who are not admins codes such as `agent_suspended`. */
  assertMayWatch(caller: Caller, agentId: string): Promise<WatchedAgent>;
  /** Checks an open call again, including its credential. @throws AppError `unauthorized` besides. */
  recheck(app: FastifyInstance, request: FastifyRequest, agentId: string): Promise<WatchedAgent>;
}

export interface ConsoleAccessDeps {
  readonly db: Db;
  readonly agents: Pick<Agents, 'find' | 'findForToken'>;
  readonly scopedTools: Pick<ScopedTools, 'effective'>;
}

const stopped: Partial<Readonly<Record<AgentStatus, readonly [ErrorCode, string]>>> = {
  suspended: ['agent_suspended', 'the agent is suspended: only admins may open its console until it is reactivated'],
  orphaned: ['agent_orphaned', 'the agent has no owner: only admins may open its console until it is transferred'],
  decommissioned: ['agent_decommissioned', 'the agent is decommissioned: only admins may open its console'],
};

export function createConsoleAccess({ db, agents, scopedTools }: ConsoleAccessDeps): ConsoleAccess {
  const find = async (orgId: string, id: string) => {
    const standing = await agents.findForToken(orgId, id);
    if (standing !== undefined) return standing;
    // An agent that is only known from evidence has no owners.
    const agent = await agents.find(db, orgId, id);
    if (agent === undefined) return undefined;
    const access = { id, orgId, owners: [], editors: [] };
    return { workspaceId: agent.workspace_id, status: agent.status, access };
  };

  const assertMayWatch = async (caller: Caller, agentId: string): Promise<WatchedAgent> => {
    const { organisation: orgId } = caller;
    const agent = await find(orgId, agentId);
    assertAllowed(caller, 'console.read', agent?.access ?? { id: agentId, orgId, owners: [], editors: [] });
    if (agent === undefined) {
      const detail = 'there is no such agent';
      throw new AppError('not_found', detail, { detail });
    }
    const { status, workspaceId } = agent;
    const refusal = caller.role === 'admin' ? undefined : stopped[status];
    if (refusal !== undefined) {
      const [code, detail] = refusal;
      throw new AppError(code, detail, { detail, extensions: { agent_status: status } });
    }
    const page = { limit: 1, before: undefined };
    const { readiness } = await scopedTools.effective(db, orgId, { agentId, workspaceId }, page);
    return { workspaceId, status, readiness };
  };

  return {
    assertMayWatch,
    async recheck(app, request, agentId) {
      const caller = await app.admit(request, { isAgain: true });
      const { user, organisation } = request.caller;
      if (caller.user === user && caller.organisation === organisation) return assertMayWatch(caller, agentId);
      const detail = 'the credential now belongs to somebody else';
      throw new AppError('unauthorized', detail, { detail });
    },
  };
}
