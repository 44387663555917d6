/**
 * Approvals of a tool call: its arguments before the call, and its result. A result that waits is kept, so that the
 * same question gets the approved result, and the tool is not called twice.
 */
import { isRecord } from '@assay/sdk/contract';
import { type AskedInPhase, unverifiable } from '../escalation/asked.ts';
import type { Endpoint } from '../escalation/bound-call.ts';
import { principalOf } from '../escalation/escalation-request.ts';
import { type KeptBody, maxKeptBytes, sizeOf } from '../escalation/kept-answers.ts';
import { type Approvals, covers, fetchWithinMs, isOpen } from '../exchange/approver-queues.ts';
import type { ApproverQueue } from '../exchange/judge.ts';
import type { JsonRecord } from '../proxy/json-tree.ts';
import { hashJson } from './printed.ts';
import { boundHashOf, type ToolCall } from './tool-call.ts';

/** The hash covers everything else. */
const at: Endpoint = { endpoint: '/v1/tool-calls', headersHash: null };

export function argumentsApproverQueue({ escalate }: Approvals, call: ToolCall): ApproverQueue {
  const { exchange, caller } = call;
  return {
    async ask(judged, data) {
      const { escalation } = judged.decision;
      if (escalation === undefined) return undefined;
      const before = call.kept?.asked;
      // The tool was called under this approval, so people are not asked again.
      if (before?.fact !== undefined && covers(before.fact.policies, escalation.policies)) return before;
      const bound = { at, requestHash: boundHashOf(call), responseHash: null };
      return escalate({ exchange, judged, escalation, caller, data, ...bound });
    },
  };
}

/** A result above the size limit of kept answers cannot wait for approval. */
export function resultApproverQueue({ escalate, kept }: Approvals, call: ToolCall, result: JsonRecord): ApproverQueue {
  const { exchange, caller } = call;
  return {
    async ask(judged, data, redacted) {
      const { escalation } = judged.decision;
      if (escalation === undefined) return undefined;
      const given = approvedArguments(call);
      if (given?.fact !== undefined && isOfCall(call, given.fact.policies, escalation.policies)) return given;
      const body = toBody(result);
      if (sizeOf(body) > maxKeptBytes) return undefined;
      const released = redacted ?? result;
      if (!isRecord(released)) return unverifiable('none');
      const bound = { at, requestHash: boundHashOf(call), responseHash: hashJson(released) };
      const asked = await escalate({ exchange, judged, escalation, caller, data, ...bound });
      const untilMs = Date.parse(asked.expiresAt ?? '') + fetchWithinMs;
      if (isOpen(asked) && Number.isFinite(untilMs)) {
        const { identity, evidenceId } = exchange;
        const from = { agentId: identity.agentId, evidenceId: call.kept?.evidenceId ?? evidenceId };
        kept.keep(keyOf(call), { body, ...from, asked: approvedArguments(call) }, untilMs);
      }
      return asked;
    },
  };
}

/** Finds the result that this very call waits for. */
export function findKeptResult({ kept }: Approvals, call: ToolCall): ToolCall['kept'] {
  return kept.isEmpty() || call.exchange.identity.mode === 'observe' ? undefined : kept.find(keyOf(call));
}

/** Takes the kept result as the tool gave it. The record names its call. */
export function takeKeptResult(call: ToolCall): JsonRecord | undefined {
  const { kept } = call;
  if (kept?.body.kind !== 'whole') return undefined;
  const result: unknown = JSON.parse(Buffer.from(kept.body.bytes).toString('utf8'));
  if (!isRecord(result)) throw new Error('a kept tool call has a result');
  call.exchange.previousEvidenceId = kept.evidenceId;
  return result;
}

/** Forgets it once no decision is open. */
export function dropKeptResult({ kept }: Approvals, call: ToolCall): void {
  const asked = call.exchange.approvals?.at(-1);
  const isOfResult = asked !== undefined && asked.phaseIndex >= call.resultFrom;
  const isWaiting = isOfResult && (isOpen(asked) || asked.status === 'unverifiable');
  if (call.kept !== undefined && !isWaiting) kept.drop(keyOf(call));
}

function toBody(result: JsonRecord): KeptBody {
  return { kind: 'whole', status: 200, headers: {}, bytes: Buffer.from(JSON.stringify(result), 'utf8') };
}

function approvedArguments({ exchange, resultFrom }: ToolCall): AskedInPhase | undefined {
  return exchange.approvals?.find(({ fact, phaseIndex }) => fact !== undefined && phaseIndex < resultFrom);
}

/**
 * True if the escalating policies were approved with the arguments and concern the call itself: who calls which tool. A
 * policy that reads claims concerns the result, which nobody has seen yet.
 */
function isOfCall(
  { state }: ToolCall,
  approved: readonly string[],
  asking: readonly { readonly id: string }[],
): boolean {
  if (!covers(approved, asking)) return false;
  const policies = new Map(state.policySet?.policies.map((policy) => [policy.id, policy]));
  return asking.every(({ id }) => {
    const claims = policies.get(id)?.reads.claims;
    return claims !== undefined && claims !== 'all' && claims.size === 0;
  });
}

/** Everything that an approval of the call is bound to. */
function keyOf(call: ToolCall): string {
  const { agentId, workspaceId } = call.exchange.identity;
  const place = [boundHashOf(call), call.state.policySet?.version ?? null];
  return JSON.stringify(['tool', agentId, workspaceId, principalOf(call.caller), ...place]);
}
