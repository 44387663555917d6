/**
 * The effective settings that policies read as `context.settings.<auditor>.<claim>.<key>`, or `.<auditor>.<key>` for
 * a setting of the auditor itself. The names are those of the cascade (contract 2.11).
 */
import { isClaimName, type SettingType } from '@assay/sdk/contract';
import type { Type, TypeOfAttribute } from '@cedar-policy/cedar-wasm/nodejs';
import type { ChainVocabulary, DeclaredClaim } from './chain-claims.ts';
import { type ClaimShape, toCedarType } from './claim-shape.ts';
import { allowedFeatures, featureSettingsId } from './provider-features.ts';

/** One setting of an auditor by its definition. Bounds and step are present only if known. */
export interface AuditorSetting {
  /** Absent for a setting of the auditor itself. */
  readonly claim?: string;
  readonly key: string;
  readonly type: SettingType;
  readonly default: unknown;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: number | undefined;
  readonly control?: string | undefined;
  readonly options?: readonly string[] | undefined;
}

/** A setting of the chain under the names that policies use. */
export interface DeclaredSetting {
  /** Names below `context.settings`. */
  readonly path: readonly string[];
  /** The path joined by spaces; no name holds one. */
  readonly id: string;
  /** First name of the path: the auditor's id, or `<item>.<id>` for a later item of the same auditor. */
  readonly auditor: string;
  /** Name in the cascade; `<instance>.<key>` for a detection instance. */
  readonly name: string;
  /** Empty for a setting without an auditor. */
  readonly item: string;
  /** Claim of the item's vocabulary; absent for a setting of the auditor itself. */
  readonly claim: string | undefined;
  /** Name of this claim in the auditor's answer; a detection instance has its own. */
  readonly producedName: string | undefined;
  readonly key: string;
  readonly default: unknown;
  readonly shape: ClaimShape;
  /** True where the default means "unset"; the attribute is optional then. */
  readonly isOptional: boolean;
}

/** Excludes names that Cedar's JSON treats as escapes. */
const settingKey = /^(?!__)[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;

/** Names every setting that has a type in Cedar, by its id: the features setting and those of the chain. */
export function nameChainSettings(chain: readonly ChainVocabulary[]): ReadonlyMap<string, DeclaredSetting> {
  const settings = new Map<string, DeclaredSetting>();
  const auditors = new Set<string>([featureSettingsId]);
  addSetting(allowedFeatures, featureSettingsId, '', settings);
  for (const vocabulary of chain) {
    const id = vocabulary.settings?.auditor ?? vocabulary.auditorId;
    const auditor = auditors.has(id) ? `${vocabulary.item}.${id}` : id;
    if (auditors.has(auditor) || !settingKey.test(auditor)) continue;
    auditors.add(auditor);
    for (const setting of listSettings(vocabulary)) addSetting(setting, auditor, vocabulary.item, settings);
  }
  return settings;
}

/** Gives the settings of a detection instance: those of its base claim under the instance's name. */
export function instanceSettings(
  settings: ReadonlyMap<string, DeclaredSetting>,
  { base, claim }: { readonly base: DeclaredClaim; readonly claim: DeclaredClaim },
): DeclaredSetting[] {
  return [...settings.values()]
    .filter((one) => one.item === base.item && one.claim === base.entry.name && one.producedName === one.claim)
    .map((one) => {
      const path = [one.auditor, claim.contextName, one.key];
      const name = `${claim.contextName}.${one.key}`;
      return { ...one, path, id: path.join(' '), name, producedName: claim.producedName };
    });
}

/** Finds the settings that a set reads. `reads` holds path prefixes, joined like ids. */
export function findReadSettings(
  settings: ReadonlyMap<string, DeclaredSetting>,
  reads: ReadonlySet<string> | 'all',
): DeclaredSetting[] {
  const all = [...settings.values()];
  const read = reads === 'all' ? all : all.filter(({ id }) => [...reads].some((path) => isBelow(id, path)));
  return read.sort((left, right) => (left.id < right.id ? -1 : 1));
}

/** True for a space-joined path that equals another or continues it. */
export function isBelow(id: string, path: string): boolean {
  return id === path || id.startsWith(`${path} `);
}

/** Gives the record type of some settings. All attributes are required except those that may be unset. */
export function settingsType(settings: Iterable<DeclaredSetting>): Type<string> {
  const root = new Map<string, Branch>();
  for (const setting of settings) {
    let branch = root;
    for (const name of setting.path.slice(0, -1)) branch = openBranch(branch, name);
    branch.set(setting.path.at(-1) ?? '', setting);
  }
  return toRecordType(root);
}

interface Branches extends Map<string, Branch> {}
type Branch = Branches | DeclaredSetting;

function openBranch(branch: Map<string, Branch>, name: string): Map<string, Branch> {
  const known = branch.get(name);
  if (known instanceof Map) return known;
  const made = new Map<string, Branch>();
  branch.set(name, made);
  return made;
}

function toRecordType(branch: ReadonlyMap<string, Branch>): Type<string> {
  const attributes = [...branch]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, child]): [string, TypeOfAttribute<string>] => [
      name,
      child instanceof Map ? toRecordType(child) : { ...toCedarType(child.shape), required: !child.isOptional },
    ]);
  return { type: 'Record', attributes: Object.fromEntries(attributes) };
}

function addSetting(
  setting: AuditorSetting,
  auditor: string,
  item: string,
  settings: Map<string, DeclaredSetting>,
): void {
  const { claim, key, default: value } = setting;
  const path = claim === undefined ? [auditor, key] : [auditor, claim, key];
  const id = path.join(' ');
  settings.set(id, {
    path,
    id,
    auditor,
    item,
    claim,
    key,
    producedName: claim,
    default: value,
    name: path.slice(1).join('.'),
    shape: shapeOfSetting(setting),
    isOptional: value === null || value === undefined,
  });
}

/** A setting of the auditor with the name of a claim is dropped: one name cannot be a value and a record. */
function listSettings({ entries, settings }: ChainVocabulary): AuditorSetting[] {
  const declared = settings?.declared ?? entries.flatMap((entry) => entry.settings.map((one) => toSetting(entry, one)));
  const claims = new Set(declared.map(({ claim }) => claim));
  return declared.filter(({ claim, key }) => {
    return settingKey.test(key) && (claim === undefined ? !claims.has(key) : isClaimName(claim));
  });
}

function toSetting(
  { name }: ChainVocabulary['entries'][number],
  { key, type, default: value }: ChainVocabulary['entries'][number]['settings'][number],
): AuditorSetting {
  return { claim: name, key, type, default: value };
}

/** A number is a Long if its definition allows whole numbers only; all others are decimals, as scores are. */
function shapeOfSetting({ type, default: value, min, max, step }: AuditorSetting): ClaimShape {
  switch (type) {
    case 'boolean':
      return { kind: 'bool' };
    case 'string':
      return { kind: 'string' };
    case 'string[]':
      return { kind: 'set', element: { kind: 'string' } };
    case 'number':
      return Number.isSafeInteger(step) && [value ?? 0, min ?? 0, max ?? 0].every(Number.isSafeInteger)
        ? { kind: 'long' }
        : { kind: 'fraction' };
    default:
      return type satisfies never;
  }
}
