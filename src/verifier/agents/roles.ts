/** Roles of people on one agent (platform model 2): owners, editors and viewers. */
import { type Static, Type } from 'typebox';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Author } from '../control/author.ts';
import { staleRevision } from '../revision.ts';
import { type AgentCore, refuseState } from './core.ts';
import { assertPrincipal } from './life.ts';
import type { AgentPartners } from './partners.ts';
import { PrincipalSchema } from './schema.ts';
import type { AgentRow } from './tables.ts';

const list = (minItems: number, description: string) =>
  Type.Array(PrincipalSchema, { minItems, maxItems: 50, uniqueItems: true, description });

export const AgentRolesSchema = Type.Object(
  {
    owners: list(1, 'full control; the first is the one that owner_id names'),
    editors: list(0, 'may configure it, and start and stop it'),
    viewers: list(0, 'may read it'),
  },
  {
    additionalProperties: false,
    examples: [{ owners: ['usr_0190c6b2-0000-7000-8000-000000000001'], editors: [], viewers: [] }],
  },
);
export type AgentRolesBody = Static<typeof AgentRolesSchema>;

/** An orphaned agent has no owner. */
export const AgentRolesViewSchema = Type.Object(
  {
    agent_id: Type.String(),
    owners: Type.Array(Type.String()),
    editors: Type.Array(Type.String()),
    viewers: Type.Array(Type.String()),
    revision: Type.Integer({ description: 'of the agent: the ETag' }),
  },
  { $id: 'AgentAccess' },
);
export type AgentRolesView = Static<typeof AgentRolesViewSchema>;

export interface AgentRoles {
  /** @throws AppError `not_found`. */
  readRoles(db: Db, orgId: string, id: string): Promise<AgentRolesView>;
  /** All three lists at once. @throws AppError `unprocessable` for who is no member or in two lists. */
  writeRoles(tx: Db, author: Author, id: string, roles: AgentRolesBody, revision: number): Promise<AgentRolesView>;
}

export interface AgentRolesDeps {
  readonly core: AgentCore;
  readonly partners: AgentPartners;
}

export function createAgentRoles({ core, partners }: AgentRolesDeps): AgentRoles {
  return {
    readRoles: async (db, orgId, id) => toView(await core.load(db, orgId, id)),
    async writeRoles(tx, author, id, roles, revision) {
      const row = await core.begin(tx, author, id, 'agents.own', 'to say who may do what with an agent');
      if (row.revision !== revision) throw staleRevision();
      if (row.implicit) refuseState(row, 'nobody registered this agent: change it first', 'agent_implicit');
      if (row.status === 'orphaned') refuseState(row, 'the agent has no owner: transfer it to somebody first');
      assertOnce(roles);
      for (const name of ['owners', 'editors', 'viewers'] as const) {
        for (const [index, principal] of roles[name].entries()) {
          await assertPrincipal(tx, partners, row.org_id, principal, `/${name}/${index}`);
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
  const message = `${all[index]} stands in two lists: the first has all rights of the others`;
  throw new AppError('unprocessable', message, {
    detail: message,
    errors: [{ pointer: '', message }],
    extensions: { reason: 'access_overlap' },
  });
}
