/** Accepts receipts without Evidence: epoch starts, which say who signs a chain, and receipts of refused Evidence. */
import { nodeProofCrypto } from '@assay/sdk/crypto';
import { printReceiptId } from '../../../contract/receipt-id.ts';
import type { ReceiptIngestResult } from '../../../contract/receipts.ts';
import type { Clock } from '../../../platform/clock.ts';
import { checkReadReceipt, type ReadReceipt, readReceipt } from '../../../proof/receipt.ts';
import { findForeign, type HoldingSender, type Holdings } from '../attestations/holdings.ts';
import type { StoredAttestation } from '../attestations/service.ts';
import type { EpochRow, NewReceipt, ReceiptStore } from './store.ts';

export interface ReceiptIngestDeps {
  readonly store: ReceiptStore;
  readonly clock: Clock;
  readonly findAttestations: (orgId: string, hashes: readonly string[]) => Promise<readonly StoredAttestation[]>;
  readonly holdings: Holdings;
}

export type ReceiptIngest = (
  orgId: string,
  receipts: readonly unknown[],
  sender?: HoldingSender,
) => Promise<ReceiptIngestResult[]>;

/** Checks and stores receipts one after the other. Never throws because of a receipt's content. */
export function createReceiptIngest({ store, clock, findAttestations, holdings }: ReceiptIngestDeps): ReceiptIngest {
  /** Assigns the chain of a valid receipt to the submitting gateway, if no other has it. */
  const findForeignPart = async (orgId: string, chainId: string, kid: string, sender: HoldingSender) => {
    const { gatewayId } = sender;
    if (gatewayId === undefined) return undefined;
    const key = { kind: 'key', name: kid } as const;
    const foreign = findForeign(await holdings.find(orgId, [key]), key, sender);
    if (foreign !== undefined) return foreign;
    const chain = { kind: 'chain', name: chainId } as const;
    return findForeign(await holdings.claim(orgId, gatewayId, [chain]), chain, sender);
  };

  const takeRead = async (
    { orgId, sender }: { readonly orgId: string; readonly sender: HoldingSender },
    receipt: ReadReceipt,
    proof: Proof,
  ): Promise<ReceiptIngestResult> => {
    const { record } = receipt;
    const [attestation] = await findAttestations(orgId, [record.attestation_hash]);
    if (attestation === undefined) return refused('key_unknown', 'no accepted key attestation names this key');
    const verdict = await checkReadReceipt(receipt, { jwk: attestation.document.jwk, crypto: nodeProofCrypto });
    if (!verdict.ok) return refused(verdict.reason, verdict.message);
    const foreign = await findForeignPart(orgId, record.chain_id, attestation.kid, sender);
    if (foreign !== undefined) return refused(foreign.reason, foreign.message);
    const place = { org_id: orgId, chain_id: record.chain_id, seq: record.seq };
    const row: NewReceipt = { ...place, hash: verdict.hash, ...proof, received_at: clock.now() };
    const epoch: EpochRow | undefined =
      record.public_key === undefined
        ? undefined
        : { ...place, public_key: record.public_key, key_attestation_hash: record.attestation_hash };
    // A receipt that came with its Evidence is stored there; a different record at its place is a fork.
    const beside = await store.find(orgId, record.chain_id, record.seq);
    const status = beside === undefined ? await store.insert(row, epoch) : toStatus(beside.hash, verdict.hash);
    if (status === 'forked') return refused('forked', 'the chain already has another record at this position');
    const receipt_id = printReceiptId({ chainId: record.chain_id, seq: record.seq, hash: verdict.hash });
    return { receipt_id, status };
  };

  return async (orgId, receipts, sender = {}) => {
    const results: ReceiptIngestResult[] = [];
    for (const candidate of receipts) {
      const read = readReceipt(candidate);
      results.push(
        read.ok
          ? await takeRead({ orgId, sender }, read.receipt, toProof(candidate))
          : refused(read.reason, read.message),
      );
    }
    return results;
  };
}

interface Proof {
  readonly record: string;
  readonly signature: string;
}

/** Keeps the exact text that was read. */
function toProof(candidate: unknown): Proof {
  const { record, signature } = Object(candidate);
  return { record: String(record), signature: String(signature) };
}

const toStatus = (known: string, hash: string) => (known === hash ? 'known' : 'forked');

function refused(reason: string, message: string): ReceiptIngestResult {
  return { receipt_id: null, status: 'refused', reason, message };
}
