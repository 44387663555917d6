/**
 * The settings of features: what providers may do by themselves. They go through the cascade as those of an auditor do, and
 * belong to none.
 */
import { allowedFeatures, featureSettingsId } from '../../policy/provider-features.ts';
import { type SettingTable, toSettingTable } from './setting-table.ts';

export const featureSettings: SettingTable = toSettingTable({
  id: featureSettingsId,
  config: [allowedFeatures],
  claims: [],
});
