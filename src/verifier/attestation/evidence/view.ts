/** API views of stored evidence: decoded from the exact bytes, with the verifier's appraisal. */
import type { Claim } from '@assay/sdk/contract';
import { fromBase64Url } from '@assay/sdk/crypto';
import { parseRecord } from '@assay/sdk/receipts';
import type {
  AppraisalRecord,
  ClaimAppraisal,
  EvidenceSummary,
  EvidenceView,
} from '../../../contract/api/evidence/shapes.ts';
import { type AuditorRun, type Evidence, EvidenceSchema } from '../../../contract/evidence.ts';
import type { Tier } from '../../../contract/passport.ts';
import { printReceiptId } from '../../../contract/receipt-id.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { type ClaimStatus, statusOfClaim } from '../../../proof/claim-status.ts';
import { createShape } from '../../../proof/shape.ts';
import { type AttestationFacts, appraise } from '../passports/appraise.ts';
import type { EvidenceRow } from './tables.ts';

const parseShape = createShape(EvidenceSchema, 'the stored evidence');

/** Decodes the payload of a stored JWS, which was checked on arrival. */
export function decodeEvidence(jws: string): Evidence {
  const payload = jws.split('.', 2)[1] ?? '';
  const shape = parseShape(JSON.parse(Buffer.from(fromBase64Url(payload)).toString('utf8')));
  if (!shape.ok) throw new AppError('internal', shape.message);
  return shape.value;
}

/** Gives the status of one evidence by itself. */
export function tierOf(row: EvidenceRow, attestation: AttestationFacts): Tier {
  return appraiseRow(row, attestation).status;
}

function appraiseRow(row: EvidenceRow, attestation: AttestationFacts) {
  return appraise({
    attestation,
    exchanges: [{ facts: row.facts, decision: row.decision, enforced: row.enforced, madeAtMs: row.generated_at }],
    evaluatedAt: toTimestamp(row.received_at),
  });
}

/** One line of the list. */
export function toEvidenceSummary(row: EvidenceRow, attestation: AttestationFacts): EvidenceSummary {
  const { evidence_id, workspace_id, agent_id, session_id, trace_id, model_id, phase, enforced, mode, claim_count } =
    row;
  const { decision, policy_id, policy_version } = row;
  const evidence = decodeEvidence(row.jws);
  return {
    evidence_id,
    workspace_id,
    agent_id,
    session_id,
    trace_id,
    model_id,
    phase,
    enforced,
    mode,
    claim_count,
    decision: { decision, policy_id, policy_version },
    ...toJudgement(evidence),
    latency_ms: latencyOf(row),
    receipt_id: receiptIdOf(row),
    ...toVerdict(row, tierOf(row, attestation)),
  };
}

/** What the policies of an exchange decided, and how long that took. */
function toJudgement(evidence: Evidence) {
  const { decision, phases, redacted_request_hash: request, redacted_response_hash: response } = evidence;
  return {
    reasons: decision.reasons,
    obligations: decision.obligations,
    phases: phases.map(({ phase, decision: word, duration_ms }) => ({ phase, decision: word, duration_ms })),
    judging_ms: phases.reduce((sum, { duration_ms }) => sum + duration_ms, 0),
    redacted: request !== undefined || response !== undefined,
    approval: evidence.approval?.status ?? null,
    stream_mode: evidence.stream_mode,
    tool: evidence.tool ?? null,
    server: evidence.server ?? null,
  };
}

function latencyOf({ receipt_record: record }: EvidenceRow): number | null {
  return (record === null ? undefined : parseRecord(fromBase64Url(record)))?.latency_ms ?? null;
}

function receiptIdOf({ receipt_chain_id: chainId, receipt_seq: seq, receipt_hash: hash }: EvidenceRow): string | null {
  return chainId === null || seq === null || hash === null ? null : printReceiptId({ chainId, seq, hash });
}

/** The whole view. */
export function toEvidenceView(row: EvidenceRow, attestation: AttestationFacts): EvidenceView {
  const evidence = decodeEvidence(row.jws);
  const appraisal = appraiseRow(row, attestation);
  const { receipt_record: record, receipt_signature: signature } = row;
  return {
    ...evidence,
    ...toVerdict(row, appraisal.status),
    kid: row.kid,
    signature: row.jws.slice(row.jws.lastIndexOf('.') + 1),
    evidence_hash: row.jws_sha256,
    appraisal_record: toRecord(row, evidence, appraisal.status),
    notes: Object.values(appraisal.submods).flatMap((submod) => submod['x.notes'] ?? []),
    receipt: record === null || signature === null ? null : { record, signature },
    jws: row.jws,
  };
}

function toVerdict(row: EvidenceRow, tier: Tier) {
  return {
    attester_id: row.iss,
    generated_at: toTimestamp(row.generated_at),
    received_at: toTimestamp(row.received_at),
    trust_tier: tier,
    passport_id: row.passport_id,
  };
}

function toRecord(row: EvidenceRow, evidence: Evidence, status: Tier): AppraisalRecord {
  const appraisals = evidence.claims.map((claim, index) => {
    const run = evidence.auditors.find((candidate) => candidate.claims.includes(index));
    return appraiseClaim(claim, run, { evidence, status: statusOfClaim(evidence, index) });
  });
  const countOf = (value: number) => appraisals.filter((appraisal) => appraisal.status === value).length;
  return {
    evidence_id: row.evidence_id,
    attester_id: row.iss,
    policy_id: evidence.decision.policy_id,
    policy_version: evidence.decision.policy_version,
    overall_status: status,
    claim_appraisals: appraisals,
    appraised_at: toTimestamp(row.received_at),
    claims_affirming: countOf(2),
    claims_warning: countOf(32),
    claims_contraindicated: countOf(96),
  };
}

/** Evidence does not say which rule read which claim. So all rules of the decision are named, and no reference value is given. */
function appraiseClaim(
  claim: Claim,
  run: AuditorRun | undefined,
  { evidence, status }: { evidence: Evidence; status: ClaimStatus },
): ClaimAppraisal {
  const isInside = run?.boundary === 'attested';
  const where = isInside ? 'inside the attested boundary' : 'outside the attested boundary';
  return {
    claim_name: claim.name,
    claim_value: claim.value,
    claim_confidence: claim.confidence ?? null,
    status,
    evaluated_by_rules: [evidence.decision.policy_id],
    triggered_rules: evidence.decision.reasons,
    reference_value: null,
    reference_operator: null,
    compliance_framework: claim.compliance_framework ?? null,
    control_id: claim.control_id ?? null,
    message: `claimed by ${run?.name ?? 'an unknown auditor'}, ${where}`,
  };
}
