/**
 * The attestor: makes the Evidence key inside, attests it, and signs with it for one gateway only (design 6). The key
 * lives in a thread and a memory of its own; it ends with the process, or when it is renewed or lost.
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
  /** Stands beside the processor; its report goes into every key attestation. */
  readonly gpu?: Gpu | undefined;
  /** Makes a key; one that JavaScript cannot read, if absent. */
  readonly createKey?: () => Promise<AsyncSigningKey>;
}

/** Who signs now; another after a renewal. */
export interface Attestor {
  readonly kid: string;
  readonly jwk: OkpKey;
  readonly kind: string;
  /** False while the key is lost and no other has taken its place. */
  readonly ready: boolean;
  /** When the key was made, in milliseconds since the epoch. */
  readonly madeMs: number;
  /** The key before it, while that one still signs what names it: until its successor has signed a receipt. */
  readonly retiringKid: string | undefined;
  /** Made with the key, with the attestor's own nonce: it shows no freshness. */
  readonly keyAttestation: KeyAttestation;
  readonly keyAttestationHash: string;
  /** Attests the same key against a verifier's nonce (base64url, 16 to 64 bytes). */
  attest(nonce: string): Promise<KeyAttestation>;
  /**
   * Receipts with the Evidence that they name, as `SignTogether` has it.
   * @throws AppError `evidence_refused`, `attestor_refused`, `attestor_unavailable`; then nothing of the batch was signed.
   */
  signExchanges(
    records: readonly unknown[],
    evidence: readonly (EvidencePayload | undefined)[],
  ): Promise<SignedTogether>;
  /** @throws AppError `attestor_refused`, `attestor_unavailable`; then nothing of the batch was signed. */
  signReceipts(records: readonly unknown[]): Promise<Uint8Array[]>;
  /** A signed checkpoint of the chain whose receipts it signs. @throws AppError `attestor_refused`, `attestor_unavailable`. */
  signCheckpoint(order: CheckpointOrder): Promise<string>;
  /**
   * Drops the key of this id for a new one; a key that is not in use any more stays as it is. The way out for a gateway
   * that lost records which this key signed: the key rightly signs no others in their place, and a new one says so in
   * the chain, where its epoch starts.
   */
  renew(kid: string): Promise<void>;
  /**
   * Lets a new key take over without a pause: the key before it signs what names it until the new one has signed its
   * first receipt. @throws when no key can be made and attested; the present one then stays in use.
   */
  rotate(): Promise<void>;
  /** Ends the key before, if it has this id. */
  retire(kid: string): Promise<void>;
  /** Public keys of this start, the one in use first. */
  keys(): readonly (OkpKey & { readonly kid: string })[];
  /** Drops the key when what was asked before is signed. */
  close(): Promise<void>;
}

/** A key with everything that is made from it. */
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
    // The first receipt of a key is the start of its epoch: the gateway has moved over, and the key before is done.
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
    // While a key before is left, the one in use has signed no receipt, so it can vouch for none.
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

/** Whether records name the key attestation of a key; the first one tells, for a batch never names two. */
function isNamedBy([first]: readonly unknown[]): (made: Live) => boolean {
  const named: unknown =
    typeof first === 'object' && first !== null ? Reflect.get(first, 'attestation_hash') : undefined;
  return ({ keyAttestationHash }) => keyAttestationHash === named;
}

/** A key that nobody attests is of no use, and goes. */
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
    'ASSAY_ENV is production, and the only attestation at hand is software, which no hardware vouches for. ' +
    'Run the attestor in a trusted execution environment, or unset ASSAY_ENV to try things out.';
  throw new AppError('config', detail, { detail });
}

function hashOf({ cmw, runtime_data }: KeyAttestation): string {
  return `sha256:${sha256Hex(canonicalize({ cmw, runtime_data }))}`;
}
