/** Settings of auditors at organisations, workspaces and agents, and the effective settings of an agent. */
import { resolveSettings, type SettingLevel } from '../../../configuration/settings/resolve-settings.ts';
import type { AuditorSettingsRecord, EffectiveSettings } from '../../../contract/api/auditor-settings/shapes.ts';
import { isSameScope, type Scope } from '../../../contract/control/scope.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { AuditorCatalog } from '../auditor-catalog/catalog.ts';
import { readCascade } from './cascade.ts';
import {
  type BundleRecord,
  loadRecord,
  notFound,
  placed,
  settingsScopeOf,
  toBundleRecord,
  toLevels,
  toRecord,
} from './records.ts';
import type { ScopeLookup } from './scope-lookup.ts';
import type { AuditorSettingsStore, SettingsFilter } from './store.ts';
import { createSettingSubjects, type SettingSubject } from './subjects.ts';
import type { StoredEntries } from './tables.ts';
import { createSettingsWriter, type EnforcedAbove, findEnforcedAbove, type SettingsWriter } from './write.ts';

/** Settings of an auditor at a scope, and those that an outer scope enforces. */
export interface SettingsAtScope {
  readonly id: string | undefined;
  readonly revision: number;
  /** With their sources. */
  readonly entries: StoredEntries;
  readonly enforcedAbove: readonly EnforcedAbove[];
}

/** Everything about settings; the writes are in `write.ts`. */
export interface AuditorSettings extends SettingsWriter {
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
  const { db, store, scopes } = deps;
  const subjects = createSettingSubjects(deps.catalog);

  const findAuditor = async (from: Db, orgId: string, id: string): Promise<SettingSubject> => {
    const auditor = await subjects.find(from, orgId, id);
    if (auditor === undefined) throw notFound('there is no such auditor');
    return auditor;
  };

  return {
    ...createSettingsWriter({ ...deps, subjects }),
    get: async (from, orgId, id) => toRecord(await loadRecord(store, from, orgId, id)),
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
