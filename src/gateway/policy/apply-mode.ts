/** What is enforced of a decision (fail-closed rule 9): observe mode lets pass and never rewrites the record. */
import type { AuditMode, DecisionWord } from '../../contract/evidence.ts';
import type { PhaseDecision } from './decision.ts';

/** The word that the caller of the gateway feels; the decision itself stays as the policy made it. */
export function enforcedWord(decision: Pick<PhaseDecision, 'decision'>, mode: AuditMode): DecisionWord {
  return mode === 'observe' ? 'allow' : decision.decision;
}
