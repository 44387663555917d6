/**
 * Aliases of models: names that move from version to version. A protected alias moves after an approval of kind
 * `model_promotion`: at the next request, or in the sweep. The transaction that moves it uses up the approval.
 */
import { and, asc, eq } from 'drizzle-orm';
import type { AliasView } from '../../../contract/api/models/shapes.ts';
import { servedAlias } from '../../../contract/api/models/states.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { isAppError } from '../../../platform/errors.ts';
import { type Author, assertAdmin, createAuthor } from '../../base/control/author.ts';
import { loadModel, loadVersion, type ModelCore, recordChange, refuseModel } from './core.ts';
import { findMeant } from './states.ts';
import { type AliasMoveRow, aliasMovesTable, type ModelRow, type VersionRow } from './tables.ts';

export interface ModelAliases {
  list(orgId: string, modelId: string): Promise<AliasView[]>;
  /** `pending` in the answer: the alias moves once that is approved. @throws AppError `conflict`, `not_found`. */
  put(tx: Db, author: Author, modelId: string, move: AliasMove): Promise<AliasView>;
  /** @throws AppError `not_found`, `conflict`. */
  remove(tx: Db, author: Author, modelId: string, name: string): Promise<void>;
  /** Carries out decided moves. Returns how many ended. */
  sweep(): Promise<number>;
}

export interface AliasMove {
  readonly name: string;
  readonly version: number;
}

const maxAliases = 50;
const maxConcurrent = 200;

export function createModelAliases(core: ModelCore): ModelAliases {
  const { db, log, changes } = core;
  const store = createMoveStore();
  return {
    async list(orgId, modelId) {
      const model = await loadModel(core, db, orgId, modelId);
      const moves = await store.list(db, orgId, modelId);
      const names = new Set([...Object.keys(model.aliases), ...moves.map(({ name }) => name)]);
      return [...names].sort().map((name) => toAliasView(model, name, moves));
    },
    async put(tx, author, modelId, move) {
      const { orgId } = author;
      await changes.hold(tx, orgId);
      const { model, row } = await loadVersion(core, tx, orgId, [modelId, move.version]);
      const waiting = await store.find(tx, orgId, modelId, move.name);
      if (waiting !== undefined) {
        const done = await settle(core, tx, waiting, move.version);
        if (done !== undefined) return done;
      }
      if (versionOf(model, move.name) === move.version) return toAliasView(model, move.name, []);
      await assertMovable(tx, { model, row }, move.name);
      if (!model.protected_aliases.includes(move.name)) return carryOut(core, tx, author, model, move);
      const asked = await ask(core, tx, author, { model, row, name: move.name });
      await store.insert(tx, asked);
      return toAliasView(model, move.name, [asked]);
    },
    async remove(tx, author, modelId, name) {
      const { orgId } = author;
      await changes.hold(tx, orgId);
      const model = await loadModel(core, tx, orgId, modelId);
      if (versionOf(model, name) === null) throw refuseModel('no_such_alias', `the model has no alias ${name}`);
      if (model.protected_aliases.includes(name)) assertAdmin(author, `removing the protected alias ${name}`);
      const meant = await findMeant(tx, orgId, modelId);
      if (name === servedAlias && meant?.review === 'revoked') {
        throw refuseModel(
          'model_revoked',
          'the version of this alias is revoked: move the alias to an approved version',
        );
      }
      const { [name]: _gone, ...aliases } = model.aliases;
      const updated = await core.models.update(tx, model, { aliases, updated_at: core.clock.now() });
      await recordChange(core, tx, author, [updated, { action: 'alias_removed', document: { name, aliases } }]);
    },
    async sweep() {
      const waiting = await store.listAll(db);
      let ended = 0;
      for (const move of waiting) {
        try {
          if (await sweepOne(core, move)) ended += 1;
        } catch (error) {
          // The next sweep retries; other moves do not wait for this one.
          log.error({ err: error, model: move.model_id, alias: move.name }, 'a promotion could not be read');
        }
      }
      return ended;
    },
  };
}

/** True if the move ended, carried out or not. */
async function sweepOne(core: ModelCore, seen: AliasMoveRow): Promise<boolean> {
  const { db, changes } = core;
  const { org_id: orgId, model_id: modelId, name, version } = seen;
  return db.transaction(async (tx) => {
    await changes.hold(tx, orgId);
    const move = await createMoveStore().find(tx, orgId, modelId, name);
    // Another process was faster, or the move was replaced.
    if (move?.approval_id !== seen.approval_id) return false;
    try {
      const left = await settle(core, tx, move, version);
      return left === undefined || left.pending === null;
    } catch (error) {
      if (!isAppError(error)) throw error;
      // The conditions of the approval no longer hold (revoked, refused, expired): the move is dropped, not retried.
      core.log.warn({ model: modelId, alias: name, reason: error.message }, 'an alias was not moved');
      await createMoveStore().remove(tx, move);
      return true;
    }
  });
}

/**
 * Checks a waiting move: carries it out once approved, drops it (undefined) once refused or expired.
 * @throws AppError `conflict` if another version is requested meanwhile, or the conditions of the approval no longer hold.
 */
