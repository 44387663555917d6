/** Formats the catalog for the API. */
import type { SettingDefinition } from '@assay/sdk/contract';
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import type { SettingTable } from '../../../configuration/settings/setting-table.ts';
import type { AuditorSettingsSchemaView, CatalogAuditorView } from '../../../contract/api/auditor-catalog/shapes.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import { allowedFeatures, featureSettingsId } from '../../../policy/provider-features.ts';
import type { CatalogAuditor } from './catalog-auditor.ts';

/** Gives the catalog entry of the contract with facts of the deployment. */
export function toCatalogView(auditor: CatalogAuditor): CatalogAuditorView {
  const { entry, vocabulary, config, row, image, url } = auditor;
  return {
    ...entry,
    built_in: auditor.builtIn,
    version: vocabulary.version,
    vocabulary_digest: auditor.vocabularyDigest,
    phases: [...vocabulary.phases],
    config: [...config],
    ...(image === undefined ? {} : { image }),
    ...(url === undefined ? {} : { url }),
    revision: row?.revision ?? 0,
    ...(row === undefined
      ? {}
      : {
          created_at: toTimestamp(row.created_at),
          created_by: row.created_by,
          updated_at: toTimestamp(row.updated_at),
          vocabulary_at: toTimestamp(row.vocabulary_at),
        }),
  };
}

/** Gives the settings of an auditor and its claims. */
export function toSettingsSchema(auditor: CatalogAuditor): AuditorSettingsSchemaView {
  const { id, vocabulary, vocabularyDigest, config, entry, settings } = auditor;
  return {
    auditor_id: id,
    version: vocabulary.version,
    vocabulary_digest: vocabularyDigest,
    settings: config.map((definition) => toShown(settings, definition.key, definition)),
    claims: entry.claims.map((claim) => ({
      name: claim.name,
      type: claim.type,
      settings: claim.settings.map((definition) => toShown(settings, `${claim.name}.${definition.key}`, definition)),
    })),
  };
}

/** The settings of provider features, which are not an auditor. */
export const featureSettingsSchema: AuditorSettingsSchemaView = {
  auditor_id: featureSettingsId,
  version: '1.0.0',
  vocabulary_digest: `sha256:${sha256Hex(canonicalize(allowedFeatures))}`,
  settings: [allowedFeatures],
  claims: [],
};

/** Registered ones first, newest first, then the built-in ones in port order, so that cursors stay valid. */
export function toCatalogPage(
  auditors: readonly CatalogAuditor[],
  { limit, before }: PageStart,
): Page<CatalogAuditorView> {
  const builtIn = auditors.filter((auditor) => auditor.builtIn);
  const rows = auditors.map((auditor) => ({
    auditor,
    seq: auditor.row === undefined ? builtIn.length - builtIn.indexOf(auditor) : builtIn.length + auditor.row.seq,
  }));
  const start = rows
    .filter(({ seq }) => before === undefined || seq < before)
    .sort((left, right) => right.seq - left.seq);
  return toPage(start, limit, ({ auditor }) => toCatalogView(auditor));
}

function toShown({ settings }: SettingTable, name: string, definition: SettingDefinition) {
  return { ...definition, ...(settings.get(name)?.isSecret === true ? { secret: true as const } : {}) };
}
