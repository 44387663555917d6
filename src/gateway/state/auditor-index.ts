/**
 * The known vocabularies of all auditors: the built-in ones, those of the bundle, and those of the gateway's own chain.
 */
import type { Vocabulary } from '@assay/sdk/contract';
import type { KnownAuditor } from '../../configuration/chain/resolve-chain.ts';
import type { AuditorIndex } from '../../configuration/resolve-agent.ts';
import { featureSettings } from '../../configuration/settings/feature-settings.ts';
import { type SettingTable, toConfigurable, toSettingTable } from '../../configuration/settings/setting-table.ts';
import { builtInAuditors, findBuiltInAuditor } from '../../contract/control/built-in-auditors.ts';
import type { BundleAuditor } from '../../contract/control/config-bundle.ts';
import { featureSettingsId } from '../../policy/provider-features.ts';
import type { ChainMember } from '../collect/chain.ts';

/**
 * Makes the book; for an id that occurs twice the built-in auditor wins over the bundle's, and that over the local one.
 */
export function createAuditorIndex(
  bundled: readonly BundleAuditor[],
  local: readonly Pick<ChainMember, 'item' | 'vocabulary'>[],
): AuditorIndex {
  const known = new Map<string, KnownAuditor>();
  const configs = new Map(bundled.map(({ id, config }) => [id, config]));
  const add = (auditor: KnownAuditor): void => {
    if (!known.has(auditor.id)) known.set(auditor.id, auditor);
  };
  for (const { entry, vocabulary } of builtInAuditors) {
    const { id, defaultPort: port } = entry;
    add({ id, builtIn: true, image: `assay/${id}`, port, vocabulary: ofLocal(id, local) ?? vocabulary });
  }
  for (const auditor of bundled) add({ ...auditor, builtIn: false });
  for (const { item, vocabulary } of local) {
    if (vocabulary === undefined) continue;
    const { image, url, port } = item;
    add({ id: vocabulary.auditor_id, builtIn: false, image, port, vocabulary, ...(url === undefined ? {} : { url }) });
  }
  const tables = new Map<string, SettingTable>();
  return {
    known: [...known.values()],
    tableOf(id) {
      if (id === featureSettingsId) return featureSettings;
      const auditor = known.get(id);
      if (auditor === undefined) return undefined;
      const table = tables.get(id) ?? toTable(auditor, configs.get(id));
      tables.set(id, table);
      return table;
    },
    methodsOf: (id) => findBuiltInAuditor(id)?.methods,
  };
}

/** An auditor's own vocabulary wins over that of its release. */
function ofLocal(id: string, local: readonly Pick<ChainMember, 'vocabulary'>[]): Vocabulary | undefined {
  return local.find(({ vocabulary }) => vocabulary?.auditor_id === id)?.vocabulary;
}

function toTable({ id, vocabulary }: KnownAuditor, told: BundleAuditor['config']): SettingTable {
  const builtIn = findBuiltInAuditor(id);
  if (builtIn === undefined) return toSettingTable(toConfigurable(vocabulary, told));
  const { entry, config, methods, secrets } = builtIn;
  return toSettingTable({ id, config, claims: entry.claims, methods, secrets });
}
