/**
 * Resolves settings through organisation, workspace and agent. From the top, the first enforced value decides and
 * ends the walk; otherwise the innermost scope that sets a value decides; otherwise the default.
 */
import type { Scope, ScopeLevel } from '../../contract/control/scope.ts';
import type { SettingEntry, SettingValue } from '../../contract/control/setting.ts';
import type { NamedSetting, SettingTable } from './setting-table.ts';

/** Source of a value: a person, or a preset. */
export type EntrySource = 'setting' | 'preset';

/** A value at a scope. Without a source a person set it. */
export type SourcedEntry = SettingEntry & { readonly source?: EntrySource };

/** Values of one scope for an auditor, by full names. */
export interface SettingLevel {
  readonly scope: Scope;
  readonly entries: Readonly<Record<string, SourcedEntry>>;
}

/** A value at a scope that does not decide. */
export interface OverriddenValue extends Scope {
  readonly value: SettingValue;
}

export interface EffectiveSetting {
  /** `null` only for a setting whose default means "unset". */
  readonly value: unknown;
  readonly decided_by: { readonly level: ScopeLevel | 'default'; readonly id: string };
  /** True if no inner scope can change it. */
  readonly enforced: boolean;
  readonly source: EntrySource | 'default';
  readonly overridden: OverriddenValue[];
}

export interface ResolvedSettings {
  readonly settings: Readonly<Record<string, EffectiveSetting>>;
  /** For `vendor_context`: set values only, so that the auditor's environment fills the rest (contract 2.11). */
  readonly auditor_config: Readonly<Record<string, SettingValue>>;
  readonly detection_overrides: Readonly<Record<string, Readonly<Record<string, SettingValue>>>>;
  /** Names that scopes set and the auditor does not have. None of them is sent. */
  readonly unknown: readonly string[];
}

/** Resolves the settings of an agent; levels from the outermost to the innermost. */
export function resolveSettings(levels: readonly SettingLevel[], table: SettingTable): ResolvedSettings {
  const settings: Record<string, EffectiveSetting> = {};
  const config: Record<string, SettingValue> = {};
  const overrides: Record<string, Record<string, SettingValue>> = {};
  for (const setting of table.settings.values()) {
    const decided = decide(levels, setting.names);
    settings[setting.name] = toEffective(levels, setting, decided, table.auditorId);
    if (decided === undefined) continue;
    const { key } = setting.definition;
    if (setting.claim === undefined) config[key] = decided.entry.value;
    else overrides[setting.claim] = { ...overrides[setting.claim], [key]: decided.entry.value };
  }
  return { settings, auditor_config: config, detection_overrides: overrides, unknown: listUnknown(levels, table) };
}

/** The deciding value and its scope. */
export interface DecidingEntry {
  readonly scope: Scope;
  readonly name: string;
  readonly entry: SourcedEntry;
  readonly enforced: boolean;
}

/** Finds the first enforced value from the top. An agent has no scope below it to enforce against. */
export function findEnforced(levels: readonly SettingLevel[], names: readonly string[]): DecidingEntry | undefined {
  for (const { scope, entries } of levels) {
    if (scope.level === 'agent') continue;
    const name = names.findLast((candidate) => entryOf(entries, candidate)?.enforced === true);
    const entry = name === undefined ? undefined : entryOf(entries, name);
    if (name !== undefined && entry !== undefined) return { scope, name, entry, enforced: true };
  }
  return undefined;
}

function decide(levels: readonly SettingLevel[], names: readonly string[]): DecidingEntry | undefined {
  return findEnforced(levels, names) ?? findInnermost(levels, names);
}

/** If a scope sets several names of one parameter, the last decides, as in the auditor. */
function findInnermost(levels: readonly SettingLevel[], names: readonly string[]): DecidingEntry | undefined {
  for (const { scope, entries } of levels.toReversed()) {
    const name = names.findLast((candidate) => entryOf(entries, candidate) !== undefined);
    const entry = name === undefined ? undefined : entryOf(entries, name);
    if (name !== undefined && entry !== undefined) return { scope, name, entry, enforced: false };
  }
  return undefined;
}

function toEffective(
  levels: readonly SettingLevel[],
  { name, definition }: NamedSetting,
  decided: DecidingEntry | undefined,
  auditorId: string,
): EffectiveSetting {
  if (decided === undefined) {
    const decidedBy = { level: 'default', id: auditorId } as const;
    return { value: definition.default, decided_by: decidedBy, enforced: false, source: 'default', overridden: [] };
  }
  const overridden = levels.flatMap(({ scope, entries }) => {
    const entry = entryOf(entries, name);
    const isDeciding = scope === decided.scope && name === decided.name;
    return entry === undefined || isDeciding ? [] : [{ level: scope.level, id: scope.id, value: entry.value }];
  });
  const { scope, entry, enforced } = decided;
  return {
    value: entry.value,
    decided_by: { level: scope.level, id: scope.id },
    enforced,
    source: entry.source ?? 'setting',
    overridden,
  };
}

function listUnknown(levels: readonly SettingLevel[], { settings }: SettingTable): string[] {
  const names = levels.flatMap(({ entries }) => Object.keys(entries).filter((name) => !settings.has(name)));
  return [...new Set(names)].sort();
}

function entryOf(entries: SettingLevel['entries'], name: string): SourcedEntry | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}
