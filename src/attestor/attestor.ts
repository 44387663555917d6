/**
 * The attestor: makes the Evidence key inside, attests it, and signs with it for one gateway only (docs/attestation).
 * The key lives in a thread with memory of its own; it ends with the process, or when it is renewed or lost.
 */
import { type AsyncSigningKey, canonicalize, createHiddenKey, sha256Hex, toBase64Url } from '@assay/sdk/crypto';
import type { SignedTogether } from '@assay/sdk/receipts';
import type { EvidencePayload } from '../clients/attestor/evidence-payload.ts';
import type { KeyAttestation, OkpKey } from '../contract/key-attestation.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import type { RandomBytes } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { type CheckpointOrder, type CheckpointSigner, createCheckpointSigner } from './checkpoint-signer.ts';
import { type AttestorConfig, gatewaySpiffeId } from './config.ts';
import { createEvidenceForm } from './evidence-form.ts';
import { attestKey, jwkOf } from './key/attest-key.ts';
import { createLiveKey } from './key/live-key.ts';
import { createReceiptSigner, type ReceiptSigner } from './receipt-signer.ts';
import type { Gpu } from './tee/helper/nvidia.ts';
import type { Tee } from './tee/tee.ts';

export interface AttestorOptions {
  readonly config: AttestorConfig;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  readonly tee: Tee;
  /** The GPU beside the processor; its report goes into every key attestation. */
  readonly gpu?: Gpu | undefined;
  /** Makes a key; by default one that JavaScript cannot read. */
  readonly createKey?: () => Promise<AsyncSigningKey>;
}

/** The signer in use; a renewal replaces the key. */
export interface Attestor {
  readonly kid: string;
  readonly jwk: OkpKey;
  readonly kind: string;
  /** False while the key is lost and not replaced. */
  readonly ready: boolean;
  /** When the key was made, in milliseconds since the epoch. */
  readonly madeMs: number;
  /** The previous key, while it still signs records that name it: until its successor has signed a receipt. */
  readonly retiringKid: string | undefined;
  /** Made with the key and the attestor's own nonce, so it shows no freshness. */
  readonly keyAttestation: KeyAttestation;
  readonly keyAttestationHash: string;
  /** Attests the same key against a verifier's nonce (base64url, 16 to 64 bytes). */
  attest(nonce: string): Promise<KeyAttestation>;
  /**
   * Signs receipts with the Evidence that they name, as `SignTogether` defines it. @throws AppError `evidence_refused`,
   * `attestor_refused`, `attestor_unavailable`; then nothing of the batch was signed.
   */
  signExchanges(
    records: readonly unknown[],
    evidence: readonly (EvidencePayload | undefined)[],
  ): Promise<SignedTogether>;
  /** @throws AppError `attestor_refused`, `attestor_unavailable`; then nothing of the batch was signed. */
  signReceipts(records: readonly unknown[]): Promise<Uint8Array[]>;
  /**
   * Signs a checkpoint of the chain whose receipts it signs. @throws AppError `attestor_refused`,
   * `attestor_unavailable`.
   */
  signCheckpoint(order: CheckpointOrder): Promise<string>;
  /**
   * Replaces the key of this id; does nothing for a key that is no longer in use. It is the way out for a gateway that
   * lost records which this key signed: the key refuses to sign others in their place, and a new key marks the loss in
   * the chain, where its epoch starts.
   */
  renew(kid: string): Promise<void>;
  /**
   * Lets a new key take over without a pause: the previous key signs records that name it until the new one has signed
   * its first receipt. @throws when no key can be made and attested; the present one then stays in use.
   */
  rotate(): Promise<void>;
  /** Ends the previous key, if it has this id. */
  retire(kid: string): Promise<void>;
  /** Public keys since the start, the one in use first. */
  keys(): readonly (OkpKey & { readonly kid: string })[];
  /** Destroys the key after the signatures that were already requested. */
  close(): Promise<void>;
}

interface Live {
  readonly key: AsyncSigningKey;
  readonly madeMs: number;
  readonly jwk: OkpKey;
  readonly keyAttestation: KeyAttestation;
  readonly keyAttestationHash: string;
  readonly receiptSigner: ReceiptSigner;
  readonly checkpointSigner: CheckpointSigner;
}

const ownNonceBytes = 32;

