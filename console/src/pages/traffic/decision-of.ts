/** The one word that a row shows for an exchange. */
import type { EvidenceSummary, EvidenceView } from '@assay/client';
import type { DecisionKind } from '../../parts/decision-badge.tsx';

type Decided = Pick<EvidenceSummary, 'enforced' | 'redacted' | 'approval' | 'mode' | 'obligations'> & {
  readonly decision: Pick<EvidenceSummary['decision'], 'decision'>;
};

export function decisionOf({ enforced, decision, redacted, approval, obligations }: Decided): DecisionKind {
  if (enforced === 'deny') return approval === 'pending' ? 'escalate' : 'deny';
  if (decision.decision === 'deny' && approval === null) return 'observe';
  if (redacted) return 'redact';
  return obligations.some((obligation) => obligation.startsWith('warn')) ? 'warn' : 'allow';
}

type FullEvidence = Pick<
  EvidenceView,
  'enforced' | 'decision' | 'redacted_request_hash' | 'redacted_response_hash' | 'approval' | 'mode'
>;

/** The same word for the whole Evidence. */
export function decisionOfEvidence(evidence: FullEvidence): DecisionKind {
  const { enforced, decision, approval, mode } = evidence;
  const redacted = evidence.redacted_request_hash !== undefined || evidence.redacted_response_hash !== undefined;
  return decisionOf({
    enforced,
    decision,
    redacted,
    mode,
    obligations: decision.obligations,
    approval: approval?.status ?? null,
  });
}
