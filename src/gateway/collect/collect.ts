/**
 * Asks every auditor of the chain at once (contract 1.4 step 1), checks the claims of each, and reports its result. One
 * violation (contract 4.1 rules 4 and 5) marks an auditor's whole answer as failed; nothing of it reaches the policy.
 */
import {
  bounds,
  type Claim,
  type ClaimsRequest,
  findClaimProblem,
  type NamedInstance,
  type Phase,
  type Vocabulary,
  type VocabularyEntry,
} from '@assay/sdk/contract';
import type { AuditorRun } from '../../contract/evidence.ts';
import type { ChainMember } from './chain.ts';
import { refuseMember } from './identity.ts';
import { type MemberSettings, toContextSettings } from './member-settings.ts';
import { findValueSchemaProblem } from './value-schema.ts';

/** The plan of a member's question in one phase; made once for each policy set and chain. */
export interface MemberPlan {
  readonly member: ChainMember;
  readonly auditorId: string;
  /** The id of its settings in the configuration and in policies. */
  readonly settingsId: string;
  readonly version: string;
  readonly phases: ReadonlySet<Phase>;
  /** True if no active policy reads a claim of this member. */
  readonly skip: boolean;
  /** Its claims that policies read; absent: all. */
  readonly neededClaims?: readonly string[];
  readonly instances: readonly NamedInstance[];
  /** Settings from the configuration; the instances include them already. */
  readonly settings?: MemberSettings;
  /** Keys of `auditor_config` that the auditor declares. */
  readonly configKeys: ReadonlySet<string>;
  readonly expected: ExpectedClaims;
}

export interface CollectRequest {
  readonly plans: readonly MemberPlan[];
  readonly phase: Phase;
  readonly data: ClaimsRequest['data'];
  readonly traceId: string;
  readonly agentId: string;
  readonly timeoutMs: number;
  readonly traceparent?: string;
  readonly monotonicMs: () => number;
  /** Settings from a caller of /v1/evaluate; the auditors merge them. */
  readonly context?: ClaimsRequest['vendor_context'];
}

/** The result of one member in a phase, in chain order. */
export interface MemberResult {
  readonly plan: MemberPlan;
  readonly status: AuditorRun['status'];
  readonly durationMs: number;
  readonly claims: readonly Claim[];
  readonly error?: { code: string; message: string };
}

/** Never throws for a failure of an auditor; members of other phases are left out, unneeded ones are `skipped`. */
export function collectClaims(request: CollectRequest): Promise<MemberResult[]> {
  const called = request.plans.filter((plan) => plan.phases.has(request.phase));
  return Promise.all(called.map((plan) => (plan.skip ? skipped(plan) : askMember(plan, request))));
}

function skipped(plan: MemberPlan): MemberResult {
  return { plan, status: 'skipped', durationMs: 0, claims: [] };
}

async function askMember(plan: MemberPlan, request: CollectRequest): Promise<MemberResult> {
  const startedMs = request.monotonicMs();
  const since = () => Math.max(0, Math.round(request.monotonicMs() - startedMs));
  const { withheld } = plan.member;
  if (withheld !== undefined) {
    const error = { code: 'AUDITOR_WITHHELD', message: `auditor ${plan.member.item.name} is not asked: ${withheld}` };
    return { plan, status: 'failed', durationMs: since(), claims: [], error };
  }
  const refused = plan.member.told === undefined ? undefined : await refuseMember(plan.member, request.timeoutMs);
  if (refused !== undefined) {
    const error = { code: 'AUDITOR_MISTAKEN', message: refused };
    return { plan, status: 'failed', durationMs: since(), claims: [], error };
  }
  const response = await plan.member.client.claims(toClaimsRequest(plan, request), {
    timeoutMs: request.timeoutMs,
    ...(request.traceparent === undefined ? {} : { traceparent: request.traceparent }),
  });
  const durationMs = since();
  if (response.status === 'error') {
    const { code, message } = response.error;
    return { plan, status: code === 'TIMEOUT' ? 'late' : 'failed', durationMs, claims: [], error: { code, message } };
  }
  const checked = checkClaims(response.claims, plan.expected);
  if (checked.ok) return { plan, status: 'ok', durationMs, claims: checked.claims };
  return {
    plan,
    status: 'failed',
    durationMs,
    claims: [],
    error: { code: 'INVALID_CLAIMS', message: checked.problem },
  };
}

