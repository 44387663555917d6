/**
 * Makes checkpoints of the receipt chain and has the verifier cosign them (docs/receipts.md): within a second or 256
 * receipts, after the receipts were forwarded, repeated until the witness has answered.
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
  /** Absent: checkpoints are made and stored, and nobody cosigns them. */
  readonly verifier: Pick<VerifierClient, 'addCheckpoint'> | undefined;
  /** The number of forwarded receipts: a checkpoint is sent after the receipts it covers. */
  readonly forwardedTo: () => number;
  /** Called when the witness knows less than it cosigned: it lost its data and needs everything again. */
  readonly forwardAgain: () => void;
  /** Keeps one key in use while a checkpoint is made. */
  readonly holdKey: <Result>(run: () => Promise<Result>) => Promise<Result>;
  /** Called when the attestor refuses to sign a checkpoint: another key has to continue. */
  readonly onRefused: () => void;
  /** The witnessed size at the start. */
  readonly knownSize: number;
  /** The time for which a receipt may wait to be witnessed before exchanges are refused; 0 never refuses. */
  readonly stopLagMs: number;
  readonly clock: Clock;
  readonly log: Logger;
  /** Waits; ends early when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface WitnessingState {
  readonly checkpoint_size: number;
  readonly witnessed_size: number;
  /** Receipts after that. */
  readonly unwitnessed: number;
  /** Milliseconds that the oldest receipt of this process has waited to be witnessed; 0 when none waits. */
  readonly witness_lag_ms: number;
  /** The reason why the witness does not cosign; null when it does, or was not asked yet. */
  readonly problem: string | null;
}

export interface Witnessing {
  /** Call it when the chain has grown by a receipt. */
  grown(): void;
  state(): WitnessingState;
  /** The reason why exchanges are refused at the moment. */
  refusing(): AppError | undefined;
  /** Makes a last checkpoint, cosigned if the witness answers at once, and stops. */
  stop(): Promise<void>;
}

const everyReceipts = 256;
const everyMs = 1_000;
const firstPauseMs = 250;
const longestPauseMs = 5_000;
const lastTryMs = 2_000;

/** Starts with the existing receipts: an earlier process may have left some without a witness. */
export function startWitnessing(options: WitnessingOptions): Witnessing {
  const { chain, verifier, clock, log, sleep } = options;
  const stopping = new AbortController();
  let due = new AbortController();
  let grownBy = 0;
  let pauseMs = firstPauseMs;
  let witnessedSize = Math.max(options.knownSize, chain.checkpoints().witnessed?.checkpoint.size ?? 0);
  /** The assumed size at the witness, corrected by its answers. */
  let oldSize = options.knownSize;
  let waitingSinceMs: number | undefined;
  let isForwardedAgain = false;
  /** The size that the witness has seen; a smaller chain here is behind it. */
  let behind = options.knownSize;
  let pending: { readonly size: number; readonly text: string; readonly madeMs: number } | undefined;
  let problem: string | undefined;

  const makeCheckpoint = async (): Promise<void> => {
    grownBy = 0;
    const made = await options.holdKey(() => chain.checkpoint(options.attestor.signCheckpoint));
    // The present key has signed nothing yet: the next checkpoint needs its first receipt, so nothing waits.
    if (made === undefined) waitingSinceMs = undefined;
    if (made === undefined || made.checkpoint.size <= witnessedSize) return;
    // The waiting checkpoint goes first: under load a newer one would always be ahead of the forwarding.
    pending ??= { size: made.checkpoint.size, text: made.text, madeMs: clock.now() };
  };

  /** Called once until it succeeds, because it sends the whole chain. */
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
        // An unknown origin or key becomes known with the receipts, which are on their way.
        if (reply.status === 404) forwardAgain();
        throw new Error(`the witness refuses the checkpoint: HTTP ${reply.status} ${reply.reason}`);
      default:
        return reply satisfies never;
    }
  };

  const submit = async (): Promise<void> => {
    // After an answer with the right size it asks again at once; a second mismatch waits for later.
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
      // Logged once per problem; it is retried until it works or the gateway stops.
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
      // A new receipt would fork the chain that others have seen.
      if (chain.size() < behind) return isBehind(chain.size(), behind);
      const isLagging = verifier !== undefined && options.stopLagMs > 0 && lagMs() > options.stopLagMs;
      if (!isLagging) return undefined;
      const detail = 'The receipts of this gateway are not witnessed, so the call is refused. Try again shortly.';
      return new AppError('unavailable', `witness lag of ${lagMs()} ms`, { detail, retryAfterS: 5 });
    },
    async stop() {
      stopping.abort();
      await running;
      const over = new AbortController();
      // A checkpoint may still be waiting; it goes first.
      const last = makeCheckpoint().then(submit).then(makeCheckpoint).then(submit);
      const outcome = last.catch((error: unknown) => {
        log.warn({ err: error }, 'the last receipts have no witnessed checkpoint until the next start');
      });
      await Promise.race([outcome, sleep(lastTryMs, over.signal)]);
      over.abort();
    },
  };
}

function isBehind(size: number, known: number): AppError {
  const detail =
    `This receipt chain was witnessed up to ${known} receipts, but its log has ${size}. Import an export of at least this ` +
    'length (POST /v1/receipts/import), or restore its folder from a copy. Calls are refused until then.';
  return new AppError('unavailable', 'the log is shorter than its witnessed checkpoint', { detail, retryAfterS: 60 });
}
