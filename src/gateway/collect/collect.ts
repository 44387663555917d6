/** Asks every auditor of the chain at once (contract 1.4 step 1) and reports the result of each. */
import type { Claim, ClaimInstance, ClaimsRequest, Phase } from '@assay/sdk/contract';
import type { AuditorRun } from '../../contract/evidence.ts';
import type { ChainMember } from './chain.ts';
import { checkClaims, type ExpectedClaims } from './check-claims.ts';
import { type MemberSettings, toContextSettings } from './member-settings.ts';

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
  readonly instances: readonly ClaimInstance[];
  /** Settings from the configuration; the instances include them already. */
  readonly settings?: MemberSettings;
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
  const response = await plan.member.client.claims(toClaimsRequest(plan, request), {
    timeoutMs: request.timeoutMs,
    ...(request.traceparent === undefined ? {} : { traceparent: request.traceparent }),
  });
  const durationMs = Math.max(0, Math.round(request.monotonicMs() - startedMs));
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
      ...(context === undefined ? settings?.always : toContextSettings(settings, instances, context)),
    },
  };
}
