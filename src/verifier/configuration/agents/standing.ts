/** The present standing of an agent for access checks: roles, status, epoch. */

import type { AccessManifest } from '../../../contract/api/agents/manifest.ts';
import type { AgentStatus } from '../../../contract/api/agents/states.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError, type ErrorCode } from '../../../platform/errors.ts';
import type { Role } from '../../../platform/http/access.ts';
import type { AgentAccess } from '../../base/access/authorize.ts';
import type { FindAgentHooks } from './hooks.ts';
import { toAccess } from './rows.ts';
import type { AgentStore, StandingRow } from './store.ts';

/** An agent as the token endpoint and our own API see it, read in one query. */
export interface AgentStanding {
  readonly id: string;
  readonly orgId: string;
  readonly workspaceId: string;
  readonly spiffeId: string;
  readonly clientId: string | null;
  /** Also `orphaned` for an active agent whose owners have all left: an agent without an owner does not run. */
  readonly status: AgentStatus;
  readonly epoch: number;
  readonly accessManifest: AccessManifest;
  readonly injectionMethod: StandingRow['injection_method'];
  /** Present owners with their roles. */
  readonly owners: readonly { readonly user: string; readonly role: Role }[];
  /** The roles on it, also of people who left. */
  readonly access: AgentAccess;
}

export interface AgentStandings {
  /** Gives the roles on an agent. */
  findAccess(orgId: string, id: string): Promise<AgentAccess | undefined>;
  /** Gives the facts that an agent's token depends on; undefined for an unknown or unregistered agent. */
  findForToken(orgId: string, id: string): Promise<AgentStanding | undefined>;
  /** The same in a transaction. */
  findStanding(db: Db, orgId: string, id: string): Promise<AgentStanding | undefined>;
  /** Finds the agent of a SPIFFE id, in any organisation. */
  findByIdentity(spiffeId: string): Promise<AgentStanding | undefined>;
}

export interface AgentStandingDeps {
  readonly db: Db;
  readonly store: AgentStore;
  readonly hooks: FindAgentHooks;
}

export function createAgentStandings({ db, store, hooks }: AgentStandingDeps): AgentStandings {
  const toStanding = async (from: Db, row: StandingRow | undefined): Promise<AgentStanding | undefined> => {
    if (row === undefined || row.implicit) return undefined;
    const owners: AgentStanding['owners'][number][] = [];
    // In sequence: in a transaction there is one connection.
    for (const user of row.owners) {
      const role = await hooks().roleOf(from, row.org_id, user);
      if (role !== undefined) owners.push({ user, role });
    }
    return {
      id: row.id,
      orgId: row.org_id,
      workspaceId: row.workspace_id,
      spiffeId: row.spiffe_id,
      clientId: row.client_id,
      epoch: row.agent_epoch,
      accessManifest: row.access_manifest,
      injectionMethod: row.injection_method,
      owners,
      access: toAccess(row),
      status: row.status === 'active' && owners.length === 0 ? 'orphaned' : row.status,
    };
  };
  return {
    async findAccess(orgId, id) {
      const row = await store.find(db, orgId, id);
      return row === undefined ? undefined : toAccess(row);
    },
    findForToken: async (orgId, id) => toStanding(db, await store.findStanding(db, orgId, id)),
    findStanding: async (from, orgId, id) => toStanding(from, await store.findStanding(from, orgId, id)),
    findByIdentity: async (spiffeId) => toStanding(db, await store.findBySpiffeId(db, spiffeId)),
  };
}

/** Refusals of an agent that must not run, by status. */
const refusals = {
  stopped: ['agent_stopped', 'the agent is stopped'],
  suspended: ['agent_suspended', 'the agent is suspended'],
  orphaned: ['agent_orphaned', 'the agent has no owner'],
  decommissioned: ['agent_decommissioned', 'the agent is decommissioned'],
  pending_approval: ['agent_not_active', 'the agent waits for an approval'],
  staged: ['agent_not_active', 'the agent is not active yet'],
} as const satisfies Readonly<Record<Exclude<AgentStatus, 'active'>, readonly [ErrorCode, string]>>;

/** @throws AppError by status for an agent that is not active. */
export function assertRunning({ status }: { readonly status: AgentStatus }): void {
  if (status === 'active') return;
  const [code, detail] = refusals[status];
  throw new AppError(code, detail, { detail, extensions: { agent_status: status } });
}
