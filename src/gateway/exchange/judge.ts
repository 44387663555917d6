/** Judges one phase of an exchange: asks the chain, then lets the policy decide. */
import type { ClaimsRequest, Phase } from '@assay/sdk/contract';
import type { ApprovalFact, PhaseDecision } from '../../policy/decision.ts';
import { collectClaims } from '../collect/collect.ts';
import type { ActiveState } from '../state/active-state.ts';
import type { DecideRequest } from '../state/policy-question.ts';
import type { Identity, JudgedPhase } from './exchange.ts';

export interface JudgeRequest {
  readonly phase: Phase;
  readonly data: ClaimsRequest['data'];
  readonly identity: Identity;
  readonly modelId: string | null;
  readonly tool: string | null;
  readonly server?: string | undefined;
  /** Kinds of the parts that no auditor sees. */
  readonly uninspectedKinds: readonly string[];
  readonly features: readonly string[];
  readonly context?: ClaimsRequest['vendor_context'];
  readonly approval?: ApprovalFact | undefined;
}

export interface JudgeDeps {
  readonly auditorTimeoutMs: number;
  readonly monotonicMs: () => number;
}

export type Judge = (state: ActiveState, request: JudgeRequest) => Promise<JudgedPhase>;

export function createJudge({ auditorTimeoutMs, monotonicMs }: JudgeDeps): Judge {
  return async (state, request) => {
    const { phase, identity } = request;
    const startedMs = monotonicMs();
    const results = await collectClaims({
      plans: state.plans,
      phase,
      data: request.data,
      traceId: identity.traceId,
      agentId: identity.agentId,
      traceparent: identity.traceparent,
      timeoutMs: auditorTimeoutMs,
      monotonicMs,
      ...(request.context === undefined ? {} : { context: request.context }),
    });
    const question: DecideRequest = {
      phase,
      agentId: identity.agentId,
      workspaceId: identity.workspaceId,
      traceId: identity.traceId,
      sessionId: identity.sessionId,
      modelId: request.modelId,
      tool: request.tool,
      server: request.server,
      uninspectedKinds: request.uninspectedKinds,
      features: request.features,
      userId: identity.onBehalfOf?.user,
      results,
      ...(request.context === undefined ? {} : { context: request.context }),
    };
    const { approval } = request;
    const asked = approval === undefined ? question : { ...question, approval };
    const decision = state.decide(asked);
    const durationMs = Math.max(0, Math.round(monotonicMs() - startedMs));
    const judged = toJudged(state, asked, decision, durationMs);
    if (decision.escalation === undefined) return judged;
    return {
      ...judged,
      decideAgain(given) {
        const again = { ...question, approval: given };
        return toJudged(state, again, state.decide(again), durationMs);
      },
    };
  };
}

function toJudged(
  { shadow }: ActiveState,
  question: DecideRequest,
  decision: PhaseDecision,
  durationMs: number,
): JudgedPhase {
  const { phase, results } = question;
  if (shadow === undefined) return { phase, results, decision, durationMs };
  return { phase, results, decision, durationMs, shadow: once(() => shadow(question)) };
}

/** Runs the work once; later calls get the same result, or the same error. */
function once<Result>(work: () => Result): () => Result {
  let done: (() => Result) | undefined;
  return () => {
    done ??= settle(work);
    return done();
  };
}

function settle<Result>(work: () => Result): () => Result {
  try {
    const result = work();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
