/** Agents: registration gives an identity at once (contract 4.2); evidence may make an agent known before that. */
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../platform/http/page.ts';
import { createId, type RandomBytes } from '../../platform/ids.ts';
import type { AgentAccess } from '../access/authorize.ts';
import { type Author, assertAdmin, assertMayWrite } from '../control/author.ts';
import type { ControlChange, ControlChanges } from '../control/changes.ts';
import { staleRevision } from '../revision.ts';
import { defaultAgent, defaultWorkspace } from '../tenancy.ts';
import type { Workspaces } from '../workspaces/service.ts';
import { enforced, toAuditMode } from './audit-mode.ts';
import { pickMode, toAgent, toDifference, toDocument } from './rows.ts';
import type { Agent, CreateAgent, PutAgent, UpdateAgent } from './schema.ts';
import type { AgentStore, NewAgent } from './store.ts';
import type { AgentRow } from './tables.ts';

export interface AgentRef {
  readonly id: string;
  readonly workspaceId: string;
}

/** What became of an agent that was put. */
export interface PutAgentResult {
  readonly agent: Agent;
  readonly action: 'created' | 'updated' | 'unchanged';
  readonly changed: boolean;
}

/** Writes take the caller's transaction, so that several records change together or not at all. */
export interface Agents {
  /** @throws AppError `conflict` for an id that is registered, `unprocessable` for a workspace that is not there. */
  register(tx: Db, author: Author, request: CreateAgent): Promise<Agent>;
  /**
   * Registers an agent or makes it what it is said to be; what is left out stays. Once more changes nothing.
   * @throws AppError `conflict` (`agent_elsewhere`) for an agent of another workspace.
   */
  put(tx: Db, author: Author, agent: PutAgent): Promise<PutAgentResult>;
  /** The same for many at once, in their order. */
  putMany(tx: Db, author: Author, agents: readonly PutAgent[]): Promise<PutAgentResult[]>;
  /** Whoever changes an agent registers it. @throws AppError `precondition_failed` when it is at another revision. */
  update(tx: Db, author: Author, id: string, change: UpdateAgent, revision: number): Promise<Agent>;
  /**
   * Takes a registration back: identity and evidence stay, and gateways treat the agent as one that nobody registered.
   * What else hangs on it is the caller's to remove.
   */
  release(tx: Db, author: Author, id: string): Promise<void>;
  /** Makes agents and their workspaces known that evidence names, and gives the workspace of each. */
  ensureKnown(orgId: string, refs: readonly AgentRef[]): Promise<ReadonlyMap<string, string>>;
  /** Agent `default` of workspace `default` (DESIGN 5), made at first start. */
  ensureDefault(orgId: string): Promise<void>;
  /** Whether strangers may read the passports of an agent; false for one that is not there. */
  hasPublicPassports(orgId: string, id: string): Promise<boolean>;
  find(db: Db, orgId: string, id: string): Promise<Agent | undefined>;
  /** Who has which role on an agent. */
  findAccess(orgId: string, id: string): Promise<AgentAccess | undefined>;
  /** @throws AppError `not_found`. */
  get(db: Db, orgId: string, id: string): Promise<Agent>;
  list(orgId: string, page: PageStart, workspaceId?: string): Promise<Page<Agent>>;
  /** All that somebody registered, by id. */
  listRegistered(db: Db, orgId: string): Promise<Agent[]>;
}

export interface AgentsDeps {
  readonly db: Db;
  readonly store: AgentStore;
  readonly changes: ControlChanges;
  readonly workspaces: Pick<Workspaces, 'find' | 'ensureKnown'>;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly trustDomain: string;
}

/** Workspaces of agents in memory: an agent never moves, so a hit is always right. Bounded, oldest out first. */
const maxKnown = 50_000;

