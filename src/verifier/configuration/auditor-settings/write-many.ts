/** Does many writes of settings with a few statements: declarative files set hundreds of agents in one transaction. */
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError, isAppError } from '../../../platform/errors.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import { type Author, assertMayWrite } from '../../base/control/author.ts';
import type { ControlChange, ControlChanges } from '../../base/control/changes.ts';
import type { AuditorCatalog } from '../auditor-catalog/catalog.ts';
import { placed, settingsScopeOf, toLevels, toRecord } from './records.ts';
import type { ScopePath } from './scope-lookup.ts';
import type { AuditorSettingsStore, NewAuditorSettings } from './store.ts';
import { createSettingSubjects, type SettingSubject } from './subjects.ts';
import {
  applyWrite,
  assertExpected,
  assertMayEnforce,
  isSameEntries,
  type SettingsWrite,
  type SettingsWritten,
} from './write.ts';

/** A write whose caller has checked the scope in the same transaction. */
export interface PlacedWrite {
  readonly write: SettingsWrite;
  readonly path: ScopePath;
}

/** The outcome of one write: the result of a single write, or its refusal. */
export type WriteOutcome = { readonly written: SettingsWritten } | { readonly refused: AppError };

/**
 * Does the same as one write after the other, each seeing those before it. A refused one changes nothing; the caller decides
 * whether the others are kept.
 */
export type WriteManySettings = (tx: Db, author: Author, writes: readonly PlacedWrite[]) => Promise<WriteOutcome[]>;

export interface WriteManyDeps {
  readonly store: AuditorSettingsStore;
  readonly catalog: AuditorCatalog;
  readonly changes: ControlChanges;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

export function createWriteMany({ store, catalog, changes, clock, randomBytes }: WriteManyDeps): WriteManySettings {
  const subjects = createSettingSubjects(catalog);
  const toNewRow = ({ orgId, user }: Author, { scope, auditorId }: SettingsWrite): NewAuditorSettings => ({
    id: createId('ast', clock, randomBytes),
    org_id: orgId,
    auditor_id: auditorId,
    settings: {},
    revision: 0,
    scope_level: scope.level,
    scope_id: scope.id,
    created_at: clock.now(),
    created_by: user,
    updated_at: clock.now(),
  });

  return async (tx, author, writes) => {
    assertMayWrite(author);
    if (writes.length === 0) return [];
    await changes.hold(tx, author.orgId);
    const auditors = new Map((await subjects.list(tx, author.orgId)).map((auditor) => [auditor.id, auditor]));
    const rows = new Map<string, NewAuditorSettings>();
    for (const row of await store.listAll(tx, author.orgId)) rows.set(keyOf(settingsScopeOf(row), row.auditor_id), row);
    const touched = new Map<string, NewAuditorSettings>();
    const log: ControlChange[] = [];

    const writeOne = (one: PlacedWrite): SettingsWritten => {
      const { write } = one;
      const key = keyOf(write.scope, write.auditorId);
      const row = rows.get(key);
      const settings = decide({ one, author, row, rows, auditor: auditors.get(write.auditorId) });
      const isNothing = row === undefined && write.how !== 'create' && Object.keys(settings).length === 0;
      if (isNothing) return { record: undefined, changed: false };
      if (row !== undefined && isSameEntries(row.settings, settings)) return { record: toRecord(row), changed: false };
      const base = row ?? toNewRow(author, write);
      const next = { ...base, settings, revision: base.revision + 1, updated_at: clock.now() };
      rows.set(key, next);
      touched.set(next.id, next);
      log.push(toChange(next, row === undefined ? 'created' : 'updated'));
      return { record: toRecord(next), changed: true };
    };

    const outcomes = writes.map((one) => toOutcome(() => writeOne(one)));
    await store.putMany(tx, [...touched.values()]);
    await changes.recordMany(tx, author, log);
    return outcomes;
  };
}

interface Decision {
  readonly one: PlacedWrite;
  readonly author: Author;
  readonly row: NewAuditorSettings | undefined;
  readonly rows: ReadonlyMap<string, NewAuditorSettings>;
  readonly auditor: SettingSubject | undefined;
}

/** Gives the settings of the scope after the write. */
function decide({ one: { write, path }, author, row, rows, auditor }: Decision): NewAuditorSettings['settings'] {
  const { scope, auditorId, how, source = 'setting' } = write;
  if (auditor === undefined) {
    const detail = `there is no auditor ${auditorId}`;
    throw new AppError('unprocessable', detail, { detail, extensions: { reason: 'auditor_unknown' } });
  }
  assertExpected(write, row);
  const stored = row?.settings ?? {};
  const around = path.slice(0, -1);
  const above = toLevels(around, around.flatMap((level) => rows.get(keyOf(level, auditorId)) ?? []).map(placed));
  const settings = applyWrite({ table: auditor.settings, written: write.settings, how, source, above, stored });
  assertMayEnforce(author, scope, stored, settings);
  return settings;
}

function toOutcome(write: () => SettingsWritten): WriteOutcome {
  try {
    return { written: write() };
  } catch (error) {
    if (isAppError(error)) return { refused: error };
    throw error;
  }
}

function toChange(row: NewAuditorSettings, action: string): ControlChange {
  const { id, auditor_id, settings, revision } = row;
  return {
    kind: 'auditor_settings',
    subjectId: id,
    action,
    scope: settingsScopeOf(row),
    revision,
    document: { auditor_id, settings },
  };
}

function keyOf({ level, id }: SettingsWrite['scope'], auditorId: string): string {
  return `${level}/${id}/${auditorId}`;
}
