/**
 * Tracks which key signs now. A restarted attestor has a new key: its attestation is stored before the key is used, and
 * the receipt chain continues in an epoch of that key. Until that is done nothing is signed and nothing is answered
 * (fail closed; docs/receipts.md). A rotated key signs on meanwhile: running exchanges end with it, new ones wait for
 * its successor, and nothing is refused.
 */
import type { AttestorClient, AttestorIdentity } from '../../clients/attestor/client.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import { createKeyUse } from './key-use.ts';

export interface KeyWatch {
  /**
   * Runs an operation that needs one key throughout. It waits for a handover between keys, and a handover waits for it.
   */
  hold<Result>(run: () => Promise<Result>): Promise<Result>;
  /**
   * Hash of the key attestation for new Evidence.
   *
   * @throws AppError `attestor_unavailable` with Retry-After while no key can sign.
   */
  current(): string;
  /**
   * Call it after a failed signature: asks the attestor at once for its key. After a refusal the key is renewed first:
   * it has signed records that this gateway lost, and signs no others in their place.
   */
  suspect(refusal?: { readonly isRefused: boolean }): void;
  close(): Promise<void>;
}

export interface KeyWatchOptions {
  readonly attestor: AttestorClient;
  /** The signing key at the start; its attestation is stored already. */
  readonly identity: AttestorIdentity;
  /** Makes another key usable: stores its attestation, opens its epoch. May be called again after a failure. */
  readonly adopt: (identity: AttestorIdentity) => Promise<void>;
  /** Called with the reason when nothing can be signed, and with `undefined` when it can again. */
  readonly onChange: (problem: AppError | undefined) => void;
  readonly log: Logger;
  readonly clock: Clock;
  /** Waits; ends early when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

const checkEveryMs = 1_000;
const retryEveryMs = 200;
/** The time that a handover waits for running operations; then the previous key signs on, and it is retried. */
const handOverMs = 5_000;
/** Pause between two renewals: a refusal for another reason would repeat with the next key. */
const renewEveryMs = 10_000;

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
    // A refusal of the previous key says nothing about its successor.
    if (refused !== kid) return;
    if (clock.now() - renewedMs < renewEveryMs) return;
    renewedMs = clock.now();
    log.warn({ kid }, 'the attestor refuses to sign with its present key; the gateway requests a new one');
    await attestor.renew(kid);
  };

  const take = async (identity: AttestorIdentity): Promise<void> => {
    await options.adopt(identity);
    log.warn({ kid: identity.kid, before: kid }, 'the attestor has a new key, which signs from now on');
    kid = identity.kid;
    attestationHash = identity.keyAttestationHash;
  };

  /** The previous key still signs: until running exchanges are recorded, and if its successor cannot be adopted. */
  const handOver = async (identity: AttestorIdentity): Promise<void> => {
    const late = new AbortController();
    try {
      const timeout = sleep(handOverMs, AbortSignal.any([late.signal, stopping.signal]));
      const isDone = await keyUse.change(() => take(identity), timeout);
      if (!isDone) log.warn({ kid, next: identity.kid }, 'open calls take too long for a handover of keys');
    } catch (error) {
      log.error(
        { err: error, kid, next: identity.kid },
        'the next key cannot be used; the present key continues to sign',
      );
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
      // Logged once per outage; the polling goes on until the attestor answers or the gateway stops.
      if (!failing) log.error({ err: error }, 'the attestor cannot be used; calls are refused until it is back');
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

/** Whatever the cause (a restarted attestor knows neither secret nor chain), the client did nothing wrong. */
export function away(why: string, cause?: unknown): AppError {
  const detail = 'Signing is not possible at the moment, so the call is refused. Try again shortly.';
  return new AppError('attestor_unavailable', why, { cause, detail, retryAfterS: 1 });
}