export function createAgents(deps: AgentsDeps): Agents {
  const { db, store, changes, workspaces, clock, randomBytes, trustDomain } = deps;
  const known = new Map<string, string>();

  const toRow = (orgId: string, ref: AgentRef): NewAgent => ({
    ...{ org_id: orgId, workspace_id: ref.workspaceId, id: ref.id, name: ref.id, model_id: null },
    ...enforced,
    ...{ spiffe_id: `spiffe://${trustDomain}/agent/${ref.id}`, status: 'active', implicit: true },
    ...{ public_passports: false, revision: 1, created_at: clock.now(), updated_at: clock.now() },
  });

  const remember = (orgId: string, rows: readonly AgentRow[]): void => {
    for (const row of rows) {
      const oldest = known.size >= maxKnown ? known.keys().next().value : undefined;
      if (oldest !== undefined) known.delete(oldest);
      known.set(`${orgId}/${row.id}`, row.workspace_id);
    }
  };

  const load = async (from: Db, orgId: string, id: string): Promise<AgentRow> => {
    const row = await store.find(from, orgId, id);
    if (row === undefined) throw new AppError('not_found', 'no such agent', { detail: 'there is no such agent' });
    return row;
  };

  const assertWorkspace = async (tx: Db, orgId: string, id: string): Promise<void> => {
    if ((await workspaces.find(tx, orgId, id)) !== undefined) return;
    const message = `there is no workspace ${id}`;
    throw new AppError('unprocessable', message, {
      detail: message,
      errors: [{ pointer: '/workspace_id', message }],
      extensions: { reason: 'workspace_unknown' },
    });
  };

  const record = async (tx: Db, author: Author, action: AgentAction, row: AgentRow): Promise<void> => {
    await changes.record(tx, author, toChange(action, row));
  };

  /** Makes a row what it is meant to be, and says so in the log; the very same row when it is that already. */
  const change = async (tx: Db, author: Author, row: AgentRow, wanted: UpdateAgent): Promise<AgentRow> => {
    const { public_passports = row.public_passports, name = row.name, model_id = row.model_id } = wanted;
    if (public_passports !== row.public_passports) assertAdmin(author, 'whether strangers may read passports');
    const mode = pickMode(toAuditMode(row, wanted, { author, now: clock.now() }));
    const difference = toDifference(row, { ...mode, name, model_id, public_passports, implicit: false });
    if (difference === undefined) return row;
    const changed = await store.update(tx, row, { ...difference, updated_at: clock.now() });
    if (changed === undefined) throw staleRevision();
    await record(tx, author, row.implicit ? 'created' : 'updated', changed);
    return changed;
  };

  const insert = async (
    tx: Db,
    author: Author,
    wanted: readonly PutAgent[],
  ): Promise<ReadonlyMap<string, AgentRow>> => {
    for (const id of new Set(wanted.map((agent) => agent.workspace_id))) await assertWorkspace(tx, author.orgId, id);
    const rows = wanted.map((agent) => {
      const { id, workspace_id: workspaceId, name = id, model_id = null } = agent;
      const mode = toAuditMode(enforced, agent, { author, now: clock.now() });
      return { ...toRow(author.orgId, { id, workspaceId }), ...mode, name, model_id, implicit: false };
    });
    const added = await store.insertMissing(tx, rows);
    await changes.recordMany(
      tx,
      author,
      added.map((row) => toChange('created', row)),
    );
    return new Map(added.map((row) => [row.id, row]));
  };

  const putMany = async (tx: Db, author: Author, wanted: readonly PutAgent[]): Promise<PutAgentResult[]> => {
    assertMayWrite(author);
    const ids = wanted.map(({ id }) => id);
    if (new Set(ids).size < ids.length) throw new Error('an agent is put twice in one go');
    await changes.hold(tx, author.orgId);
    const present = new Map((await store.findMany(tx, author.orgId, ids)).map((row) => [row.id, row]));
    const missing = wanted.filter(({ id }) => !present.has(id));
    const added = await insert(tx, author, missing);
    const results: PutAgentResult[] = [];
    for (const { id, workspace_id: workspaceId, ...agent } of wanted) {
      const row = present.get(id) ?? added.get(id);
      if (row === undefined) throw new Error(`agent ${id} was neither inserted nor found`);
      if (row.workspace_id !== workspaceId) throw agentElsewhere(row);
      results.push(added.has(id) ? toResult('created', row) : await adjust(tx, author, row, agent));
    }
    return results;
  };

  const adjust = async (tx: Db, author: Author, row: AgentRow, wanted: UpdateAgent): Promise<PutAgentResult> => {
    const changed = await change(tx, author, row, wanted);
    return toResult(changed === row ? 'unchanged' : row.implicit ? 'created' : 'updated', changed);
  };

  const put = async (tx: Db, author: Author, agent: PutAgent): Promise<PutAgentResult> => {
    const [result] = await putMany(tx, author, [agent]);
    if (result === undefined) throw new Error('one agent has one result');
    return result;
  };

  return {
    async register(tx, author, { id = createId('agt', clock, randomBytes), workspace_id, ...rest }) {
      assertMayWrite(author);
      await changes.hold(tx, author.orgId);
      const row = await store.find(tx, author.orgId, id);
      if (row?.implicit === false) {
        const detail = 'an agent with this id is registered already';
        throw new AppError('conflict', detail, { detail, extensions: { reason: 'agent_exists' } });
      }
      return (await put(tx, author, { ...rest, id, workspace_id: workspace_id ?? defaultWorkspace })).agent;
    },
    put,
    putMany,
    async update(tx, author, id, wanted, revision) {
      assertMayWrite(author);
      await changes.hold(tx, author.orgId);
      const row = await load(tx, author.orgId, id);
      if (row.revision !== revision) throw staleRevision();
      return toAgent(await change(tx, author, row, wanted));
    },
    async release(tx, author, id) {
      assertMayWrite(author);
      await changes.hold(tx, author.orgId);
      const row = await load(tx, author.orgId, id);
      if (row.implicit) return;
      const unset = { ...enforced, model_id: null, implicit: true, updated_at: clock.now() };
      const released = await store.update(tx, row, unset);
      if (released === undefined) throw staleRevision();
      await record(tx, author, 'removed', released);
    },
    async ensureKnown(orgId, refs) {
      const unknown = new Map(refs.filter(({ id }) => !known.has(`${orgId}/${id}`)).map((ref) => [ref.id, ref]));
      if (unknown.size > 0) {
        const rows = await db.transaction(async (tx) => {
          const present = new Set((await store.findMany(tx, orgId, [...unknown.keys()])).map(({ id }) => id));
          const added = [...unknown.values()].filter(({ id }) => !present.has(id));
          if (added.length > 0) {
            // A workspace that is removed at the same time is either gone before, or sees this agent in it.
            await changes.hold(tx, orgId);
            await workspaces.ensureKnown(tx, orgId, [...new Set(added.map(({ workspaceId }) => workspaceId))]);
            await store.insertMissing(
              tx,
              added.map((ref) => toRow(orgId, ref)),
            );
          }
          return store.findMany(tx, orgId, [...unknown.keys()]);
        });
        remember(orgId, rows);
      }
      return new Map(refs.map((ref) => [ref.id, known.get(`${orgId}/${ref.id}`) ?? ref.workspaceId]));
    },
    async ensureDefault(orgId) {
      const ref = { id: defaultAgent, workspaceId: defaultWorkspace };
      await store.insertMissing(db, [{ ...toRow(orgId, ref), name: 'default agent', implicit: false }]);
    },
    hasPublicPassports: async (orgId, id) => (await store.find(db, orgId, id))?.public_passports ?? false,
    async find(from, orgId, id) {
      const row = await store.find(from, orgId, id);
      return row === undefined ? undefined : toAgent(row);
    },
    async findAccess(orgId, id) {
      const row = await store.find(db, orgId, id);
      return row === undefined ? undefined : { id, orgId, owners: [], editors: [] };
    },
    get: async (from, orgId, id) => toAgent(await load(from, orgId, id)),
    list: async (orgId, page, workspaceId) =>
      toPage(await store.list(db, orgId, page, workspaceId), page.limit, toAgent),
    listRegistered: async (from, orgId) => (await store.listRegistered(from, orgId)).map(toAgent),
  };
}

type AgentAction = 'created' | 'updated' | 'removed';

function toChange(action: AgentAction, row: AgentRow): ControlChange {
  const { id, revision, audit_mode_reason: reason } = row;
  const scope = { level: 'agent', id } as const;
  return {
    ...{ kind: 'agent', subjectId: id, action, revision, scope, document: toDocument(row) },
    ...(reason === null ? {} : { reason }),
  };
}

function toResult(action: PutAgentResult['action'], row: AgentRow): PutAgentResult {
  return { agent: toAgent(row), action, changed: action !== 'unchanged' };
}

function agentElsewhere({ id, workspace_id: workspaceId }: AgentRow): AppError {
  const detail = `agent ${id} stands in workspace ${workspaceId}; an agent never moves`;
  const extensions = { reason: 'agent_elsewhere', agent_id: id, workspace_id: workspaceId };
  return new AppError('conflict', detail, { detail, extensions });
}
