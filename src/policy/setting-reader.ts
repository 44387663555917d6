/**
 * The settings of one request as the policies of a set read them: checked, typed and in Cedar's form. A value that is
 * not known for certain is an error, and an error denies.
 */
import { sha256Hex } from '@assay/sdk/crypto';
import type { CedarValueJson } from '@cedar-policy/cedar-wasm/nodejs';
import type { DeclaredSetting } from './chain-settings.ts';
import { toCedarValue } from './convert.ts';
import type { SettingFacts, UsedSettings, UsedValue } from './decision.ts';

export interface ReadSettings {
  readonly errors: readonly string[];
  /** The record `context.settings`; `undefined` for a set that reads none. */
  readonly record: CedarValueJson | undefined;
  /** Equal only for equal values: the hash of the values that auditors used, before rounding. */
  readonly key: string;
  readonly used: UsedSettings | undefined;
}

const nothing: ReadSettings = { errors: [], record: undefined, key: '', used: undefined };
const unknown: SettingFacts = { values: new Map() };

/** Creates the reader of a set. Equal facts are converted once. */
export function createSettingReader(
  settings: readonly DeclaredSetting[],
): (facts: SettingFacts | undefined) => ReadSettings {
  if (settings.length === 0) return () => nothing;
  const known = new WeakMap<SettingFacts, ReadSettings>();
  return (facts = unknown) => {
    const found = known.get(facts) ?? readSettings(settings, facts);
    known.set(facts, found);
    return found;
  };
}

function readSettings(settings: readonly DeclaredSetting[], facts: SettingFacts): ReadSettings {
  const errors: string[] = [];
  const record: Branches = new Map();
  const used = new Map<string, Map<string, UsedValue>>();
  for (const setting of settings) {
    const { path, auditor, name } = setting;
    // A record without members is present too: policies may test for it.
    const branch = path.slice(0, -1).reduce(openBranch, record);
    const value = facts.values.get(setting.id);
    const problem = facts.conflicts?.get(setting.id) ?? findProblem(setting, value);
    if (problem !== undefined) errors.push(problem);
    else if (isUsed(value)) {
      branch.set(path.at(-1) ?? '', convert(setting, value, errors));
      used.set(auditor, (used.get(auditor) ?? new Map<string, UsedValue>()).set(name, value));
    }
  }
  const plain = Object.fromEntries([...used].map(([auditor, values]) => [auditor, Object.fromEntries(values)]));
  return { errors, record: toRecord(record), key: sha256Hex(JSON.stringify(plain)), used: plain };
}

function findProblem({ auditor, name, isOptional }: DeclaredSetting, value: unknown): string | undefined {
  if (value === undefined || value === null) {
    return isOptional ? undefined : `the value of the setting ${auditor}.${name} is not known`;
  }
  return isUsed(value) ? undefined : `the setting ${auditor}.${name} has a value of no setting type`;
}

function convert({ auditor, name, shape }: DeclaredSetting, value: UsedValue, errors: string[]): CedarValueJson {
  try {
    return toCedarValue(shape, value);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    errors.push(`the setting ${auditor}.${name} ${cause.message}`);
    return '';
  }
}

interface Branches extends Map<string, Branches | CedarValueJson> {}

function openBranch(branch: Branches, name: string): Branches {
  const known = branch.get(name);
  if (known instanceof Map) return known;
  const made: Branches = new Map();
  branch.set(name, made);
  return made;
}

function toRecord(branch: Branches): CedarValueJson {
  return Object.fromEntries(
    [...branch].map(([name, child]): [string, CedarValueJson] => [
      name,
      child instanceof Map ? toRecord(child) : child,
    ]),
  );
}

/** True for a valid value of a setting. */
export function isUsed(value: unknown): value is UsedValue {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string');
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string';
}
