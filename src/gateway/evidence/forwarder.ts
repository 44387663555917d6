/**
 * Forwards what the log holds to the verifier: oldest first, in batches, at least once, from where it stopped last
 * time; key attestations go before the evidence they cover. While the verifier is away nothing is lost: the log waits.
 */
import { toBase64Url } from '@assay/sdk/crypto';
import type { ReceiptChain, StoredReceipt } from '@assay/sdk/receipts';
import type { AttestorClient } from '../../clients/attestor/client.ts';
import type { VerifierClient } from '../../clients/verifier/client.ts';
import { whyRefused } from '../../clients/verifier/refused.ts';
import type { ReceiptProof } from '../../contract/bundle.ts';
import { type EvidenceItem, type IngestResult, maxIngestBatch } from '../../contract/ingest.ts';
import type { KeyAttestation } from '../../contract/key-attestation.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DataDir } from '../../platform/data-dir.ts';
import { type ErrorCode, isAppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import type { KeyAttestationStore } from './key-store.ts';
import { createRecentEntries, type RecentEntry } from './recent-entries.ts';

export interface ForwarderOptions {
  readonly chain: ReceiptChain;
  readonly verifier: VerifierClient;
  readonly attestor: AttestorClient;
  readonly keys: KeyAttestationStore;
  readonly dataDir: DataDir;
  readonly log: Logger;
  readonly clock: Clock;
  /** Time after which the key answers another challenge; 0 never again. */
  readonly reattestEveryMs: number;
  /** Waits; ends early when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface ForwarderState {
  /** First sequence number that the verifier has not taken yet. */
  readonly nextSeq: number;
  readonly backlog: number;
  readonly refused: number;
  readonly connected: boolean;
  /** Why the verifier, which answers, takes nothing of this gateway; null when it does, or is away. */
  readonly problem: string | null;
}

export interface Forwarder {
  /** Tells that the log has grown, and by what. */
  wake(entry: RecentEntry): void;
  /** Tells that the attestor has another key, which has to answer a challenge of its own. */
  renewKey(): void;
  /** Starts over with the first receipt: the verifier lost what it had. Nothing is stored twice. */
  forwardAgain(): void;
  state(): ForwarderState;
  /** Resolves when everything now in the log is forwarded. @throws when the signal aborts first. */
  flush(signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
}

interface Batch {
  readonly items: EvidenceItem[];
  readonly bare: ReceiptProof[];
  /** First sequence number behind it. */
  readonly end: number;
}

const finalRefusals = new Set<ErrorCode>(['nonce_expired', 'nonce_reused', 'attestation_refused', 'conflict']);
const cursorFile = 'gateway-forwarded.json';
const maxRecentBytes = 16 * 1024 * 1024;
const firstPauseMs = 250;
const longestPauseMs = 5_000;
const idlePauseMs = 1_000;
const cursorEveryMs = 2_000;
/** Before a batch that is not full yet: many small ones cost gateway and verifier more than the Evidence in them. */
const gatherMs = 250;
/** Between two challenges of a key whose attestor does not answer. */
const challengeEveryMs = 5_000;
/** The same when the verifier refuses its answer. */
const refusedEveryMs = 60_000;

export async function startForwarder(options: ForwarderOptions): Promise<Forwarder> {
  const { chain, verifier, attestor, keys, dataDir, log, sleep, clock, reattestEveryMs } = options;
  const stopping = new AbortController();
  const recent = createRecentEntries(maxRecentBytes);
  let nap: { readonly kind: 'idle' | 'gathering'; readonly controller: AbortController } | undefined;
  let nextSeq = await loadCursor(dataDir);
  let refused = 0;
  let connected = false;
  let problem: string | null = null;
  let registered = 0;
  let challenged = false;
  let nextChallengeMs = 0;
  let challengedMs = 0;
  let woken = false;
  let keysSentFor = -1;
  let cursorSavedMs = clock.now();
  let waiters: { upTo: number; resolve: () => void }[] = [];

  // An attestation that the verifier will never take (its nonce has expired meanwhile) must not hold up the others.
  const register = async (attestation: KeyAttestation): Promise<boolean> => {
    try {
      await verifier.registerKeyAttestation(attestation);
      return true;
    } catch (error) {
      if (!isAppError(error) || !finalRefusals.has(error.code)) throw error;
      log.warn({ err: error, code: error.code }, 'the verifier does not take a key attestation');
      return false;
    }
  };

  const registerKnown = async (): Promise<void> => {
    for (let next = keys.list()[registered]; next !== undefined; next = keys.list()[registered]) {
      await register(next);
      registered += 1;
    }
  };

  /**
   * The key of an attestor answers a challenge of the verifier, and another now and then. An attestor that is away holds
   * up no evidence: what was signed is only worth more once its key has answered. The answer is not kept here: evidence
   * names the key attestation made with the key, and a nonce that was answered is good for nothing more.
   */
  const challengeKey = async (): Promise<void> => {
    const isFresh = challenged && !(reattestEveryMs > 0 && clock.now() - challengedMs >= reattestEveryMs);
    if (isFresh || clock.now() < nextChallengeMs) return;
    const { nonce } = await verifier.challenge();
    // Set before the attestor is asked: a key that is renewed meanwhile is challenged again.
    challenged = true;
    challengedMs = clock.now();
    const answer = await askAttestor(nonce);
    const pauseMs = answer === undefined ? challengeEveryMs : refusedEveryMs;
    const isTaken = answer !== undefined && (await register(answer).catch(unchallenge));
    if (!isTaken) {
      challenged = false;
      nextChallengeMs = clock.now() + pauseMs;
    }
  };

  const unchallenge = (error: unknown): never => {
    challenged = false;
    throw error;
  };

  const askAttestor = async (nonce: string): Promise<KeyAttestation | undefined> => {
    try {
      return await attestor.attest(nonce);
    } catch (error) {
      if (!isAppError(error)) return unchallenge(error);
      log.warn({ err: error }, 'the attestor does not answer the challenge of the verifier; its key stays unproven');
      return undefined;
    }
  };

  const registerKeys = async (): Promise<void> => {
    await registerKnown();
    await challengeKey();
  };

  const nextBatch = async (): Promise<Batch> => {
    const kept = recent.from(nextSeq, { items: maxIngestBatch, bytes: verifier.batchChars });
    if (kept.length > 0) return { items: kept, bare: [], end: nextSeq + kept.length };
    const entries = await chain.read({ fromSeq: nextSeq, limit: maxIngestBatch, maxBytes: verifier.batchChars });
    return { items: entries.flatMap(toItem), bare: entries.flatMap(toBare), end: nextSeq + entries.length };
  };

  /** Receipts that have no Evidence there: without every one of them the verifier could prove nothing of the chain. */
  const sendBare = async (receipts: readonly ReceiptProof[]): Promise<void> => {
    for (const result of await verifier.sendReceipts(receipts)) {
      if (result.status === 'refused') log.error({ reason: result.reason }, 'the verifier refused a receipt');
    }
  };

  const forwardBatch = async (): Promise<boolean> => {
    await registerKeys();
    const from = nextSeq;
    const { items, bare, end } = await nextBatch();
    if (end === from) return false;
    const results = items.length === 0 ? [] : await verifier.sendEvidence(items);
    // A verifier that lost its keys (a new database) learns them again before the batch is repeated.
    if (results.some((result) => result.reason === 'key_unknown') && keysSentFor !== nextSeq) {
      keysSentFor = nextSeq;
      registered = 0;
      challenged = false;
      await registerKeys();
      return true;
    }
    reportRefused(results);
    const refusedToo = items.flatMap(({ receipt }, index) =>
      results[index]?.status === 'refused' && receipt !== undefined ? [receipt] : [],
    );
    await sendBare([...bare, ...refusedToo]);
    // Told meanwhile to start over.
    if (nextSeq !== from) return true;
    nextSeq = end;
    recent.forget(end);
    settleWaiters();
    if (clock.now() - cursorSavedMs >= cursorEveryMs) await saveCursor();
    return true;
  };

  // It may lag: what is sent twice is known to the verifier. So the log's own syncs do not wait for it.
  const saveCursor = async (): Promise<void> => {
    cursorSavedMs = clock.now();
    await dataDir.write(cursorFile, JSON.stringify({ next_seq: nextSeq }));
  };

  const reportRefused = (results: readonly IngestResult[]): void => {
    for (const result of results) {
      if (result.status !== 'refused') continue;
      refused += 1;
      log.error({ evidence_id: result.evidence_id, reason: result.reason }, 'the verifier refused evidence');
    }
  };

  const settleWaiters = (): void => {
    for (const waiter of waiters) if (nextSeq >= waiter.upTo) waiter.resolve();
    waiters = waiters.filter((waiter) => nextSeq < waiter.upTo);
  };

  /** Until something comes. */
  const rest = async (): Promise<void> => {
    if (!woken) await doze('idle', idlePauseMs);
    woken = false;
  };

  /** Until a batch is full, for a moment at most; not at all when somebody waits for everything to be forwarded. */
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
      registered = 0;
      woken = true;
      if (nap?.kind === 'idle') nap.controller.abort();
    },
    renewKey() {
      challenged = false;
      nextChallengeMs = 0;
    },
    state: () => ({ nextSeq, backlog: Math.max(0, chain.size() - nextSeq), refused, connected, problem }),
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
  // Forwarding is idempotent: with a damaged cursor everything is simply sent again.
  return Number.isSafeInteger(next) ? Number(next) : 0;
}

function toItem(entry: StoredReceipt): EvidenceItem[] {
  if (entry.attachment === undefined) return [];
  return [{ jws: Buffer.from(entry.attachment).toString('latin1'), receipt: toProof(entry) }];
}

const toBare = (entry: StoredReceipt): ReceiptProof[] => (entry.attachment === undefined ? [toProof(entry)] : []);

function toProof({ record, signature }: StoredReceipt): ReceiptProof {
  return { record: toBase64Url(record), signature: toBase64Url(signature) };
}
