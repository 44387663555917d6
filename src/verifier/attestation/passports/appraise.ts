/**
 * The appraisal (RFC 9334): turns checked evidence and its key attestation into the AR4SI trust vectors of a passport. Pure. A
 * check that was not done gives 0, never an affirming value; a status is never better than its vector.
 */
import { type HardwareFacts, type KeyHardware, productionRoots } from '../../../contract/hardware-facts.ts';
import type { Submod, Tier, TrustVector } from '../../../contract/passport.ts';
import { decisionTier, type EvidenceFacts, toDecisionVector } from '../../../proof/evidence-facts.ts';
import { type CoveredExchange, summarise } from '../../../proof/passport-statistics.ts';
import { capTier, statusOfVector, worseValue, worstTier } from '../../../proof/trust-vector.ts';

/** Id of the rules in this file. Change it together with them. */
export const appraisalPolicyId = 'tag:assay.dev,2026:appraisal/1';

const notChecked = 0;

/** A requirement of a policy that a key does not meet: a value for the vector, and the reason as text. */
export interface PolicyFinding {
  readonly part: 'cpu-tee' | 'gpu-tee';
  readonly claim: string;
  readonly value: number;
  readonly note: string;
}

/** The applied appraisal policy; the built-in one if absent. */
export interface AppliedPolicy {
  /** For `ear.appraisal-policy-id`. */
  readonly id: string;
  /** `sha256:<hex>`; null for the built-in one. */
  readonly hash: string | null;
  readonly findings: readonly PolicyFinding[];
  /** Sets of reference values that were compared and matched, `<id>/<version>`. */
  readonly referenceValues: readonly string[];
  readonly passportTtlS?: number;
  readonly minimumTier?: Tier;
  readonly authorizesDeployment?: boolean;
}

