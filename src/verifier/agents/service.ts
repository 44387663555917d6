/** Agents: registration gives an identity at once (contract 4.2); evidence may make an agent known before that. */
import { type Clock, toTimestamp } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../platform/http/page.ts';
import { createId, type RandomBytes } from '../../platform/ids.ts';
import { staleRevision } from '../revision.ts';
import { defaultAgent, defaultWorkspace } from '../tenancy.ts';
import type { Agent, CreateAgent, UpdateAgent } from './schema.ts';
import type { AgentStore, NewAgent } from './store.ts';
import type { AgentRow } from './tables.ts';

export interface AgentRef {
  readonly id: string;
  readonly workspaceId: string;
}

export interface Agents {
  register(orgId: string, request: CreateAgent): Promise<Agent>;
  /** Makes agents known that evidence names, and gives the workspace of each. */
  ensureKnown(orgId: string, refs: readonly AgentRef[]): Promise<ReadonlyMap<string, string>>;
  /** Agent `default` of workspace `default` (DESIGN 5), made at first start. */
  ensureDefault(orgId: string): Promise<void>;
  /** @throws AppError `precondition_failed` when the agent is at another revision. */
  update(orgId: string, id: string, revision: number, change: UpdateAgent): Promise<Agent>;
  /** Whether strangers may read the passports of an agent; false for one that is not there. */
  hasPublicPassports(orgId: string, id: string): Promise<boolean>;
  get(orgId: string, id: string): Promise<Agent>;
  list(orgId: string, page: PageStart, workspaceId?: string): Promise<Page<Agent>>;
}

export interface AgentsDeps {
  readonly store: AgentStore;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly trustDomain: string;
}

/** Workspaces of agents in memory: an agent never moves, so a hit is always right. Bounded, oldest out first. */
const maxKnown = 50_000;

export function createAgents({ store, clock, randomBytes, trustDomain }: AgentsDeps): Agents {
  const known = new Map<string, string>();

  const toRow = (orgId: string, ref: AgentRef, name: string, implicit: boolean): NewAgent => ({
    org_id: orgId,
    workspace_id: ref.workspaceId,
    id: ref.id,
    name,
    spiffe_id: `spiffe://${trustDomain}/agent/${ref.id}`,
    audit_mode: 'enforce',
    status: 'active',
    implicit,
    public_passports: false,
    revision: 1,
    created_at: clock.now(),
    updated_at: clock.now(),
  });

  const remember = (orgId: string, rows: readonly AgentRow[]): void => {
    for (const row of rows) {
      const oldest = known.size >= maxKnown ? known.keys().next().value : undefined;
      if (oldest !== undefined) known.delete(oldest);
      known.set(`${orgId}/${row.id}`, row.workspace_id);
    }
  };

  const load = async (orgId: string, id: string): Promise<AgentRow> => {
    const row = await store.find(orgId, id);
    if (row === undefined) throw new AppError('not_found', 'no such agent', { detail: 'there is no such agent' });
    return row;
  };

  return {
    async register(orgId, request) {
      const id = request.id ?? createId('agt', clock, randomBytes);
      const row = toRow(
        orgId,
        { id, workspaceId: request.workspace_id ?? defaultWorkspace },
        request.name ?? id,
        false,
      );
      const isNew = (await store.insertMissing([row])).length === 1;
      if (!isNew && !(await store.adopt(row))) {
        const detail = 'an agent with this id is registered already';
        throw new AppError('conflict', detail, { detail, extensions: { reason: 'agent_exists' } });
      }
      return toAgent(await load(orgId, id));
    },
    async ensureKnown(orgId, refs) {
      const missing = refs.filter((ref) => !known.has(`${orgId}/${ref.id}`));
      if (missing.length > 0) {
        const byId = new Map(missing.map((ref) => [ref.id, ref]));
        await store.insertMissing([...byId.values()].map((ref) => toRow(orgId, ref, ref.id, true)));
        remember(orgId, await store.findMany(orgId, [...byId.keys()]));
      }
      return new Map(refs.map((ref) => [ref.id, known.get(`${orgId}/${ref.id}`) ?? ref.workspaceId]));
    },
    async ensureDefault(orgId) {
      const ref = { id: defaultAgent, workspaceId: defaultWorkspace };
      await store.insertMissing([toRow(orgId, ref, 'default agent', false)]);
    },
    async update(orgId, id, revision, change) {
      await load(orgId, id);
      const row = await store.update(orgId, id, revision, { ...change, updated_at: clock.now() });
      if (row === undefined) throw staleRevision();
      return toAgent(row);
    },
    hasPublicPassports: async (orgId, id) => (await store.find(orgId, id))?.public_passports ?? false,
    get: async (orgId, id) => toAgent(await load(orgId, id)),
    list: async (orgId, page, workspaceId) => toPage(await store.list(orgId, page, workspaceId), page.limit, toAgent),
  };
}

function toAgent(row: AgentRow): Agent {
  const { seq: _seq, created_at, updated_at, ...rest } = row;
  return { ...rest, created_at: toTimestamp(created_at), updated_at: toTimestamp(updated_at) };
}
