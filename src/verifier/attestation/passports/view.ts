/** The record of a passport as the API shows it, derived from the JWS. */

import type { PassportSummary, PassportView } from '../../../contract/api/passports/shapes.ts';
import type { PassportClaims, Tier } from '../../../contract/passport.ts';
import { toTimestamp, toTimestampOrNull } from '../../../platform/clock.ts';
import type { StoredAttestation } from '../attestations/service.ts';
import { decodeClaims, stateOf } from './state.ts';
import type { PassportRow } from './tables.ts';

/** One line of the list. */
export function toPassportSummary(row: PassportRow, now: number): PassportSummary {
  return {
    passport_id: row.passport_id,
    agent_id: row.agent_id,
    workspace_id: row.workspace_id,
    status: row.status,
    state: stateOf(row, now),
    issued_at: toTimestamp(row.issued_at),
    expires_at: toTimestamp(row.expires_at),
    revoked_at: toTimestampOrNull(row.revoked_at),
    revoked_reason: row.revoked_reason,
    superseded_by: row.superseded_by,
    evidence_count: row.evidence_count,
    gateway_id: row.gateway_id,
    policy_set_hash: row.policy_set_hash,
    is_mock: row.is_mock,
  };
}

/** Hardware vendors by kind. */
const providers: Readonly<Record<string, string>> = {
  software: 'software',
  'sev-snp': 'amd',
  tdx: 'intel',
  sgx: 'intel',
  nitro: 'aws',
};

/** Gives the whole record. */
export function toPassportView(row: PassportRow, attestation: StoredAttestation, now: number): PassportView {
  const claims = decodeClaims(row.jwt);
  const state = stateOf(row, now);
  const decisions = claims.submods['gateway-decision'];
  const authorized = row.deployment_authorized && state === 'valid';
  return {
    ...toPassportSummary(row, now),
    model_id: row.model_id,
    model_hash: null,
    hardware_attestation: {
      attestation_id: attestation.attestationId,
      timestamp: toTimestamp(attestation.createdAt),
      provider: providers[attestation.kind] ?? attestation.kind,
      tee_type: attestation.kind,
      gpu_tee_type: attestation.hardware?.gpu === undefined ? null : 'nvidia',
      quote: attestation.document.cmw.cpu[1],
      verified: !row.is_mock,
    },
    evaluations: Object.entries(claims.submods).map(toEvaluation),
    evidence: {
      newest_evidence_id: row.newest_evidence_id,
      evidence_hash: claims.evidence_hash,
      count: claims.evidence_set.count,
      root: claims.evidence_set.root,
    },
    statistics: decisions?.['x.statistics'] ?? null,
    auditors: decisions?.['x.auditors'] ?? [],
    appraisal_record: decisions?.['x.appraisal_record'] ?? null,
    valid_until: claims.submods['cpu-tee']?.['x.valid_until'] ?? {},
    key_attestation_hash: claims.key_attestation_hash,
    receipt: claims.receipt,
    runtime_status: state,
    routing_proof: null,
    deployment_authorized: authorized,
    authorization_reason:
      row.deployment_authorized && !authorized ? `the passport is ${state}` : row.authorization_reason,
    risk_score: toRiskScore(row.status, claims),
    verifier_signature: row.jwt.slice(row.jwt.lastIndexOf('.') + 1),
    session_id: row.session_id,
    user_id: null,
    jwt: row.jwt,
  };
}

function toEvaluation([name, submod]: [
  string,
  PassportClaims['submods'][string],
]): PassportView['evaluations'][number] {
  return {
    name,
    status: submod['ear.status'],
    vector: submod['ear.trustworthiness-vector'],
    notes: submod['x.notes'] ?? [],
    policy_id: submod['ear.appraisal-policy-id'],
    policy_hash: submod['x.policy_hash'] ?? null,
    reference_values: submod['x.reference_values'] ?? [],
    tcb_status: submod['x.tcb_status'] ?? null,
    advisories: submod['x.advisories'] ?? [],
    collateral_hashes: submod['x.collateral_hashes'] ?? [],
    evaluated_at: submod['x.evaluated_at'] ?? null,
  };
}

const riskOf: Readonly<Record<Tier, readonly [floor: number, span: number]>> = {
  affirming: [0, 0.25],
  none: [0.25, 0.25],
  warning: [0.5, 0.4],
  contraindicated: [0.9, 0.1],
};

/** The status as a number; within a status by the share of exchanges that are weak by themselves. */
function toRiskScore(status: Tier, claims: PassportClaims): number {
  const [floor, span] = riskOf[status];
  const statistics = claims.submods['gateway-decision']?.['x.statistics'];
  const share = statistics === undefined || statistics.exchanges === 0 ? 0 : statistics.weak / statistics.exchanges;
  return Math.round((floor + span * Math.min(1, share)) * 1000) / 1000;
}
