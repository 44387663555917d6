/**
 * Watches whether the verifier still accepts the signing key. Nobody accepts signatures of a revoked key: once it is
 * known, no exchange is answered with it, and the attestor is asked for another key.
 */
import type { VerifierClient } from '../../clients/verifier/client.ts';
import type { KeyAttestation } from '../../contract/key-attestation.ts';
import { type AppError, isAppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import type { HealthProblem } from '../state/health-problems.ts';
import { away } from './live-key.ts';

export interface KeyStandingOptions {
  readonly verifier: Pick<VerifierClient, 'confirmKey'>;
  /** The attestation of the key that signs now. */
  readonly current: () => KeyAttestation;
  /** Called repeatedly while the signing key is revoked: it must be replaced. */
  readonly onRevoked: () => void;
  readonly log: Logger;
  /** Waits; ends early when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Time between two checks; {@link lookEveryMs} if absent. */
  readonly everyMs?: number;
}

export interface KeyStanding {
  /** Checks at once, because an answer of the verifier suggests a revocation. */
  suspect(): void;
  /** The reason why exchanges are refused, while the signing key is revoked. */
  refusing(): AppError | undefined;
  /** For `/health`. */
  problems(): HealthProblem[];
  close(): Promise<void>;
}

/** Below the two seconds in which a change of the configuration reaches a gateway. */
const lookEveryMs = 1_500;
const maxRevoked = 64;

/** Starts watching; a verifier that is away changes nothing. */
export function watchKeyStanding(options: KeyStandingOptions): KeyStanding {
  const { verifier, current, onRevoked, log, sleep, everyMs = lookEveryMs } = options;
  const stopping = new AbortController();
  let wake = new AbortController();
  let revoked: readonly string[] = [];
  let unaccepted: { readonly kid: string; readonly why: string } | undefined;
  const kidNow = () => current().runtime_data.jwk_thumbprint;
  const isRevoked = () => revoked.includes(kidNow());

  /** Sends the attestation again: it is known, or the refusal says why not. */
  const look = async (): Promise<void> => {
    const attestation = current();
    const kid = attestation.runtime_data.jwk_thumbprint;
    try {
      await verifier.confirmKey(attestation);
      unaccepted = undefined;
    } catch (error) {
      // These failures say nothing about the key; the forwarder reports them.
      if (isAppError(error) && error.code !== 'attestation_refused') return;
      if (!isAppError(error)) throw error;
      if (error.extensions?.['reason'] === 'revoked') revoked = [...revoked, kid].slice(-maxRevoked);
      else unaccepted = { kid, why: error.publicText };
    }
    if (isRevoked()) onRevoked();
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await sleep(everyMs, AbortSignal.any([wake.signal, stopping.signal]));
      wake = new AbortController();
      if (stopping.signal.aborted) return;
      await look().catch((error: unknown) => log.error({ err: error }, 'the status of the key cannot be read'));
    }
  };

  const running = run();
  return {
    suspect: () => wake.abort(),
    refusing: () => (isRevoked() ? away('the verifier revoked the signing key') : undefined),
    problems() {
      if (isRevoked()) {
        const message =
          `The verifier revoked the signing key ${kidNow()}, so calls are refused. The gateway requests a new key ` +
          'from the attestor. If this lasts, check or restart the attestor.';
        return [{ reason: 'key_revoked', message, endsReadiness: true }];
      }
      if (unaccepted?.kid !== kidNow()) return [];
      const message =
        `The verifier does not accept the signing key (${unaccepted.why}). Evidence is kept and sent again when ` +
        'it does. Check the appraisal policy and the clock of the attestor, or renew the key.';
      return [{ reason: 'key_not_accepted', message }];
    },
    async close() {
      stopping.abort();
      await running;
    },
  };
}
