/** Agents: registration gives an identity at once; evidence may make an agent known before. */

import type { Agent, Heartbeat } from '../../../contract/api/agents/shapes.ts';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Workspaces } from '../workspaces/service.ts';
import { createAgentCore } from './core.ts';
import { type AgentCredentials, createAgentCredentials } from './credentials.ts';
import type { FindAgentHooks } from './hooks.ts';
import { createKnownAgents, type KnownAgents } from './known.ts';
import { type AgentOwnClients, createAgentOwnClients } from './own-clients.ts';
import { type AgentRegistration, createAgentRegistration } from './registration.ts';
import { type AgentRemoval, createAgentRemoval } from './removal.ts';
import { type AgentRoles, createAgentRoles } from './roles.ts';
import { toAgent } from './rows.ts';
import { type AgentStandings, assertRunning, createAgentStandings } from './standing.ts';
import { type AgentStatusChanges, createAgentStatusChanges } from './status-changes.ts';
import type { AgentFilter, AgentStore } from './store.ts';
import { type AgentViews, createAgentViews } from './views.ts';

export type { PutAgentResult } from './registration.ts';

/** Writes run in the caller's transaction, so that several records change together or not at all. */
export interface Agents
  extends AgentRegistration,
    AgentStatusChanges,
    AgentRoles,
    AgentRemoval,
    AgentStandings,
    KnownAgents,
    AgentOwnClients,
    AgentViews {
  readonly rotateCredentials: AgentCredentials['rotate'];
  /** Records that an agent is alive. @throws AppError `agent_suspended` and the like for one that must not run. */
  heartbeat(orgId: string, id: string): Promise<Heartbeat>;
  /** Tells whether strangers may read an agent's passports; false for an unknown agent. */
  hasPublicPassports(orgId: string, id: string): Promise<boolean>;
  find(db: Db, orgId: string, id: string): Promise<Agent | undefined>;
  /** @throws AppError `not_found`. */
  get(db: Db, orgId: string, id: string): Promise<Agent>;
  list(orgId: string, page: PageStart, filter?: AgentFilter): Promise<Page<Agent>>;
  /** Lists registered agents, by id. */
  listRegistered(db: Db, orgId: string): Promise<Agent[]>;
}

export interface AgentsDeps {
  readonly db: Db;
  readonly store: AgentStore;
  readonly changes: ControlChanges;
  readonly audit: Audit;
  readonly workspaces: Pick<Workspaces, 'find' | 'ensureKnown' | 'getOrganization'>;
  readonly hooks: FindAgentHooks;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly trustDomain: string;
}

export function createAgents(wiring: AgentsDeps): Agents {
  const { db, store, clock } = wiring;
  const core = createAgentCore(wiring);
  const deps = { ...wiring, core };
  const credentials = createAgentCredentials(deps);
  return {
    ...createAgentRegistration({ ...deps, credentials }),
    ...createAgentStatusChanges(deps),
    ...createAgentRoles(deps),
    ...createAgentRemoval(deps),
    ...createAgentStandings(deps),
    ...createKnownAgents(deps),
    ...createAgentOwnClients(deps),
    ...createAgentViews(deps),
    rotateCredentials: credentials.rotate,
    async heartbeat(orgId, id) {
      const row = await core.load(db, orgId, id);
      assertRunning(row);
      const now = clock.now();
      await store.noteOwn(db, orgId, id, 'heartbeat', now);
      return { agent_id: id, status: row.status, agent_epoch: row.agent_epoch, heartbeat_at: toTimestamp(now) };
    },
    hasPublicPassports: async (orgId, id) => (await store.find(db, orgId, id))?.public_passports ?? false,
    async find(from, orgId, id) {
      const row = await store.find(from, orgId, id);
      return row === undefined ? undefined : toAgent(row);
    },
    get: async (from, orgId, id) => toAgent(await core.load(from, orgId, id)),
    list: async (orgId, page, filter = {}) => toPage(await store.list(db, orgId, page, filter), page.limit, toAgent),
    listRegistered: async (from, orgId) => (await store.listRegistered(from, orgId)).map(toAgent),
  };
}
