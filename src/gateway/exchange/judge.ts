/**
 * Runs one phase of an exchange: asks the chain, lets the policy decide, then refuses, redacts and judges once more, or
 * passes.
 */
import type { ClaimsRequest, Phase } from '@assay/sdk/contract';
import type { ApprovalFact, PhaseDecision } from '../../policy/decision.ts';
import { withCallerInstances } from '../collect/caller-instances.ts';
import { collectClaims } from '../collect/collect.ts';
import type { Asked } from '../escalation/asked.ts';
import type { RedactionResult, RedactionSpan } from '../proxy/api.ts';
import type { ActiveState } from '../state/active-state.ts';
import type { DecideRequest } from '../state/decider.ts';
import { type Exchange, enforcedWord, type Identity, type JudgedPhase } from './exchange.ts';
import { gatherSpans } from './spans.ts';

/** The data to judge in a phase, and how to change them. */
export interface PhaseSubject {
  readonly phase: Phase;
  readonly data: ClaimsRequest['data'];
  /** Waits in the queue where the body is large. */
  readonly redact: (spans: readonly RedactionSpan[]) => RedactionResult | Promise<RedactionResult>;
  /** The data of a redacted body, to be judged once more. `undefined`: it can no longer be read. */
  readonly dataOf: (body: unknown) => ClaimsRequest['data'] | undefined | Promise<ClaimsRequest['data'] | undefined>;
}

/** `body` is present only if something was redacted. */
export type PhaseOutcome = { readonly passed: false } | { readonly passed: true; readonly body?: unknown };

/** Reasons with which the gateway overrules an allow that it cannot carry out. */
export const overruling = {
  noSpans: 'redaction:no_usable_spans',
  notApplied: 'redaction:not_applicable',
  incomplete: 'redaction:incomplete',
  agentNotActive: 'agent:not_active',
} as const;

/** Handles a denial that people may lift. */
export interface ApproverQueue {
  /**
   * Asks people. `redacted` replaces the received body, where something was redacted. `undefined`: nothing can be
   * approved in this phase.
   */
  ask(judged: JudgedPhase, data: ClaimsRequest['data'], redacted: unknown): Promise<Asked | undefined>;
}

const refused: PhaseOutcome = { passed: false };

/**
 * Adds every judgement to the exchange. In observe mode everything passes unchanged. Without approvers nobody is asked.
 */
export async function settlePhase(
  judge: Judge,
  state: ActiveState,
  exchange: Exchange,
  subject: PhaseSubject,
  approverQueue?: ApproverQueue,
): Promise<PhaseOutcome> {
  let approval: ApprovalFact | undefined;
  const judgeData = async (data: ClaimsRequest['data'], redacted?: unknown) => {
    const judged = await judge(state, {
      phase: subject.phase,
      data,
      identity: exchange.identity,
      modelId: exchange.modelId,
      tool: exchange.tool,
      server: exchange.server,
      uninspectedKinds: exchange.uninspected.map((part) => part.kind),
      features: exchange.features,
      approval,
    });
    exchange.judged.push(judged);
    if (judged.decideAgain === undefined || approverQueue === undefined || approval !== undefined) return judged;
    const lifted = await askPeople(exchange, judged, () => approverQueue.ask(judged, data, redacted));
    approval = lifted?.approval;
    return lifted?.judged ?? judged;
  };
  const overrule = (reason: string): PhaseOutcome => {
    exchange.overruled = reason;
    return refused;
  };

  const first = await judgeData(subject.data);
  if (enforcedWord(exchange) === 'deny') return refused;
  if (exchange.identity.mode === 'observe' || !first.decision.obligations.includes('redact')) return { passed: true };

  const spans = gatherSpans(first, state.originOf);
  if (spans === undefined) return overrule(overruling.noSpans);
  const redacted = await subject.redact(spans);
  if (!redacted.ok) return overrule(overruling.notApplied);
  const data = await subject.dataOf(redacted.body);
  if (data === undefined) return overrule(overruling.notApplied);
  const second = await judgeData(data, redacted.body);
  if (enforcedWord(exchange) === 'deny') return refused;
  if (second.decision.obligations.includes('redact')) return overrule(overruling.incomplete);
  return { passed: true, body: redacted.body };
}

/**
 * Takes a denial that rests on escalating policies only to people, and decides again with their approval. One approval
 * counts per phase: policies that it does not cover still deny.
 */
export async function askPeople(
  exchange: Exchange,
  judged: JudgedPhase,
  ask: () => Promise<Asked | undefined>,
): Promise<{ readonly judged: JudgedPhase; readonly approval: ApprovalFact } | undefined> {
  const { decideAgain } = judged;
  // In observe mode the exchange passes anyway, so nobody is asked.
  if (decideAgain === undefined || exchange.identity.mode === 'observe') return undefined;
  const asked = await ask();
  if (asked === undefined) return undefined;
  const phaseIndex = exchange.judged.indexOf(judged);
  if (phaseIndex < 0) throw new Error('what people are asked about was judged in this exchange');
  exchange.approvals = [...(exchange.approvals ?? []), { ...asked, phaseIndex }];
  if (asked.fact === undefined) return undefined;
  const again = decideAgain(asked.fact);
  exchange.judged[phaseIndex] = again;
  return { judged: again, approval: asked.fact };
}

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
      plans: plansFor(state, request),
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

/** A caller of /v1/evaluate may ask for instances of its own. */
function plansFor({ plans }: ActiveState, { context }: JudgeRequest): ActiveState['plans'] {
  return context?.claim_instances === undefined ? plans : plans.map((plan) => withCallerInstances(plan, context));
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
    done ??= attempt(work);
    return done();
  };
}

function attempt<Result>(work: () => Result): () => Result {
  try {
    const result = work();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
