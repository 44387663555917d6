/**
 * The attestor: makes the Evidence key inside, attests it, and signs with it for one gateway only (docs/attestation).
 * The key lives in a thread with memory of its own; it ends with the process, or when it is renewed or lost.
 */
import { type AsyncSigningKey, canonicalize, createHiddenKey, sha256Hex, toBase64Url } from '@assay/sdk/crypto';
import type { ReceiptRecord, SignedTogether } from '@assay/sdk/receipts';
import type { EvidencePayload } from '../clients/attestor/evidence-payload.ts';
import type { AttestorHandle } from '../clients/attestor/local.ts';
import type { KeyAttestation, OkpKey } from '../contract/key-attestation.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import type { RandomBytes } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { type CheckpointSigner, createCheckpointSigner } from './checkpoint-signer.ts';
import { type AttestorConfig, gatewaySpiffeId } from './config.ts';
import { createEvidenceForm, type EvidenceForm } from './evidence-form.ts';
import { attestKey, jwkOf } from './key/attest-key.ts';
import { createLiveKey } from './key/live-key.ts';
import { createMutex } from './mutex.ts';
import { type ReceiptBatch, type SignedBatch, toExchangeBatch, toHex, toReceiptBatch } from './receipt-batch.ts';
import { advance, type Head } from './receipt-order.ts';
import { refusal } from './refusal.ts';
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

/**
 * The signer in use; a renewal replaces the key. `AttestorClient` says what each method does, and what it throws. For
 * `renew`: a key of which the gateway lost records refuses to sign others in their place, and a new key marks the loss
 * in the chain, where its epoch starts.
 */
export interface Attestor extends AttestorHandle {
  /** False while the key is lost and not replaced. */
  readonly ready: boolean;
  /** When the key was made, in milliseconds since the epoch. */
  readonly madeMs: number;
  readonly retiringKid: string | undefined;
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

export interface ReceiptSigner {
  /**
   * Signs a batch in order, all or nothing. Repeating the last batch gives the same signatures again, for a caller that
   * lost the answer. Batches are processed one after the other, in the order of the calls. @throws AppError
   * `attestor_refused`, `attestor_unavailable`.
   */
  sign(records: readonly unknown[]): Promise<Uint8Array[]>;
  /**
   * The same for records with the Evidence that they name, in one step. Unknown hashes are `openHash` in the records
   * and are filled in. @throws also AppError `evidence_refused`.
   */
  signExchanges(
    records: readonly unknown[],
    evidence: readonly (EvidencePayload | undefined)[],
  ): Promise<SignedTogether>;
}

export interface ReceiptSignerOptions {
  readonly key: Pick<AsyncSigningKey, 'jwk' | 'signAll' | 'signChained'>;
  readonly keyAttestationHash: string;
  readonly toToken: EvidenceForm;
  /** Called with each batch once it is signed, in order, and never twice for the same. */
  readonly onSigned?: (batch: readonly { readonly record: ReceiptRecord; readonly hash: Uint8Array }[]) => void;
}

/**
 * Makes the signer of one key; its chain is the one whose epoch start it signs first. It signs the records of one
 * chain only, each exactly once (docs/receipts.md), and Evidence only together with the receipt that names it. An
 * attacker who controls the gateway can request signatures; these rules prevent two histories signed by one key.
 */
export function createReceiptSigner(options: ReceiptSignerOptions): ReceiptSigner {
  const { key, keyAttestationHash, toToken, onSigned } = options;
  const owner = { keyAttestationHash, jwk: key.jwk };
  let head: Head | undefined;
  let last: { readonly firstSeq: number; readonly signed: SignedBatch } | undefined;
  const runExclusive = createMutex();

  /** Gives the earlier answer, if this is the last batch again. */
  const answered = ({ records: [first], hashesAs }: ReceiptBatch): SignedBatch | undefined => {
    if (last === undefined || last.firstSeq !== first?.seq) return undefined;
    return isSame(hashesAs(last.signed), last.signed.hashes) ? last.signed : undefined;
  };

  const signBatch = async (batch: ReceiptBatch): Promise<SignedBatch> => {
    const known = answered(batch);
    if (known !== undefined) return known;
    const { records, links, sign } = batch;
    const next = advance(records, links, head, owner);
    const signed = await sign();
    const items = records.map((record, index) => ({ record, hash: hashAt(signed, index) }));
    const [first] = records;
    if (next === undefined || first === undefined) throw new Error('a batch is never empty');
    // INVARIANT: the head moves only when the whole batch is signed. Nobody else moved it meanwhile: turns do not overlap.
    const { chainId, seq, ts } = next;
    head = { chainId, seq, ts, link: toHex(hashAt(signed, records.length - 1)) };
    last = { firstSeq: first.seq, signed };
    onSigned?.(items);
    return signed;
  };

  return {
    async sign(records) {
      if (records.length === 0) return [];
      const batch = toReceiptBatch(records, key);
      return [...(await runExclusive(() => signBatch(batch))).signatures];
    },
    async signExchanges(records, evidence) {
      if (records.length === 0) throw refusal('there is nothing to sign');
      const batch = toExchangeBatch(records, evidence, key, toToken);
      const signed = await runExclusive(() => signBatch(batch));
      const signatures = [...signed.signatures];
      return { attachments: batch.tokens(signed), signatures, head: toHex(hashAt(signed, signatures.length - 1)) };
    },
  };
}

function hashAt({ hashes }: SignedBatch, index: number): Uint8Array {
  const hash = hashes[index];
  if (hash === undefined) throw new Error('a record without its hash');
  return hash;
}

function isSame(left: readonly Uint8Array[], right: readonly Uint8Array[]): boolean {
  return left.length === right.length && left.every((hash, index) => Buffer.compare(hash, right[index] ?? hash) === 0);
}
