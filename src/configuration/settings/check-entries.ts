/** Checks what somebody wants to write to a scope: names are made full, values are held to their definitions. */
import type { SettingEntry } from '../../contract/control/setting.ts';
import { findValueProblem } from './check-value.ts';
import { findSetting, type NamedSetting, type SettingTable } from './setting-table.ts';

/** What a write says about a name: a value, or `null` to take it away. */
export type WrittenEntries = Readonly<Record<string, SettingEntry | null>>;

export type EntryProblemReason = 'setting_unknown' | 'setting_ambiguous' | 'setting_secret' | 'setting_invalid';

/** One wrong place of a write. */
export interface EntryProblem {
  readonly reason: EntryProblemReason;
  /** RFC 6901, below the settings. */
  readonly pointer: string;
  readonly message: string;
  readonly suggestion?: string;
}

export interface CheckedEntries {
  /** By full name, in the order of the write. */
  readonly entries: ReadonlyMap<string, SettingEntry | null>;
  readonly problems: readonly EntryProblem[];
}

/** Checks a write; without problems its entries are what is to be stored. */
export function checkEntries(table: SettingTable, written: WrittenEntries): CheckedEntries {
  const entries = new Map<string, SettingEntry | null>();
  const problems: EntryProblem[] = [];
  for (const [name, entry] of Object.entries(written)) {
    const found = findSetting(table, name);
    if (found.kind !== 'found') {
      problems.push(
        found.kind === 'ambiguous' ? toAmbiguous(name, found.names) : toUnknown(table, name, found.nearest),
      );
      continue;
    }
    const problem = findEntryProblem(found.setting, name, entry) ?? findDouble(entries, found.setting, name);
    if (problem !== undefined) problems.push(problem);
    else entries.set(found.setting.name, entry);
  }
  return { entries, problems };
}

/** Escapes a name for a pointer (RFC 6901 section 3). */
export function toPointer(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function findEntryProblem(setting: NamedSetting, name: string, entry: SettingEntry | null): EntryProblem | undefined {
  const pointer = toPointer(name);
  if (setting.isSecret) {
    const message = `${setting.name} is secret or too long for a setting: it is set in the environment of the auditor`;
    return { reason: 'setting_secret', pointer, message };
  }
  const problem = entry === null ? undefined : findValueProblem(setting.definition, entry.value);
  if (problem === undefined) return undefined;
  return { reason: 'setting_invalid', pointer: `${pointer}/value`, message: `${setting.name} ${problem}` };
}

function findDouble(seen: ReadonlyMap<string, unknown>, setting: NamedSetting, name: string): EntryProblem | undefined {
  if (!seen.has(setting.name)) return undefined;
  const message = `${setting.name} is named twice: by its full name and by its key`;
  return { reason: 'setting_invalid', pointer: toPointer(name), message };
}

function toAmbiguous(name: string, names: readonly string[]): EntryProblem {
  const message = `${name} could be ${names.join(' or ')}: write the full name`;
  return { reason: 'setting_ambiguous', pointer: toPointer(name), message };
}

function toUnknown({ auditorId, settings }: SettingTable, name: string, nearest: string | undefined): EntryProblem {
  const hint = nearest === undefined ? describeKnown(settings) : `; did you mean ${nearest}?`;
  const message = `${auditorId} has no setting ${name}${hint}`;
  return {
    ...{ reason: 'setting_unknown', pointer: toPointer(name), message },
    ...(nearest === undefined ? {} : { suggestion: nearest }),
  };
}

const shownNames = 32;

function describeKnown(settings: SettingTable['settings']): string {
  if (settings.size === 0) return '; it has none';
  const names = [...settings.keys()].slice(0, shownNames);
  return `; it has ${names.join(', ')}${settings.size > shownNames ? ', …' : ''}`;
}
