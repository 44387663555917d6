/**
 * Shows the verifier the keys of this gateway: each key attestation before the Evidence that its key signed, and an
 * answer to a challenge for the key in use, so that Evidence is worth more than its own word.
 */
import type { AttestorClient } from '../../clients/attestor/client.ts';
import type { VerifierClient } from '../../clients/verifier/client.ts';
import type { KeyAttestation } from '../../contract/key-attestation.ts';
import type { Clock } from '../../platform/clock.ts';
import { type ErrorCode, isAppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import type { KeyAttestationStore } from './key-store.ts';

export interface KeyRegistrationOptions {
  readonly verifier: Pick<VerifierClient, 'challenge' | 'registerKeyAttestation'>;
  readonly attestor: Pick<AttestorClient, 'attest'>;
  readonly keys: KeyAttestationStore;
  readonly clock: Clock;
  readonly log: Logger;
  /** Time after which the key answers another challenge; 0 never again. */
  readonly reattestEveryMs: number;
}

export interface KeyRegistration {
  /** Sends what the verifier does not have yet. @throws AppError when it cannot be reached. */
  register(): Promise<void>;
  /** The verifier may have lost what it had: sends every key again. */
  again(): void;
  /** Another key signs now: it has to answer a challenge of its own. */
  renewed(): void;
  /** Rises whenever a key was taken. */
  taken(): number;
}

/** A revoked key is never taken again; any other refusal may end. */
type Shown = 'taken' | 'refused' | 'revoked';

const refusals = new Set<ErrorCode>(['nonce_expired', 'nonce_reused', 'attestation_refused', 'conflict']);
/** Between two challenges of a key whose attestor does not answer. */
const challengeEveryMs = 5_000;
/** The same when the verifier refuses an answer, and before an attestation that it refused is shown again. */
const refusedEveryMs = 60_000;

/** Nothing is sent before the first call. */
export function createKeyRegistration(options: KeyRegistrationOptions): KeyRegistration {
  const { verifier, attestor, keys, clock, log, reattestEveryMs } = options;
  /** When each attestation is shown next: never again once it was taken. */
  let shown = new Map<KeyAttestation, number>();
  let taken = 0;
  let challenged = false;
  let challengedMs = 0;
  let nextChallengeMs = 0;

  // An attestation that the verifier refuses (its nonce has expired meanwhile) must not hold up the others.
  const show = async (attestation: KeyAttestation): Promise<Shown> => {
    try {
      await verifier.registerKeyAttestation(attestation);
      taken += 1;
      return 'taken';
    } catch (error) {
      if (!isAppError(error) || !refusals.has(error.code)) throw error;
      log.warn({ err: error, code: error.code }, 'the verifier does not take a key attestation');
      return error.extensions?.['reason'] === 'revoked' ? 'revoked' : 'refused';
    }
  };

  /**
   * What is refused now may be taken later: another call shows the same one, a policy changes, a clock goes on. Evidence of
   * that key waits for it, so it is shown again, whether its key still signs or not.
   */
  const registerKnown = async (): Promise<void> => {
    // Replaced when everything is to be sent again, also while this waits: what goes out is noted in its own map.
    const noted = shown;
    for (const attestation of keys.list()) {
      if (clock.now() < (noted.get(attestation) ?? -Infinity)) continue;
      const outcome = await show(attestation);
      noted.set(attestation, outcome === 'refused' ? clock.now() + refusedEveryMs : Infinity);
    }
  };

  const askAttestor = async (nonce: string): Promise<KeyAttestation | undefined> => {
    try {
      return await attestor.attest(nonce);
    } catch (error) {
      if (!isAppError(error)) throw error;
      log.warn({ err: error }, 'the attestor does not answer the challenge of the verifier; its key stays unproven');
      return undefined;
    }
  };

  /** The answer is not kept: evidence names the attestation made with the key, and a nonce is good for one answer. */
  const answer = async (): Promise<boolean> => {
    const { nonce } = await verifier.challenge();
    const attestation = await askAttestor(nonce);
    const isTaken = attestation !== undefined && (await show(attestation)) === 'taken';
    if (!isTaken) nextChallengeMs = clock.now() + (attestation === undefined ? challengeEveryMs : refusedEveryMs);
    return isTaken;
  };

  /** An attestor that is away holds up no evidence: what was signed is only worth more once its key has answered. */
  const challengeKey = async (): Promise<void> => {
    const isFresh = challenged && !(reattestEveryMs > 0 && clock.now() - challengedMs >= reattestEveryMs);
    if (isFresh || clock.now() < nextChallengeMs) return;
    // Set before anybody is asked: a key that is renewed meanwhile is challenged again.
    challenged = true;
    challengedMs = clock.now();
    let isTaken = false;
    try {
      isTaken = await answer();
    } finally {
      if (!isTaken) challenged = false;
    }
  };

  return {
    async register() {
      await registerKnown();
      await challengeKey();
    },
    again() {
      shown = new Map();
      challenged = false;
    },
    renewed() {
      challenged = false;
      nextChallengeMs = 0;
    },
    taken: () => taken,
  };
}
