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
    'It does not prove that the auditors judged well, or what the prompt and the answer were: it holds only their hashes.',
    'Where it names a configuration, that is the signed bundle whose payload has this hash; what policies on trial would have decided was recorded, and never enforced.',
  ],
  passport: [
    'A passport proves that the verifier checked the evidence it names and came to this status.',
    'It does not prove more than the verifier is trusted with; its bundle lets you check the evidence yourself.',
  ],
  'composite passport': [
    'A composite passport proves that the verifier named exactly these passports for the agents of this workflow, and gave the whole this status.',
    'It does not prove the passports of its members, which it names by hash, or what a run did: the evidence of a run shows that.',
  ],
  'evidence bundle': [
    'A bundle proves that one verifier issued this passport for exactly this evidence, signed by exactly these keys.',
    'It does not prove that no other exchange took place; a receipt export shows the whole chain.',
  ],
  'receipt export': [
    'An export proves the order and completeness of the records it holds, from the first one on.',
    'It does not prove that no records were cut off its end; compare its size and head with those that somebody else has seen.',
  ],
  receipt: ['A receipt proves that this exchange was recorded under this number of the chain.'],
  'receipt proof': [
    'A receipt proof shows that this exchange is in the chain of a checkpoint; a witness shows that others saw the same chain.',
    'It does not prove what came after the checkpoint.',
  ],
  'key attestation': [
    'A key attestation binds the signing key to its origin: a machine whose report is attached, or software, which proves only possession of the key.',
  ],
};

const meanings: Partial<Readonly<Record<Reason, string>>> = {
  alg: 'The signature names an algorithm that does not fit this kind of key: a known attack on signed tokens.',
  checkpoint:
    'The checkpoint does not belong to this chain, no attested key signed it, or no trusted witness cosigned it.',
  claims_hash: 'The claims and their hash, which one signature covers, contradict each other.',
  consistency: 'The chain does not continue the one that was known before.',
  crit: 'The signature requires an extension that is not supported, so it must be refused (RFC 7515).',
  duplicate: 'A part that must occur once occurs twice.',
  duplicate_key: 'A member occurs twice, so two readers could see two different documents.',
  evidence_id: 'It is listed under an id that differs from the signed one.',
  evidence_set_mismatch: 'The evidence given is not exactly the evidence that the passport was issued for.',
  expired: 'It has expired. Use --now to check it as of another time.',
  forked: 'The chain has two different histories: somebody rewrote records.',
  inclusion: 'The receipt is not at the position in the chain that it names.',
  incomplete: 'A part that the result depends on is not vouched for any more.',
  inconsistent: 'The parts of the artefact contradict each other, although the signature may be valid.',
  key_attestation_mismatch: 'The key is not the one that the key attestation vouches for.',
  key_unknown: 'Name the key that signed it: --keys for a verifier, --attestation for a gateway.',
  not_yet_valid: 'Its time is in the future, or the clock of this machine is wrong.',
  receipt_mismatch: 'The receipt and the evidence contradict each other, or the receipt is missing.',
  receipts: 'A record was changed, removed, inserted or moved: the links between the records do not match.',
  report_data_mismatch: 'The attestation report is about another key or another nonce.',
  revoked:
    'The verifier revoked the passport or something it depends on, or a vendor revoked a certificate of the key.',
  signature_invalid: 'At least one byte differs from the signed content, or another key signed it.',
  status_too_good: 'The passport claims more than its own findings allow.',
};

/** Gives the verdict in one sentence, the first that people read. */
export function summariseReport({ ok, findings }: Pick<Report, 'ok' | 'findings'>): string {
  const count = (status: FindingStatus) => findings.filter((finding) => finding.status === status).length;
  if (ok) return 'PROVEN: all of its claims are proven.';
  const wrong = count('refused');
  if (wrong > 0) return `WRONG: ${wrong} of ${findings.length} checks failed. Do not rely on it.`;
  return `NOT PROVEN: nothing wrong was found, but ${count('unproven')} of ${findings.length} checks are incomplete.`;
}

const tiers: Readonly<Record<string, string>> = {
  warning: 'warning: nothing is wrong, but not everything that a passport can vouch for is proven',
  contraindicated: 'contraindicated: the verifier found something wrong, so do not rely on the agent',
  none: 'none: the verifier makes no statement about it',
};

/** Says what the status of a proven passport means; undefined for `affirming`, which needs no explanation. */
export function explainTier(tier: string): string | undefined {
  return Object.hasOwn(tiers, tier) ? tiers[tier] : undefined;
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
  return ofHardware?.[1] ?? 'The artefact does not have the required form.';
}
