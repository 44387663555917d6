/**
 * Compares the tools that a server shows with the approved ones; installing approves those of the first look. Any difference
 * that a model would read quarantines the app: none of its tools is callable until a person approves them. A gateway's
 * finding in an approved definition withholds that tool alone.
 */
import type { ToolFinding } from '../../../contract/tool-report.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { InstallationCore, StepNote } from './core.ts';
import { installationsAuthor } from './core.ts';
import { isOther, type ToolSnapshot, toSnapshot, toUsable } from './definitions.ts';
import type { KnownTool } from './ports.ts';
import type { InstallationChange } from './store.ts';
import { findSuspiciousTools } from './suspicious-tools.ts';
import type { FoundInTool, InstallationRow, ToolSnapshotRow } from './tables.ts';
import { mergeFindings } from './tool-findings.ts';

/** Pause between looks at the tools of an installed app. */
export const checkMs = 24 * 60 * 60 * 1000;
/** Pause after a server could not be asked. */
export const checkAgainMs = 60 * 60 * 1000;

/** Tools that were seen, and by whom: `verifier`, or a gateway. */
export interface ToolObservation {
  readonly server: string;
  readonly tools: readonly unknown[];
  readonly by: string;
  readonly findings?: readonly ToolFinding[];
  /** Tools whose earlier findings the gateway withdraws. */
  readonly cleared?: readonly string[];
}

export interface ToolWatch {
  /**
   * Stores what was seen of an installed app, and quarantines it if that differs from the approved tools. Runs in a
   * transaction of its own. @returns the row after it; undefined for one that is not installed (any more).
   * @throws AppError `unprocessable` (`tools_invalid`).
   */
  note(row: InstallationRow, observation: ToolObservation): Promise<InstallationRow | undefined>;
  /** Stores the first look in the transaction that installs; gives the changes of the row. */
  adopt(tx: Db, row: InstallationRow, snapshot: ToolSnapshot, by: string): Promise<InstallationChange>;
  /** Quarantines one whose tools cannot be read. */
  quarantine(row: InstallationRow, reason: string): Promise<InstallationRow | undefined>;
  findApproved(db: Db, row: InstallationRow): Promise<ToolSnapshotRow | undefined>;
  findPresent(db: Db, row: InstallationRow): Promise<ToolSnapshotRow | undefined>;
}

export function createToolWatch(core: InstallationCore): ToolWatch {
  const { db, clock, store, changes } = core;

  const find = (from: Db, { org_id, id }: InstallationRow, hash: string | null) =>
    hash === null ? Promise.resolve(undefined) : store.findSnapshot(from, org_id, id, hash);
  const findApproved: ToolWatch['findApproved'] = (from, row) => find(from, row, row.tools_snapshot_hash);
  const findPresent: ToolWatch['findPresent'] = (from, row) => find(from, row, row.tools_present_hash);

  const keep = (tx: Db, row: InstallationRow, snapshot: ToolSnapshot, { by, approvedBy, findings }: Kept) =>
    store.putSnapshot(tx, {
      org_id: row.org_id,
      installation_id: row.id,
      hash: snapshot.hash,
      definitions: snapshot.definitions,
      seen_by: by,
      seen_at: clock.now(),
      approved_by: approvedBy,
      findings,
      approved_at: approvedBy === null ? null : clock.now(),
    });

  const takeOver = async (tx: Db, row: InstallationRow, snapshot: ToolSnapshot, kept: Omit<Kept, 'approvedBy'>) => {
    await keep(tx, row, snapshot, { ...kept, approvedBy: row.asked_by });
    return {
      tools_snapshot_hash: snapshot.hash,
      tools_present_hash: snapshot.hash,
      tools_checked_at: clock.now(),
      tools: toUsable(snapshot.definitions, snapshot.definitions, kept.findings),
    };
  };
  const adopt: ToolWatch['adopt'] = async (tx, row, snapshot, by) => {
    const before = [await find(tx, row, snapshot.hash), await findPresent(tx, row), await findApproved(tx, row)];
    const { findings } = mergeFindings(snapshot, { server: '', tools: [], by }, before);
    return takeOver(tx, row, snapshot, { by, findings });
  };

  /** Reads again under the lock of the row: earlier reads may be outdated. */
  const write = async (tx: Db, { org_id: orgId, id }: InstallationRow, observation: ToolObservation) => {
    const { server, tools, by } = observation;
    const row = await store.lock(tx, orgId, id);
    if (row === undefined || (row.status !== 'installed' && row.status !== 'updating')) return undefined;
    const approved = await findApproved(tx, row);
    const present = await findPresent(tx, row);
    const snapshot = toSnapshot(server, tools, present?.definitions);
    const before = [await find(tx, row, snapshot.hash), present, approved];
    const { findings, isNew: isFound } = mergeFindings(snapshot, observation, before);
    const toReason = (reason: string) => toQuarantine(row, isFound ? 'tool_poisoned' : reason, clock.now());
    const warning = isWarned(row, isFound) ? toWarning(row, by, snapshot, findings, isFound) : undefined;
    const checked = { tools_checked_at: clock.now(), next_at: toNext(row, clock.now()), status: row.status };
    const author = installationsAuthor(orgId);
    if (approved === undefined) {
      const change = { ...checked, ...(await takeOver(tx, row, snapshot, { by, findings })), error: null };
      const message = `${row.title} lists its tools`;
      const told = { action: 'tools_listed', isChange: true, message, ...toFlags(snapshot) };
      return core.moveIn(tx, author, row, change, toWithheldNote(row, change.tools, by) ?? told);
    }
    await keep(tx, row, snapshot, { by, approvedBy: null, findings });
    await store.pruneSnapshots(tx, orgId, id, [approved.hash, snapshot.hash]);
    const seen = { ...checked, tools_present_hash: snapshot.hash, error: null };
    const usable = toUsable(approved.definitions, snapshot.definitions, findings);
    if (!isOther(approved.definitions, snapshot.definitions)) {
      // A removed tool is no danger; gateways learn that it is unavailable.
      const told = { action: 'tools_removed', isChange: true, message: `${row.title} has fewer tools than before` };
      const isLess = usable.length !== row.tools.length;
      const note = toWithheldNote(row, usable, by) ?? (isLess ? told : undefined);
      return core.moveIn(tx, author, row, { ...seen, tools: usable }, note);
    }
    await core.effects.quarantine(tx, row);
    return core.moveIn(tx, author, row, { ...seen, ...toReason('tools_changed') }, warning);
  };

  return {
    findApproved,
    findPresent,
    adopt,
    async note(row, observation) {
      // Gateways report often: known tools cause no lock and no write.
      const present = await findPresent(db, row);
      const known = toSnapshot(observation.server, observation.tools, present?.definitions ?? []);
      const isOld = clock.now() - (row.tools_checked_at ?? 0) > checkAgainMs;
      const { isNew: isFound, isLess } = mergeFindings(known, observation, [present]);
      if (known.hash === row.tools_present_hash && !isOld && !isFound && !isLess && row.error === null) return row;
      return db.transaction(async (tx) => {
        await changes.hold(tx, row.org_id);
        return write(tx, row, observation);
      });
    },
    quarantine: (stale, reason) =>
      db.transaction(async (tx) => {
        await changes.hold(tx, stale.org_id);
        const row = await store.lock(tx, stale.org_id, stale.id);
        if (row === undefined || row.status !== 'installed') return undefined;
        const change = { status: row.status, tools_checked_at: clock.now(), next_at: clock.now() + checkAgainMs };
        const told = { action: 'quarantined', isChange: true, level: 'warn', reason } as const;
        await core.effects.quarantine(tx, row);
        return core.moveIn(
          ...[tx, installationsAuthor(row.org_id), row],
          { ...change, ...toQuarantine(row, reason, clock.now()) },
          row.is_quarantined ? undefined : { ...told, message: `${row.title} lists invalid tools` },
        );
      }),
  };
}

