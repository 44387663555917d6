/**
 * The settings of an earlier exchange, from its Evidence: the recorded values that the policies of that time read,
 * otherwise the values in the provenance of the claims. A value in neither place is missing, and never guessed.
 */
import type { AuditorRun, Evidence } from '../contract/evidence.ts';
import type { DeclaredSetting } from './chain-settings.ts';
import type { SettingFacts } from './decision.ts';
import type { PolicySet } from './policy-set.ts';

type Recorded = Pick<Evidence, 'claims' | 'phases' | 'decision'>;

export type FoundSettings = { readonly settings: SettingFacts } | { readonly missing: string };

/** Creates the reader for the settings that a set reads. */
export function createRecordedSettings(
  set: PolicySet,
): (evidence: Recorded, phaseIndex: number, runs: readonly AuditorRun[]) => FoundSettings {
  const none: FoundSettings = { settings: { values: new Map() } };
  if (set.settings.length === 0) return () => none;
  // Equal values share one object, which the engine converts once.
  const known = new Map<string, SettingFacts>();
  return (evidence, phaseIndex, runs) => {
    const used = evidence.phases[phaseIndex]?.settings;
    const isSameSet = evidence.decision.policy_set_hash === set.version;
    const values = new Map<string, unknown>();
    for (const setting of set.settings) {
      const value = valueIn(used?.[setting.auditor], setting.name) ?? toldByClaims(setting, evidence, runs);
      if (value !== undefined && value !== null) values.set(setting.id, value);
      // The earlier set recorded every value that was present.
      else if (!setting.isOptional || (value === undefined && !(isSameSet && used !== undefined)))
        return { missing: `${setting.auditor}.${setting.name}` };
    }
    const key = JSON.stringify([...values]);
    const settings = known.get(key) ?? { values };
    if (known.size < maxKnown) known.set(key, settings);
    return { settings };
  };
}

const maxKnown = 256;

function toldByClaims(
  { item, claim, producedName, key, shape }: DeclaredSetting,
  { claims }: Recorded,
  runs: readonly AuditorRun[],
): unknown {
  const own = runs.filter(({ name }) => name === item).flatMap((run) => run.claims.map((index) => claims[index]));
  const name = claim === undefined ? `config.${key}` : key;
  const sources = own.filter((one) => claim === undefined || one?.name === producedName);
  const told = sources.map((one) => valueIn(one?.provenance, name)).find((value) => value !== undefined);
  return shape.kind === 'set' && typeof told === 'string' ? parseList(told) : told;
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) return text;
    throw cause;
  }
}

function valueIn(values: unknown, name: string): unknown {
  if (typeof values !== 'object' || values === null || !Object.hasOwn(values, name)) return undefined;
  const value: unknown = Reflect.get(values, name);
  return value;
}
