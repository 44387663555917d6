/** Plans the settings of one auditor that a preset writes in a workspace, and those that it leaves unchanged. */

import type { WrittenEntries } from '../../../configuration/settings/check-entries.ts';
import { isSameValue } from '../../../configuration/settings/check-value.ts';
import type { SourcedEntry } from '../../../configuration/settings/resolve-settings.ts';
import type { PresetChange, PresetUnchanged } from '../../../contract/api/presets/shapes.ts';
import type { PresetAuditor } from '../../../contract/api/presets/states.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import type { SettingEntries, SettingEntry, SettingValue } from '../../../contract/control/setting.ts';

export interface SettingsPlanInput {
  readonly auditor: PresetAuditor;
  /** Values of the tier, by full name. */
  readonly values: Readonly<Record<string, SettingValue>>;
  /** Settings of the workspace, with their sources. */
  readonly present: Readonly<Record<string, SourcedEntry>>;
  readonly enforcedAbove: readonly {
    readonly name: string;
    readonly decided_by: Scope;
    readonly value: SettingValue;
  }[];
  /** Gives all names of a parameter (a method with several claims shares its parameters). */
  readonly namesOf: (name: string) => readonly string[];
  readonly overwrite: boolean;
}

export interface SettingsPlan {
  /** For a merge; empty if there is nothing to do. */
  readonly write: WrittenEntries;
  /** The workspace's settings from the preset afterwards. */
  readonly settings: SettingEntries;
  readonly unchanged: readonly PresetUnchanged[];
  readonly changed: readonly PresetChange[];
}

export function planSettings(input: SettingsPlanInput): SettingsPlan {
  const { auditor, values, present } = input;
  const next = new Map<string, SettingEntry | null>();
  const unchanged: PresetUnchanged[] = [];
  for (const [name, value] of Object.entries(values)) {
    const stay = findStay(input, name);
    if (stay === undefined) {
      for (const sibling of listPersons(input, name)) next.set(sibling, null);
      const enforced = present[name]?.enforced === true ? { enforced: true } : {};
      next.set(name, { value, ...enforced });
    } else {
      unchanged.push({ auditor, name, ...stay });
    }
  }
  // Values of an earlier tier that this one does not write are removed: that tier is no longer applied.
  for (const [name, entry] of Object.entries(present)) {
    const isStale = entry.source === 'preset' && !next.has(name);
    if (isStale && !(values[name] !== undefined && isSameValue(values[name], entry.value))) next.set(name, null);
  }
  const written = [...next].filter(([name, entry]) => isChange(present[name], entry));
  return {
    write: Object.fromEntries(written),
    settings: Object.fromEntries([...next].flatMap(([name, entry]) => (entry === null ? [] : [[name, entry]]))),
    unchanged,
    changed: written.flatMap(([name, entry]) => toChange(auditor, name, present[name], entry)),
  };
}

/** Says why a name stays unchanged, if it does. */
function findStay(input: SettingsPlanInput, name: string): Pick<PresetUnchanged, 'reason' | 'message'> | undefined {
  const held = input.enforcedAbove.find((entry) => entry.name === name);
  if (held !== undefined) {
    const { level, id } = held.decided_by;
    return { reason: 'enforced', message: `${level} ${id} enforces ${JSON.stringify(held.value)}` };
  }
  const [person] = input.overwrite ? [] : listPersons(input, name);
  if (person === undefined) return undefined;
  const value = JSON.stringify(input.present[person]?.value);
  return { reason: 'set_by_person', message: `${person} was set to ${value}; use overwrite for the preset's value` };
}

function listPersons({ namesOf, present }: SettingsPlanInput, name: string): string[] {
  return namesOf(name).filter((sibling) => present[sibling] !== undefined && present[sibling].source !== 'preset');
}

function isChange(before: SourcedEntry | undefined, after: SettingEntry | null): boolean {
  if (after === null) return before !== undefined;
  return before?.source !== 'preset' || !isSameValue(before.value, after.value);
}

function toChange(
  auditor: PresetAuditor,
  name: string,
  before: SourcedEntry | undefined,
  after: SettingEntry | null,
): PresetChange[] {
  const action = after === null ? 'removed' : before === undefined ? 'added' : 'updated';
  return [
    {
      kind: 'setting',
      auditor,
      name,
      action,
      ...(before === undefined ? {} : { before: before.value }),
      ...(after === null ? {} : { after: after.value }),
    },
  ];
}