interface Kept {
  readonly by: string;
  /** Null: nobody approved it. */
  readonly approvedBy: string | null;
  readonly findings: readonly FoundInTool[];
}

/** A gateway's report does not delay an update in progress. */
function toNext({ status, next_at }: InstallationRow, now: number): number | null {
  return status === 'installed' ? now + checkMs : next_at;
}

function toQuarantine(row: InstallationRow, reason: string, now: number): InstallationChange {
  return {
    is_quarantined: true,
    quarantined_at: row.quarantined_at ?? now,
    quarantine_reason: reason === 'tool_poisoned' ? reason : (row.quarantine_reason ?? reason),
  };
}

/** Warns once: a server that changes constantly must not fill the log or make gateways fetch bundles. */
function isWarned(row: InstallationRow, isFound: boolean): boolean {
  return !row.is_quarantined || (isFound && row.quarantine_reason !== 'tool_poisoned');
}

function toWarning(
  row: InstallationRow,
  by: string,
  snapshot: ToolSnapshot,
  findings: readonly FoundInTool[],
  isFound: boolean,
) {
  const isAuditor = snapshot.definitions.some(({ server }) => server.startsWith('auditor:'));
  const what = isFound ? 'has tool descriptions that were denied' : 'lists other tools than the approved ones';
  const message = isAuditor
    ? `${row.title} has other claims or another version than approved: it is not asked until somebody reviews them`
    : `${row.title} ${what}: no tool can be called until somebody reviews them`;
  const reason = isFound ? 'tool_poisoned' : 'tools_changed';
  const found = findings.length === 0 ? {} : { findings: findings.length };
  const fields = { seen_by: by, ...toFlags(snapshot).fields, ...found };
  return { action: 'quarantined', isChange: true, level: 'warn', reason, message, fields } as const;
}

/** Gives undefined if the same tools are withheld as before. */
function toWithheldNote(row: InstallationRow, tools: readonly KnownTool[], by: string): StepNote | undefined {
  const before = namesOf(row.tools);
  const now = namesOf(tools);
  const fresh = now.filter((name) => !before.includes(name));
  if (fresh.length > 0) {
    const fields = { seen_by: by, withheld: fresh.slice(0, maxNamed), findings: now.length };
    const message = `${row.title} has tool descriptions that were denied: the tools are withheld until somebody reviews them`;
    return { action: 'tools_withheld', isChange: true, level: 'warn', reason: 'tool_poisoned', message, fields };
  }
  if (now.length === before.length) return undefined;
  const gone = before.filter((name) => !now.includes(name));
  const fields = { seen_by: by, released: gone.slice(0, maxNamed), findings: now.length };
  return { action: 'tools_released', isChange: true, message: `tools of ${row.title} are no longer denied`, fields };
}

function namesOf(tools: readonly KnownTool[]): string[] {
  return tools.flatMap(({ name, finding }) => (finding === 'open' ? [name] : []));
}

const maxNamed = 20;

function toFlags({ definitions }: ToolSnapshot) {
  const flags = [...new Set([...findSuspiciousTools(definitions).values()].flat())];
  return { fields: { tools: definitions.length, ...(flags.length === 0 ? {} : { flags }) } };
}
