/**
 * Checks the entries of a chain one by one: form, place, link, epoch, time, signature, evidence. Memory does not grow
 * with the chain. No Node API: verification runs in browsers too.
 */
import type { OkpPublicJwk } from '../crypto/jwk.ts';
import type { Awaitable, ProofCrypto } from '../crypto/proof-crypto.ts';
import { type ReceiptEntry, signatureBytes } from './entry.ts';
import type { ReceiptRecord } from './record.ts';
import { fromHex, genesisPreimage, parseRecord, recordHash, signedMessage, toHex } from './record-bytes.ts';

/** Why a chain is broken; stable codes. */
export type BreakReason =
  | 'record'
  | 'chain_id'
  | 'seq_gap'
  | 'seq_duplicate'
  | 'genesis'
  | 'link'
  | 'epoch'
  | 'attestation_hash'
  | 'time_backwards'
  | 'signature'
  | 'evidence'
  | 'crc'
  | 'checkpoint'
  | 'truncated'
  | 'forked';

export type VerifyMode = 'full' | 'fast';

/** A part of the chain under one key. */
export interface ReceiptEpoch {
  /** Number of its `epoch_start`. */
  readonly seq: number;
  readonly jwk: OkpPublicJwk;
  readonly attestation_hash: string;
}

export interface ChainBreak {
  readonly seq: number;
  readonly reason: BreakReason;
}

/** State after the entries so far. */
export interface ChainState {
  readonly size: number;
  /** Hash of the last record; `null` if there is none. */
  readonly head: string | null;
  readonly lastTs: string;
  readonly chainId: string | undefined;
  readonly epoch: ReceiptEpoch | undefined;
}

export interface CheckerOptions {
  readonly crypto: ProofCrypto;
  readonly mode: VerifyMode;
  /** The expected chain; otherwise that of the first entry. */
  readonly chainId?: string;
  /** Confirms the key of an epoch by its key attestation. */
  readonly checkEpoch?: (epoch: ReceiptEpoch) => Awaitable<boolean>;
}

/** A valid entry. */
export interface AcceptedEntry {
  readonly record: ReceiptRecord;
  /** Record hash, hex. */
  readonly hash: string;
  /** The hash as bytes: the leaf of the Merkle tree. */
  readonly leaf: Uint8Array;
}

export interface ChainChecker {
  state(): ChainState;
  /** Checks the next entry. A break leaves the state unchanged. */
  accept(entry: ReceiptEntry): Promise<AcceptedEntry | ChainBreak>;
  /** Continues after entries that passed fast mode; `signature` is that of the last of them. */
  adopt(state: ChainState, signature: Uint8Array): void;
  /** In fast mode, checks the signature of the last entry, which covers all earlier ones through the links. */
  finish(): Promise<ChainBreak | undefined>;
}

/** True for the break of `accept`. */
export const isBreak = (outcome: object): outcome is ChainBreak => 'reason' in outcome;

/** Starts at the genesis of a chain, or after entries that were checked before. */
export function createChainChecker(options: CheckerOptions, start?: ChainState): ChainChecker {
  const { crypto, mode } = options;
  let state: ChainState = start ?? { size: 0, head: null, lastTs: '', chainId: options.chainId, epoch: undefined };
  let unsigned: { message: Uint8Array; signature: Uint8Array; jwk: OkpPublicJwk } | undefined;

  const hasSignature = async (): Promise<boolean> => {
    const last = unsigned;
    unsigned = undefined;
    return last === undefined || (await crypto.verifyEd25519(last.jwk, last.message, last.signature));
  };

  return {
    state: () => state,
    async accept(entry) {
      const seq = state.size;
      const broken = (reason: BreakReason): ChainBreak => ({ seq, reason });
      const record = parseRecord(entry.record);
      if (record === undefined || entry.signature.length !== signatureBytes) return broken('record');

      const misplaced = findMisplacement(record, state);
      if (misplaced !== undefined) return broken(misplaced);
      const epoch = toEpoch(record) ?? state.epoch;
      if (epoch === undefined) return broken('epoch');
      if (seq === 0 && record.prev_hash !== (await genesisOf(record, epoch, crypto))) return broken('genesis');
      if (record.kind === 'epoch_start') {
        // The old key's last signature is due before a new key takes over.
        if (!(await hasSignature())) return { seq: seq - 1, reason: 'signature' };
        if (options.checkEpoch !== undefined && !(await options.checkEpoch(epoch))) return broken('epoch');
      }
      const hashed = recordHash(entry.record, crypto);
      // Awaiting an available value would cost a turn for every one of a million records.
      const raw = hashed instanceof Promise ? await hashed : hashed;
      unsigned = { message: signedMessage(raw), signature: entry.signature, jwk: epoch.jwk };
      if ((mode === 'full' || record.kind === 'epoch_start') && !(await hasSignature())) return broken('signature');
      if (entry.attachment !== undefined && toHex(await crypto.sha256(entry.attachment)) !== record.evidence_hash) {
        return broken('evidence');
      }
      const hash = toHex(raw);
      state = { size: seq + 1, head: hash, lastTs: record.ts, chainId: record.chain_id, epoch };
      return { record, hash, leaf: raw };
    },
    adopt(next, signature) {
      if (mode !== 'fast' || next.epoch === undefined || next.head === null) throw new Error('nothing to go on behind');
      unsigned = { message: signedMessage(fromHex(next.head)), signature, jwk: next.epoch.jwk };
      state = next;
    },
    async finish() {
      return (await hasSignature()) ? undefined : { seq: state.size - 1, reason: 'signature' };
    },
  };
}

/** Finds what is wrong with the record itself at this place of the chain. */
function findMisplacement(record: ReceiptRecord, state: ChainState): BreakReason | undefined {
  if (state.chainId !== undefined && record.chain_id !== state.chainId) return 'chain_id';
  if (record.seq !== state.size) return record.seq < state.size ? 'seq_duplicate' : 'seq_gap';
  if (state.head !== null && record.prev_hash !== state.head) return 'link';
  if (record.kind === 'epoch_start') {
    if (record.prev_head !== record.prev_hash || record.prev_size !== state.size) return 'epoch';
  } else if (state.epoch === undefined) {
    return 'epoch';
  } else if (record.attestation_hash !== state.epoch.attestation_hash) {
    return 'attestation_hash';
  }
  // Times have one fixed form, so text order is time order.
  return record.ts < state.lastTs ? 'time_backwards' : undefined;
}

/** Gives the epoch that a record starts. */
export function toEpoch(record: ReceiptRecord): ReceiptEpoch | undefined {
  if (record.public_key === undefined) return undefined;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: record.public_key } as const;
  return { seq: record.seq, jwk, attestation_hash: record.attestation_hash };
}

async function genesisOf(record: ReceiptRecord, epoch: ReceiptEpoch, crypto: ProofCrypto): Promise<string> {
  return toHex(await crypto.sha256(genesisPreimage(record.chain_id, epoch.attestation_hash, epoch.jwk.x)));
}
