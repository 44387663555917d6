/**
 * Ensures that each allowed call is recorded once, whatever happens to this process, its disk or its attestor. A call
 * that could not be recorded, or that a killed process left, is recorded with an unknown outcome as soon as possible.
 */
import type { StoredReceipt } from '@assay/sdk/receipts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import { drawEvidence } from '../evidence/build.ts';
import type { Recorder } from '../evidence/recorder.ts';
import type { ToolCallObserver } from '../exchange/call-watch.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { BegunCall, CallJournal } from './journal.ts';
import { hashJson } from './printed.ts';

export interface CallsInProgress {
  /** Call it before the tool is called. @throws AppError `storage_full`: the tool must not be called. */
  begin(exchange: Exchange): void;
  /** Call it once the record is in the log. */
  recorded(evidenceId: string): void;
  /** Call it for an allowed call that could not be recorded; it is retried. */
  lost(evidenceId: string): void;
  /** Stops; the next process records the rest. */
  close(): Promise<void>;
}

export interface CallsInProgressOptions {
  readonly journal: CallJournal;
  readonly recorder: Pick<Recorder, 'recordDrawn'>;
  readonly chain: {
    size(): number;
    read(options: { fromSeq: number; limit: number; maxBytes: number }): Promise<readonly StoredReceipt[]>;
  };
  readonly clock: Clock;
  /** Calls once after a time; the returned function cancels it. */
  readonly after: (ms: number, call: () => void) => () => void;
  /** Told of the calls of an earlier process, once they are recorded; absent where nobody watches. */
  readonly observer?: Pick<ToolCallObserver, 'left'> | undefined;
  readonly log: Logger;
}

/** The recorded outcome of such a call: its hash stands for the result. */
const notRecorded = { kind: 'unknown', code: 'not_recorded', message: 'the result of the call was never reported' };
const firstPauseMs = 500;
const longestPauseMs = 30_000;
const readLimit = { limit: 200, maxBytes: 4 * 1024 * 1024 };

/** Records the calls of the earlier process at once, beside new ones. */
export function createCallsInProgress(options: CallsInProgressOptions): CallsInProgress {
  const { journal, recorder, chain, clock, after, observer, log } = options;
  const waiting = new Map<string, BegunCall>();
  /** Ends of this process's own calls were already reported when they failed. */
  const left = new Set(journal.left.map(({ evidence }) => evidence.evidence_id));
  const responseHash = hashJson(notRecorded);
  let pauseMs = firstPauseMs;
  let stopTimer = () => {};
  let running: Promise<void> | undefined;
  let isClosed = false;

  const recordAll = async (): Promise<void> => {
    const calls = new Map(waiting);
    for (const evidenceId of await findRecorded(calls)) {
      done(evidenceId);
      calls.delete(evidenceId);
    }
    for (const [evidenceId, { evidence, begun_at_ms: begunAtMs }] of calls) {
      if (isClosed) return;
      const latencyMs = clock.now() - begunAtMs;
      await recorder.recordDrawn(evidence, latencyMs);
      done(evidenceId);
      if (left.delete(evidenceId)) observer?.left(evidence, latencyMs);
      log.warn({ evidence_id: evidenceId }, 'the result of a tool call was never reported, which is recorded');
    }
  };

  /** Finds calls whose record was written at the very end of the earlier process. */
  const findRecorded = async (calls: ReadonlyMap<string, BegunCall>): Promise<string[]> => {
    const found: string[] = [];
    let fromSeq = Math.min(...[...calls.values()].map(({ from_seq: seq }) => seq));
    while (fromSeq < chain.size()) {
      const receipts = await chain.read({ fromSeq, ...readLimit });
      if (receipts.length === 0) break;
      const ids = receipts.flatMap(({ attachment }) => (attachment === undefined ? [] : [idOf(attachment)]));
      found.push(...ids.filter((id) => calls.has(id)));
      fromSeq += receipts.length;
    }
    return found;
  };

  const done = (evidenceId: string): void => {
    waiting.delete(evidenceId);
    journal.end(evidenceId);
  };

  const run = (): void => {
    if (running !== undefined || waiting.size === 0 || isClosed) return;
    running = recordAll()
      .then(() => {
        pauseMs = firstPauseMs;
      })
      .catch((error: unknown) => {
        log.error({ err: error, calls: waiting.size }, 'completed tool calls cannot be recorded yet');
        pauseMs = Math.min(longestPauseMs, 2 * pauseMs);
      })
      .finally(() => {
        running = undefined;
        if (waiting.size > 0 && !isClosed) stopTimer = after(pauseMs, run);
      });
  };

  for (const call of journal.left) waiting.set(call.evidence.evidence_id, call);
  run();

  return {
    begin(exchange) {
      const evidence = drawEvidence({ ...exchange, responseHash });
      journal.begin({ evidence, from_seq: chain.size(), begun_at_ms: Math.floor(clock.now()) });
    },
    recorded: (evidenceId) => journal.end(evidenceId),
    lost(evidenceId) {
      const call = journal.find(evidenceId);
      if (call === undefined) return;
      waiting.set(evidenceId, call);
      run();
    },
    async close() {
      isClosed = true;
      stopTimer();
      await running;
      journal.close();
    },
  };
}

/** Reads the id from the Evidence beside a receipt, which this gateway wrote. */
function idOf(jws: Uint8Array): string {
  const [, payload = ''] = Buffer.from(jws).toString('latin1').split('.');
  const { evidence_id: id } = Object(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  return String(id);
}
