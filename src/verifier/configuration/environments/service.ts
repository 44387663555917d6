/** Environments: what a VendorEnvironment document says, kept so that it is listed, exported and compared (contract 2.10). */
import { isDeepStrictEqual } from 'node:util';
import type { Environment } from '../../../contract/api/environments/shapes.ts';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import { conflict } from '../../../platform/refusals.ts';
import { type Author, assertMayWrite } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { staleRevision } from '../../base/revision.ts';
import type { EnvironmentStore } from './store.ts';
import type { EnvironmentRow } from './tables.ts';

export interface PutEnvironment {
  readonly id: string;
  readonly workspaceId: string;
  readonly deploymentType: Environment['deployment_type'];
  /** Ids of its agents. */
  readonly agents: readonly string[];
}

/** The stored members that a document decides. */
export type EnvironmentContent = Pick<EnvironmentRow, 'workspace_id' | 'deployment_type' | 'agents'>;

export interface PutEnvironmentResult {
  readonly action: 'created' | 'updated' | 'unchanged';
  readonly before: EnvironmentContent | undefined;
  readonly after: EnvironmentContent;
}

/** Writes run in the caller's transaction, so that several records change together or not at all. */
export interface Environments {
  /** A repeat changes nothing. @throws AppError `conflict` (`environment_elsewhere`) for one of another workspace. */
  put(tx: Db, author: Author, environment: PutEnvironment): Promise<PutEnvironmentResult>;
  /** Its agents stay registered. @throws AppError `not_found`, `precondition_failed`. */
  remove(tx: Db, author: Author, id: string, revision: number): Promise<void>;
  /** Removes those of a workspace that is removed. */
  removeWorkspace(tx: Db, author: Author, workspaceId: string): Promise<void>;
  /** @throws AppError `not_found`. */
  get(db: Db, orgId: string, id: string): Promise<Environment>;
  list(orgId: string, page: PageStart, workspaceId?: string): Promise<Page<Environment>>;
  /** Lists all of an organisation, by id. */
  listAll(db: Db, orgId: string): Promise<Environment[]>;
}

export interface EnvironmentsDeps {
  readonly db: Db;
  readonly store: EnvironmentStore;
  readonly changes: ControlChanges;
  readonly clock: Clock;
}

export function createEnvironments({ db, store, changes, clock }: EnvironmentsDeps): Environments {
  const load = async (from: Db, orgId: string, id: string): Promise<EnvironmentRow> => {
    const row = await store.find(from, orgId, id);
    if (row === undefined) throw notFound();
    return row;
  };

  const show = async (from: Db, orgId: string, rows: readonly EnvironmentRow[]): Promise<Environment[]> => {
    const members = await store.listMembers(
      from,
      orgId,
      rows.map(({ id }) => id),
    );
    const byEnvironment = new Map(rows.map(({ id }) => [id, [] as Environment['agents']]));
    for (const { environment, name, model_id: model, status } of members) {
      byEnvironment.get(environment)?.push({ name, model: model === null ? null : { id: model }, status });
    }
    return rows.map(({ seq: _seq, ...row }) => ({
      ...row,
      agents: byEnvironment.get(row.id) ?? [],
      created_at: toTimestamp(row.created_at),
      updated_at: toTimestamp(row.updated_at),
    }));
  };

  const record = (tx: Db, author: Author, action: string, row: EnvironmentRow) => {
    const scope = { level: 'workspace', id: row.workspace_id } as const;
    const isGone = action === 'removed';
    const written = isGone ? { revision: 0 } : { revision: row.revision, document: toContent(row) };
    return changes.record(tx, author, { kind: 'environment', subjectId: row.id, action, scope, ...written });
  };

  const drop = async (tx: Db, author: Author, row: EnvironmentRow): Promise<void> => {
    if (!(await store.remove(tx, row))) throw staleRevision();
    await record(tx, author, 'removed', row);
  };

  return {
    async put(tx, author, { id, workspaceId, deploymentType, agents }) {
      assertMayWrite(author);
      await changes.hold(tx, author.orgId);
      const after = { workspace_id: workspaceId, deployment_type: deploymentType, agents: [...agents].sort() };
      const known = await store.find(tx, author.orgId, id);
      const now = clock.now();
      if (known === undefined) {
        const dated = { revision: 1, created_at: now, created_by: author.user, updated_at: now };
        const row = await store.insert(tx, { org_id: author.orgId, id, ...after, ...dated });
        if (row === undefined) throw new Error('an insert returns its row');
        await record(tx, author, 'created', row);
        return { action: 'created', before: undefined, after };
      }
      const before = toContent(known);
      if (before.workspace_id !== workspaceId) throw elsewhere(known);
      if (isDeepStrictEqual(before, after)) return { action: 'unchanged', before, after };
      const row = await store.update(tx, known, { ...after, updated_at: now });
      if (row === undefined) throw new Error('an environment changed under the lock of its organisation');
      await record(tx, author, 'updated', row);
      return { action: 'updated', before, after };
    },
    async remove(tx, author, id, revision) {
      assertMayWrite(author);
      await changes.hold(tx, author.orgId);
      const row = await load(tx, author.orgId, id);
      if (row.revision !== revision) throw staleRevision();
      await drop(tx, author, row);
    },
    async removeWorkspace(tx, author, workspaceId) {
      for (const row of await store.listAll(tx, author.orgId)) {
        if (row.workspace_id === workspaceId) await drop(tx, author, row);
      }
    },
    async get(from, orgId, id) {
      const [environment] = await show(from, orgId, [await load(from, orgId, id)]);
      if (environment === undefined) throw notFound();
      return environment;
    },
    async list(orgId, page, workspaceId) {
      const rows = toPage(await store.list(db, orgId, page, workspaceId), page.limit, (row) => row);
      return { ...rows, items: await show(db, orgId, rows.items) };
    },
    listAll: async (from, orgId) => show(from, orgId, await store.listAll(from, orgId)),
  };
}

function toContent({ workspace_id, deployment_type, agents }: EnvironmentRow): EnvironmentContent {
  return { workspace_id, deployment_type, agents };
}

function elsewhere({ id, workspace_id: workspaceId }: EnvironmentRow): AppError {
  const detail = `environment ${id} belongs to workspace ${workspaceId}: give this one another metadata.name`;
  return conflict(detail, 'environment_elsewhere');
}

function notFound(): AppError {
  const detail = 'there is no such environment';
  return new AppError('not_found', detail, { detail });
}
