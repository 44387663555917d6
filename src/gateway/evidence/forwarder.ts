/**
 * Forwards the log to the verifier: oldest first, in batches, at least once, from the last position; key attestations
 * go before the Evidence they cover. While the verifier is away the log keeps everything.
 */
import type { ReceiptChain } from '@assay/sdk/receipts';
import type { VerifierClient } from '../../clients/verifier/client.ts';
import { whyRefused } from '../../clients/verifier/refused.ts';
import type { ReceiptProof } from '../../contract/bundle.ts';
import { maxIngestBatch } from '../../contract/ingest.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DataDir } from '../../platform/data-dir.ts';
import { isAppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import { type SeqItem, toBare, toSeqItem } from './forwarded-items.ts';
import { createRecentEntries, type RecentEntry } from './recent-entries.ts';
import type { EvidenceRefusals } from './refusals.ts';
import type { KeyRegistration } from './register-keys.ts';

export interface ForwarderOptions {
  readonly chain: ReceiptChain;
  readonly verifier: VerifierClient;
  readonly keys: KeyRegistration;
  readonly refusals: EvidenceRefusals;
  readonly dataDir: DataDir;
  readonly log: Logger;
  readonly clock: Clock;
  /** Waits; ends early when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface ForwarderState {
  /** First sequence number that the verifier has not accepted yet. */
  readonly nextSeq: number;
  readonly backlog: number;
  /** Evidence that the verifier refused, in this run or an earlier one; it is kept. */
  readonly refused: number;
  /** Receipts without Evidence that it refused since the start. */
  readonly refusedReceipts: number;
  readonly connected: boolean;
  /** The reason why a reachable verifier accepts nothing of this gateway; null when it does, or is away. */
  readonly problem: string | null;
}

export interface Forwarder {
  /** Call it when the log has grown by an entry. */
  wake(entry: RecentEntry): void;
  /** Starts over with the first receipt, because the verifier lost its data. Nothing is stored twice. */
  forwardAgain(): void;
  state(): ForwarderState;
  /** Resolves when everything now in the log is forwarded. @throws when the signal aborts first. */
  flush(signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
}

interface Batch {
  readonly items: SeqItem[];
  readonly bare: ReceiptProof[];
  /** The first sequence number after it. */
  readonly end: number;
}

const cursorFile = 'gateway-forwarded.json';
const maxRecentBytes = 16 * 1024 * 1024;
const firstPauseMs = 250;
const longestPauseMs = 5_000;
const idlePauseMs = 1_000;
const cursorEveryMs = 2_000;
/** The wait for a fuller batch: many small ones cost gateway and verifier more than the Evidence in them. */
const gatherMs = 250;
/** The number of times that a batch with Evidence of an unknown key is sent, with every key sent again before. */
const maxKeyTries = 3;
const keyTryPauseMs = 500;

export async function startForwarder(options: ForwarderOptions): Promise<Forwarder> {
  const { chain, verifier, keys, refusals, dataDir, log, sleep, clock } = options;
  const stopping = new AbortController();
  const recent = createRecentEntries(maxRecentBytes);
  let nap: { readonly kind: 'idle' | 'gathering'; readonly controller: AbortController } | undefined;
  let nextSeq = await loadCursor(dataDir);
  let refusedReceipts = 0;
  let connected = false;
  let problem: string | null = null;
  let woken = false;
  let tries = { seq: -1, count: 0 };
  let cursorSavedMs = clock.now();
  let waiters: { upTo: number; resolve: () => void }[] = [];

  const nextBatch = async (): Promise<Batch> => {
    const kept = recent.from(nextSeq, { items: maxIngestBatch, bytes: verifier.batchChars });
    if (kept.length > 0) {
      const first = nextSeq;
      return { items: kept.map((item, at) => ({ seq: first + at, item })), bare: [], end: first + kept.length };
    }
    const entries = await chain.read({ fromSeq: nextSeq, limit: maxIngestBatch, maxBytes: verifier.batchChars });
    return { items: entries.flatMap(toSeqItem), bare: entries.flatMap(toBare), end: nextSeq + entries.length };
  };

  /** Sends receipts without Evidence here: the verifier needs every one to prove anything of the chain. */
  const sendBare = async (receipts: readonly ReceiptProof[]): Promise<void> => {
    for (const result of await verifier.sendReceipts(receipts)) {
      if (result.status !== 'refused') continue;
      refusedReceipts += 1;
      log.error({ reason: result.reason }, 'the verifier refused a receipt');
    }
  };

  const forwardBatch = async (): Promise<boolean> => {
    await keys.register();
    await refusals.resendDue(keys.taken());
    const from = nextSeq;
    const { items, bare, end } = await nextBatch();
    if (end === from) return false;
    const results = items.length === 0 ? [] : await verifier.sendEvidence(items.map(({ item }) => item));
    // A verifier that lost its keys (a new database), or learns of one too late, is sent all keys again.
    if (results.some(({ reason }) => reason === 'key_unknown') && mayTryAgain(from)) {
      keys.again();
      // Another process of the verifier may be about to learn the key.
      await sleep(keyTryPauseMs, stopping.signal);
      return true;
    }
    await refusals.note(items, results);
    const refusedToo = items.flatMap(({ item: { receipt } }, index) =>
      results[index]?.status === 'refused' && receipt !== undefined ? [receipt] : [],
    );
    await sendBare([...bare, ...refusedToo]);
    // `forwardAgain` was called meanwhile.
    if (nextSeq !== from) return true;
    nextSeq = end;
    recent.forget(end);
    settleWaiters();
    if (clock.now() - cursorSavedMs >= cursorEveryMs) await saveCursor();
    return true;
  };

  // The cursor may lag, because the verifier recognises repeats. So the log's own syncs do not wait for it.
  const saveCursor = async (): Promise<void> => {
    cursorSavedMs = clock.now();
    await dataDir.write(cursorFile, JSON.stringify({ next_seq: nextSeq }));
  };

  const mayTryAgain = (seq: number): boolean => {
    tries = tries.seq === seq ? { seq, count: tries.count + 1 } : { seq, count: 1 };
    return tries.count < maxKeyTries;
  };

  const settleWaiters = (): void => {
    for (const waiter of waiters) if (nextSeq >= waiter.upTo) waiter.resolve();
    waiters = waiters.filter((waiter) => nextSeq < waiter.upTo);
  };

  /** Waits until something arrives. */
  const rest = async (): Promise<void> => {
    if (!woken) await doze('idle', idlePauseMs);
    woken = false;
  };

  /** Waits briefly for a full batch; not at all while `flush` is waiting. */
  const gather = async (): Promise<void> => {
    if (waiters.length === 0 && chain.size() - nextSeq < maxIngestBatch) await doze('gathering', gatherMs);
  };

  const doze = async (kind: 'idle' | 'gathering', ms: number): Promise<void> => {
    nap = { kind, controller: new AbortController() };
    await sleep(ms, AbortSignal.any([nap.controller.signal, stopping.signal]));
    nap = undefined;
  };

  const noteFailure = (error: unknown): void => {
    const refusal = whyRefused(error) ?? null;
    if (refusal !== null && refusal !== problem) log.error({ problem: refusal }, `evidence waits: ${refusal}`);
    else if (connected || !isAppError(error)) log.warn({ err: error }, 'evidence waits for the verifier');
    connected = false;
    problem = refusal;
  };

  const run = async (): Promise<void> => {
    let pauseMs = firstPauseMs;
    while (!stopping.signal.aborted) {
      try {
        const moved = await forwardBatch();
        connected = true;
        problem = null;
        pauseMs = firstPauseMs;
        if (moved) await gather();
        else await rest();
      } catch (error) {
        if (stopping.signal.aborted) return;
        noteFailure(error);
        await sleep(pauseMs, stopping.signal);
        pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      }
    }
  };

  const running = run();
  return {
    wake(entry) {
      recent.add(entry);
      woken = true;
      if (nap?.kind === 'idle') nap.controller.abort();
    },
    forwardAgain() {
      nextSeq = 0;
      keys.again();
      woken = true;
      if (nap?.kind === 'idle') nap.controller.abort();
    },
    state: () => ({
      nextSeq,
      backlog: Math.max(0, chain.size() - nextSeq),
      refused: refusals.count(),
      refusedReceipts,
      connected,
      problem,
    }),
    flush(signal) {
      const upTo = chain.size();
      if (nextSeq >= upTo) return Promise.resolve();
      nap?.controller.abort();
      return new Promise((resolve, reject) => {
        waiters.push({ upTo, resolve });
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    },
    async stop() {
      stopping.abort();
      await running;
      await saveCursor();
    },
  };
}

async function loadCursor(dataDir: DataDir): Promise<number> {
  const bytes = await dataDir.read(cursorFile);
  if (bytes === undefined) return 0;
  const cursor: unknown = JSON.parse(bytes.toString('utf8'));
  const next: unknown = Reflect.get(Object(cursor), 'next_seq');
  // Forwarding is idempotent: with a damaged cursor everything is sent again.
  return Number.isSafeInteger(next) ? Number(next) : 0;
}
