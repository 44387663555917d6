/** The default policy in the gateways' form, over the built-in chain. */
import { builtInChainIds, toChainVocabularies } from '../src/configuration/chain/resolve-chain.ts';
import { findBuiltInAuditor } from '../src/contract/control/built-in-auditors.ts';
import type { PhaseRun } from '../src/contract/evidence.ts';
import type { CedarHost } from '../src/policy/cedar-host.ts';
import { defaultPolicySettings, renderDefaultPolicy } from '../src/policy/default-policy.ts';
import { loadPolicySet, type PolicySet } from '../src/policy/policy-set.ts';
import { generateSchema } from '../src/policy/schema.ts';

/** Loads the default policy with the schema of the built-in chain. */
export function loadDefaultPolicy(cedar: CedarHost): PolicySet {
  const items = builtInChainIds.flatMap((id) => {
    const found = findBuiltInAuditor(id);
    if (found === undefined) return [];
    const { entry, vocabulary } = found;
    return [{ item: { name: id, image: `assay/${id}`, port: entry.defaultPort }, auditorId: id, vocabulary }];
  });
  const chain = toChainVocabularies({ items });
  const text = renderDefaultPolicy(defaultPolicySettings, chain);
  return loadPolicySet({ id: 'policy', text, schema: generateSchema(chain), cedar });
}

/** The defaults of the settings that a set reads, as Evidence records them. */
export function recordDefaults({ settings }: PolicySet): NonNullable<PhaseRun['settings']> {
  const recorded: NonNullable<PhaseRun['settings']> = {};
  for (const setting of settings) {
    const value = setting.default;
    if (!isRecordable(value)) continue;
    recorded[setting.auditor] = { ...recorded[setting.auditor], [setting.name]: value };
  }
  return recorded;
}

function isRecordable(value: unknown): value is number | boolean | string | string[] {
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string');
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string';
}