async function settle(core: ModelCore, tx: Db, waiting: AliasMoveRow, asked: number): Promise<AliasView | undefined> {
  const { org_id: orgId, model_id: modelId, approval_id: id, name, version } = waiting;
  const { model, row } = await loadVersion(core, tx, orgId, [modelId, version]);
  const { status } = await core.approvals.take(tx, orgId, id);
  if (status !== 'pending' && status !== 'approved') {
    await createMoveStore().remove(tx, waiting);
    return undefined;
  }
  if (asked !== version) {
    const what = status === 'approved' ? 'is about to replace it' : 'waits for approval: cancel that request first';
    throw refuseModel('promotion_pending', `version ${version} ${what}`, { approval_id: id, version });
  }
  if (status === 'pending') return toAliasView(model, name, [waiting]);
  await assertMovable(tx, { model, row }, name);
  await createMoveStore().remove(tx, waiting);
  await core.approvals.use(tx, orgId, id, `${modelId}/${name}@${version}`);
  return carryOut(core, tx, createAuthor(orgId, waiting.asked_by, 'operator'), model, { name, version });
}

async function carryOut(
  core: ModelCore,
  tx: Db,
  author: Author,
  model: ModelRow,
  { name, version }: AliasMove,
): Promise<AliasView> {
  const from = versionOf(model, name);
  const aliases = { ...model.aliases, [name]: version };
  if (Object.keys(aliases).length > maxAliases) {
    throw refuseModel('too_many_aliases', `a model has at most ${maxAliases} aliases`);
  }
  const updated = await core.models.update(tx, model, { aliases, updated_at: core.clock.now() });
  await recordChange(core, tx, author, [
    updated,
    {
      action: 'alias_moved',
      document: { name, from, to: version },
      event: { code: 'model.alias_moved', data: { alias: name, from, to: version, by: author.user } },
    },
  ]);
  return toAliasView(updated, name, []);
}

/** @throws AppError `conflict`. */
async function assertMovable(
  tx: Db,
  { model, row }: { readonly model: ModelRow; readonly row: VersionRow },
  name: string,
): Promise<void> {
  const { version, status, review } = row;
  if (status !== 'ready') throw refuseModel('version_not_ready', `version ${version} is ${status}`);
  if (review === 'revoked') throw refuseModel('version_revoked', `version ${version} is revoked`);
  if (name !== servedAlias || review === 'approved') return;
  const meant = await findMeant(tx, model.org_id, model.id);
  if (meant?.review !== 'revoked') return;
  const detail = `its names point to version ${meant.version}, which is revoked: only an approved version replaces it`;
  throw refuseModel('model_revoked', detail);
}

async function ask(
  core: ModelCore,
  tx: Db,
  author: Author,
  { model, row, name }: { readonly model: ModelRow; readonly row: VersionRow; readonly name: string },
): Promise<AliasMoveRow> {
  const { org_id: orgId, id: modelId, workspace_id: workspaceId } = model;
  const { id } = await core.approvals.create(tx, author, {
    kind: 'model_promotion',
    resource: model.name,
    action: 'promote',
    requested: {},
    risk: 'high',
    ...(workspaceId === null ? {} : { workspaceId }),
    display: {
      title: `Move ${name} of model ${model.name} to version ${row.version}`.slice(0, 300),
      lines: [
        { label: 'Model', value: model.name },
        { label: 'Alias', value: name },
        { label: 'Now', value: String(model.aliases[name] ?? 'none') },
        { label: 'Version', value: String(row.version) },
        { label: 'Review', value: row.review },
        { label: 'Digest', value: row.model_hash },
      ],
    },
  });
  return {
    org_id: orgId,
    model_id: modelId,
    name,
    version: row.version,
    approval_id: id,
    asked_by: author.user,
    asked_at: core.clock.now(),
  };
}

/** Own members only: an alias may be called `constructor`. */
function versionOf({ aliases }: ModelRow, name: string): number | null {
  return Object.hasOwn(aliases, name) ? (aliases[name] ?? null) : null;
}

function toAliasView(model: ModelRow, name: string, moves: readonly AliasMoveRow[]): AliasView {
  const move = moves.find((each) => each.name === name);
  return {
    name,
    version: versionOf(model, name),
    protected: model.protected_aliases.includes(name),
    pending:
      move === undefined
        ? null
        : {
            version: move.version,
            approval_id: move.approval_id,
            asked_by: move.asked_by,
            asked_at: toTimestamp(move.asked_at),
          },
  };
}

function createMoveStore() {
  const table = aliasMovesTable;
  const own = (orgId: string, modelId: string) => and(eq(table.org_id, orgId), eq(table.model_id, modelId));
  return {
    insert: async (tx: Db, row: AliasMoveRow): Promise<void> => {
      await tx.insert(table).values(row);
    },
    find: async (db: Db, orgId: string, modelId: string, name: string): Promise<AliasMoveRow | undefined> =>
      (
        await db
          .select()
          .from(table)
          .where(and(own(orgId, modelId), eq(table.name, name)))
      )[0],
    list: (db: Db, orgId: string, modelId: string): Promise<AliasMoveRow[]> =>
      db.select().from(table).where(own(orgId, modelId)).orderBy(asc(table.name)),
    /** Covers all organisations. */
    listAll: (db: Db): Promise<AliasMoveRow[]> =>
      db.select().from(table).orderBy(asc(table.asked_at)).limit(maxConcurrent),
    remove: async (tx: Db, { org_id: orgId, model_id: modelId, name }: AliasMoveRow): Promise<void> => {
      await tx.delete(table).where(and(own(orgId, modelId), eq(table.name, name)));
    },
  };
}
