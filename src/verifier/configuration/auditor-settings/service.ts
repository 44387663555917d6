/** Settings of auditors at organisations, workspaces and agents, and the effective settings of an agent. */
import type { WrittenEntries } from '../../../configuration/settings/check-entries.ts';
import {
  type EntrySource,
  resolveSettings,
  type SettingLevel,
} from '../../../configuration/settings/resolve-settings.ts';
import type { AuditorSettingsRecord, EffectiveSettings } from '../../../contract/api/auditor-settings/shapes.ts';
import type { BundleSettings } from '../../../contract/control/config-bundle.ts';
import { isSameScope, type Scope } from '../../../contract/control/scope.ts';
import type { SettingEntries } from '../../../contract/control/setting.ts';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import { type Author, assertAdmin, assertMayWrite } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { staleRevision } from '../../base/revision.ts';
import type { AuditorCatalog } from '../auditor-catalog/catalog.ts';
import { type CascadeRow, readCascade } from './cascade.ts';
import type { ScopeLookup } from './scope-lookup.ts';
import type { AuditorSettingsStore, NewAuditorSettings, SettingsFilter } from './store.ts';
import { createSettingSubjects, type SettingSubject } from './subjects.ts';
import type { AuditorSettingsRow, StoredEntries } from './tables.ts';
import {
  applyWrite,
  changesEnforced,
  type EnforcedAbove,
  findEnforcedAbove,
  isSameEntries,
  type WriteKind,
} from './write.ts';

/** One write to one record. */
export interface SettingsWrite {
  readonly scope: Scope;
  readonly auditorId: string;
  /** By full name, or by an unambiguous bare key; `null` removes a setting with `merge`. */
  readonly settings: WrittenEntries;
  /** `create` refuses a second record; the others create a missing one. */
  readonly how: WriteKind;
  /** Origin of the values; a person if absent. */
  readonly source?: EntrySource;
  /** Expected revision of the record. */
  readonly revision?: number;
}

export interface SettingsWritten {
  /** Undefined if there was no record and all values are already enforced by an outer scope, so none was stored. */
  readonly record: AuditorSettingsRecord | undefined;
  readonly changed: boolean;
}

/** Settings of an auditor at a scope, and those that an outer scope enforces. */
export interface SettingsAtScope {
  readonly id: string | undefined;
  readonly revision: number;
  /** With their sources. */
  readonly entries: StoredEntries;
  readonly enforcedAbove: readonly EnforcedAbove[];
}

/** Writes take the caller's transaction, so that several records change together or not at all. */
export interface AuditorSettings {
  /** @throws AppError `not_found`, `unprocessable`, `conflict` (`settings_exist`, `setting_enforced`), `precondition_failed`. */
  write(tx: Db, author: Author, write: SettingsWrite): Promise<SettingsWritten>;
  remove(tx: Db, author: Author, id: string, revision?: number): Promise<void>;
  /** Removes the settings of a scope that is being removed. */
  removeScope(tx: Db, author: Author, scope: Scope): Promise<void>;
  /** @throws AppError `not_found`. */
  get(db: Db, orgId: string, id: string): Promise<AuditorSettingsRecord>;
  list(orgId: string, filter: SettingsFilter, page: PageStart): Promise<Page<AuditorSettingsRecord>>;
  listAll(db: Db, orgId: string): Promise<BundleRecord[]>;
  listByAuditor(db: Db, orgId: string, auditorId: string): Promise<BundleRecord[]>;
  /** Read before a write, e.g. by a preset. */
  inspect(db: Db, orgId: string, scope: Scope, auditorId: string): Promise<SettingsAtScope>;
  /** Gives the effective settings of an agent, for one auditor or all. @throws AppError `not_found`. */
  effective(db: Db, orgId: string, agentId: string, auditorId?: string): Promise<EffectiveSettings[]>;
}

/** A record as in bundles, with its id and revision. */
export interface BundleRecord extends BundleSettings {
  readonly id: string;
  readonly revision: number;
}

