/** Records the settings behind a claim (contract 2.5 rule 4): primitives only, lists as JSON text, secrets never. */
import { bounds, findBoundViolation } from '../contract/bounds.ts';
import { AuditorFailure } from './failure.ts';
import type { SettingValues } from './precedence.ts';
import type { SettingMap, SettingValue } from './setting.ts';

export type Provenance = Readonly<Record<string, string | number | boolean | null>>;

/**
 * Records settings under their bare key and configuration as `config.<key>`. @throws AuditorFailure when the result
 * is too large for a claim
 */
export function recordProvenance(
  settings: SettingMap,
  values: SettingValues,
  config: SettingMap,
  configValues: SettingValues,
): Provenance {
  const entries: [string, string | number | boolean | null][] = [];
  for (const [key, setting] of Object.entries(settings)) {
    if (setting.secret !== true) entries.push([key, toPrimitive(values[key])]);
  }
  for (const [key, setting] of Object.entries(config)) {
    if (setting.secret !== true) entries.push([`config.${key}`, toPrimitive(configValues[key])]);
  }
  // In canonical order, like all members of a claim.
  const provenance = Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
  const problem = findBoundViolation(provenance, { bytes: bounds.provenanceBytes, depth: 1 });
  if (problem !== undefined)
    throw new AuditorFailure('INVALID_SETTING', `the settings together make provenance that ${problem}`);
  return Object.freeze(provenance);
}

function toPrimitive(value: SettingValue | undefined): string | number | boolean | null {
  if (value === undefined) throw new Error('a setting without a value');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
