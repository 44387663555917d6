/** Wires the forwarding to the verifier: keys, Evidence, refused Evidence, and the standing of the key. */
import type { ReceiptChain } from '@assay/sdk/receipts';
import type { AttestorClient, AttestorIdentity } from '../../clients/attestor/client.ts';
import type { VerifierClient } from '../../clients/verifier/client.ts';
import type { RefusedEvidence, ResentEvidence } from '../../contract/refused-evidence.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DataDir } from '../../platform/data-dir.ts';
import type { AppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import type { HealthProblem } from '../state/health-problems.ts';
import { type EvidenceBounds, findBackPressure, findEvidenceProblems } from './evidence-problems.ts';
import { type Forwarder, startForwarder } from './forwarder.ts';
import { watchKeyStanding } from './key-standing.ts';
import type { KeyAttestationStore } from './key-store.ts';
import { createEvidenceRefusals } from './refusals.ts';
import { openRefusedEvidence } from './refused-evidence.ts';
import { createKeyRegistration } from './register-keys.ts';
import type { WitnessingState } from './witness.ts';

export interface ForwardingOptions {
  readonly chain: ReceiptChain;
  readonly verifier: VerifierClient;
  readonly attestor: AttestorClient;
  readonly keys: KeyAttestationStore;
  /** The signing key at the start. */
  readonly identity: AttestorIdentity;
  readonly dataDir: DataDir;
  readonly log: Logger;
  readonly clock: Clock;
  readonly bounds: EvidenceBounds;
  /** Time after which the key answers another challenge; 0 never again. */
  readonly reattestEveryMs: number;
  /** Called when the verifier has revoked the signing key, which must be replaced. */
  readonly onKeyRevoked: () => void;
  /** Waits; ends early when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface Forwarding {
  readonly forwarder: Forwarder;
  /** Evidence that the verifier refused, oldest first. */
  refused(): readonly RefusedEvidence[];
  /** Sends the refused Evidence again. @throws AppError `verifier_unavailable`. */
  resend(): Promise<ResentEvidence>;
  /** Call it when another key signs. */
  adopted(identity: AttestorIdentity): void;
  /** The reason why exchanges are refused at the moment. */
  refusing(): AppError | undefined;
  /** For `/health`. */
  problems(witnessing: WitnessingState): HealthProblem[];
  stop(): Promise<void>;
}

export async function startForwarding(options: ForwardingOptions): Promise<Forwarding> {
  const { chain, verifier, dataDir, log, clock, bounds, sleep } = options;
  let attestation = options.identity.keyAttestation;
  const registration = createKeyRegistration(options);
  const standing = watchKeyStanding({
    verifier,
    log,
    sleep,
    current: () => attestation,
    onRevoked: options.onKeyRevoked,
  });
  const store = await openRefusedEvidence(dataDir, log);
  const showKeys = async (): Promise<number> => {
    registration.again();
    await registration.register();
    return registration.taken();
  };
  const refusals = createEvidenceRefusals({
    chain,
    verifier,
    store,
    showKeys,
    clock,
    log,
    onRevoked: standing.suspect,
  });
  const forwarder = await startForwarder({ chain, verifier, keys: registration, refusals, dataDir, log, clock, sleep });
  return {
    forwarder,
    refused: store.list,
    resend: refusals.resend,
    adopted(identity) {
      attestation = identity.keyAttestation;
      registration.renewed();
    },
    refusing: () => standing.refusing() ?? findBackPressure(forwarder.state(), bounds),
    problems: (witnessing) => [
      ...standing.problems(),
      ...findEvidenceProblems({ forwarding: forwarder.state(), witnessing }, bounds),
    ],
    async stop() {
      await standing.close();
      await forwarder.stop();
    },
  };
}
