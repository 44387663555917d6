/**
 * The attestor: makes the Evidence key inside, attests it, and signs with it for one gateway only (design 6). The key
 * never leaves this closure; it ends with the process, or when it is renewed.
 */
import {
  canonicalize,
  createEd25519Key,
  fromBase64Url,
  type SigningKey,
  sha256Hex,
  sha512,
  toBase64Url,
} from '@assay/sdk/crypto';
import type { KeyAttestation, OkpKey, RuntimeData } from '../contract/key-attestation.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import type { RandomBytes } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { type AttestorConfig, attestorSpiffeId, gatewaySpiffeId } from './config.ts';
import { createEvidenceSigner, type EvidenceSigner } from './evidence-signer.ts';
import { createReceiptSigner, type ReceiptSigner } from './receipt-signer.ts';
import { refusal } from './refusal.ts';
import type { Tee } from './tee/tee.ts';

export interface AttestorOptions {
  readonly config: AttestorConfig;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  readonly tee: Tee;
}

/** Who signs now; another after a renewal. */
export interface Attestor {
  readonly kid: string;
  readonly jwk: OkpKey;
  readonly kind: string;
  /** Made with the key, with the attestor's own nonce: it shows no freshness. */
  readonly keyAttestation: KeyAttestation;
  readonly keyAttestationHash: string;
  /** Attests the same key against a verifier's nonce (base64url, 16 to 64 bytes). */
  attest(nonce: string): Promise<KeyAttestation>;
  /** @throws AppError `attestor_refused`; then nothing of the batch was signed. */
  signEvidence(evidence: readonly unknown[]): string[];
  /** @throws AppError `attestor_refused`; then nothing of the batch was signed. */
  signReceipts(records: readonly unknown[]): Uint8Array[];
  /**
   * Drops the key of this id for a new one; a key that is not in use any more stays as it is. The way out for a gateway
   * that lost records which this key signed: the key rightly signs no others in their place, and a new one says so in
   * the chain, where its epoch starts.
   */
  renew(kid: string): Promise<void>;
  /** Public keys of this start, the one in use first. */
  keys(): readonly (OkpKey & { readonly kid: string })[];
  /** Drops the key. */
  close(): void;
}

/** A key with everything that is made from it. */
interface Live {
  readonly key: SigningKey;
  readonly jwk: OkpKey;
  readonly keyAttestation: KeyAttestation;
  readonly keyAttestationHash: string;
  readonly evidenceSigner: EvidenceSigner;
  readonly receiptSigner: ReceiptSigner;
}

const ownNonceBytes = 32;
/** Public keys that stay listed after a renewal. */
const maxRetired = 64;

/** Starts an attestor with a new key. @throws AppError `config` for a software key in production. */
export async function createAttestor(options: AttestorOptions): Promise<Attestor> {
  const { config, log, tee } = options;
  assertFitForUse(config, tee);
  let live = await makeLive(options);
  let retired: (OkpKey & { kid: string })[] = [];
  let renewing: Promise<void> = Promise.resolve();
  if (tee.kind === 'software') log.warn('the evidence key is attested by software only: no hardware vouches for it');

  const renew = async (kid: string): Promise<void> => {
    if (kid !== live.key.kid) return;
    const next = await makeLive(options);
    const last = live;
    live = next;
    retired = [{ ...last.jwk, kid }, ...retired].slice(0, maxRetired);
    last.key.destroy();
    log.warn({ kid: next.key.kid, before: kid }, 'the gateway had the evidence key renewed');
  };

  return {
    get kid() {
      return live.key.kid;
    },
    get jwk() {
      return live.jwk;
    },
    get keyAttestation() {
      return live.keyAttestation;
    },
    get keyAttestationHash() {
      return live.keyAttestationHash;
    },
    kind: tee.kind,
    attest: (nonce) => attestKey(live.key, nonce, options),
    signEvidence: (evidence) => live.evidenceSigner.sign(evidence),
    signReceipts: (records) => live.receiptSigner.sign(records),
    renew(kid) {
      // One after the other: two that ask for the same key get one new key, not two.
      renewing = renewing.then(() => renew(kid));
      return renewing;
    },
    keys: () => [{ ...live.jwk, kid: live.key.kid }, ...retired],
    close: () => live.key.destroy(),
  };
}

async function makeLive(options: AttestorOptions): Promise<Live> {
  const { config, randomBytes, log, tee } = options;
  const key = createEd25519Key();
  const keyAttestation = await attestKey(key, toBase64Url(randomBytes(ownNonceBytes)), options);
  const keyAttestationHash = hashOf(keyAttestation);
  log.info({ kid: key.kid, kind: tee.kind, key_attestation_hash: keyAttestationHash }, 'attested a new evidence key');
  return {
    key,
    jwk: jwkOf(key),
    keyAttestation,
    keyAttestationHash,
    evidenceSigner: createEvidenceSigner({ key, gatewayId: gatewaySpiffeId(config), keyAttestationHash }),
    receiptSigner: createReceiptSigner({ key, keyAttestationHash }),
  };
}

async function attestKey(key: SigningKey, nonce: string, options: AttestorOptions): Promise<KeyAttestation> {
  assertNonce(nonce);
  const runtimeData: RuntimeData = {
    v: 1,
    purpose: 'evidence-key',
    jwk_thumbprint: key.kid,
    nonce,
    iat: Math.floor(options.clock.now() / 1000),
    agent_instance: attestorSpiffeId(options.config),
  };
  const report = await options.tee.report(sha512(canonicalize(runtimeData)), key);
  return { cmw: report.cmw, runtime_data: runtimeData, endorsements: report.endorsements, jwk: jwkOf(key) };
}

function jwkOf({ jwk }: SigningKey): OkpKey {
  return { kty: jwk.kty, crv: jwk.crv, x: jwk.x };
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
