/** The built-in chain: the auditors that judge any text by itself, as chain items. */
import { findBuiltInAuditor } from '../../contract/control/built-in-auditors.ts';
import type { ChainItem } from '../../contract/control/chain.ts';
import { textAuditorIds } from '../../contract/text-auditors.ts';

/**
 * Settings that make the built-in chain check less than the auditors can: most questions contain names and places ("Who
 * was Ada Lovelace?"), and the default policy redacts findings before the model sees them. `PII_NAMES=true` checks for
 * them.
 */
const builtInEnv: Readonly<Record<string, Readonly<Record<string, string>>>> = { pii: { PII_NAMES: 'false' } };

/** Its items in their order. */
export const builtInChain: readonly ChainItem[] = textAuditorIds.map((id) => {
  const auditor = findBuiltInAuditor(id);
  if (auditor === undefined) throw new Error(`built-in-auditors.json has no ${id}`);
  const { description, defaultPort } = auditor.entry;
  return { name: id, description, image: `assay/${id}`, port: defaultPort, env: { ...builtInEnv[id] } };
});
