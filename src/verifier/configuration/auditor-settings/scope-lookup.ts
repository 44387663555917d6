/** Finds a scope of an organisation, and the scopes that it inherits settings from. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Scope } from '../../../contract/control/scope.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { agentsTable } from '../agents/tables.ts';
import { defaultWorkspace } from '../../base/tenancy.ts';
import type { Workspaces } from '../workspaces/service.ts';

/** Scopes from the organisation down to the requested one, which is the last. */
export type ScopePath = readonly [Scope, ...Scope[]];

export interface ScopeLookup {
  /** @throws AppError `not_found` for an unknown scope, or one of another organisation. */
  pathTo(db: Db, orgId: string, scope: Scope): Promise<ScopePath>;
}

export function createScopeLookup({ workspaces }: { readonly workspaces: Pick<Workspaces, 'find'> }): ScopeLookup {
  return {
    async pathTo(db, orgId, scope) {
      const org: Scope = { level: 'org', id: orgId };
      switch (scope.level) {
        case 'org':
          if (scope.id !== orgId) throw missing(scope);
          return [org];
        case 'workspace':
          if ((await workspaces.find(db, orgId, scope.id)) === undefined) throw missing(scope);
          return [org, scope];
        case 'agent':
          return [org, { level: 'workspace', id: await findWorkspace(db, orgId, scope) }, scope];
      }
    },
  };
}

/** An unregistered agent that evidence names belongs to the default workspace, as at gateways. */
async function findWorkspace(db: Db, orgId: string, scope: Scope): Promise<string> {
  const [agent] = await db
    .select({ workspaceId: agentsTable.workspace_id, implicit: agentsTable.implicit })
    .from(agentsTable)
    .where(and(eq(agentsTable.org_id, orgId), eq(agentsTable.id, scope.id), isNull(agentsTable.removed_at)));
  if (agent === undefined) throw missing(scope);
  return agent.implicit ? defaultWorkspace : agent.workspaceId;
}

const names = { org: 'organisation', workspace: 'workspace', agent: 'agent' } as const;

function missing({ level }: Scope): AppError {
  const detail = `there is no such ${names[level]}`;
  return new AppError('not_found', detail, { detail, errors: [{ pointer: '/scope/id', message: detail }] });
}
