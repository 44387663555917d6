/** Roles of people on one agent: owners, editors and viewers. */
import type { AgentRolesBody, AgentRolesView } from '../../../contract/api/agents/role-shapes.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Author } from '../../base/control/author.ts';
import { staleRevision } from '../../base/revision.ts';
import { type AgentCore, refuseAgentState } from './core.ts';
import type { FindAgentHooks } from './hooks.ts';
import { assertPrincipal } from './status-changes.ts';
import type { AgentRow } from './tables.ts';

export interface AgentRoles {
  /** @throws AppError `not_found`. */
  readRoles(db: Db, orgId: string, id: string): Promise<AgentRolesView>;
  /** Replaces all three lists. @throws AppError `unprocessable` for a person who is no member or is in two lists. */
  writeRoles(tx: Db, author: Author, id: string, roles: AgentRolesBody, revision: number): Promise<AgentRolesView>;
}

export interface AgentRolesDeps {
  readonly core: AgentCore;
  readonly hooks: FindAgentHooks;
}

export function createAgentRoles({ core, hooks }: AgentRolesDeps): AgentRoles {
  return {
    readRoles: async (db, orgId, id) => toView(await core.load(db, orgId, id)),
    async writeRoles(tx, author, id, roles, revision) {
      const row = await core.begin(tx, author, id, 'agents.own', 'to change the roles of an agent');
      if (row.revision !== revision) throw staleRevision();
      if (row.implicit) refuseAgentState(row, 'this agent is not registered: change it first', 'agent_implicit');
      if (row.status === 'orphaned') refuseAgentState(row, 'the agent has no owner: transfer it first');
      assertOnce(roles);
      for (const name of ['owners', 'editors', 'viewers'] as const) {
        for (const [index, principal] of roles[name].entries()) {
          await assertPrincipal(tx, hooks(), row.org_id, principal, `/${name}/${index}`);
        }
      }
      const { owners, editors, viewers } = roles;
      const change = { owners, editors, viewers };
      return toView(await core.save(tx, author, row, change, { action: 'access_changed' }));
    },
  };
}

function toView({ id, owners, editors, viewers, revision }: AgentRow): AgentRolesView {
  return { agent_id: id, owners: [...owners], editors: [...editors], viewers: [...viewers], revision };
}

function assertOnce({ owners, editors, viewers }: AgentRolesBody): void {
  const all = [...owners, ...editors, ...viewers];
  const index = all.findIndex((principal, position) => all.indexOf(principal) !== position);
  if (index < 0) return;
  const message = `${all[index]} is in two lists: the first list already has all rights of the others`;
  throw new AppError('unprocessable', message, {
    detail: message,
    errors: [{ pointer: '', message }],
    extensions: { reason: 'access_overlap' },
  });
}
