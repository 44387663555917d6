/**
 * Advances an export: reads decisions after its position, loads their Evidence, sends it, and moves on once the collector
 * accepted it. A lease ensures that one process at a time does this for one export.
 */

import { createLeaseTokens } from '../../../platform/db/lease.ts';
import { decodeEvidence } from '../../attestation/evidence/view.ts';
import { createAuthor } from '../../base/control/author.ts';
import { type Batch, type SpanOf, toBatch } from './batch.ts';
import {
  exportLeaseMs,
  firstPauseMs,
  lookForLostAfterMs,
  maxBatches,
  maxConcurrent,
  maxPauseMs,
  maxSpans,
  reportEveryMs,
} from './constants.ts';
import type { TelemetryCore } from './core.ts';
import { type Headers, readHeaders } from './secrets.ts';
import { type SendResult, sendSpans } from './send.ts';
import { toSpan } from './span.ts';
import type { Decision, ExportChange } from './store.ts';
import type { ExportRow } from './tables.ts';

export interface TelemetryWork {
  /** Advances every export that is due. @returns how many there were. */
  tick(): Promise<number>;
  close(): Promise<void>;
}

interface Page {
  readonly batch: Batch | undefined;
  /** Position of the export once the page is accepted. */
  readonly place: number;
  readonly evidenceSeq: number;
  /** Decisions whose Evidence is missing. */
  readonly missing: number;
  readonly isEnd: boolean;
}

type Step = { readonly kind: 'more' } | { readonly kind: 'rest'; readonly inMs: number };

const restMs = 2_000;
const leaveMs = 60_000;

export function createTelemetryWork(core: TelemetryCore, processId: string): TelemetryWork {
  const { db, store, log } = core;
  const ending = new AbortController();
  const running = new Set<Promise<void>>();
  const newToken = createLeaseTokens(processId);

  const advance = async (row: ExportRow): Promise<void> => {
    let inMs = 0;
    try {
      const headers = await readHeaders(core, row);
      let at: ExportRow | undefined = row;
      const endsAt = core.clock.now() + exportLeaseMs - leaveMs;
      for (let turn = 0; turn < maxBatches && !ending.signal.aborted && core.clock.now() < endsAt; turn += 1) {
        const { step, next } = await takeOn(core, at, headers, ending.signal);
        inMs = step.kind === 'rest' ? step.inMs : 0;
        at = next;
        if (step.kind === 'rest' || at === undefined) break;
      }
    } catch (error) {
      // An internal fault, such as the vault. The log has the details; the export keeps its position.
      inMs = maxPauseMs / 10;
      if (!ending.signal.aborted) log.error({ err: error, export: row.id }, 'a telemetry export could not be started');
    }
    await store.release(db, row, inMs);
  };

  return {
    async tick() {
      const room = maxConcurrent - running.size;
      if (ending.signal.aborted || room <= 0) return 0;
      const due = await store.claimDue(db, newToken(), room);
      const works = due.map((row) => {
        const work: Promise<void> = advance(row)
          // The lease expires, and the next process takes it.
          .catch((error: unknown) =>
            log.error({ err: error, export: row.id }, 'a telemetry export could not be released'),
          )
          .finally(() => running.delete(work));
        running.add(work);
        return work;
      });
      await Promise.all(works);
      return due.length;
    },
    async close() {
      ending.abort(new Error('the process ends'));
      await Promise.all(running);
    },
  };
}

/** Sends one batch. @returns what follows, and the current export; undefined if the lease was lost. */
async function takeOn(
  core: TelemetryCore,
  row: ExportRow,
  headers: Headers,
  signal: AbortSignal,
): Promise<{ readonly step: Step; readonly next: ExportRow | undefined }> {
  const page = await readPage(core, row);
  const { lost, until } = await countLost(core, row, page);
  const end = (change: ExportChange, step: Step, dropped = 0, reason = '') =>
    settle(core, row, { ...change, ran_at: core.clock.now() }, { dropped, reason }).then((next) => ({ step, next }));
  const onward = { place: page.place, evidence_seq: Math.max(row.evidence_seq, page.evidenceSeq, until) };
  const step: Step = page.isEnd ? { kind: 'rest', inMs: restMs } : { kind: 'more' };
  const gone = lost + page.missing;
  if (page.batch === undefined) {
    const isStill = gone === 0 && row.place === onward.place && core.clock.now() - row.ran_at < lookForLostAfterMs / 2;
    return isStill ? { step, next: row } : end(onward, step, gone, 'removed');
  }
  const call = core.outbound.forDeliveries(row.org_id);
  const { body, count } = page.batch;
  const result = await sendSpans({ call, clock: core.clock, signal }, { endpoint: row.endpoint, headers, body });
  if (result.kind === 'held') return { step: { kind: 'rest', inMs: result.afterMs }, next: row };
  if (result.kind === 'accepted') {
    const rejected = Math.min(result.rejected, count);
    const change = { ...onward, exported: row.exported + count - rejected, failures: 0, last_error: result.error };
    return end(
      { ...change, last_export_at: core.clock.now() },
      step,
      gone + rejected,
      rejected > 0 ? 'rejected' : 'removed',
    );
  }
  const rest: Step = { kind: 'rest', inMs: pauseAfter(row.failures, result) };
  const failed = { failures: row.failures + 1, last_error: result.error };
  if (result.kind === 'refused') return end({ ...onward, ...failed }, rest, gone + count, 'refused');
  // Aborted by our own shutdown: not a failure.
  if (signal.aborted) return { step: { kind: 'rest', inMs: 0 }, next: row };
  return { step: rest, next: await core.store.settle(core.db, row, failed) };
}

