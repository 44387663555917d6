/** Records of auditor settings: found by id, with their scopes, in the forms of the API, bundles and the cascade. */
import type { SettingLevel } from '../../../configuration/settings/resolve-settings.ts';
import type { AuditorSettingsRecord } from '../../../contract/api/auditor-settings/shapes.ts';
import type { BundleSettings } from '../../../contract/control/config-bundle.ts';
import { isSameScope, type Scope } from '../../../contract/control/scope.ts';
import type { SettingEntries } from '../../../contract/control/setting.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { CascadeRow } from './cascade.ts';
import type { AuditorSettingsStore, NewAuditorSettings } from './store.ts';
import type { AuditorSettingsRow, StoredEntries } from './tables.ts';

/** A record as in bundles, with its id and revision. */
export interface BundleRecord extends BundleSettings {
  readonly id: string;
  readonly revision: number;
}

/** Finds a record. @throws AppError `not_found`. */
export async function loadRecord(
  store: AuditorSettingsStore,
  from: Db,
  orgId: string,
  id: string,
): Promise<AuditorSettingsRow> {
  const row = await store.find(from, orgId, id);
  if (row === undefined) throw notFound('there are no such settings');
  return row;
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

/** Gives a record with its scope, for the cascade. */
export function placed(row: NewAuditorSettings): Pick<CascadeRow, 'scope' | 'settings'> {
  return { scope: settingsScopeOf(row), settings: row.settings };
}

/** Gives the scope of a record. */
export function settingsScopeOf({ scope_level: level, scope_id: id }: NewAuditorSettings): Scope {
  return { level, id };
}

/** Gives a record as in bundles. */
export function toBundleRecord(row: AuditorSettingsRow): BundleRecord {
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

export function notFound(detail: string): AppError {
  return new AppError('not_found', detail, { detail });
}
