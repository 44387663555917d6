/** The view of one receipt, with every check and its result. */
import { nodeProofCrypto as crypto } from '@assay/sdk/crypto';
import type { NoteKey, ReceiptRecord } from '@assay/sdk/receipts';
import type { ReceiptCheck, ReceiptView } from '../../../contract/api/receipts/shapes.ts';
import type { ReceiptInclusion } from '../../../contract/receipts.ts';
import type { AppError } from '../../../platform/errors.ts';
import { checkReceipt } from '../../../proof/receipt.ts';
import { checkReceiptProof } from '../../../proof/receipt-proof.ts';
import type { StoredAttestation } from '../attestations/service.ts';
import type { StoredReceipt } from './store.ts';

/** Facts from the Evidence of a receipt. */
export interface EvidenceOfReceipt {
  readonly passportId: string | null;
  readonly modelId: string | null;
}

export interface ReceiptViewInput {
  readonly id: string;
  readonly chainId: string;
  readonly stored: StoredReceipt;
  readonly record: ReceiptRecord;
  /** An error says why there is no proof. */
  readonly proof: ReceiptInclusion | AppError;
  readonly issuer: string;
  readonly evidence: EvidenceOfReceipt | undefined;
  readonly attestations: readonly StoredAttestation[];
  readonly witnesses: readonly NoteKey[];
  readonly now: number;
}

/** Checks the receipt as an outside party would, and reports each check. */
export async function toReceiptView(input: ReceiptViewInput): Promise<ReceiptView> {
  const { record, stored, evidence } = input;
  const [attestation] = input.attestations;
  const checks = [...(await checkKey(input)), checkEvidenceThere(input), ...(await checkChain(input))];
  const isMock = attestation === undefined || attestation.kind === 'software';
  return {
    receipt_id: input.id,
    chain_id: input.chainId,
    seq: stored.seq,
    kind: record.kind,
    evidence_id: stored.evidence_id,
    passport_id: evidence?.passportId ?? null,
    request_hash: record.request_hash,
    response_hash: record.response_hash,
    issued_at: record.ts,
    verdict: record.verdict,
    model_id: evidence?.modelId ?? null,
    session_id: null,
    user_id: null,
    measurement_count: record.claim_count,
    verifier_id: input.issuer,
    record: stored.record,
    signature: stored.signature,
    is_mock: isMock,
    verified: checks.every(({ result }) => result === 'passed'),
    checks,
    witnessed_size: await witnessedSize(input),
    notes: [
      ...(isMock ? ['Only software vouches for the key that signed: no hardware does.'] : []),
      'The checks are the word of this verifier; the proof of the receipt can be checked without trusting it.',
    ],
  };
}

async function checkKey({ stored, attestations }: ReceiptViewInput): Promise<ReceiptCheck[]> {
  const [attestation] = attestations;
  if (attestation === undefined) {
    const sentence = 'No accepted key attestation names the key.';
    return [
      { name: 'signature', result: 'not_checked', sentence },
      { name: 'key_attestation', result: 'failed', sentence },
    ];
  }
  const verdict = await checkReceipt(stored, { jwk: attestation.document.jwk, crypto });
  return [
    {
      name: 'signature',
      result: verdict.ok ? 'passed' : 'failed',
      sentence: verdict.ok ? 'Signed by the key of its epoch, unchanged.' : toSentence(verdict.message),
    },
    { name: 'key_attestation', result: 'passed', sentence: `The key is attested (${attestation.kind}).` },
  ];
}

function checkEvidenceThere({ stored, record }: ReceiptViewInput): ReceiptCheck {
  if (stored.evidence_id !== null) {
    return { name: 'evidence', result: 'passed', sentence: 'The Evidence it is about is here and agrees with it.' };
  }
  if (record.kind === 'epoch_start') {
    return { name: 'evidence', result: 'passed', sentence: 'The start of an epoch has no Evidence.' };
  }
  return { name: 'evidence', result: 'not_checked', sentence: 'The Evidence it is about is not here.' };
}

async function checkChain({ proof, witnesses, now }: ReceiptViewInput): Promise<ReceiptCheck[]> {
  if (proof instanceof Error) {
    const result = proof.extensions?.['reason'] === 'forked' ? 'failed' : 'not_checked';
    const sentence = toSentence(proof.publicText);
    return [
      { name: 'inclusion', result, sentence },
      { name: 'witness', result: 'not_checked', sentence },
    ];
  }
  const verdict = await checkReceiptProof(proof, { attestations: [], witnesses, now, crypto });
  if (!verdict.ok) {
    const sentence = toSentence(verdict.message);
    return [
      { name: 'inclusion', result: 'failed', sentence },
      { name: 'witness', result: 'failed', sentence },
    ];
  }
  const { checkpoint, cosignatures } = verdict;
  return [
    {
      name: 'inclusion',
      result: 'passed',
      sentence: `It stands in the chain as the checkpoint of ${checkpoint.size} records has it.`,
    },
    {
      name: 'witness',
      result: cosignatures.length > 0 ? 'passed' : 'failed',
      sentence: `That checkpoint was cosigned by ${cosignatures.length} known witness(es).`,
    },
  ];
}

async function witnessedSize({ proof, witnesses, now }: ReceiptViewInput): Promise<number | null> {
  if (proof instanceof Error) return null;
  const verdict = await checkReceiptProof(proof, { attestations: [], witnesses, now, crypto });
  return verdict.ok ? verdict.checkpoint.size : null;
}

function toSentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
