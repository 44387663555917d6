/** One auditor of an organisation's catalog, built in or registered, as other features of the verifier see it. */
import type { CatalogEntry, SettingDefinition, Vocabulary } from '@assay/sdk/contract';
import { type SettingTable, toSettingTable } from '../../../configuration/settings/setting-table.ts';
import { type BuiltInAuditor, builtInAuditors } from '../../../contract/control/built-in-auditors.ts';
import type { BundleAuditor } from '../../../contract/control/config-bundle.ts';
import type { CustomAuditorRow } from './tables.ts';

export interface CatalogAuditor {
  readonly id: string;
  readonly builtIn: boolean;
  readonly entry: CatalogEntry;
  readonly vocabulary: Vocabulary;
  readonly vocabularyDigest: string;
  /** Settings of the auditor itself. */
  readonly config: readonly SettingDefinition[];
  /** All its settings by name. */
  readonly settings: SettingTable;
  readonly port: number;
  readonly image?: string;
  readonly url?: string;
  /** Stored row of a registered auditor. */
  readonly row?: CustomAuditorRow;
}

/** The built-in ones, in port order. */
export const builtIns: readonly CatalogAuditor[] = builtInAuditors.map(fromBuiltIn);

const builtInsById = new Map(builtIns.map((auditor) => [auditor.id, auditor]));

export function findBuiltIn(id: string): CatalogAuditor | undefined {
  return builtInsById.get(id);
}

export function fromRow(row: CustomAuditorRow): CatalogAuditor {
  const { id, entry, vocabulary, vocabulary_digest: vocabularyDigest, config, image, url } = row;
  return {
    id,
    builtIn: false,
    entry,
    vocabulary,
    vocabularyDigest,
    config,
    settings: toSettingTable({ id, config, claims: entry.claims }),
    port: entry.defaultPort,
    ...(image === null ? {} : { image }),
    ...(url === null ? {} : { url }),
    row,
  };
}

/** Gives a registered auditor in the form that gateways need. */
export function toBundleAuditor({ id, image, url, port, vocabulary, config }: CatalogAuditor): BundleAuditor {
  return {
    id,
    port,
    vocabulary,
    ...(image === undefined ? {} : { image }),
    ...(url === undefined ? {} : { url }),
    ...(config.length === 0 ? {} : { config: [...config] }),
  };
}

function fromBuiltIn(auditor: BuiltInAuditor): CatalogAuditor {
  const { entry, vocabulary, vocabulary_digest: vocabularyDigest, config, methods, secrets } = auditor;
  const { id, claims, defaultPort: port } = entry;
  return {
    id,
    builtIn: true,
    entry,
    vocabulary,
    vocabularyDigest,
    config,
    port,
    settings: toSettingTable({ id, config, claims, methods, secrets }),
    image: `assay/${id}`,
  };
}
