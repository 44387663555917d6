/** Tries a policy on the stored key attestations: gives their current status, and that under the policy. */
import { canonicalize } from '@assay/sdk/crypto';
import type { PolicyEvaluation } from '../../../contract/api/appraisal/policy-shapes.ts';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { StoredAttestation } from '../attestations/service.ts';
import { type AttestationFacts, appraiseKeyOnly } from '../passports/appraise.ts';
import type { EffectivePolicies, EffectivePolicy } from './effective.ts';
import type { KeyAppraisal } from './key-appraisal.ts';

export interface EvaluationDeps {
  readonly db: Db;
  readonly effective: EffectivePolicies;
  readonly keys: KeyAppraisal;
  readonly listAttestations: (orgId: string, limit: number) => Promise<readonly StoredAttestation[]>;
  readonly clock: Clock;
}

export interface EvaluationInput {
  readonly candidate: EffectivePolicy;
  readonly workspaceId: string | undefined;
  readonly limit: number;
}

export type EvaluatePolicy = (orgId: string, input: EvaluationInput) => Promise<PolicyEvaluation>;

/** Changes nothing. */
export function createEvaluation(deps: EvaluationDeps): EvaluatePolicy {
  return async (orgId, { candidate, workspaceId, limit }) => {
    const evaluatedAt = toTimestamp(deps.clock.now());
    const active = await deps.effective.find(deps.db, orgId, workspaceId);
    const items: PolicyEvaluation['items'] = [];
    for (const attestation of await deps.listAttestations(orgId, limit)) {
      const before = toOutcome(await deps.keys.appraise(attestation, active), evaluatedAt);
      const after = toOutcome(await deps.keys.appraise(attestation, candidate), evaluatedAt);
      const { attestationId, kid, kind } = attestation;
      const isChanged = canonicalize([before.status, before.vector]) !== canonicalize([after.status, after.vector]);
      items.push({ attestation_id: attestationId, kid, kind, is_changed: isChanged, before, after });
    }
    const changed = items.filter((item) => item.is_changed).length;
    const { policyId, version } = candidate;
    return { policy_id: policyId, version, evaluated_at: evaluatedAt, changed, items };
  };
}

function toOutcome(facts: AttestationFacts, evaluatedAt: string): PolicyEvaluation['items'][number]['before'] {
  const { submods, status } = appraiseKeyOnly(facts, evaluatedAt);
  const cpu = submods['cpu-tee'];
  const notes = Object.values(submods).flatMap((submod) => submod['x.notes'] ?? []);
  return { status, vector: cpu['ear.trustworthiness-vector'], notes };
}
