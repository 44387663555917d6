/** Receipts by id: their content, and the proof of inclusion in a witnessed chain, for anybody who has the id. */
import {
  consistencySpans,
  fromBase64Url,
  inclusionSpans,
  type LeafSpan,
  nodeProofCrypto as proofCrypto,
  verifyInclusion,
} from '@assay/sdk/crypto';
import { type NoteKey, parseCheckpoint, parseRecord, type ReceiptRecord } from '@assay/sdk/receipts';
import type { ReceiptSummary, ReceiptView } from '../../../contract/api/receipts/shapes.ts';
import { parseReceiptId, printReceiptId } from '../../../contract/receipt-id.ts';
import { type ReceiptInclusion, receiptProofFormat } from '../../../contract/receipts.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Page } from '../../../platform/http/page.ts';
import type { StoredAttestation } from '../attestations/service.ts';
import type { ReceiptIngest } from './ingest.ts';
import { listReceipts, type ReceiptListQuery } from './list.ts';
import type { ReceiptStore, StoredReceipt } from './store.ts';
import type { ChainTree } from './tree.ts';
import { type EvidenceOfReceipt, toReceiptView } from './view.ts';

export interface Receipts {
  readonly ingest: ReceiptIngest;
  /** @throws AppError `invalid_request` for a cursor that this API did not issue. */
  list(orgId: string, query: ReceiptListQuery): Promise<Page<ReceiptSummary>>;
  /** Gives the organisation of a receipt by its full id, which includes its hash. @throws AppError `not_found`. */
  ownerOf(id: string): Promise<string>;
  /** @throws AppError `not_found`. */
  get(orgId: string, id: string): Promise<ReceiptView>;
  /** @throws AppError `not_found`; `conflict` if no checkpoint covers it yet, or earlier records are missing. */
  prove(orgId: string, id: string, from?: number): Promise<ReceiptInclusion>;
}

export interface ReceiptsDeps {
  readonly store: ReceiptStore;
  readonly tree: ChainTree;
  readonly ingest: ReceiptIngest;
  readonly issuer: string;
  readonly findLatestCheckpoint: (orgId: string, chainId: string) => Promise<{ note: string } | undefined>;
  readonly witnessKeys: () => Promise<string[]>;
  readonly trustedWitnesses: () => Promise<NoteKey[]>;
  readonly findAttestations: (orgId: string, hashes: readonly string[]) => Promise<readonly StoredAttestation[]>;
  readonly findEvidence: (orgId: string, evidenceId: string) => Promise<EvidenceOfReceipt>;
  readonly now: () => number;
}

interface Found {
  readonly id: string;
  readonly chainId: string;
  readonly stored: StoredReceipt;
  readonly record: ReceiptRecord;
}

export function createReceipts(deps: ReceiptsDeps): Receipts {
  const { store, tree } = deps;

  const find = async (orgId: string, id: string): Promise<Found> => {
    const named = parseReceiptId(id);
    const beside = id.startsWith('ev_') ? await store.findByEvidence(orgId, id) : undefined;
    const stored = named === undefined ? beside : await store.find(orgId, named.chainId, named.seq);
    const chainId = named?.chainId ?? beside?.chain_id;
    if (stored === undefined || chainId === undefined || (named !== undefined && named.hash !== stored.hash)) {
      throw notFound();
    }
    const record = parseRecord(fromBase64Url(stored.record));
    if (record === undefined) throw new AppError('internal', `the stored receipt ${id} is not a record`);
    return { id: printReceiptId({ chainId, seq: stored.seq, hash: stored.hash }), chainId, stored, record };
  };

  const hashSpans = async (orgId: string, chainId: string, spans: readonly LeafSpan[]): Promise<Uint8Array[]> => {
    const hashes: Uint8Array[] = [];
    for (const span of spans) {
      const hash = await tree.hashSpan(orgId, chainId, span);
      if (hash === undefined) throw unavailable('incomplete', 'records of the chain before it are not (yet) here');
      hashes.push(hash);
    }
    return hashes;
  };

  const proveFound = async (orgId: string, { id, chainId, stored, record }: Found, from: number | undefined) => {
    const latest = await deps.findLatestCheckpoint(orgId, chainId);
    const checkpoint = latest === undefined ? undefined : parseCheckpoint(latest.note);
    if (latest === undefined || checkpoint === undefined || checkpoint.size <= stored.seq) {
      throw unavailable('not_witnessed', 'no witnessed checkpoint covers it yet: try again shortly');
    }
    if (from !== undefined && from > checkpoint.size) {
      throw unavailable('not_witnessed', `the latest witnessed checkpoint covers ${checkpoint.size} records`);
    }
    await tree.extend(orgId, chainId, checkpoint.size, Number.POSITIVE_INFINITY);
    const inclusion = await hashSpans(orgId, chainId, inclusionSpans(stored.seq, checkpoint.size));
    const { size, root } = checkpoint;
    const claim = { index: stored.seq, size, leaf: Buffer.from(stored.hash, 'hex'), proof: inclusion, root };
    // The stored records must be those that were witnessed; otherwise the call fails and gives nothing out.
    if (!(await verifyInclusion(claim, proofCrypto))) {
      throw unavailable('forked', 'the receipts that are stored here are not those of the witnessed checkpoint');
    }
    const consistency =
      from === undefined ? undefined : await hashSpans(orgId, chainId, consistencySpans(from, checkpoint.size));
    const epochs = await store.listEpochs(orgId, chainId);
    const signer = epochs.findLast(({ seq }) => seq < checkpoint.size)?.key_attestation_hash;
    const hashes = [...new Set([record.attestation_hash, ...(signer === undefined ? [] : [signer])])];
    const attestations = await deps.findAttestations(orgId, hashes);
    const proof: ReceiptInclusion = {
      format: receiptProofFormat,
      receipt_id: id,
      receipt: { record: stored.record, signature: stored.signature },
      inclusion: inclusion.map(toBase64),
      checkpoint: latest.note,
      ...(from === undefined || consistency === undefined
        ? {}
        : { consistency: { from, proof: consistency.map(toBase64) } }),
      key_attestations: attestations.map(({ document }) => document),
      witness_keys: await deps.witnessKeys(),
    };
    return proof;
  };

  return {
    ingest: deps.ingest,
    async ownerOf(id) {
      const named = parseReceiptId(id);
      const orgId = named === undefined ? await store.findOwnerByEvidence(id) : await store.findOwner(named);
      if (orgId === undefined) throw notFound();
      return orgId;
    },
    list: (orgId, query) => listReceipts(store, orgId, query),
    prove: async (orgId, id, from) => proveFound(orgId, await find(orgId, id), from),
    async get(orgId, id) {
      const found = await find(orgId, id);
      const proof = await proveFound(orgId, found, undefined).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'conflict') return error;
        throw error;
      });
      const evidenceId = found.stored.evidence_id;
      return toReceiptView({
        ...found,
        proof,
        issuer: deps.issuer,
        evidence: evidenceId === null ? undefined : await deps.findEvidence(orgId, evidenceId),
        attestations: await deps.findAttestations(orgId, [found.record.attestation_hash]),
        witnesses: await deps.trustedWitnesses(),
        now: deps.now(),
      });
    },
  };
}

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

function notFound(): AppError {
  return new AppError('not_found', 'no such receipt', { detail: 'there is no such receipt' });
}

function unavailable(reason: string, detail: string): AppError {
  return new AppError('conflict', detail, { detail, retryAfterS: 1, extensions: { reason } });
}
