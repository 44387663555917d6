/**
 * Sees to it that each call which was let through is recorded once, whatever happens to this process, its disk or its
 * attestor: what could not be recorded, or was left by a process that was killed, is recorded as a call of which nobody
 * knows what became, as soon as that can be done.
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

export interface UnderWay {
  /** Before the tool is called. @throws AppError `storage_full`: it must not be called. */
  begin(exchange: Exchange): void;
  /** It stands in the log. */
  recorded(evidenceId: string): void;
  /** It was let through and could not be recorded: it will be. */
  lost(evidenceId: string): void;
  /** What is not recorded by then is recorded by the next process. */
  close(): Promise<void>;
}

export interface UnderWayOptions {
  readonly journal: CallJournal;
  readonly recorder: Pick<Recorder, 'recordDrawn'>;
  /** The log of receipts. */
  readonly chain: {
    size(): number;
    read(options: { fromSeq: number; limit: number; maxBytes: number }): Promise<readonly StoredReceipt[]>;
  };
  readonly clock: Clock;
  /** Calls once after a time; returns how to stop it. */
  readonly after: (ms: number, call: () => void) => () => void;
  /** Is told of what a process before this one left, once it is recorded; absent where nobody watches. */
  readonly observer?: Pick<ToolCallObserver, 'left'> | undefined;
  readonly log: Logger;
}

/** What became of the call, as far as anybody knows: its hash stands for the result. */
const notRecorded = { kind: 'unknown', code: 'not_recorded', message: 'nobody said what became of the call' };
const firstPauseMs = 500;
const longestPauseMs = 30_000;
const readLimit = { limit: 200, maxBytes: 4 * 1024 * 1024 };

/** What the process before left is recorded at once, beside what comes. */
export function createUnderWay(options: UnderWayOptions): UnderWay {
  const { journal, recorder, chain, clock, after, observer, log } = options;
  const waiting = new Map<string, BegunCall>();
  /** Of calls of this process their end was told when it failed. */
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
      log.warn({ evidence_id: evidenceId }, 'nobody said what became of a call of a tool, which is recorded as such');
    }
  };

  /** It may have been recorded at the very end, and nobody heard of it. */
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
        log.error({ err: error, calls: waiting.size }, 'calls of tools that were made cannot be recorded yet');
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

/** Of the Evidence beside a receipt, which this gateway wrote. */
function idOf(jws: Uint8Array): string {
  const [, payload = ''] = Buffer.from(jws).toString('latin1').split('.');
  const { evidence_id: id } = Object(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  return String(id);
}
