/**
 * Recomputes a passport's statements about decisions from the evidence beside it. A reader who trusts neither
 * operator nor verifier sees that the appraisal is no better, and the numbers no others, than the evidence supports.
 */
import type { PassportClaims, Submod } from '../contract/passport.ts';
import type { CheckedEvidence } from './bundle-evidence.ts';
import { decisionTier, toDecisionVector, toEvidenceFacts } from './evidence-facts.ts';
import { toCanonical } from './hash.ts';
import { summarise } from './passport-statistics.ts';
import { type Finding, proven, refused } from './report.ts';
import { isBetterTier, tierOfValue } from './trust-vector.ts';
import { refuse } from './verdict.ts';

const subject = 'decisions of the passport';

/** Nothing if evidence is missing (already reported), or if the passport has no statement about decisions. */
export function findDecisionFindings(passport: PassportClaims, evidence: readonly CheckedEvidence[]): Finding[] {
  const submod = passport.submods['gateway-decision'];
  if (submod === undefined || evidence.length === 0 || evidence.length !== passport.evidence_set.count) return [];
  const facts = evidence.map((item) => toEvidenceFacts(item.evidence));
  const own = toDecisionVector(facts);
  const better = Object.entries(own).find(([claim, value]) =>
    isBetterTier(tierOfValue(submod['ear.trustworthiness-vector'][claim] ?? 0), tierOfValue(value)),
  );
  if (better !== undefined) {
    return [refused(subject, refuse('status_too_good', 'they are rated better than the evidence allows'))];
  }
  return [checkNumbers(submod, evidence, facts)];
}

function checkNumbers(
  submod: Submod,
  evidence: readonly CheckedEvidence[],
  facts: readonly ReturnType<typeof toEvidenceFacts>[],
): Finding {
  const { 'x.statistics': statistics, 'x.auditors': auditors, 'x.appraisal_record': record } = submod;
  if (statistics === undefined || statistics.incomplete !== undefined) {
    return proven(subject, 'They are rated no better than the evidence allows.');
  }
  const own = summarise(
    evidence.map(({ evidence: one }, index) => {
      const fact = facts[index];
      return {
        decision: one.decision.decision,
        enforced: one.enforced,
        madeAtMs: one.iat * 1000,
        isWeak: fact === undefined || decisionTier([fact]) !== 'affirming',
        statistics: fact?.statistics,
      };
    }),
  );
  const said = [statistics, auditors ?? [], record ?? null];
  const counted = [own.statistics, own.auditors, own.appraisal];
  if (toCanonical(said) !== toCanonical(counted)) {
    return refused(subject, refuse('inconsistent', 'its numbers differ from the evidence in the bundle'));
  }
  const { exchanges, allowed, denied } = statistics;
  const sentence = `${exchanges} exchanges, ${allowed} allowed, ${denied} denied: counted again from the evidence.`;
  return proven(subject, sentence);
}
