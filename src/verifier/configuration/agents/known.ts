/** Agents that evidence names: makes them known and records their activity (contract 4.2). */
import { agentSpiffeId, trustDomainOf } from '../../../contract/spiffe.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { createAuthor } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { defaultAgent, defaultWorkspace } from '../../base/tenancy.ts';
import type { Workspaces } from '../workspaces/service.ts';
import type { FindAgentHooks } from './hooks.ts';
import { withClients } from './own-clients.ts';
import { toImplicitRow, unsaid } from './rows.ts';
import type { AgentStore, NewAgent, Seen } from './store.ts';
import type { AgentRow } from './tables.ts';

export interface AgentRef {
  readonly id: string;
  readonly workspaceId: string;
  /** When the activity happened, in milliseconds since the epoch; now if absent. */
  readonly seenAt?: number;
}

export interface KnownAgents {
  /** Makes the agents and workspaces that evidence names known, and gives the workspace of each agent. */
  ensureKnown(orgId: string, refs: readonly AgentRef[]): Promise<ReadonlyMap<string, string>>;
  /** Gives the workspaces of the agents that exist, known by evidence or registered. */
  findWorkspaces(from: Db, orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Makes agent `default` of workspace `default` at the first start; the built-in operator owns it. */
  ensureDefault(orgId: string): Promise<void>;
  /** Records that the agent got a token. */
  noteToken(orgId: string, id: string): Promise<void>;
}

export interface KnownAgentsDeps {
  readonly db: Db;
  readonly store: AgentStore;
  readonly changes: ControlChanges;
  readonly workspaces: Pick<Workspaces, 'ensureKnown'>;
  readonly hooks: FindAgentHooks;
  readonly clock: Clock;
  readonly trustDomain: string;
}

/** Most agents in memory; the oldest are dropped first. */
const maxKnown = 50_000;
/** Shortest time between two writes, so that a busy agent does not rewrite its row for every call. */
const seenStepMs = 30_000;
const tokenStepMs = 10_000;
const defaultOwner = 'local';

export function createKnownAgents(deps: KnownAgentsDeps): KnownAgents {
  const { db, store, changes, workspaces, hooks, clock, trustDomain } = deps;
  // An agent never changes its workspace, not even when it is removed and registered again: a cached entry is always right.
  const known = createRecent<string>();
  const seen = createRecent<number>();
  const tokens = createRecent<number>();

  const toRow = (orgId: string, { id, workspaceId }: AgentRef): NewAgent =>
    toImplicitRow({
      orgId,
      workspaceId,
      id,
      now: clock.now(),
      spiffeId: agentSpiffeId(trustDomainOf(trustDomain, orgId), id),
    });

  const insertUnknown = (orgId: string, unknown: ReadonlyMap<string, AgentRef>): Promise<AgentRow[]> =>
    db.transaction(async (tx) => {
      const present = new Set((await store.findMany(tx, orgId, [...unknown.keys()])).map(({ id }) => id));
      const added = [...unknown.values()].filter(({ id }) => !present.has(id));
      if (added.length > 0) {
        // With the lock, a workspace that is being removed is either already gone, or its removal sees this agent.
        await changes.hold(tx, orgId);
        await workspaces.ensureKnown(tx, orgId, [...new Set(added.map(({ workspaceId }) => workspaceId))]);
        await store.insertMissing(
          tx,
          added.map((ref) => toRow(orgId, ref)),
        );
      }
      return store.findMany(tx, orgId, [...unknown.keys()]);
    });

  /** Brings removed agents that evidence names again back, as agents that nobody registered. */
  const revive = (orgId: string, ids: readonly string[]): Promise<void> =>
    db.transaction(async (tx) => {
      await changes.hold(tx, orgId);
      for (const row of await store.findMany(tx, orgId, ids)) {
        if (row.removed_at === null) continue;
        await workspaces.ensureKnown(tx, orgId, [row.workspace_id]);
        const again = { ...unsaid, name: row.id, status: 'active', implicit: true, removed_at: null } as const;
        const changed = await store.update(tx, row, { ...again, updated_at: clock.now() });
        if (changed === undefined) throw new Error('an agent changed under the lock of its organisation');
        const scope = { level: 'agent', id: row.id } as const;
        await changes.record(tx, createAuthor(orgId, 'system'), {
          kind: 'agent',
          subjectId: row.id,
          action: 'seen_again',
          revision: changed.revision,
          scope,
        });
      }
    });

  const noteSeen = async (orgId: string, refs: readonly AgentRef[]): Promise<void> => {
    const now = clock.now();
    const due = new Map<string, Seen>();
    for (const { id, seenAt = now } of refs) {
      const at = Math.min(seenAt, now);
      if (at >= (seen.get(`${orgId}/${id}`) ?? Number.NEGATIVE_INFINITY) + seenStepMs) due.set(id, { id, at });
    }
    if (due.size === 0) return;
    const noted = await store.noteSeen(db, orgId, [...due.values()]);
    const removed: string[] = [];
    for (const { id, removed_at: removedAt } of noted) {
      const at = due.get(id)?.at ?? now;
      seen.set(`${orgId}/${id}`, at);
      if (removedAt !== null && at > Number(removedAt)) removed.push(id);
    }
    if (removed.length > 0) await revive(orgId, removed);
  };

  return {
    async ensureKnown(orgId, refs) {
      const unknown = new Map(
        refs.filter(({ id }) => known.get(`${orgId}/${id}`) === undefined).map((ref) => [ref.id, ref]),
      );
      if (unknown.size > 0) {
        for (const row of await insertUnknown(orgId, unknown)) known.set(`${orgId}/${row.id}`, row.workspace_id);
      }
      await noteSeen(orgId, refs);
      return new Map(refs.map((ref) => [ref.id, known.get(`${orgId}/${ref.id}`) ?? ref.workspaceId]));
    },
    async findWorkspaces(from, orgId, ids) {
      const missing = ids.filter((id) => known.get(`${orgId}/${id}`) === undefined);
      const rows = missing.length === 0 ? [] : await store.findMany(from, orgId, missing);
      for (const { id, workspace_id } of rows) known.set(`${orgId}/${id}`, workspace_id);
      return new Map(
        ids.flatMap((id) => {
          const workspaceId = known.get(`${orgId}/${id}`);
          return workspaceId === undefined ? [] : [[id, workspaceId] as const];
        }),
      );
    },
    async ensureDefault(orgId) {
      const owned = { owners: [defaultOwner], sponsor_ids: [defaultOwner], created_by: defaultOwner };
      const row = toRow(orgId, { id: defaultAgent, workspaceId: defaultWorkspace });
      await db.transaction(async (tx) => {
        await changes.hold(tx, orgId);
        if ((await store.findMany(tx, orgId, [defaultAgent])).length > 0) return;
        const registered = { ...row, ...owned, name: 'default agent', implicit: false };
        await store.insertMissing(tx, await withClients(tx, hooks, [registered]));
      });
    },
    async noteToken(orgId, id) {
      const now = clock.now();
      const key = `${orgId}/${id}`;
      if (now < (tokens.get(key) ?? Number.NEGATIVE_INFINITY) + tokenStepMs) return;
      tokens.set(key, now);
      await store.noteOwn(db, orgId, id, 'token', now);
    },
  };
}

/** A map of bounded size. */
function createRecent<T>() {
  const entries = new Map<string, T>();
  return {
    get: (key: string) => entries.get(key),
    set(key: string, value: T): void {
      const oldest = entries.size >= maxKnown && !entries.has(key) ? entries.keys().next().value : undefined;
      if (oldest !== undefined) entries.delete(oldest);
      entries.set(key, value);
    },
  };
}
