/** What one judged phase asks the policy: the shared question, over what the chain's members did. */
import type { ClaimsRequest } from '@assay/sdk/contract';
import type { ApprovalFact, DecisionRequest, SettingFacts } from '../../policy/decision.ts';
import { type AgentEntities, type PhaseQuestion, toPolicyQuestion } from '../../policy/policy-question.ts';
import type { MemberResult } from '../collect/collect.ts';

/** One phase of an exchange, as it is put to the policy. */
export interface DecideRequest extends Omit<PhaseQuestion, 'auditors'> {
  readonly results: readonly MemberResult[];
  /** Settings that a caller of /v1/evaluate brought along. */
  readonly context?: ClaimsRequest['vendor_context'];
  /** What people approved. */
  readonly approval?: ApprovalFact;
}

/** A question with the settings that its auditors worked with. */
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
