/**
 * Which key signs now. An attestor that is started anew has a new key: it is noticed here, its key attestation is kept
 * before the key is used, the receipt chain goes on in an epoch of that key, and until all of that is done nothing is
 * signed and nothing answered (receipts reference 3, DESIGN 5: fail closed). A key that is rotated signs on meanwhile:
 * what is under way ends with it, what comes waits for its successor, and nothing is refused.
 */
import type { AttestorClient, AttestorIdentity } from '../../clients/attestor/client.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import { createKeyUse } from './key-use.ts';

export interface KeyWatch {
  /**
   * Runs what needs one and the same key throughout. It waits while one key hands over to another, and a handover waits
   * for it.
   */
  hold<Result>(run: () => Promise<Result>): Promise<Result>;
  /**
   * Hash of the key attestation that Evidence has to name now.
   * @throws AppError `attestor_unavailable` with Retry-After while no key can sign.
   */
  current(): string;
  /**
   * Something was not signed: asks the attestor at once who it is. After a refusal of the attestor the key is renewed
   * first: it has signed what this gateway lost, and signs nothing else in its place.
   */
  suspect(refusal?: { readonly isRefused: boolean }): void;
  close(): Promise<void>;
}

export interface KeyWatchOptions {
  readonly attestor: AttestorClient;
  /** Who signs at the start; its key attestation is kept already. */
  readonly identity: AttestorIdentity;
  /** Makes another key fit for use: keeps its attestation, opens its epoch. May be called again after a failure. */
  readonly adopt: (identity: AttestorIdentity) => Promise<void>;
  /** Told why nothing can be signed, and with `undefined` that it can again. */
  readonly onChange: (problem: AppError | undefined) => void;
  readonly log: Logger;
  readonly clock: Clock;
  /** Waits; ends early when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

const checkEveryMs = 1_000;
const retryEveryMs = 200;
/** How long a handover waits for what is under way; then the key before signs on, and it is tried again. */
const handOverMs = 5_000;
/** Between two renewals: a refusal for any other reason would not be mended by the next one either. */
const renewEveryMs = 10_000;

/** Watches the attestor from now on. */
export function watchKey(options: KeyWatchOptions): KeyWatch {
  const { attestor, log, sleep, clock } = options;
  const stopping = new AbortController();
  const keyUse = createKeyUse();
  let wake = new AbortController();
  let kid = options.identity.kid;
  let attestationHash = options.identity.keyAttestationHash;
  let problem: AppError | undefined;
  /** The key that the attestor refused to sign with. */
  let refusedKid: string | undefined;
  let renewedMs = -Infinity;

  const report = (next: AppError | undefined): void => {
    problem = next;
    options.onChange(next);
  };

  const renew = async (): Promise<void> => {
    const refused = refusedKid;
    refusedKid = undefined;
    // A refusal of the key before says nothing about the one that has taken its place meanwhile.
    if (refused !== kid) return;
    if (clock.now() - renewedMs < renewEveryMs) return;
    renewedMs = clock.now();
    log.warn({ kid }, 'the attestor refuses to sign with its key as it stands; it is asked for a new one');
    await attestor.renew(kid);
  };

  const take = async (identity: AttestorIdentity): Promise<void> => {
    await options.adopt(identity);
    log.warn({ kid: identity.kid, before: kid }, 'the attestor has a new key, which signs from here on');
    kid = identity.kid;
    attestationHash = identity.keyAttestationHash;
  };

  /** The key before still signs: it does so until what is under way is recorded, and if its successor cannot be adopted. */
  const handOver = async (identity: AttestorIdentity): Promise<void> => {
    const late = new AbortController();
    try {
      const timeout = sleep(handOverMs, AbortSignal.any([late.signal, stopping.signal]));
      const isDone = await keyUse.change(() => take(identity), timeout);
      if (!isDone) log.warn({ kid, next: identity.kid }, 'what is under way takes too long for a handover of keys');
    } catch (error) {
      log.error({ err: error, kid, next: identity.kid }, 'the next key cannot be adopted; the one before signs on');
    } finally {
      late.abort();
    }
  };

  /** INVARIANT: from the moment a key is seen beside which the one in use signs no more, nothing is signed until it is adopted. */
  const check = async (): Promise<void> => {
    if (refusedKid !== undefined) await renew();
    const identity = await attestor.identity();
    if (identity.kid !== kid && identity.retiringKid === kid && problem === undefined) {
      await handOver(identity);
    } else if (identity.kid !== kid) {
      report(away(`the attestor has the new key ${identity.kid}`));
      await take(identity);
    }
    if (problem !== undefined) report(undefined);
  };

  let failing = false;
  const checkSafely = async (): Promise<void> => {
    try {
      await check();
      failing = false;
    } catch (error) {
      // Said once for each time it is away; it is asked again until it answers or the gateway stops.
      if (!failing) log.error({ err: error }, 'the attestor cannot be used; nothing is answered until it is back');
      failing = true;
      report(away('the attestor cannot be used', error));
    }
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const pauseMs = problem === undefined ? checkEveryMs : retryEveryMs;
      await sleep(pauseMs, AbortSignal.any([wake.signal, stopping.signal]));
      wake = new AbortController();
      if (!stopping.signal.aborted) await checkSafely();
    }
  };

  const running = run();
  return {
    hold: keyUse.hold,
    current() {
      if (problem !== undefined) throw problem;
      return attestationHash;
    },
    suspect(refusal) {
      if (refusal?.isRefused === true) refusedKid = kid;
      wake.abort();
    },
    async close() {
      stopping.abort();
      await running;
    },
  };
}

/** Whatever stands in the way (a restarted attestor knows neither secret nor chain), the client did nothing wrong. */
export function away(why: string, cause?: unknown): AppError {
  const detail = 'Nothing can be signed at the moment, so nothing is answered. Try again shortly.';
  return new AppError('attestor_unavailable', why, { cause, detail, retryAfterS: 1 });
}
