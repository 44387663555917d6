/**
 * Derives AR4SI values about the decisions of a gateway from Evidence. The verifier issues passports on them, and a
 * reader of the bundle computes the same values. Pure.
 */
import type { Evidence } from '../contract/evidence.ts';
import type { Tier, TrustVector } from '../contract/passport.ts';
import { describeUnjudged, unjudgedIn } from '../contract/text-auditors.ts';
import { type EvidenceStatistics, toEvidenceStatistics } from './passport-statistics.ts';
import { statusOfVector } from './trust-vector.ts';

const affirmed = 2;
const unsafe = 32;
const notChecked = 0;

/** Facts of one evidence about the decisions of its gateway. */
export interface EvidenceFacts {
  /** AR4SI `configuration`: whether a policy set was loaded, without errors, and enforced. */
  readonly configuration: number;
  /** AR4SI `sourced-data`: whether all inputs of the decision came from inside the attested boundary. */
  readonly sourced_data: number;
  readonly notes: readonly string[];
  /** Absent in rows of an older release. */
  readonly statistics?: EvidenceStatistics;
}

/** Gives the facts of one evidence whose signature, hashes and schema were checked. */
export function toEvidenceFacts(evidence: Evidence): EvidenceFacts {
  return { statistics: toEvidenceStatistics(evidence), ...toDecisionFacts(evidence) };
}

/** Gives the facts without the statistics, which suffice for a tier. */
export function toDecisionFacts(evidence: Evidence): EvidenceFacts {
  const { decision, mode, auditors, uninspected } = evidence;
  const remote = auditors.some((run) => run.status === 'ok' && run.boundary === 'remote' && run.claims.length > 0);
  const failed = auditors.filter((run) => run.status === 'failed' || run.status === 'late').map((run) => run.name);
  const unjudged = unjudgedIn(evidence);
  const notes = [
    mode === 'observe' && 'observe mode: the policy was evaluated and recorded, not enforced',
    decision.errors.length > 0 && 'the policy engine reported errors',
    decision.ignored_missing.length > 0 && 'a policy was skipped because claims it reads were missing',
    remote && 'claims of an auditor outside the attested boundary were used',
    uninspected.length > 0 && 'parts of the exchange were seen by no auditor',
    unjudged.length > 0 && `not judged by a built-in auditor: ${describeUnjudged(unjudged)}`,
    failed.length > 0 && 'an auditor failed or was late',
    evidence.stream_mode === 'pass' && 'the answer was streamed on before it was audited',
    evidence.authentication === 'loopback' && 'the caller was not authenticated (local access without a token)',
  ];
  const isConfigured = mode === 'enforce' && decision.errors.length === 0;
  const isSourcedInside = !remote && uninspected.length === 0 && decision.ignored_missing.length === 0;
  return {
    configuration: isConfigured ? affirmed : unsafe,
    sourced_data: isSourcedInside ? (evidence.claims.length > 0 ? affirmed : notChecked) : unsafe,
    notes: notes.filter((note) => note !== false),
  };
}

/** Gives the status of the decisions in some evidence, as a passport over exactly these would state it. */
export function decisionTier(evidence: readonly EvidenceFacts[]): Tier {
  return statusOfVector(toDecisionVector(evidence));
}

/** Gives the AR4SI vector of the decisions in some evidence. */
export function toDecisionVector(evidence: readonly EvidenceFacts[]): TrustVector {
  return {
    configuration: worstOf(evidence.map((facts) => facts.configuration)),
    'sourced-data': worstOf(evidence.map((facts) => facts.sourced_data)),
  };
}

/** One unchecked evidence makes the claim about all of them unchecked; a known weakness outweighs that. */
function worstOf(values: readonly number[]): number {
  const weak = values.filter((value) => value >= unsafe);
  if (weak.length > 0) return Math.max(...weak);
  return values.includes(notChecked) ? notChecked : affirmed;
}
