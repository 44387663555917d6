/** Writes the settings in documents: only changed ones, so that the others keep their author and source. */

import { pointTo, stepsOf } from '../../../configuration/files/finding.ts';
import { checkEntries, type WrittenEntries } from '../../../configuration/settings/check-entries.ts';
import type { ApplyResult } from '../../../contract/control/apply.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import type { SettingEntries } from '../../../contract/control/setting.ts';
import { nearestName } from '../../../policy/nearest-name.ts';
import type { BundleRecord } from '../auditor-settings/records.ts';
import type { ScopePath } from '../auditor-settings/scope-lookup.ts';
import { createSettingSubjects, type SettingSubject } from '../auditor-settings/subjects.ts';
import { findDifferences, isSame, ownMember } from './difference.ts';
import type { PlannedSettings } from './plan.ts';
import type { DocumentPlace, ToPlace } from './refusals.ts';
import { keyOf, type Run } from './run.ts';

/** Stored settings by scope and auditor. */
export type StoredSettings = ReadonlyMap<string, BundleRecord>;

/** Gives the key of a record. */
export function recordKey(scope: BundleRecord['scope'], auditorId: string): string {
  return `${keyOf(scope)}/${auditorId}`;
}

/** Reads every record of the organisation: one query, however many objects the documents have. */
export async function loadSettings({ tx, author, auditorSettings }: Run): Promise<StoredSettings> {
  const records = await auditorSettings.listAll(tx, author.orgId);
  return new Map(records.map((record) => [recordKey(record.scope, record.auditor_id), record]));
}

/** Writes workspaces first: what they enforce decides what an agent may set. */
export async function applySettings(run: Run, stored: StoredSettings): Promise<void> {
  const { tx, author, plan, failed, auditorCatalog } = run;
  if (plan.settings.length === 0) return;
  const auditors = new Map(
    (await createSettingSubjects(auditorCatalog).list(tx, author.orgId)).map((one) => [one.id, one]),
  );
  const isOpen = ({ workspaceId, scope }: PlannedSettings) =>
    !failed.has(keyOf({ level: 'workspace', id: workspaceId })) && !failed.has(keyOf(scope));
  const open = plan.settings.filter(isOpen);
  const ordered = ['workspace', 'agent'].flatMap((level) => open.filter(({ scope }) => scope.level === level));
  const writes = ordered.flatMap((planned): RecordWrite[] => {
    const auditor = auditors.get(planned.auditorId);
    if (auditor !== undefined) return prepare(run, planned, auditor, stored);
    refuseUnknown(run, planned, [...auditors.keys()]);
    return [];
  });
  await writeRecords(run, writes);
}

/** A record to write, with its stored state. */
interface RecordWrite {
  readonly planned: PlannedSettings;
  readonly auditor: SettingSubject;
  readonly stored: BundleRecord | undefined;
  readonly settings: WrittenEntries;
}

/** Prepares the write for a record; none if it is refused or unchanged. */
function prepare(run: Run, planned: PlannedSettings, auditor: SettingSubject, all: StoredSettings): RecordWrite[] {
  const { scope, auditorId, written, place } = planned;
  const { entries, problems } = checkEntries(auditor.settings, written);
  if (problems.length > 0) {
    for (const { pointer, message, reason } of problems) run.refusals.tell(inside(place, pointer), message, reason);
    report(run, planned, 'refused', {}, {});
    return [];
  }
  const stored = all.get(recordKey(scope, auditorId));
  const settings = toMerge(stored?.settings ?? {}, entries, run.prune);
  if (Object.keys(settings).length > 0) return [{ planned, auditor, stored, settings }];
  report(run, planned, 'unchanged', {}, {});
  return [];
}

async function writeRecords(run: Run, writes: readonly RecordWrite[]): Promise<void> {
  const { tx, author, refusals, writeSettings } = run;
  const outcomes = await writeSettings(
    tx,
    author,
    writes.map(({ planned, settings }) => ({
      write: { scope: planned.scope, auditorId: planned.auditorId, settings, how: 'merge' },
      path: pathTo(author.orgId, planned),
    })),
  );
  for (const [index, { planned, auditor, stored }] of writes.entries()) {
    const outcome = outcomes[index];
    if (outcome === undefined) throw new Error('each write has an outcome');
    if ('refused' in outcome) {
      refusals.keep(createToPlace(auditor, planned), outcome.refused);
      report(run, planned, 'refused', {}, {});
    } else {
      const { record, changed } = outcome.written;
      const before = stored?.settings ?? {};
      const changedTo: ApplyResult = stored === undefined ? 'created' : 'updated';
      report(run, planned, changed ? changedTo : 'unchanged', before, record?.settings ?? before);
    }
  }
}

/** Reads nothing: this transaction put the agent into its workspace. */
function pathTo(orgId: string, { scope, workspaceId }: PlannedSettings): ScopePath {
  const workspace: Scope = { level: 'workspace', id: workspaceId };
  const org: Scope = { level: 'org', id: orgId };
  return scope.level === 'agent' ? [org, workspace, scope] : [org, workspace];
}

/** Merges only the names that differ: a value of a preset that a file repeats stays the preset's. */
function toMerge(
  before: SettingEntries,
  wanted: ReadonlyMap<string, SettingEntries[string] | null>,
  prune: boolean,
): WrittenEntries {
  const differing = [...wanted].filter(([name, entry]) => {
    const present = ownMember(before, name);
    return entry === null ? present !== undefined : !isSameEntry(present, entry);
  });
  const gone = prune ? Object.keys(before).filter((name) => !wanted.has(name)) : [];
  return Object.fromEntries([...differing, ...gone.map((name) => [name, null] as const)]);
}

function isSameEntry(left: SettingEntries[string] | undefined, right: SettingEntries[string]): boolean {
  if (left === undefined) return false;
  return isSame(left.value, right.value) && (left.enforced === true) === (right.enforced === true);
}

/** Maps full names of the services to the names in the document, which may be bare. */
function createToPlace(auditor: SettingSubject, { written, place }: PlannedSettings): ToPlace {
  return (pointer) => {
    const [root, name, ...rest] = stepsOf(pointer);
    if (root !== 'settings' || name === undefined) return place;
    const typed = Object.keys(written).find((one) => checkEntries(auditor.settings, { [one]: null }).entries.has(name));
    if (typed === undefined) return place;
    return inside(place, [typed, ...rest].reduce(pointTo, ''));
  };
}

function inside({ document, pointer }: DocumentPlace, below: string): DocumentPlace {
  return { document, pointer: `${pointer}${below}` };
}

function refuseUnknown(run: Run, planned: PlannedSettings, known: readonly string[]): void {
  const { auditorId, place } = planned;
  const nearest = nearestName(auditorId, known);
  const hint = nearest === undefined ? `there are ${known.join(', ')}` : `did you mean ${nearest}?`;
  run.refusals.tell(place, `there is no auditor ${auditorId}: ${hint}`, 'auditor_unknown');
  report(run, planned, 'refused', {}, {});
}

function report(
  { objects }: Run,
  { scope, auditorId, place }: PlannedSettings,
  result: ApplyResult,
  before: SettingEntries,
  after: SettingEntries,
): void {
  objects.push({
    kind: 'auditor_settings',
    name: auditorId,
    scope,
    ...place,
    result,
    diff: findDifferences('/settings', before, after),
  });
}