/** The end of validity of a part of the proof. */
export interface TimedPart {
  readonly part: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** The appraised key attestation behind the evidence. */
export interface AttestationFacts {
  readonly kind: string;
  readonly freshness: 'verifier' | 'none';
  readonly notes: readonly string[];
  /** The hardware reports under the policy; absent for software. */
  readonly hardware?: KeyHardware;
  readonly policy?: AppliedPolicy;
  /** Parts that end, all of them in the future. */
  readonly parts?: readonly TimedPart[];
  /** Declared by the attestor, not proven. */
  readonly region?: string;
}

export interface AppraisalInput {
  readonly attestation: AttestationFacts;
  /** Every covered exchange; at least one. */
  readonly exchanges: readonly AppraisedExchange[];
  /** RFC 3339. */
  readonly evaluatedAt: string;
}

/** One covered exchange, from its row. */
export interface AppraisedExchange {
  readonly facts: EvidenceFacts;
  readonly decision: 'allow' | 'deny';
  readonly enforced: 'allow' | 'deny';
  readonly madeAtMs: number;
}

export interface Appraisal {
  readonly status: Tier;
  readonly submods: { readonly 'cpu-tee': Submod; readonly 'gpu-tee'?: Submod; readonly 'gateway-decision': Submod };
}

/** Appraises what one passport covers. */
export function appraise(input: AppraisalInput): Appraisal {
  const gpu = appraiseGpu(input);
  const submods = {
    'cpu-tee': appraiseKey(input),
    ...(gpu === undefined ? {} : { 'gpu-tee': gpu }),
    'gateway-decision': appraiseDecisions(input),
  };
  return { submods, status: worstTier(Object.values(submods).map((submod) => submod['ear.status'])) };
}

/** Appraises a key alone: the submods of a passport without the decisions. */
export function appraiseKeyOnly(attestation: AttestationFacts, evaluatedAt: string) {
  const cpu = appraiseKey({ attestation, evaluatedAt });
  const gpu = appraiseGpu({ attestation, evaluatedAt });
  const submods = gpu === undefined ? { 'cpu-tee': cpu } : { 'cpu-tee': cpu, 'gpu-tee': gpu };
  return { submods, status: worstTier(Object.values(submods).map((submod) => submod['ear.status'])) };
}

type KeyInput = Pick<AppraisalInput, 'attestation' | 'evaluatedAt'>;

function appraiseKey({ attestation, evaluatedAt }: KeyInput): Submod {
  const { kind, freshness, hardware, policy, region, parts = [] } = attestation;
  const isFresh = freshness === 'verifier';
  const vector = toKeyVector('cpu-tee', hardware?.cpu, policy);
  const notes = [
    // Notes of the report under this policy replace those from its acceptance.
    ...(hardware?.cpu.notes ?? attestation.notes),
    ...(isFresh ? [] : ['the key has not answered a challenge of this verifier: its freshness is not proven']),
    ...(region === undefined ? [] : ['the region is declared by the attestor, not proven']),
    ...notesOf('cpu-tee', policy),
  ];
  const cap = isFresh ? capOf(hardware?.cpu) : 'warning';
  return {
    'ear.status': capTier(cap, statusOfVector(vector)),
    'ear.trustworthiness-vector': vector,
    ...policyMembers(policy),
    'x.kind': kind,
    'x.freshness': freshness,
    'x.evaluated_at': evaluatedAt,
    'x.notes': unique(notes),
    ...hardwareMembers(hardware?.cpu),
    ...(policy === undefined || policy.referenceValues.length === 0
      ? {}
      : { 'x.reference_values': [...policy.referenceValues] }),
    ...(region === undefined ? {} : { 'x.declared_region': region }),
    ...(parts.length === 0
      ? {}
      : { 'x.valid_until': Object.fromEntries(parts.map(({ part, until }) => [part, new Date(until).toISOString()])) }),
  };
}

/** Gives a submod if a GPU was attested, or if the policy requires one. */
function appraiseGpu({ attestation, evaluatedAt }: KeyInput): Submod | undefined {
  const { hardware, policy } = attestation;
  const gpu = hardware?.gpu;
  if (gpu === undefined && notesOf('gpu-tee', policy).length === 0) return undefined;
  const vector = toKeyVector('gpu-tee', gpu, policy);
  return {
    'ear.status': capTier(attestation.freshness === 'verifier' ? capOf(gpu) : 'warning', statusOfVector(vector)),
    'ear.trustworthiness-vector': vector,
    ...policyMembers(policy),
    'x.freshness': attestation.freshness,
    'x.evaluated_at': evaluatedAt,
    'x.notes': unique([...(gpu?.notes ?? []), ...notesOf('gpu-tee', policy)]),
    ...hardwareMembers(gpu),
  };
}

/** Software proves possession of the key and nothing about what runs: without a report every claim stays unchecked. */
const unchecked: TrustVector = {
  'instance-identity': notChecked,
  configuration: notChecked,
  executables: notChecked,
  'runtime-opaque': notChecked,
  hardware: notChecked,
};

function toKeyVector(
  part: PolicyFinding['part'],
  facts: HardwareFacts | undefined,
  policy?: AppliedPolicy,
): TrustVector {
  const vector: TrustVector = { ...unchecked, ...facts?.vector };
  for (const finding of policy?.findings ?? []) {
    if (finding.part !== part) continue;
    vector[finding.claim] = worseValue(vector[finding.claim] ?? notChecked, finding.value);
  }
  return vector;
}

/** Gives the best status that a report allows: a test root or software is at most a warning. */
function capOf(facts: HardwareFacts | undefined): Tier {
  if (facts === undefined || facts.roots_profile !== productionRoots) return 'warning';
  return facts.tier;
}

function policyMembers(policy: AppliedPolicy | undefined) {
  const id = { 'ear.appraisal-policy-id': policy?.id ?? appraisalPolicyId };
  return policy === undefined || policy.hash === null ? id : { ...id, 'x.policy_hash': policy.hash };
}

function hardwareMembers(facts: HardwareFacts | undefined) {
  if (facts === undefined) return {};
  return {
    ...(facts.tcb_status === null ? {} : { 'x.tcb_status': facts.tcb_status }),
    'x.advisories': [...facts.advisories],
    'x.collateral_hashes': [...facts.collateral_hashes],
    'x.roots_profile': facts.roots_profile,
  };
}

function notesOf(part: PolicyFinding['part'], policy: AppliedPolicy | undefined): string[] {
  return (policy?.findings ?? []).filter((finding) => finding.part === part).map((finding) => finding.note);
}

function appraiseDecisions({ exchanges, attestation, evaluatedAt }: AppraisalInput): Submod {
  const evidence = exchanges.map(({ facts }) => facts);
  const vector = toDecisionVector(evidence);
  const { statistics, auditors, moreAuditors, appraisal } = summarise(exchanges.map(toCovered));
  const { allowed, denied } = statistics;
  const summary = `${allowed + denied} exchanges: ${allowed} allowed, ${denied} denied`;
  return {
    'ear.status': statusOfVector(vector),
    'ear.trustworthiness-vector': vector,
    ...policyMembers(attestation.policy),
    'x.evaluated_at': evaluatedAt,
    'x.notes': unique([summary, ...evidence.flatMap((facts) => facts.notes)]),
    'x.statistics': statistics,
    'x.auditors': [...auditors],
    ...(moreAuditors === 0 ? {} : { 'x.more_auditors': moreAuditors }),
    'x.appraisal_record': appraisal,
  };
}

function toCovered({ facts, decision, enforced, madeAtMs }: AppraisedExchange): CoveredExchange {
  return { decision, enforced, madeAtMs, isWeak: decisionTier([facts]) !== 'affirming', statistics: facts.statistics };
}

function unique(notes: readonly string[]): string[] {
  return [...new Set(notes)];
}
