/** Computes the settings of a scope after a write: checks them, compares them with enforced values above, merges them. */
import { checkEntries, type EntryProblem, type WrittenEntries } from '../../../configuration/settings/check-entries.ts';
import { isSameValue } from '../../../configuration/settings/check-value.ts';
import {
  type EntrySource,
  findEnforced,
  type SettingLevel,
  type SourcedEntry,
} from '../../../configuration/settings/resolve-settings.ts';
import type { SettingTable } from '../../../configuration/settings/setting-table.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import type { SettingEntry, SettingValue } from '../../../contract/control/setting.ts';
import { AppError } from '../../../platform/errors.ts';
import type { StoredEntries } from './tables.ts';

/** `replace` gives the whole record; `merge` gives only the changes, and `null` removes. */
export type WriteKind = 'create' | 'replace' | 'merge';

export interface EntriesWrite {
  readonly table: SettingTable;
  readonly written: WrittenEntries;
  readonly how: WriteKind;
  readonly source: EntrySource;
  /** Of the outer scopes, from the outermost. */
  readonly above: readonly SettingLevel[];
  /** Settings of the scope itself. */
  readonly stored: StoredEntries;
}

/** A setting that an outer scope enforces. */
export interface EnforcedAbove {
  readonly name: string;
  readonly decided_by: Scope;
  readonly value: SettingValue;
}

/** Computes the entries to store. @throws AppError `unprocessable`, or `conflict` with `setting_enforced`. */
export function applyWrite({ table, written, how, source, above, stored }: EntriesWrite): StoredEntries {
  const { entries, problems } = checkEntries(table, written);
  if (problems.length > 0) throw wrongEntries(problems);
  const enforced: EnforcedAbove[] = [];
  const next = new Map(how === 'merge' ? Object.entries(stored) : []);
  for (const [name, entry] of entries) {
    if (entry === null) {
      next.delete(name);
      continue;
    }
    const kept = ownEntry(stored, name);
    const held = findEnforcedAbove(table, above, name);
    if (held === undefined) next.set(name, toStored(entry, source));
    // Repeating a stored value is no change, even if an enforced value overrides it.
    else if (kept !== undefined && isSameEntry(kept, entry)) next.set(name, kept);
    // The same value is accepted and stores nothing, so that a file may repeat an enforced value.
    else if (!isSameValue(held.value, entry.value)) enforced.push(held);
  }
  if (enforced.length > 0) throw enforcedElsewhere(enforced);
  return Object.fromEntries(next);
}

/** Finds the enforced value of an outer scope for a name. */
export function findEnforcedAbove(
  table: SettingTable,
  above: readonly SettingLevel[],
  name: string,
): EnforcedAbove | undefined {
  const decided = findEnforced(above, table.settings.get(name)?.names ?? [name]);
  return decided === undefined ? undefined : { name, decided_by: decided.scope, value: decided.entry.value };
}

/** True if both hold the same values from the same sources. */
export function isSameEntries(left: StoredEntries, right: StoredEntries): boolean {
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every((name) => {
    const [one, other] = [ownEntry(left, name), ownEntry(right, name)];
    return one !== undefined && other !== undefined && isSameEntry(one, other) && one.source === other.source;
  });
}

/** True if a write changes what a scope enforces. */
export function changesEnforced(before: StoredEntries, after: StoredEntries): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].some((name) => {
    const [was, is] = [ownEntry(before, name), ownEntry(after, name)];
    if (was?.enforced !== true && is?.enforced !== true) return false;
    return was === undefined || is === undefined || !isSameEntry(was, is);
  });
}

function isSameEntry(left: SettingEntry, right: SettingEntry): boolean {
  return isSameValue(left.value, right.value) && (left.enforced === true) === (right.enforced === true);
}

/** Gives the shortest form: no `enforced: false`, and no source for a value that a person set. */
function toStored({ value, enforced }: SettingEntry, source: EntrySource): SourcedEntry {
  return {
    value,
    ...(enforced === true ? { enforced } : {}),
    ...(source === 'preset' ? { source } : {}),
  };
}

function ownEntry(entries: StoredEntries, name: string): SourcedEntry | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

const maxShown = 32;

function wrongEntries(problems: readonly EntryProblem[]): AppError {
  const [first] = problems;
  const detail = first?.message ?? 'the settings are invalid';
  return new AppError('unprocessable', detail, {
    detail,
    errors: problems.slice(0, maxShown).map(({ pointer, message }) => ({ pointer: `/settings${pointer}`, message })),
    extensions: { reason: first?.reason ?? 'setting_invalid', problem_count: problems.length },
  });
}

function enforcedElsewhere(enforced: readonly EnforcedAbove[]): AppError {
  const [first] = enforced;
  const detail = `${enforced.map(({ name }) => name).join(', ')}: enforced by an outer scope, so it cannot be changed here`;
  return new AppError('conflict', detail, {
    detail,
    errors: enforced.slice(0, maxShown).map(({ name, decided_by: { level, id } }) => ({
      pointer: `/settings/${name}`,
      message: `is enforced by ${level} ${id}`,
    })),
    extensions: { reason: 'setting_enforced', decided_by: first?.decided_by, enforced },
  });
}
