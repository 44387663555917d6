/** The answer to the asker about a denied call. */
import type { ToolResultAnswer } from '../../contract/tool-calls.ts';
import { escalationInfo } from '../escalation/refusal.ts';
import { capacityMessage, capacityReason } from '../exchange/capacity.ts';
import { decidingPhase, decisionReasons, type Exchange } from '../exchange/exchange.ts';
import { overruling } from '../exchange/judge.ts';
import type { ToolCall } from './tool-call.ts';

export type DeniedAnswer = Extract<ToolResultAnswer, { decision: 'deny' }>;

const keptHere =
  'The result is kept in memory until then; if the gateway restarts meanwhile, the tool is called again.';

/** `from`: approvals of earlier judgements belong to another phase. */
export function toDenied({ exchange }: ToolCall, from: number): DeniedAnswer {
  const approvals = exchange.approvals?.filter(({ phaseIndex }) => phaseIndex >= from) ?? [];
  const info = escalationInfo(withApprovals(exchange, approvals));
  const denied = {
    decision: 'deny' as const,
    evidence_id: exchange.evidenceId,
    reasons: decisionReasons(exchange),
    messages: messagesOf(exchange, info?.message, from > 0 && info?.approval?.status === 'pending'),
  };
  if (info === undefined) return denied;
  const { approval, reason, next_action } = info;
  return { ...denied, ...(approval === undefined ? {} : { approval }), reason, next_action };
}

function withApprovals(exchange: Exchange, approvals: NonNullable<Exchange['approvals']>): Exchange {
  const { approvals: _all, ...rest } = exchange;
  return approvals.length === 0 ? rest : { ...rest, approvals };
}

function messagesOf(exchange: Exchange, escalation: string | undefined, isKept: boolean): string[] {
  if (exchange.overruled === overruling.agentNotActive) return ['The agent is no longer active.'];
  if (exchange.overruled === capacityReason) return [capacityMessage];
  const said = [...(decidingPhase(exchange)?.decision.messages ?? [])];
  if (escalation !== undefined) said.push(escalation);
  if (isKept) said.push(keptHere);
  return said.length === 0 ? ['This call was denied by policy.'] : said;
}
