/**
 * Writes the settings of an auditor at a scope: checks them, compares them with enforced values above, merges them,
 * stores them, and records the change.
 */
import { checkEntries, type EntryProblem, type WrittenEntries } from '../../../configuration/settings/check-entries.ts';
import { isSameValue } from '../../../configuration/settings/check-value.ts';
import {
  type EntrySource,
  findEnforced,
  type SettingLevel,
  type SourcedEntry,
} from '../../../configuration/settings/resolve-settings.ts';
import type { SettingTable } from '../../../configuration/settings/setting-table.ts';
import type { AuditorSettingsRecord } from '../../../contract/api/auditor-settings/shapes.ts';
import { isSameScope, type Scope } from '../../../contract/control/scope.ts';
import type { SettingEntry, SettingValue } from '../../../contract/control/setting.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import { type Author, assertAdmin, assertMayWrite } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { staleRevision } from '../../base/revision.ts';
import { loadRecord, placed, settingsScopeOf, toLevels, toRecord } from './records.ts';
import type { ScopeLookup } from './scope-lookup.ts';
import type { AuditorSettingsStore, NewAuditorSettings } from './store.ts';
import type { SettingSubject, SettingSubjects } from './subjects.ts';
import type { AuditorSettingsRow, StoredEntries } from './tables.ts';

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

/** Writes take the caller's transaction, so that several records change together or not at all. */
export interface SettingsWriter {
  /** @throws AppError `not_found`, `unprocessable`, `conflict` (`settings_exist`, `setting_enforced`), `precondition_failed`. */
  write(tx: Db, author: Author, write: SettingsWrite): Promise<SettingsWritten>;
  remove(tx: Db, author: Author, id: string, revision?: number): Promise<void>;
  /** Removes the settings of a scope that is being removed. */
  removeScope(tx: Db, author: Author, scope: Scope): Promise<void>;
}

export interface SettingsWriterDeps {
  readonly store: AuditorSettingsStore;
  readonly subjects: SettingSubjects;
  readonly scopes: ScopeLookup;
  readonly changes: ControlChanges;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

export function createSettingsWriter(deps: SettingsWriterDeps): SettingsWriter {
  const { store, subjects, scopes, changes, clock, randomBytes } = deps;

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
      const row = await loadRecord(store, tx, author.orgId, id);
      if (revision !== undefined && row.revision !== revision) throw staleRevision();
      await remove(tx, author, row);
    },
    async removeScope(tx, author, scope) {
      await changes.hold(tx, author.orgId);
      for (const row of await store.listOf(tx, author.orgId, [scope])) await remove(tx, author, row);
    },
  };
}

/** `replace` gives the whole record; `merge` gives only the changes, and `null` removes. */
export type WriteKind = 'create' | 'replace' | 'merge';

export interface EntriesWrite {
  readonly table: SettingTable;
  readonly written: WrittenEntries;
  readonly how: WriteKind;
  readonly source: EntrySource;
  /** Of the outer scopes, from the outermost. */
  readonly above: readonly SettingLevel[];
  /** Settings of the scope itself. */
  readonly stored: StoredEntries;
}

/** A setting that an outer scope enforces. */
export interface EnforcedAbove {
  readonly name: string;
  readonly decided_by: Scope;
  readonly value: SettingValue;
}

/** Computes the entries to store. @throws AppError `unprocessable`, or `conflict` with `setting_enforced`. */
export function applyWrite({ table, written, how, source, above, stored }: EntriesWrite): StoredEntries {
  const { entries, problems } = checkEntries(table, written);
  if (problems.length > 0) throw wrongEntries(problems);
  const enforced: EnforcedAbove[] = [];
  const next = new Map(how === 'merge' ? Object.entries(stored) : []);
  for (const [name, entry] of entries) {
    if (entry === null) {
      next.delete(name);
      continue;
    }
    const kept = ownEntry(stored, name);
    const held = findEnforcedAbove(table, above, name);
    if (held === undefined) next.set(name, toStored(entry, source));
    // Repeating a stored value is no change, even if an enforced value overrides it.
    else if (kept !== undefined && isSameEntry(kept, entry)) next.set(name, kept);
    // The same value is accepted and stores nothing, so that a file may repeat an enforced value.
    else if (!isSameValue(held.value, entry.value)) enforced.push(held);
  }
  if (enforced.length > 0) throw enforcedElsewhere(enforced);
  return Object.fromEntries(next);
}

/** Finds the enforced value of an outer scope for a name. */
export function findEnforcedAbove(
  table: SettingTable,
  above: readonly SettingLevel[],
  name: string,
): EnforcedAbove | undefined {
  const decided = findEnforced(above, table.settings.get(name)?.names ?? [name]);
  return decided === undefined ? undefined : { name, decided_by: decided.scope, value: decided.entry.value };
}

/** True if both hold the same values from the same sources. */
export function isSameEntries(left: StoredEntries, right: StoredEntries): boolean {
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every((name) => {
    const [one, other] = [ownEntry(left, name), ownEntry(right, name)];
    return one !== undefined && other !== undefined && isSameEntry(one, other) && one.source === other.source;
  });
}

/** True if a write changes what a scope enforces. */
export function changesEnforced(before: StoredEntries, after: StoredEntries): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].some((name) => {
    const [was, is] = [ownEntry(before, name), ownEntry(after, name)];
    if (was?.enforced !== true && is?.enforced !== true) return false;
    return was === undefined || is === undefined || !isSameEntry(was, is);
  });
}

function isSameEntry(left: SettingEntry, right: SettingEntry): boolean {
  return isSameValue(left.value, right.value) && (left.enforced === true) === (right.enforced === true);
}

/** Gives the shortest form: no `enforced: false`, and no source for a value that a person set. */
function toStored({ value, enforced }: SettingEntry, source: EntrySource): SourcedEntry {
  return {
    value,
    ...(enforced === true ? { enforced } : {}),
    ...(source === 'preset' ? { source } : {}),
  };
}

function ownEntry(entries: StoredEntries, name: string): SourcedEntry | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

const maxShown = 32;

function wrongEntries(problems: readonly EntryProblem[]): AppError {
  const [first] = problems;
  const detail = first?.message ?? 'the settings are invalid';
  return new AppError('unprocessable', detail, {
    detail,
    errors: problems.slice(0, maxShown).map(({ pointer, message }) => ({ pointer: `/settings${pointer}`, message })),
    extensions: { reason: first?.reason ?? 'setting_invalid', problem_count: problems.length },
  });
}

function enforcedElsewhere(enforced: readonly EnforcedAbove[]): AppError {
  const [first] = enforced;
  const detail = `${enforced.map(({ name }) => name).join(', ')}: enforced by an outer scope, so it cannot be changed here`;
  return new AppError('conflict', detail, {
    detail,
    errors: enforced.slice(0, maxShown).map(({ name, decided_by: { level, id } }) => ({
      pointer: `/settings/${name}`,
      message: `is enforced by ${level} ${id}`,
    })),
    extensions: { reason: 'setting_enforced', decided_by: first?.decided_by, enforced },
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
