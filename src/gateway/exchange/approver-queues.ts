/**
 * Approvals for the phases of a proxied call. An answer that waits for people is kept, so that the same request gets
 * the approved answer without asking the model again.
 */
import { sha256Hex } from '@assay/sdk/crypto';
import type { Asked, AskedInPhase } from '../escalation/asked.ts';
import { toEndpoint } from '../escalation/bound-call.ts';
import { principalOf } from '../escalation/escalation-request.ts';
import type { Escalator } from '../escalation/escalator.ts';
import { type KeptAnswer, type KeptAnswers, type KeptBody, maxKeptBytes, sizeOf } from '../escalation/kept-answers.ts';
import type { ApproverQueue } from './judge.ts';
import type { OpenFlow } from './proxy-flow.ts';

/** Asks people, and keeps waiting answers. */
export interface Approvals {
  readonly escalate: Escalator;
  readonly kept: KeptAnswers;
}

/** An answer may be fetched for this long after the deadline for a decision, as long as an approval is valid. */
export const fetchWithinMs = 300_000;

/** The answer that waits for this request, if there is one. */
export function findKept({ kept }: Approvals, flow: OpenFlow): KeptAnswer | undefined {
  return kept.isEmpty() || flow.exchange.identity.mode === 'observe' ? undefined : kept.find(keyOf(flow));
}

/** The approvals of the request phase, bound to this request. */
export function requestApproverQueue({ escalate }: Approvals, flow: OpenFlow): ApproverQueue {
  const { call, exchange } = flow;
  return {
    async ask(judged, data) {
      const { escalation } = judged.decision;
      if (escalation === undefined) return undefined;
      const before = flow.kept?.asked;
      // The model was asked under this approval, so people are not asked again.
      if (before?.fact !== undefined && covers(before.fact.policies, escalation.policies)) return before;
      const bound = { at: toEndpoint(call), requestHash: exchange.requestHash, responseHash: null };
      return escalate({ exchange, judged, escalation, caller: call.caller, data, ...bound });
    },
  };
}

/** The answer to release in a response phase. */
export interface WaitingAnswer {
  /** The answer for the client; made from the redacted body, where there is one. */
  readonly release: (redacted: unknown) => Uint8Array | string;
  /** The answer as it came. */
  readonly keep: () => KeptBody;
}

/** The approvals of the response phase, for an answer that was read whole. */
export function responseApproverQueue(
  { escalate, kept }: Approvals,
  flow: OpenFlow,
  waiting: WaitingAnswer,
): ApproverQueue {
  const { call, exchange } = flow;
  return {
    async ask(judged, data, redacted) {
      const { escalation } = judged.decision;
      const body = waiting.keep();
      if (escalation === undefined || sizeOf(body) > maxKeptBytes) return undefined;
      const responseHash = sha256Hex(waiting.release(redacted));
      const bound = { at: toEndpoint(call), requestHash: exchange.requestHash, responseHash };
      const asked = await escalate({ exchange, judged, escalation, caller: call.caller, data, ...bound });
      if (isOpen(asked)) {
        const untilMs = Date.parse(asked.expiresAt ?? '') + fetchWithinMs;
        const { identity, evidenceId } = exchange;
        const from = { agentId: identity.agentId, evidenceId: flow.kept?.evidenceId ?? evidenceId };
        if (Number.isFinite(untilMs)) kept.keep(keyOf(flow), { body, ...from, asked: approvedRequest(flow) }, untilMs);
      }
      return asked;
    },
  };
}

/** Takes the kept answer instead of asking the model; the record names the exchange in which the model was asked. */
export function takeKept(flow: OpenFlow): KeptBody | undefined {
  if (flow.kept === undefined) return undefined;
  flow.exchange.previousEvidenceId = flow.kept.evidenceId;
  return flow.kept.body;
}

/** Forgets the answer of this request, once no decision is open. */
export function dropKept({ kept }: Approvals, flow: OpenFlow): void {
  const asked = flow.exchange.approvals?.at(-1);
  const phase = asked === undefined ? undefined : flow.exchange.judged[asked.phaseIndex]?.phase;
  const isWaiting = asked !== undefined && phase === 'response' && (isOpen(asked) || asked.status === 'unverifiable');
  if (flow.kept !== undefined && !isWaiting) kept.drop(keyOf(flow));
}

/** True also after a rejection: another answer of the model would need another question. */
export const isOpen = ({ status }: Asked): boolean =>
  status === 'pending' || status === 'denied' || status === 'refused';

function approvedRequest({ exchange }: OpenFlow): AskedInPhase | undefined {
  return exchange.approvals?.find(
    ({ fact, phaseIndex }) => fact !== undefined && exchange.judged[phaseIndex]?.phase === 'request',
  );
}

/** True if the approval covers all policies that ask now. */
export function covers(approved: readonly string[], asking: readonly { readonly id: string }[]): boolean {
  return asking.every(({ id }) => approved.includes(id));
}

/** Everything that an approval of the request is bound to, and its destination. */
function keyOf({ call, exchange, state }: OpenFlow): string {
  const { identity, modelId, requestHash, streamMode } = exchange;
  const { agentId, workspaceId } = identity;
  const { endpoint, headersHash } = toEndpoint(call);
  const place = [endpoint, headersHash, streamMode, state.policySet?.version ?? null];
  return JSON.stringify([agentId, workspaceId, principalOf(call.caller), modelId, requestHash, ...place]);
}
