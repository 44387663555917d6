/**
 * The attestor: makes the Evidence key inside, attests it, and signs with it for one gateway only (design 6). The key
 * never leaves this closure; it ends with the process.
 */
import { canonicalize, createEd25519Key, fromBase64Url, sha256Hex, sha512, toBase64Url } from '@assay/sdk/crypto';
import type { KeyAttestation, OkpKey, RuntimeData } from '../contract/key-attestation.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import type { RandomBytes } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { type AttestorConfig, attestorSpiffeId, gatewaySpiffeId } from './config.ts';
import { createEvidenceSigner } from './evidence-signer.ts';
import { createReceiptSigner } from './receipt-signer.ts';
import { refusal } from './refusal.ts';
import type { Tee } from './tee/tee.ts';

export interface AttestorOptions {
  readonly config: AttestorConfig;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  readonly tee: Tee;
}

export interface Attestor {
  readonly kid: string;
  readonly jwk: OkpKey;
  readonly kind: string;
  /** Made at start with the attestor's own nonce: it shows no freshness. */
  readonly keyAttestation: KeyAttestation;
  readonly keyAttestationHash: string;
  /** Attests the same key against a verifier's nonce (base64url, 16 to 64 bytes). */
  attest(nonce: string): Promise<KeyAttestation>;
  /** @throws AppError `attestor_refused`; then nothing of the batch was signed. */
  signEvidence(evidence: readonly unknown[]): string[];
  /** @throws AppError `attestor_refused`; then nothing of the batch was signed. */
  signReceipts(records: readonly unknown[]): Uint8Array[];
  /** Drops the key. */
  close(): void;
}

const ownNonceBytes = 32;

/** Starts an attestor with a new key. @throws AppError `config` for a software key in production. */
export async function createAttestor(options: AttestorOptions): Promise<Attestor> {
  const { config, clock, randomBytes, log, tee } = options;
  assertFitForUse(config, tee);
  const key = createEd25519Key();
  const jwk: OkpKey = { kty: key.jwk.kty, crv: key.jwk.crv, x: key.jwk.x };

  const attest = async (nonce: string): Promise<KeyAttestation> => {
    assertNonce(nonce);
    const runtimeData: RuntimeData = {
      v: 1,
      purpose: 'evidence-key',
      jwk_thumbprint: key.kid,
      nonce,
      iat: Math.floor(clock.now() / 1000),
      agent_instance: attestorSpiffeId(config),
    };
    const report = await tee.report(sha512(canonicalize(runtimeData)), key);
    return { cmw: report.cmw, runtime_data: runtimeData, endorsements: report.endorsements, jwk };
  };

  const keyAttestation = await attest(toBase64Url(randomBytes(ownNonceBytes)));
  const keyAttestationHash = hashOf(keyAttestation);
  const evidenceSigner = createEvidenceSigner({ key, gatewayId: gatewaySpiffeId(config), keyAttestationHash });
  const receiptSigner = createReceiptSigner({ key, keyAttestationHash });
  log.info({ kid: key.kid, kind: tee.kind, key_attestation_hash: keyAttestationHash }, 'attested a new evidence key');
  if (tee.kind === 'software') log.warn('the evidence key is attested by software only: no hardware vouches for it');

  return {
    kid: key.kid,
    jwk,
    kind: tee.kind,
    keyAttestation,
    keyAttestationHash,
    attest,
    signEvidence: (evidence) => evidenceSigner.sign(evidence),
    signReceipts: (records) => receiptSigner.sign(records),
    close: () => key.destroy(),
  };
}

function assertFitForUse(config: AttestorConfig, tee: Tee): void {
  if (config.ASSAY_ENV !== 'production' || tee.kind !== 'software') return;
  const detail =
    'ASSAY_ENV is production, and the only attestation at hand is software, which no hardware vouches for. ' +
    'Run the attestor in a trusted execution environment, or unset ASSAY_ENV to try things out.';
  throw new AppError('config', detail, { detail });
}

function assertNonce(nonce: string): void {
  let size = 0;
  try {
    size = fromBase64Url(nonce).byteLength;
  } catch (cause) {
    throw refusal('the nonce is not base64url without padding', cause);
  }
  if (size < 16 || size > 64) throw refusal('the nonce must have 16 to 64 bytes');
}

function hashOf({ cmw, runtime_data }: KeyAttestation): string {
  return `sha256:${sha256Hex(canonicalize({ cmw, runtime_data }))}`;
}