function pauseAfter(failures: number, result: SendResult): number {
  const pause = Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(failures, 10));
  return Math.max(pause, result.kind === 'later' ? result.afterMs : 0);
}

async function readPage(core: TelemetryCore, row: ExportRow): Promise<Page> {
  const { db, store, evidenceStore, workspaces } = core;
  // Read before the page: a later commit has a higher number and is not skipped.
  const newest = await store.newestEvent(db);
  const decisions = await store.decisions(db, row, maxSpans);
  const isWhole = decisions.length < maxSpans;
  const last = decisions.at(-1);
  if (last === undefined) {
    return { batch: undefined, place: Math.max(row.place, newest), evidenceSeq: 0, missing: 0, isEnd: true };
  }
  const ids = decisions.flatMap(({ evidenceId }) => evidenceId ?? []);
  const found = new Map((await evidenceStore.findMany(row.org_id, ids)).map((one) => [one.evidence_id, one]));
  const shown = new Set(
    (await workspaces.listAll(db, row.org_id)).flatMap((one) => (one.console_values ? [one.id] : [])),
  );
  const present = decisions.flatMap((decision: Decision) => {
    const stored = found.get(decision.evidenceId ?? '');
    return stored === undefined ? [] : [{ decision, stored }];
  });
  const spans = present.map(({ stored }): SpanOf => {
    const place = {
      orgId: row.org_id,
      passportId: stored.passport_id,
      receiptChainId: stored.receipt_chain_id,
      receiptSeq: stored.receipt_seq,
      mayShowText: shown.has(stored.workspace_id),
    };
    return { iss: stored.iss, span: toSpan(decodeEvidence(stored.jws), place) };
  });
  const batch = spans.length === 0 ? undefined : toBatch(spans);
  const isCut = batch !== undefined && batch.count < present.length;
  const taken = present.slice(0, batch?.count ?? 0);
  const place = isCut ? (taken.at(-1)?.decision.seq ?? row.place) : last.seq;
  const passed = decisions.filter(({ seq }) => seq <= place).length;
  return {
    batch,
    place,
    isEnd: isWhole && !isCut,
    missing: passed - taken.length,
    evidenceSeq: taken.reduce((most, { stored }) => Math.max(most, stored.seq), 0),
  };
}

/** Counts lost events. An export that keeps up loses none; after a pause, events may be removed by age or number. */
async function countLost({ db, store, clock }: TelemetryCore, row: ExportRow, page: Page) {
  if (clock.now() - row.ran_at < lookForLostAfterMs) return { lost: 0, until: 0 };
  const until = page.evidenceSeq > 0 ? page.evidenceSeq : await store.newestEvidence(db, row.org_id);
  return { lost: await store.countLost(db, row, until), until };
}

interface Dropped {
  readonly dropped: number;
  readonly reason: string;
}

/** Records the change, and reports what was dropped, at most once an hour. */
function settle(core: TelemetryCore, row: ExportRow, change: ExportChange, { dropped, reason }: Dropped) {
  const { db, store, clock, events, audit } = core;
  const now = clock.now();
  return db.transaction(async (tx) => {
    const isReported = dropped > 0 && (row.told_at === null || now - row.told_at >= reportEveryMs);
    const told_at = isReported ? now : row.told_at;
    const next = await store.settle(tx, row, { ...change, dropped: row.dropped + dropped, told_at });
    if (next === undefined || !isReported) return next;
    const { id, name, org_id } = row;
    const fields = { export_id: id, name, reason, dropped, dropped_in_all: next.dropped };
    const message = `a telemetry export dropped ${dropped} spans: ${words[reason] ?? reason}`;
    await events.append(tx, org_id, {
      type: 'agent.log',
      code: 'telemetry.dropped',
      data: { level: 'warn', message, fields },
    });
    const about = { action: 'telemetry_export.dropped', resourceType: 'telemetry_export', resourceId: id };
    await audit.append(tx, createAuthor(org_id, 'system'), { ...about, details: fields });
    return next;
  });
}

const words: Readonly<Record<string, string>> = {
  removed: 'they were removed before they could be sent',
  rejected: 'the collector accepted only a part',
  refused: 'the collector refuses them',
};
