/**
 * The settings of one auditor by name: `<key>` for one of the auditor itself, `<claim>.<key>` for one of a claim. All
 * code that reads or writes settings looks them up here.
 */
import type { SettingDefinition, Vocabulary } from '@assay/sdk/contract';
import { nearestName } from '../../policy/nearest-name.ts';

/** The facts of an auditor that settings need; a catalog entry has them all. */
export interface ConfigurableAuditor {
  readonly id: string;
  /** Settings of the auditor itself. */
  readonly config: readonly SettingDefinition[];
  readonly claims: readonly ConfigurableClaim[];
  /** Claims grouped by method, which share its parameters. Absent: unknown. */
  readonly methods?: readonly (readonly string[])[];
  /** Names of secret settings, which come from the auditor's environment only. */
  readonly secrets?: readonly string[];
}

interface ConfigurableClaim {
  readonly name: string;
  readonly settings: readonly SettingDefinition[];
}

/** One setting under its full name. */
export interface NamedSetting {
  readonly name: string;
  readonly claim: string | undefined;
  readonly definition: SettingDefinition;
  readonly isSecret: boolean;
  /**
   * All names of the same parameter, in the order in which an auditor applies their values (contract 2.11): a method
   * with several claims has one parameter under several names.
   */
  readonly names: readonly string[];
}

export interface SettingTable {
  readonly auditorId: string;
  readonly settings: ReadonlyMap<string, NamedSetting>;
  /** True if the claims of each method are known. */
  readonly knowsMethods: boolean;
}

/** The meaning of a written name. */
export type NameLookup =
  | { readonly kind: 'found'; readonly setting: NamedSetting }
  /** One parameter of several methods: all its names, in the order of the claims. */
  | { readonly kind: 'shared'; readonly settings: readonly [NamedSetting, ...NamedSetting[]] }
  | { readonly kind: 'ambiguous'; readonly names: readonly string[] }
  | { readonly kind: 'unknown'; readonly nearest: string | undefined };

/** Creates the table of an auditor. */
export function toSettingTable(auditor: ConfigurableAuditor): SettingTable {
  const secrets = new Set(auditor.secrets ?? []);
  const settings = new Map<string, NamedSetting>();
  const add = (claim: string | undefined, definition: SettingDefinition, names: readonly string[]): void => {
    const name = nameOf(claim, definition.key);
    settings.set(name, { name, claim, definition, isSecret: secrets.has(name), names });
  };
  for (const definition of auditor.config) add(undefined, definition, [definition.key]);
  for (const claim of auditor.claims) {
    const method = auditor.methods?.find((claims) => claims.includes(claim.name)) ?? [claim.name];
    for (const definition of claim.settings) {
      add(
        claim.name,
        definition,
        method.map((sibling) => nameOf(sibling, definition.key)),
      );
    }
  }
  return { auditorId: auditor.id, settings, knowsMethods: auditor.methods !== undefined };
}

/** Gives the auditor of a vocabulary, without labels and bounds, which a vocabulary does not have (contract 2.6). */
export function toConfigurable(vocabulary: Vocabulary, config: readonly SettingDefinition[] = []): ConfigurableAuditor {
  const claims = vocabulary.vocabulary.map(({ name, settings }) => ({
    name,
    settings: settings.map(({ key, type, default: value }) => ({ key, label: toLabel(key), type, default: value })),
  }));
  return { id: vocabulary.auditor_id, config, claims };
}

/** `min_entropy` → `Min entropy`. */
export function toLabel(key: string): string {
  const words = key.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/**
 * Finds the setting of a name: a full name, or a bare key that only claims have. Claims that define a key alike share
 * one parameter, as the variable of that name does (contract 2.13): `threshold` of injection is that of
 * `injection_risk` and of `injection_detected`.
 */
export function findSetting({ settings, knowsMethods }: SettingTable, name: string): NameLookup {
  const exact = settings.get(name);
  const isBare = !name.includes('.');
  const ofClaims = isBare ? [...settings.values()].filter((one) => isKeyOfClaim(one, name)) : [];
  if (exact !== undefined && ofClaims.length === 0) return { kind: 'found', setting: exact };
  const [only] = ofClaims;
  if (exact === undefined && only !== undefined && ofClaims.length === 1) return { kind: 'found', setting: only };
  if (exact === undefined && only !== undefined && knowsMethods && ofClaims.every((one) => isAlike(one, only))) {
    return { kind: 'shared', settings: [only, ...ofClaims.slice(1)] };
  }
  const names = [...(exact === undefined ? [] : [name]), ...ofClaims.map((one) => one.name)];
  if (names.length > 0) return { kind: 'ambiguous', names };
  return { kind: 'unknown', nearest: findNearest(settings, name) };
}

function isKeyOfClaim({ claim, definition }: NamedSetting, key: string): boolean {
  return claim !== undefined && definition.key === key;
}

function isAlike(left: NamedSetting, right: NamedSetting): boolean {
  const shapeOf = ({ definition, isSecret }: NamedSetting): string => {
    const { type, default: value, min, max, step, control, options } = definition;
    return JSON.stringify([type, value, min, max, step, control, options, isSecret]);
  };
  return shapeOf(left) === shapeOf(right);
}

/** A mistyped bare key is compared with bare keys too, so that the suggestion is not an unrelated full name. */
function findNearest(settings: SettingTable['settings'], name: string): string | undefined {
  const all = [...settings.values()];
  if (name.includes('.')) return nearestName(name, settings.keys());
  const key = nearestName(
    name,
    all.map(({ definition }) => definition.key),
  );
  return all.find(({ definition }) => definition.key === key)?.name;
}

function nameOf(claim: string | undefined, key: string): string {
  return claim === undefined ? key : `${claim}.${key}`;
}
