/** Real receipt chains on disk for tests of their receivers: with Evidence, checkpoints and proofs. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SigningKey, sha256Hex, toBase64Url } from '@assay/sdk/crypto';
import {
  openReceiptChain,
  type ReceiptChain,
  recordBytes,
  type StoredReceipt,
  signCheckpoint,
  signRecords,
} from '@assay/sdk/receipts';
import type { ReceiptProof } from '../../src/contract/bundle.ts';
import type { Evidence } from '../../src/contract/evidence.ts';
import { madeAt } from './artefacts.ts';

/** A signer: a key and the hash of its key attestation. */
export interface ChainSigner {
  readonly key: SigningKey;
  readonly hash: string;
  evidence(change?: Partial<Evidence>): { evidence: Evidence; jws: string };
}

export interface DiskChain {
  readonly chain: ReceiptChain;
  /** Appends Evidence, each with its receipt. */
  append(count: number): Promise<void>;
  /** A signed checkpoint of the current end. */
  checkpoint(): Promise<string>;
  /** Entries as a gateway forwards them: receipts, with their Evidence if any. */
  entries(from?: number): Promise<{ receipt: ReceiptProof; jws: string | undefined }[]>;
  close(): Promise<void>;
}

/** A folder for chains; the second member removes it. */
export async function aChainFolder(): Promise<[string, () => Promise<void>]> {
  const folder = await mkdtemp(join(tmpdir(), 'chain-'));
  return [folder, () => rm(folder, { recursive: true, force: true })];
}

/** Opens the chain of a folder, as a process with this key does. */
export async function openDiskChain(
  directory: string,
  signer: ChainSigner,
  chainId = 'chain-test',
): Promise<DiskChain> {
  const { key, hash } = signer;
  const chain = await openReceiptChain({
    directory,
    chainId,
    attestationHash: hash,
    publicKey: key.jwk,
    sign: (records) => signRecords(key, records),
    clock: () => madeAt,
  });
  return {
    chain,
    async append(count) {
      for (let made = 0; made < count; made++) {
        const { evidence, jws } = signer.evidence();
        await chain.append(toDraft(evidence), Buffer.from(jws));
      }
    },
    async checkpoint() {
      const made = await chain.checkpoint(({ checkpoint }) => signCheckpoint(key, checkpoint));
      if (made === undefined) throw new Error('no checkpoint');
      return made.text;
    },
    async entries(from = 0) {
      const stored = await chain.read({ fromSeq: from, limit: 100_000 });
      return stored.map((one) => ({
        receipt: toProof(one),
        jws: one.attachment && Buffer.from(one.attachment).toString(),
      }));
    },
    close: () => chain.close(),
  };
}

function toProof({ parsed, signature }: StoredReceipt): ReceiptProof {
  return { record: toBase64Url(recordBytes(parsed)), signature: toBase64Url(signature) };
}

function toDraft(evidence: Evidence) {
  return {
    request_hash: evidence.request_hash,
    response_hash: evidence.response_hash ?? sha256Hex(''),
    tool: null,
    verdict: evidence.enforced,
    latency_ms: 5,
    claims_hash: evidence.claims_hash,
    cedar_decision: evidence.decision.decision,
    cedar_policy_hash: evidence.decision.policy_set_hash.slice('sha256:'.length),
    auditor_ids: [...new Set(evidence.auditors.map((run) => run.auditor_id))].sort(),
    claim_count: evidence.claims.length,
  };
}
