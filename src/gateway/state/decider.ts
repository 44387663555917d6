/**
 * Decides one judged phase: the results of the chain's members become the claims and the question for the policy
 * engine.
 */
import type { ClaimsRequest } from '@assay/sdk/contract';
import type { Clock } from '../../platform/clock.ts';
import type { CedarHost } from '../../policy/cedar-host.ts';
import { createPolicyEngine } from '../../policy/decide.ts';
import type {
  ApprovalFact,
  DecisionClaim,
  DecisionRequest,
  PhaseDecision,
  SettingFacts,
} from '../../policy/decision.ts';
import { dependsOnTool } from '../../policy/depends-on-tool.ts';
import { type AgentEntities, type PhaseQuestion, toPolicyQuestion } from '../../policy/policy-question.ts';
import type { PolicySet } from '../../policy/policy-set.ts';
import { createProducedClaims } from '../../policy/produced-claims.ts';
import type { MemberResult } from '../collect/collect.ts';

/** One phase of an exchange for the policy. */
export interface DecideRequest extends Omit<PhaseQuestion, 'auditors'> {
  readonly results: readonly MemberResult[];
  /** Settings from a caller of /v1/evaluate. */
  readonly context?: ClaimsRequest['vendor_context'];
  readonly approval?: ApprovalFact;
}

/** A question with the settings that its auditors used. */
export interface AskedWithSettings extends DecideRequest {
  readonly settings: SettingFacts | undefined;
}

export interface DeciderOptions {
  readonly policySet: PolicySet;
  readonly cedar: CedarHost;
  readonly clock: Clock;
  readonly entities: AgentEntities;
  readonly cacheSize: number;
}

/** Decides the phases of exchanges by one policy set. @throws CedarTrapError when the engine cannot start. */
export function createDecider(options: DeciderOptions): (request: AskedWithSettings) => PhaseDecision {
  const { policySet, cedar, clock, cacheSize, entities } = options;
  const engine = createPolicyEngine({ policySet, cedar, clock, cacheSize });
  const asksTool = once(() => dependsOnTool(policySet.policies, cedar));
  const produced = createProducedClaims(policySet);
  return (request) => {
    const claims: DecisionClaim[] = [];
    for (const result of request.results) {
      const item = result.plan.member.item.name;
      for (const { name, type, value } of result.claims) {
        const known = produced.ofAnswer(item, name);
        if (known !== undefined) claims.push({ contextName: known.contextName, type, value, auditor: item });
      }
    }
    // The server is passed only where policies ask for it; otherwise a cached answer serves every server.
    const asked = request.server === undefined || asksTool() ? request : { ...request, server: undefined };
    const { settings } = request;
    return engine.decide({ claims, ...askPolicy(asked, entities), ...(settings === undefined ? {} : { settings }) });
  };
}

/** Computed at the first call, which most chains never make. */
function once(work: () => boolean): () => boolean {
  let known: boolean | undefined;
  return () => {
    known ??= work();
    return known;
  };
}

/** The question without its claims. */
function askPolicy(request: DecideRequest, entitiesOf: AgentEntities): Omit<DecisionRequest, 'claims'> {
  const question = toPolicyQuestion(
    {
      phase: request.phase,
      agentId: request.agentId,
      workspaceId: request.workspaceId,
      traceId: request.traceId,
      sessionId: request.sessionId,
      modelId: request.modelId,
      tool: request.tool,
      server: request.server,
      uninspectedKinds: request.uninspectedKinds,
      features: request.features,
      userId: request.userId,
      auditors: request.results.map(({ plan, status }) => ({ item: plan.member.item.name, status })),
    },
    entitiesOf,
  );
  return request.approval === undefined ? question : { ...question, approval: request.approval };
}
