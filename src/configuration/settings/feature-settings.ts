/**
 * The settings of features: what providers may do by themselves. They use the cascade like those of an auditor, but
 * belong to none.
 */
import { allowedFeatures, featureSettingsId } from '../../policy/provider-features.ts';
import { type SettingTable, toSettingTable } from './setting-table.ts';

export const featureSettings: SettingTable = toSettingTable({
  id: featureSettingsId,
  config: [allowedFeatures],
  claims: [],
});
