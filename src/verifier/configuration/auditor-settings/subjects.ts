/** Lists the subjects of settings: the auditors of the catalog, and the features of providers. */
import { featureSettings } from '../../../configuration/settings/feature-settings.ts';
import type { SettingTable } from '../../../configuration/settings/setting-table.ts';
import type { Db } from '../../../platform/db/db.ts';
import { featureSettingsId } from '../../../policy/provider-features.ts';
import type { AuditorCatalog } from '../auditor-catalog/catalog.ts';

export interface SettingSubject {
  readonly id: string;
  readonly settings: SettingTable;
}

export interface SettingSubjects {
  find(db: Db, orgId: string, id: string): Promise<SettingSubject | undefined>;
  list(db: Db, orgId: string): Promise<SettingSubject[]>;
}

const features: SettingSubject = { id: featureSettingsId, settings: featureSettings };

export function createSettingSubjects(catalog: Pick<AuditorCatalog, 'find' | 'list'>): SettingSubjects {
  return {
    find: async (db, orgId, id) => (id === features.id ? features : catalog.find(db, orgId, id)),
    list: async (db, orgId) => [...(await catalog.list(db, orgId)), features],
  };
}