function toClaimsRequest(plan: MemberPlan, request: CollectRequest): ClaimsRequest {
  const { neededClaims, instances, settings } = plan;
  const { context } = request;
  return {
    data: request.data,
    phase: request.phase,
    vendor_context: {
      trace_id: request.traceId,
      agent_id: request.agentId,
      ...(neededClaims === undefined ? {} : { needed_claims: [...neededClaims] }),
      ...(instances.length === 0 ? {} : { claim_instances: [...instances] }),
      // The caller's context repeats the instances, with the settings below them.
      ...(context === undefined ? settings?.always : toContextSettings(settings, instances, context, plan.configKeys)),
    },
  };
}

/** Type of each name that an auditor may use in an answer. */
export interface ExpectedClaims {
  /** The declared names, those of its instances, and those that policies name. */
  readonly entries: ReadonlyMap<string, Pick<VocabularyEntry, 'type' | 'value_schema'>>;
  /** True for an auditor that declares no claims, and may therefore make any (contract 2.11). */
  readonly isOpen: boolean;
}

/**
 * Lists the names that the claims of a call may have: bare names, `instance_id` and `instance_id.<claim>`.
 *
 * @param named types that policies give to claims of an auditor which declares none
 */
export function expectClaims(
  vocabulary: Vocabulary,
  instances: readonly NamedInstance[],
  named: readonly VocabularyEntry[] = [],
): ExpectedClaims {
  const isOpen = vocabulary.vocabulary.length === 0;
  if (isOpen) return { entries: new Map(named.map((entry) => [entry.name, entry])), isOpen };
  const expected = new Map(vocabulary.vocabulary.map((entry) => [entry.name, entry]));
  for (const instance of instances) {
    const first = instance.produces.find((name) => expected.has(name));
    // A method answers with all of its claims, requested or not: the others are named `instance_id.<claim>`.
    for (const entry of vocabulary.vocabulary) {
      const name = entry.name === first ? instance.instance_id : `${instance.instance_id}.${entry.name}`;
      expected.set(name, entry);
    }
  }
  return { entries: expected, isOpen };
}

export type CheckedClaims = { ok: true; claims: Claim[] } | { ok: false; problem: string };

/** Checks a foreign list of claims as a whole. */
export function checkClaims(candidates: readonly unknown[], expected: ExpectedClaims): CheckedClaims {
  if (candidates.length > bounds.claimsPerResponse) {
    return { ok: false, problem: `more than ${bounds.claimsPerResponse} claims in one answer` };
  }
  const seen = new Set<string>();
  const claims: Claim[] = [];
  for (const candidate of candidates) {
    const problem = findClaimProblem(candidate) ?? findVocabularyProblem(candidate as Claim, expected, seen);
    if (problem !== undefined) return { ok: false, problem };
    claims.push(candidate as Claim);
  }
  return { ok: true, claims };
}

function findVocabularyProblem(claim: Claim, expected: ExpectedClaims, seen: Set<string>): string | undefined {
  if (seen.has(claim.name)) return `claim ${claim.name} is twice in one answer`;
  seen.add(claim.name);
  const entry = expected.entries.get(claim.name);
  if (entry === undefined)
    return expected.isOpen ? undefined : `claim ${claim.name} is not in the auditor's vocabulary`;
  if (entry.type !== claim.type) {
    const where = expected.isOpen ? 'a policy names' : 'the vocabulary has';
    return `claim ${claim.name} has type ${claim.type}, but ${where} ${entry.type}`;
  }
  const problem = findValueSchemaProblem(entry.value_schema, claim.value);
  return problem === undefined ? undefined : `the value of claim ${claim.name} ${problem}`;
}