/** Starts an attestor with a new key. @throws AppError `config` for a software key in production. */
export async function createAttestor(options: AttestorOptions): Promise<Attestor> {
  const { config, log, tee } = options;
  assertFitForUse(config, tee);
  const live = await createLiveKey({
    // A key's first receipt starts its epoch: the gateway has switched over, and the previous key is no longer needed.
    make: () => makeLive(options, (kid) => void retirePredecessor(kid)),
    log,
  });
  const retirePredecessor = async (signer: string): Promise<void> => {
    const before = live.retiring()?.key.kid;
    if (before !== undefined && signer === live.current().key.kid) await live.retire(before);
  };
  if (tee.kind === 'software') log.warn('the evidence key is attested by software only: no hardware vouches for it');

  return {
    get kid() {
      return live.current().key.kid;
    },
    get jwk() {
      return live.current().jwk;
    },
    get keyAttestation() {
      return live.current().keyAttestation;
    },
    get keyAttestationHash() {
      return live.current().keyAttestationHash;
    },
    kind: tee.kind,
    get ready() {
      return live.isReady();
    },
    get madeMs() {
      return live.current().madeMs;
    },
    get retiringKid() {
      return live.retiring()?.key.kid;
    },
    attest: (nonce) => live.use(({ key }) => attestKey(key, nonce, options)),
    signExchanges: (records, evidence) =>
      live.use(({ receiptSigner }) => receiptSigner.signExchanges(records, evidence), isNamedBy(records)),
    signReceipts: (records) => live.use(({ receiptSigner }) => receiptSigner.sign(records), isNamedBy(records)),
    // While a previous key is left, the one in use has signed no receipt, so it cannot sign a checkpoint.
    signCheckpoint: (order) =>
      live.use(
        ({ checkpointSigner }) => checkpointSigner.sign(order),
        () => true,
      ),
    renew: (kid) => live.renew(kid),
    rotate: () => live.rotate(),
    retire: (kid) => live.retire(kid),
    keys: () =>
      [live.current(), live.retiring(), ...live.retired()]
        .filter((made) => made !== undefined)
        .map(({ jwk, key: { kid } }) => ({ ...jwk, kid })),
    close: () => live.close(),
  };
}

async function makeLive(options: AttestorOptions, onFirstReceipt: (kid: string) => void): Promise<Live> {
  const { config, clock, log, tee, createKey = createHiddenKey } = options;
  const key = await createKey();
  const keyAttestation = await attestOrDestroy(key, options);
  const keyAttestationHash = hashOf(keyAttestation);
  log.info({ kid: key.kid, kind: tee.kind, key_attestation_hash: keyAttestationHash }, 'attested a new evidence key');
  const checkpointSigner = createCheckpointSigner(key);
  let hasSigned = false;
  return {
    key,
    madeMs: clock.now(),
    jwk: jwkOf(key),
    keyAttestation,
    keyAttestationHash,
    receiptSigner: createReceiptSigner({
      key,
      keyAttestationHash,
      toToken: createEvidenceForm({ kid: key.kid, gatewayId: gatewaySpiffeId(config), keyAttestationHash }),
      onSigned: (batch) => {
        checkpointSigner.follow(batch);
        if (!hasSigned) onFirstReceipt(key.kid);
        hasSigned = true;
      },
    }),
    checkpointSigner,
  };
}

/** True if the records name the key attestation of a key; the first record decides, because a batch never names two. */
function isNamedBy([first]: readonly unknown[]): (made: Live) => boolean {
  const named: unknown =
    typeof first === 'object' && first !== null ? Reflect.get(first, 'attestation_hash') : undefined;
  return ({ keyAttestationHash }) => keyAttestationHash === named;
}

async function attestOrDestroy(key: AsyncSigningKey, options: AttestorOptions): Promise<KeyAttestation> {
  try {
    return await attestKey(key, toBase64Url(options.randomBytes(ownNonceBytes)), options);
  } catch (error) {
    await key.destroy();
    throw error;
  }
}

function assertFitForUse(config: AttestorConfig, tee: Tee): void {
  if (config.ASSAY_ENV !== 'production' || tee.kind !== 'software') return;
  const detail =
    'ASSAY_ENV is production, but only software attestation is available, without any hardware behind it. ' +
    'Run the attestor in a trusted execution environment, or unset ASSAY_ENV to try things out.';
  throw new AppError('config', detail, { detail });
}

function hashOf({ cmw, runtime_data }: KeyAttestation): string {
  return `sha256:${sha256Hex(canonicalize({ cmw, runtime_data }))}`;
}
