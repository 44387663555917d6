/** Creates, changes, finds and removes registered models. One that was ever in use cannot be removed. */

import type { CreateModel, PatchModel, RegisteredModel } from '../../../contract/api/models/shapes.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import { createId } from '../../../platform/ids.ts';
import { type Author, assertAdmin, assertMay } from '../../base/control/author.ts';
import { staleRevision } from '../../base/revision.ts';
import { loadModel, type ModelCore, recordChange, refuseModel, viewModel } from './core.ts';
import { claimNames } from './served-names.ts';
import { findMeant } from './states.ts';
import type { ModelFilter } from './store.ts';
import type { ModelRow } from './tables.ts';
import { toModelView } from './views.ts';

export interface RegisteredModels {
  /** @throws AppError `conflict` for a name or served name that is taken. */
  create(tx: Db, author: Author, request: CreateModel): Promise<RegisteredModel>;
  get(orgId: string, id: string): Promise<RegisteredModel>;
  list(orgId: string, filter: ModelFilter, page: PageStart): Promise<Page<RegisteredModel>>;
  update(tx: Db, author: Author, id: string, change: PatchModel, revision: number): Promise<RegisteredModel>;
  /** @throws AppError `conflict` if one of its versions was ever ready: a revocation must last. */
  remove(tx: Db, author: Author, id: string, revision: number): Promise<void>;
}

/** Limit per organisation: the states of all models are read for each configuration of its gateways. */
const maxModels = 10_000;

export function createRegisteredModels(core: ModelCore): RegisteredModels {
  const { db, clock, randomBytes, changes, models, versions } = core;

  const loadAt = async (tx: Db, author: Author, id: string, revision: number): Promise<ModelRow> => {
    await changes.hold(tx, author.orgId);
    const row = await loadModel(core, tx, author.orgId, id);
    if (row.revision !== revision) throw staleRevision();
    return row;
  };

  return {
    async create(tx, author, request) {
      const { orgId, user } = author;
      await changes.hold(tx, orgId);
      if (request.workspace_id !== undefined) await assertWorkspace(core, tx, orgId, request.workspace_id);
      if ((await models.count(tx, orgId)) >= maxModels) {
        throw refuseModel('too_many_models', `an organisation has at most ${maxModels} registered models`);
      }
      const now = clock.now();
      const row = await models.insert(tx, {
        org_id: orgId,
        id: createId('mdl', clock, randomBytes),
        name: request.name,
        description: request.description ?? '',
        workspace_id: request.workspace_id ?? null,
        tags: request.tags ?? {},
        aliases: {},
        protected_aliases: request.protected_aliases ?? [],
        last_version: 0,
        revision: 1,
        created_at: now,
        created_by: user,
        updated_at: now,
      });
      if (row === undefined) throw refuseModel('model_exists', `a model named ${request.name} already exists`);
      await claimNames(core, tx, { orgId, modelId: row.id, version: null }, request.served_as ?? []);
      const view = await viewModel(core, tx, row);
      await recordChange(core, tx, author, [row, { action: 'created', document: view }]);
      return view;
    },
    async get(orgId, id) {
      return viewModel(core, db, await loadModel(core, db, orgId, id));
    },
    async list(orgId, filter, page) {
      const rows = await models.list(db, orgId, filter, page);
      const names = await models.namesOf(
        db,
        orgId,
        rows.map(({ id }) => id),
      );
      return toPage(rows, page.limit, (row) => toModelView(row, names));
    },
    async update(tx, author, id, change, revision) {
      const { orgId } = author;
      const row = await loadAt(tx, author, id, revision);
      const { served_as: servedAs, workspace_id: workspaceId, ...rest } = change;
      assertStillProtected(author, row, rest.protected_aliases);
      if (workspaceId !== undefined && workspaceId !== null) await assertWorkspace(core, tx, orgId, workspaceId);
      if (servedAs !== undefined) {
        await assertNoneFreed(core, tx, row, servedAs);
        await assertNoneSlippedIn(core, tx, author, row, servedAs);
        await claimNames(core, tx, { orgId, modelId: id, version: null }, servedAs);
      }
      const updated = await models.update(tx, row, {
        ...rest,
        ...(workspaceId === undefined ? {} : { workspace_id: workspaceId }),
        updated_at: clock.now(),
      });
      const view = await viewModel(core, tx, updated);
      await recordChange(core, tx, author, [updated, { action: 'updated', document: view }]);
      return view;
    },
    async remove(tx, author, id, revision) {
      const { orgId } = author;
      const row = await loadAt(tx, author, id, revision);
      const all = await versions.list(tx, orgId, id, { limit: row.last_version, before: undefined });
      if (all.some(({ status, review }) => status === 'ready' || review === 'revoked')) {
        throw refuseModel('model_in_use', 'one of its versions was approved once: deprecate or revoke it instead');
      }
      await versions.removeAll(tx, orgId, id);
      for (const version of [null, ...all.map((each) => each.version)]) {
        await models.setNames(tx, orgId, { modelId: id, version }, []);
      }
      await models.remove(tx, orgId, id);
      await recordChange(core, tx, author, [{ ...row, revision: 0 }, { action: 'removed' }]);
    },
  };
}

/** @throws AppError `unprocessable`. */
async function assertWorkspace({ workspaces }: ModelCore, tx: Db, orgId: string, id: string): Promise<void> {
  if ((await workspaces.find(tx, orgId, id)) !== undefined) return;
  const detail = `there is no workspace ${id}`;
  throw new AppError('unprocessable', detail, { detail, errors: [{ pointer: '/workspace_id', message: detail }] });
}

/** A caller who may move an alias must not be able to remove its protection first. */
function assertStillProtected(author: Author, row: ModelRow, next: readonly string[] | undefined): void {
  const freed = next === undefined ? [] : row.protected_aliases.filter((name) => !next.includes(name));
  if (freed.length > 0) assertAdmin(author, `taking the alias ${freed.join(', ')} off protected_aliases`);
}

/** A revoked model must not give up a name: another model could bring the name back. */
async function assertNoneFreed(core: ModelCore, tx: Db, row: ModelRow, next: readonly string[]): Promise<void> {
  const names = await core.models.namesOf(tx, row.org_id, [row.id]);
  const freed = names.filter(({ name, version }) => version === null && !next.includes(name));
  if (freed.length === 0) return;
  const meant = await findMeant(tx, row.org_id, row.id);
  if (meant?.review !== 'revoked') return;
  const detail = `version ${meant.version} is revoked: ${freed.map(({ name }) => name).join(', ')} stays on it until a version is approved`;
  throw refuseModel('model_revoked', detail);
}

/**
 * Where only approved models pass, the name is what passes. Adding a name after the approval needs the right to decide.
 * @throws AppError `forbidden`.
 */
async function assertNoneSlippedIn(
  core: ModelCore,
  tx: Db,
  author: Author,
  row: ModelRow,
  next: readonly string[],
): Promise<void> {
  const names = await core.models.namesOf(tx, row.org_id, [row.id]);
  const added = next.filter((name) => !names.some((known) => known.version === null && known.name === name));
  if (added.length === 0) return;
  // Whichever version the names mean now: an alias can move back.
  if (!(await core.versions.hasApproved(tx, row.org_id, row.id))) return;
  assertMay(author, 'registry.decide', `adding ${added.join(', ')} to served_as of a model that was approved`);
}
