/** HTTP of delegations. */
import { delegations as operations } from '../../../contract/api/delegations/operations.ts';
import { AppError } from '../../../platform/errors.ts';
import { mountRaw } from '../../../platform/http/mount-raw.ts';
import { parsePage } from '../../../platform/http/page.ts';
import { toAuthor } from '../../base/control/author.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import type { AgentStandings } from '../../configuration/agents/standing.ts';
import type { Approvals } from '../approvals/ports.ts';
import type { Delegations } from './ports.ts';

export interface DelegationRouteDeps {
  readonly mount: Mount;
  readonly delegations: Delegations;
  readonly approvals: Pick<Approvals, 'list'>;
  readonly agents: Pick<AgentStandings, 'findAccess'>;
}

/** Adds the routes of `/v1/agents/{agent_id}/delegations` and everything below it. */
export function delegationRoutes(deps: DelegationRouteDeps): Routes {
  return async (app) => {
    await addLists(deps)(app);
    await addGrants(deps)(app);
  };
}

/** Raw, because an unknown agent is reported before a forged cursor. */
function addLists({ delegations, approvals, agents }: DelegationRouteDeps): Routes {
  const assertAgent = async (orgId: string, agentId: string): Promise<void> => {
    if ((await agents.findAccess(orgId, agentId)) !== undefined) return;
    const detail = 'there is no such agent';
    throw new AppError('not_found', detail, { detail });
  };
  return async (app) => {
    mountRaw(app, operations.list, async ({ request, params: { agent_id: agentId }, query }) => {
      const author = toAuthor(request.caller);
      await assertAgent(author.orgId, agentId);
      const { status = 'active', subject_id: subjectId } = query;
      return delegations.list(author, { agentId, subjectId, status }, parsePage(query));
    });
    mountRaw(app, operations.listPending, async ({ request, params: { agent_id: agentId }, query }) => {
      const author = toAuthor(request.caller);
      await assertAgent(author.orgId, agentId);
      return approvals.list(author, { agentId, kind: 'delegation', status: 'pending' }, parsePage(query));
    });
  };
}

function addGrants({ mount, delegations }: DelegationRouteDeps): Routes {
  return async (app) => {
    mount.write(
      app,
      operations.create,
      ({ tx, author, params, body }) => delegations.grantIn(tx, author, params.agent_id, body),
      {
        // The key of repeats includes the caller, so that nobody gets the answer to another's delegation.
        repeat: ({ author, params }) => ({
          operation: `POST /v1/agents/${params.agent_id}/delegations ${author.user}`,
        }),
      },
    );
    mount.read(app, operations.get, ({ author, params }) => delegations.get(author, params.agent_id, params.grant_id));
    mount.read(app, operations.narrow, ({ author, params, revision, body }) =>
      delegations.narrow(author, params.agent_id, params.grant_id, revision, body),
    );
    mount.read(app, operations.revoke, ({ author, params, query }) =>
      delegations.revoke(author, params.agent_id, params.grant_id, query.reason),
    );
  };
}
