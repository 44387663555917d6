/**
 * Makes checkpoints of the receipt chain and has them cosigned by the verifier (receipts reference 4): within a second or
 * 256 receipts, after the receipts themselves were forwarded, until the witness has answered.
 */
import { printAddCheckpoint, type ReceiptChain } from '@assay/sdk/receipts';
import type { AttestorClient } from '../../clients/attestor/client.ts';
import type { VerifierClient, WitnessReply } from '../../clients/verifier/client.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError, isAppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';

export interface WitnessingOptions {
  readonly chain: ReceiptChain;
  readonly attestor: Pick<AttestorClient, 'signCheckpoint'>;
  /** Absent: checkpoints are made and kept, and nobody cosigns them. */
  readonly verifier: Pick<VerifierClient, 'addCheckpoint'> | undefined;
  /** Receipts that the verifier has: a checkpoint goes after what it covers. */
  readonly forwardedTo: () => number;
  /** The witness knows less than it cosigned: it lost its memory, and is told everything again. */
  readonly forwardAgain: () => void;
  /** Keeps one key in use while a checkpoint is made. */
  readonly holdKey: <Result>(run: () => Promise<Result>) => Promise<Result>;
  /** The attestor refuses to sign a checkpoint: another key has to go on. */
  readonly onRefused: () => void;
  /** What the witness knew at the start. */
  readonly knownSize: number;
  /** How long a receipt may wait to be witnessed before nothing more is answered; 0 for ever. */
  readonly stopLagMs: number;
  readonly clock: Clock;
  readonly log: Logger;
  /** Waits; ends early when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface WitnessingState {
  readonly checkpoint_size: number;
  readonly witnessed_size: number;
  /** Receipts beyond that. */
  readonly unwitnessed: number;
  /** Milliseconds for which the oldest receipt of this process has been waiting to be witnessed; 0 when none waits. */
  readonly witness_lag_ms: number;
  /** Why the witness does not cosign; null when it does, or was not asked yet. */
  readonly problem: string | null;
}

export interface Witnessing {
  /** Tells that the chain has grown by a receipt. */
  grown(): void;
  state(): WitnessingState;
  /** Why nothing may be answered at the moment. */
  refusing(): AppError | undefined;
  /** A last checkpoint, cosigned if the witness answers at once; then it stops. */
  stop(): Promise<void>;
}

const everyReceipts = 256;
const everyMs = 1_000;
const firstPauseMs = 250;
const longestPauseMs = 5_000;
const lastTryMs = 2_000;

