/**
 * The texts of `assay verify --explain`: what each artefact proves and does not prove, and the meaning of each reason
 * code.
 */
import type { FindingStatus, Report } from './report.ts';
import { reportMeanings } from './reports/explain.ts';
import type { Reason } from './verdict.ts';

const proves: Readonly<Record<string, readonly string[]>> = {
  evidence: [
    'Evidence proves that the attested key signed these claims and this decision, unchanged since.',
    'It does not prove that the auditors judged well, nor what the prompt and the answer were: it holds their hashes.',
    'Where it names a configuration, that is the signed bundle whose payload has this hash; what policies on trial would have decided was recorded, and never enforced.',
  ],
  passport: [
    'A passport proves that the verifier checked the evidence it names and came to this status.',
    'It does not prove more than the verifier is trusted with; its bundle lets you check the evidence yourself.',
  ],
  'composite passport': [
    'A composite passport proves that the verifier named exactly these passports for the agents of this workflow, and came to this status of the whole.',
    'It does not prove the passports of its members, which it names by hash, nor what a run did: a run is shown by its evidence.',
  ],
  'evidence bundle': [
    'A bundle proves that one verifier issued this passport for exactly this evidence, signed by exactly these keys.',
    'It does not prove that no other exchange took place; a receipt export shows the whole chain.',
  ],
  'receipt export': [
    'An export proves the order and completeness of the records it holds, from the first one on.',
    'It does not prove that none were cut off its end; compare its size and head with what somebody else has seen.',
  ],
  receipt: ['A receipt proves that this exchange was recorded under this number of the chain.'],
  'receipt proof': [
    'A receipt proof shows that this exchange stands in the chain as a checkpoint has it; a witness, that others saw the same chain.',
    'It does not prove what came after the checkpoint.',
  ],
  'key attestation': [
    'A key attestation binds the signing key to what made it: a machine whose report is beside it, or software, which proves possession of the key only.',
  ],
};

const meanings: Partial<Readonly<Record<Reason, string>>> = {
  alg: 'The signature names an algorithm that this kind of key is not used with: a known attack on signed tokens.',
  checkpoint:
    'The checkpoint is not one of this chain by an attested key, or no witness that is trusted here cosigned it.',
  claims_hash: 'The claims and the hash of the claims, both under one signature, contradict each other.',
  consistency: 'The chain is not a continuation of the one that was known before.',
  crit: 'The signature asks for an extension that is not understood here, so it must be refused (RFC 7515).',
  duplicate: 'What must be there once is there twice.',
  duplicate_key: 'A member stands there twice, so that two readers could see two documents.',
  evidence_id: 'It is listed under another id than the one that is signed.',
  evidence_set_mismatch: 'The evidence at hand is not exactly what the passport was issued for.',
  expired: 'It was valid once. Use --now to check it as of another time.',
  forked: 'Two histories exist under one chain: somebody rewrote records.',
  inclusion: 'The receipt does not stand in the chain at the place that it names.',
  incomplete: 'A part that the whole rests on has nothing that vouches for it now.',
  inconsistent: 'The parts of the artefact contradict each other, though the signature may hold.',
  key_attestation_mismatch: 'The key is not the one that the key attestation vouches for.',
  key_unknown: 'Give the key it was signed with: --keys for a verifier, --attestation for a gateway.',
  not_yet_valid: 'It is from the future, or the clock here is wrong.',
  receipt_mismatch: 'The receipt and the evidence do not tell the same story, or the receipt is missing.',
  receipts: 'A record was changed, left out, put in, or moved: the links between the records do not hold.',
  report_data_mismatch: 'The attestation report is about another key or another nonce.',
  revoked: 'The verifier took the passport or what it rests on back, or a vendor a certificate behind the key.',
  signature_invalid: 'At least one byte differs from what was signed, or another key signed it.',
  status_too_good: 'The passport promises more than its own findings allow.',
};

/** Gives the verdict in one sentence, the first that people read. */
export function summariseReport({ ok, findings }: Pick<Report, 'ok' | 'findings'>): string {
  const count = (status: FindingStatus) => findings.filter((finding) => finding.status === status).length;
  if (ok) return 'PROVEN: everything it claims is proven.';
  const wrong = count('refused');
  if (wrong > 0) return `WRONG: ${wrong} of ${findings.length} checks failed. Do not rely on it.`;
  return `NOT PROVEN: nothing wrong was found, but ${count('unproven')} of ${findings.length} checks lack something.`;
}

/** Says what an artefact proves and does not prove. */
export function explainArtefact(artefact: string): readonly string[] {
  return proves[artefact] ?? [];
}

/** Codes for a malformed artefact and a malformed report. */
const formCodes: readonly string[] = ['length', 'unsupported'];

/** Says what a reason code means. */
export function explainReason(reason: Reason): string {
  const own = meanings[reason];
  if (own !== undefined) return own;
  const ofHardware = Object.entries(reportMeanings).find(([code]) => code === reason && !formCodes.includes(code));
  return ofHardware?.[1] ?? 'The artefact does not have the form that it must have.';
}
