/**
 * The appraisal (RFC 9334): from checked evidence and its key attestation to the AR4SI trust vectors of a passport.
 * Pure. A check that was not done gives 0, never an affirming value; a status is never better than its vector.
 */
import type { Evidence } from '../../contract/evidence.ts';
import type { Submod, Tier, TrustVector } from '../../contract/passport.ts';
import { capTier, statusOfVector, worstTier } from '../../proof/trust-vector.ts';

/** The rules of this file under one name; change it with them. */
export const appraisalPolicyId = 'tag:assay.dev,2026:appraisal/1';

const affirmed = 2;
const unsafe = 32;
const notChecked = 0;

/** What one evidence says about the decisions of its gateway. */
export interface EvidenceFacts {
  /** AR4SI `configuration`: was a policy set loaded, without errors, and enforced. */
  readonly configuration: number;
  /** AR4SI `sourced-data`: did everything the decision rests on come from inside the attested boundary. */
  readonly sourced_data: number;
  readonly notes: readonly string[];
}

/** The key attestation behind the evidence. */
export interface AttestationFacts {
  readonly kind: string;
  readonly freshness: 'verifier' | 'none';
  readonly notes: readonly string[];
}

export interface AppraisalInput {
  readonly attestation: AttestationFacts;
  /** Of every evidence covered; at least one. */
  readonly evidence: readonly EvidenceFacts[];
  readonly counts: { readonly allowed: number; readonly denied: number };
  /** RFC 3339. */
  readonly evaluatedAt: string;
}

export interface Appraisal {
  readonly status: Tier;
  readonly submods: { readonly 'cpu-tee': Submod; readonly 'gateway-decision': Submod };
}

/** Appraises what one passport covers. */
export function appraise(input: AppraisalInput): Appraisal {
  const submods = { 'cpu-tee': appraiseKey(input), 'gateway-decision': appraiseDecisions(input) };
  return { submods, status: worstTier([submods['cpu-tee']['ear.status'], submods['gateway-decision']['ear.status']]) };
}

/** What is known about a key: its kind by the attestation that evidence names, its freshness by any that it answered. */
export function factsOfKey(
  attestations: readonly (AttestationFacts & { readonly kid: string; readonly hash: string })[],
  named: { readonly kid: string; readonly hash: string },
): AttestationFacts {
  const own = attestations.filter((attestation) => attestation.kid === named.kid);
  const attestation = own.find((candidate) => candidate.hash === named.hash);
  if (attestation === undefined) throw new Error(`the key attestation ${named.hash} of accepted evidence is gone`);
  const isFresh = own.some((candidate) => candidate.freshness === 'verifier');
  return { kind: attestation.kind, notes: attestation.notes, freshness: isFresh ? 'verifier' : 'none' };
}

/** The facts of one evidence whose signature, hashes and schema were checked. */
export function toEvidenceFacts(evidence: Evidence): EvidenceFacts {
  const { decision, mode, auditors, uninspected } = evidence;
  const remote = auditors.some((run) => run.status === 'ok' && run.boundary === 'remote' && run.claims.length > 0);
  const failed = auditors.filter((run) => run.status === 'failed' || run.status === 'late').map((run) => run.name);
  const notes = [
    mode === 'observe' && 'observe mode: the policy was evaluated and recorded, not enforced',
    decision.errors.length > 0 && 'the policy engine reported errors',
    decision.ignored_missing.length > 0 && 'a policy was skipped because claims it reads were missing',
    remote && 'claims of an auditor outside the attested boundary were used',
    uninspected.length > 0 && 'parts of the exchange were seen by no auditor',
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

/** Status of the decisions that some evidence stands for: what a passport over exactly these would say of them. */
export function decisionTier(evidence: readonly EvidenceFacts[]): Tier {
  return statusOfVector(toDecisionVector(evidence));
}

function toDecisionVector(evidence: readonly EvidenceFacts[]): TrustVector {
  return {
    configuration: worstValue(evidence.map((facts) => facts.configuration)),
    'sourced-data': worstValue(evidence.map((facts) => facts.sourced_data)),
  };
}

function appraiseKey({ attestation, evaluatedAt }: AppraisalInput): Submod {
  const isFresh = attestation.freshness === 'verifier';
  // Software proves possession of the key and nothing about what runs where: every claim stays unchecked.
  const vector: TrustVector = {
    'instance-identity': notChecked,
    configuration: notChecked,
    executables: notChecked,
    'runtime-opaque': notChecked,
    hardware: notChecked,
  };
  const notes = [
    ...attestation.notes,
    ...(isFresh ? [] : ['the key has not answered a challenge of this verifier: its freshness is not proven']),
  ];
  return {
    'ear.status': capTier('warning', statusOfVector(vector)),
    'ear.trustworthiness-vector': vector,
    'ear.appraisal-policy-id': appraisalPolicyId,
    'x.kind': attestation.kind,
    'x.freshness': attestation.freshness,
    'x.evaluated_at': evaluatedAt,
    'x.notes': unique(notes),
  };
}

function appraiseDecisions({ evidence, counts, evaluatedAt }: AppraisalInput): Submod {
  const vector = toDecisionVector(evidence);
  const summary = `${counts.allowed + counts.denied} exchanges: ${counts.allowed} allowed, ${counts.denied} denied`;
  return {
    'ear.status': statusOfVector(vector),
    'ear.trustworthiness-vector': vector,
    'ear.appraisal-policy-id': appraisalPolicyId,
    'x.evaluated_at': evaluatedAt,
    'x.notes': unique([summary, ...evidence.flatMap((facts) => facts.notes)]),
  };
}

/** One unchecked evidence makes the claim about all of them unchecked; a known weakness outweighs that. */
function worstValue(values: readonly number[]): number {
  const weak = values.filter((value) => value >= unsafe);
  if (weak.length > 0) return Math.max(...weak);
  return values.includes(notChecked) ? notChecked : affirmed;
}

function unique(notes: readonly string[]): string[] {
  return [...new Set(notes)];
}
