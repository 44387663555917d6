/**
 * Registers the keys of this gateway at the verifier: each key attestation before the Evidence that its key signed, and
 * an answer to a challenge for the key in use, as proof of freshness.
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
  /** Sends every key again, because the verifier may have lost its data. */
  again(): void;
  /** Call it when another key signs: it has to answer a challenge of its own. */
  renewed(): void;
  /** Rises whenever a key was accepted. */
  taken(): number;
}

/** A revoked key is never accepted again; any other refusal may end. */
type Shown = 'taken' | 'refused' | 'revoked';

const refusals = new Set<ErrorCode>(['nonce_expired', 'nonce_reused', 'attestation_refused', 'conflict']);
/** Pause between two challenges while the attestor does not answer. */
const challengeEveryMs = 5_000;
/** The same after the verifier refused an answer, and before a refused attestation is sent again. */
const refusedEveryMs = 60_000;

/** Sends nothing before the first call. */
export function createKeyRegistration(options: KeyRegistrationOptions): KeyRegistration {
  const { verifier, attestor, keys, clock, log, reattestEveryMs } = options;
  /** The time when each attestation is sent next: never again once it was accepted. */
  let shown = new Map<KeyAttestation, number>();
  let taken = 0;
  let challenged = false;
  let challengedMs = 0;
  let nextChallengeMs = 0;

  // A refused attestation (its nonce has expired meanwhile) must not delay the others.
  const show = async (attestation: KeyAttestation): Promise<Shown> => {
    try {
      await verifier.registerKeyAttestation(attestation);
      taken += 1;
      return 'taken';
    } catch (error) {
      if (!isAppError(error) || !refusals.has(error.code)) throw error;
      log.warn({ err: error, code: error.code }, 'the verifier refuses a key attestation');
      return error.extensions?.['reason'] === 'revoked' ? 'revoked' : 'refused';
    }
  };

  /**
   * A refusal may end: another call shows the same attestation, a policy changes, a clock advances. Evidence of that
   * key waits for it, so it is sent again, whether its key still signs or not.
   */
  const registerKnown = async (): Promise<void> => {
    // `again` replaces the map, even during this wait, so results are noted in the map of their own round.
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

  /**
   * The answer is not stored: Evidence names the attestation made with the key, and a nonce is valid for one answer.
   */
  const answer = async (): Promise<boolean> => {
    const { nonce } = await verifier.challenge();
    const attestation = await askAttestor(nonce);
    const isTaken = attestation !== undefined && (await show(attestation)) === 'taken';
    if (!isTaken) nextChallengeMs = clock.now() + (attestation === undefined ? challengeEveryMs : refusedEveryMs);
    return isTaken;
  };

  /** An unavailable attestor does not delay Evidence: the challenge only adds freshness. */
  const challengeKey = async (): Promise<void> => {
    const isFresh = challenged && !(reattestEveryMs > 0 && clock.now() - challengedMs >= reattestEveryMs);
    if (isFresh || clock.now() < nextChallengeMs) return;
    // Set before the challenge, so that a key that is renewed meanwhile is challenged again.
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