export interface AuditorSettingsDeps {
  readonly db: Db;
  readonly store: AuditorSettingsStore;
  readonly catalog: AuditorCatalog;
  readonly scopes: ScopeLookup;
  readonly changes: ControlChanges;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

export function createAuditorSettings(deps: AuditorSettingsDeps): AuditorSettings {
  const { db, store, scopes, changes, clock, randomBytes } = deps;
  const subjects = createSettingSubjects(deps.catalog);

  const record = (tx: Db, author: Author, row: AuditorSettingsRow, action: string, revision = row.revision) => {
    const document = revision === 0 ? null : { auditor_id: row.auditor_id, settings: row.settings };
    const scope = settingsScopeOf(row);
    return changes.record(tx, author, {
      kind: 'auditor_settings',
      subjectId: row.id,
      action,
      scope,
      revision,
      document,
    });
  };

  const findAuditor = async (from: Db, orgId: string, id: string): Promise<SettingSubject> => {
    const auditor = await subjects.find(from, orgId, id);
    if (auditor === undefined) throw notFound('there is no such auditor');
    return auditor;
  };

  const load = async (from: Db, orgId: string, id: string): Promise<AuditorSettingsRow> => {
    const row = await store.find(from, orgId, id);
    if (row === undefined) throw notFound('there are no such settings');
    return row;
  };

  const insert = (tx: Db, author: Author, { scope, auditorId }: SettingsWrite, settings: StoredEntries) =>
    store.insert(tx, {
      id: createId('ast', clock, randomBytes),
      org_id: author.orgId,
      auditor_id: auditorId,
      settings,
      scope_level: scope.level,
      scope_id: scope.id,
      revision: 1,
      created_at: clock.now(),
      created_by: author.user,
      updated_at: clock.now(),
    });

  const remove = async (tx: Db, author: Author, row: AuditorSettingsRow): Promise<void> => {
    assertMayEnforce(author, settingsScopeOf(row), row.settings, {});
    await store.remove(tx, author.orgId, row.id);
    await record(tx, author, row, 'removed', 0);
  };

  return {
    async write(tx, author, write) {
      assertMayWrite(author);
      const { scope, auditorId, how, source = 'setting' } = write;
      await changes.hold(tx, author.orgId);
      const path = await scopes.pathTo(tx, author.orgId, scope);
      const auditor = await subjects.find(tx, author.orgId, auditorId);
      if (auditor === undefined) throw unknownAuditor(auditorId, await subjects.list(tx, author.orgId));
      const rows = await store.listOf(tx, author.orgId, path, auditorId);
      const row = rows.find((candidate) => isSameScope(settingsScopeOf(candidate), scope));
      assertExpected(write, row);
      const stored = row?.settings ?? {};
      const above = toLevels(path.slice(0, -1), rows.map(placed));
      const settings = applyWrite({ table: auditor.settings, written: write.settings, how, source, above, stored });
      assertMayEnforce(author, scope, stored, settings);
      if (row === undefined) {
        if (how !== 'create' && Object.keys(settings).length === 0) return { record: undefined, changed: false };
        const inserted = await insert(tx, author, write, settings);
        await record(tx, author, inserted, 'created');
        return { record: toRecord(inserted), changed: true };
      }
      if (isSameEntries(stored, settings)) return { record: toRecord(row), changed: false };
      const updated = await store.update(tx, row, settings, clock.now());
      await record(tx, author, updated, 'updated');
      return { record: toRecord(updated), changed: true };
    },
    async remove(tx, author, id, revision) {
      assertMayWrite(author);
      await changes.hold(tx, author.orgId);
      const row = await load(tx, author.orgId, id);
      if (revision !== undefined && row.revision !== revision) throw staleRevision();
      await remove(tx, author, row);
    },
    async removeScope(tx, author, scope) {
      await changes.hold(tx, author.orgId);
      for (const row of await store.listOf(tx, author.orgId, [scope])) await remove(tx, author, row);
    },
    get: async (from, orgId, id) => toRecord(await load(from, orgId, id)),
    list: async (orgId, filter, page) => toPage(await store.list(db, orgId, filter, page), page.limit, toRecord),
    listAll: async (from, orgId) => (await store.listAll(from, orgId)).map(toBundleRecord),
    listByAuditor: async (from, orgId, id) => (await store.listByAuditor(from, orgId, id)).map(toBundleRecord),
    async inspect(from, orgId, scope, auditorId) {
      const path = await scopes.pathTo(from, orgId, scope);
      const { settings: table } = await findAuditor(from, orgId, auditorId);
      const rows = await store.listOf(from, orgId, path, auditorId);
      const row = rows.find((candidate) => isSameScope(settingsScopeOf(candidate), scope));
      const above = toLevels(path.slice(0, -1), rows.map(placed));
      return {
        id: row?.id,
        revision: row?.revision ?? 0,
        entries: row?.settings ?? {},
        enforcedAbove: [...table.settings.keys()].flatMap((name) => findEnforcedAbove(table, above, name) ?? []),
      };
    },
    async effective(from, orgId, agentId, auditorId) {
      const auditors =
        auditorId === undefined ? await subjects.list(from, orgId) : [await findAuditor(from, orgId, auditorId)];
      const cascade = await readCascade(from, orgId, agentId, auditorId);
      if (cascade === undefined) throw notFound('there is no such agent');
      const { path, revision, rows } = cascade;
      return auditors.map((auditor) => {
        const own = rows.filter((row) => row.auditorId === auditor.id);
        return toEffective({ agentId, auditor, revision, levels: toLevels(path, own) });
      });
    },
  };
}

interface EffectiveParts {
  readonly agentId: string;
  readonly auditor: SettingSubject;
  readonly revision: number;
  readonly levels: readonly SettingLevel[];
}

function toEffective({ agentId, auditor, revision, levels }: EffectiveParts): EffectiveSettings {
  const { settings, auditor_config, detection_overrides } = resolveSettings(levels, auditor.settings);
  return { agent_id: agentId, auditor_id: auditor.id, revision, settings, auditor_config, detection_overrides };
}

/** Gives one level per scope, in the order of the path; a scope without a record has an empty one. */
export function toLevels(
  path: readonly Scope[],
  rows: readonly Pick<CascadeRow, 'scope' | 'settings'>[],
): SettingLevel[] {
  return path.map((scope) => {
    const row = rows.find((candidate) => isSameScope(candidate.scope, scope));
    return { scope, entries: row?.settings ?? {} };
  });
}

/** Checks a write against the existing record. @throws AppError `conflict`, `precondition_failed`. */
export function assertExpected({ how, revision }: SettingsWrite, row: NewAuditorSettings | undefined): void {
  if (how === 'create' && row !== undefined) {
    const detail = 'this scope already has settings of this auditor: change them';
    throw new AppError('conflict', detail, { detail, extensions: { reason: 'settings_exist', id: row.id } });
  }
  if (revision !== undefined && row?.revision !== revision) throw staleRevision();
}

/** Enforced settings of an organisation apply to all its scopes, so only an admin sets and removes them. */
export function assertMayEnforce(author: Author, scope: Scope, before: StoredEntries, after: StoredEntries): void {
  if (scope.level === 'org' && changesEnforced(before, after)) {
    assertAdmin(author, 'changing the enforced settings of an organisation');
  }
}

function unknownAuditor(id: string, auditors: readonly SettingSubject[]): AppError {
  const known = auditors.map((auditor) => auditor.id).join(', ');
  const detail = `there is no auditor ${id}; known auditors: ${known}`;
  return new AppError('unprocessable', detail, {
    detail,
    errors: [{ pointer: '/auditor_id', message: detail }],
    extensions: { reason: 'auditor_unknown' },
  });
}

function notFound(detail: string): AppError {
  return new AppError('not_found', detail, { detail });
}

/** Gives a record with its scope, for the cascade. */
export function placed(row: NewAuditorSettings): Pick<CascadeRow, 'scope' | 'settings'> {
  return { scope: settingsScopeOf(row), settings: row.settings };
}

/** Gives the scope of a record. */
export function settingsScopeOf({ scope_level: level, scope_id: id }: NewAuditorSettings): Scope {
  return { level, id };
}

function toBundleRecord(row: AuditorSettingsRow): BundleRecord {
  const { id, auditor_id, revision } = row;
  return { id, scope: settingsScopeOf(row), auditor_id, settings: toEntries(row.settings), revision };
}

/** Formats a record for the API. */
export function toRecord(row: NewAuditorSettings): AuditorSettingsRecord {
  const { id, org_id, auditor_id, settings, revision, created_at, created_by, updated_at } = row;
  return {
    id,
    org_id,
    scope: settingsScopeOf(row),
    auditor_id,
    settings: toEntries(settings),
    revision,
    created_at: toTimestamp(created_at),
    created_by,
    updated_at: toTimestamp(updated_at),
  };
}

/** Leaves out sources, which are part of the effective view. */
function toEntries(entries: StoredEntries): SettingEntries {
  return Object.fromEntries(
    Object.entries(entries).map(([name, { value, enforced }]) => [
      name,
      { value, ...(enforced === true ? { enforced } : {}) },
    ]),
  );
}
