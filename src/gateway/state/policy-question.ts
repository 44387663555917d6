/** Builds the policy's question for one judged phase from the results of the chain's members. */
import type { ClaimsRequest } from '@assay/sdk/contract';
import type { ApprovalFact, DecisionRequest, SettingFacts } from '../../policy/decision.ts';
import { type AgentEntities, type PhaseQuestion, toPolicyQuestion } from '../../policy/policy-question.ts';
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

/** The question without its claims. */
export function askPolicy(request: DecideRequest, entitiesOf: AgentEntities): Omit<DecisionRequest, 'claims'> {
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