/** Starts with what is there: an earlier process may have left receipts that nobody witnessed. */
export function startWitnessing(options: WitnessingOptions): Witnessing {
  const { chain, verifier, clock, log, sleep } = options;
  const stopping = new AbortController();
  let due = new AbortController();
  let grownBy = 0;
  let pauseMs = firstPauseMs;
  let witnessedSize = Math.max(options.knownSize, chain.checkpoints().witnessed?.checkpoint.size ?? 0);
  /** What the witness is believed to know; it corrects it. */
  let oldSize = options.knownSize;
  let waitingSinceMs: number | undefined;
  let isForwardedAgain = false;
  /** The witness has seen more than is here. */
  let behind = options.knownSize;
  let pending: { readonly size: number; readonly text: string; readonly madeMs: number } | undefined;
  let problem: string | undefined;

  const makeCheckpoint = async (): Promise<void> => {
    grownBy = 0;
    const made = await options.holdKey(() => chain.checkpoint(options.attestor.signCheckpoint));
    // The key at hand has signed nothing yet: only its first receipt can bring the next checkpoint, so none is waited for.
    if (made === undefined) waitingSinceMs = undefined;
    if (made === undefined || made.checkpoint.size <= witnessedSize) return;
    // The one that waits goes first: under load a newer one would always be ahead of what is forwarded.
    pending ??= { size: made.checkpoint.size, text: made.text, madeMs: clock.now() };
  };

  /** Once until it helped: it is the whole chain. */
  const forwardAgain = (): void => {
    if (!isForwardedAgain) options.forwardAgain();
    isForwardedAgain = true;
  };

  const settle = async (reply: WitnessReply, { size, text, madeMs }: NonNullable<typeof pending>): Promise<boolean> => {
    switch (reply.kind) {
      case 'cosigned':
        await chain.keepWitnessed(text + reply.lines);
        witnessedSize = size;
        oldSize = size;
        waitingSinceMs = chain.size() > size ? madeMs : undefined;
        pending = undefined;
        problem = undefined;
        isForwardedAgain = false;
        return true;
      case 'stale':
        behind = Math.max(behind, reply.size);
        if (reply.size > chain.size())
          throw new Error(`rollback detected: the witness has seen ${reply.size} receipts`);
        if (reply.size < oldSize) forwardAgain();
        oldSize = reply.size;
        if (reply.size > size) pending = undefined;
        return false;
      case 'refused':
        // An origin or a key that it does not know comes with the receipts, which are on their way.
        if (reply.status === 404) forwardAgain();
        throw new Error(`the witness refuses the checkpoint: HTTP ${reply.status} ${reply.reason}`);
      default:
        return reply satisfies never;
    }
  };

  const submit = async (): Promise<void> => {
    // Told once which size is the right one, it is asked again at once; twice in a row is for later.
    for (let tries = 0; tries < 2; tries++) {
      if (verifier === undefined || pending === undefined || options.forwardedTo() < pending.size) return;
      const { size, text } = pending;
      const proof = await chain.consistency(oldSize, size);
      if (await settle(await verifier.addCheckpoint(printAddCheckpoint({ oldSize, proof, note: text })), pending))
        return;
    }
  };

  const round = async (): Promise<void> => {
    try {
      await makeCheckpoint();
      await submit();
      pauseMs = firstPauseMs;
    } catch (error) {
      const told = error instanceof Error ? error.message : String(error);
      // Said once for each problem; it is tried again until it works or the gateway stops.
      if (told !== problem) log.warn({ err: error }, 'the receipt chain is not being witnessed');
      problem = told;
      if (error instanceof Error && isAppError(error.cause, 'attestor_refused')) options.onRefused();
      await sleep(pauseMs, stopping.signal);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await sleep(everyMs, AbortSignal.any([due.signal, stopping.signal]));
      due = new AbortController();
      if (!stopping.signal.aborted) await round();
    }
  };

  const lagMs = (): number => (waitingSinceMs === undefined ? 0 : Math.max(0, clock.now() - waitingSinceMs));

  const running = run();
  return {
    grown() {
      waitingSinceMs ??= clock.now();
      grownBy += 1;
      if (grownBy === everyReceipts) due.abort();
    },
    state: () => ({
      checkpoint_size: chain.checkpoints().latest?.checkpoint.size ?? 0,
      witnessed_size: witnessedSize,
      unwitnessed: Math.max(0, chain.size() - witnessedSize),
      witness_lag_ms: verifier === undefined ? 0 : lagMs(),
      problem: problem ?? null,
    }),
    refusing() {
      // A receipt now would fork the chain that others have seen.
      if (chain.size() < behind) return isBehind(chain.size(), behind);
      const isLagging = verifier !== undefined && options.stopLagMs > 0 && lagMs() > options.stopLagMs;
      if (!isLagging) return undefined;
      const detail = 'The receipts of this gateway are not being witnessed, so nothing is answered. Try again shortly.';
      return new AppError('unavailable', `witness lag of ${lagMs()} ms`, { detail, retryAfterS: 5 });
    },
    async stop() {
      stopping.abort();
      await running;
      const over = new AbortController();
      // One may have been waiting still; then that one goes first.
      const last = makeCheckpoint().then(submit).then(makeCheckpoint).then(submit);
      const outcome = last.catch((error: unknown) => {
        log.warn({ err: error }, 'the last receipts stay without a witnessed checkpoint until the next start');
      });
      await Promise.race([outcome, sleep(lastTryMs, over.signal)]);
      over.abort();
    },
  };
}

function isBehind(size: number, known: number): AppError {
  const detail =
    `This receipt chain was witnessed up to ${known} receipts, and its log holds ${size}. Import an export of it that ` +
    'goes as far (POST /v1/receipts/import), or put its folder back from a copy; nothing is answered before.';
  return new AppError('unavailable', 'the log is behind what was witnessed', { detail, retryAfterS: 60 });
}
