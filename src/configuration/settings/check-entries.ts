/** Checks values that a caller writes to a scope: names are completed, values are checked against their definitions. */
import type { SettingEntry } from '../../contract/control/setting.ts';
import { findValueProblem } from './check-value.ts';
import { findSetting, type NamedSetting, type SettingTable } from './setting-table.ts';

/** Written values by name; `null` removes one. */
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

/** Checks a write. Without problems its entries are ready to be stored. */
export function checkEntries(table: SettingTable, written: WrittenEntries): CheckedEntries {
  const entries = new Map<string, SettingEntry | null>();
  const problems: EntryProblem[] = [];
  for (const [name, entry] of Object.entries(written)) {
    const found = findSetting(table, name);
    if (found.kind === 'ambiguous' || found.kind === 'unknown') {
      problems.push(
        found.kind === 'ambiguous' ? toAmbiguous(name, found.names) : toUnknown(table, name, found.nearest),
      );
      continue;
    }
    const [setting, ...more] = found.kind === 'found' ? [found.setting] : found.settings;
    const problem = findEntryProblem(setting, name, entry) ?? findDouble(entries, [setting, ...more], name);
    if (problem !== undefined) problems.push(problem);
    else for (const [full, value] of toEntries([setting, ...more], entry)) entries.set(full, value);
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

/** Keeps one value for each method, under its first name. Its other names are removed, because one of them would decide. */
function toEntries(settings: readonly NamedSetting[], entry: SettingEntry | null): [string, SettingEntry | null][] {
  return settings.map((setting) => {
    const isFirst =
      settings.length === 1 || setting.names.find((name) => settings.some((one) => one.name === name)) === setting.name;
    return [setting.name, isFirst ? entry : null];
  });
}

function findDouble(
  seen: ReadonlyMap<string, unknown>,
  settings: readonly NamedSetting[],
  name: string,
): EntryProblem | undefined {
  const twice = settings.find((setting) => seen.has(setting.name));
  if (twice === undefined) return undefined;
  const message = `${twice.name} is named twice: by its full name and by its key`;
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
    reason: 'setting_unknown',
    pointer: toPointer(name),
    message,
    ...(nearest === undefined ? {} : { suggestion: nearest }),
  };
}

const shownNames = 32;

function describeKnown(settings: SettingTable['settings']): string {
  if (settings.size === 0) return '; it has none';
  const names = [...settings.keys()].slice(0, shownNames);
  return `; it has ${names.join(', ')}${settings.size > shownNames ? ', …' : ''}`;
}
