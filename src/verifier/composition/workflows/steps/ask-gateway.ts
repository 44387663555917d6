/** Calls the gateway as the agent of a step, and turns a refusal into the end of the step. */
import { sha256Hex } from '@assay/sdk/crypto';
import type { GatewayAnswer, GatewayCall, GatewayClient } from '../../../../clients/gateway/client.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { AppError, isAppError } from '../../../../platform/errors.ts';
import type { Secret } from '../../../../platform/secret.ts';
import type { StepEnd } from '../ports.ts';
import type { AgentTokens } from './agent-tokens.ts';
import { inactiveCodes, type ReadRefusal, readRefusal } from './refusal.ts';
import { failed, type Step, waitFor } from './step.ts';

export interface AskGatewayDeps {
  readonly gateway: GatewayClient;
  readonly tokens: AgentTokens;
  readonly clock: Clock;
  /** False if the verifier issues no tokens: agents are then named without one, which only works on loopback. */
  readonly makesTokens: boolean;
}

export interface GatewayQuestion {
  readonly path: GatewayCall['path'];
  readonly agentId: string;
  /** Sent as JSON: the same body gives the same bytes. */
  readonly body: object;
}

export type GatewayReply =
  | { readonly kind: 'answered'; readonly text: string }
  /** The step cannot continue now. */
  | { readonly kind: 'ended'; readonly end: StepEnd };

/** Never rejects because of the gateway. Rejects with the reason of the abort signal. */
export type AskGateway = (step: Step, question: GatewayQuestion) => Promise<GatewayReply>;

export function createAskGateway(deps: AskGatewayDeps): AskGateway {
  const { gateway, tokens, clock, makesTokens } = deps;

  const send = async (step: Step, { path, agentId, body }: GatewayQuestion, token: Secret | undefined) => {
    const { runId, signal } = step.call;
    const answer = await gateway.send({
      path,
      agentId,
      body: JSON.stringify(body),
      token: token?.reveal(),
      sessionId: runId,
      traceparent: toTraceparent(step),
      signal,
    });
    if (answer.evidenceId !== undefined) step.evidenceIds.push(answer.evidenceId);
    return answer;
  };

  /** Replaces a token that was refused, once. The refused call had no effect. */
  const sendAs = async (step: Step, question: GatewayQuestion): Promise<GatewayAnswer> => {
    const { orgId } = step.call;
    if (!makesTokens) {
      if (gateway.isOnLoopback()) return send(step, question, undefined);
      const detail = 'the verifier cannot make tokens for a gateway elsewhere: set ASSAY_PUBLIC_URL';
      throw new AppError('unauthorized', detail, { detail });
    }
    const token = await tokens.get(orgId, question.agentId);
    const answer = await send(step, question, token);
    if (!isTokenRefused(answer)) return answer;
    tokens.drop(orgId, question.agentId, token);
    const fresh = await tokens.get(orgId, question.agentId);
    return fresh === token ? answer : send(step, question, fresh);
  };

  return async (step, question) => {
    try {
      const answer = await sendAs(step, question);
      if (answer.status === 200) return { kind: 'answered', text: answer.text };
      const refusal = readRefusal(answer, isTokenRefused(answer));
      return { kind: 'ended', end: toEnd(step, refusal, clock.now()) };
    } catch (error) {
      if (!isAppError(error) || step.call.signal.aborted) throw error;
      return { kind: 'ended', end: toFailure(step, error, clock.now()) };
    }
  };
}

/** A 401 of the model itself comes with Evidence. */
function isTokenRefused({ status, evidenceId }: GatewayAnswer): boolean {
  return status === 401 && evidenceId === undefined;
}

/** Longest pause of a step that waits for people: the approval of an escalation is valid for five minutes. */
export const approvalPollMs = 60_000;

/** If an approval is pending, the same bytes are sent again once it is decided. */
export function toEnd(step: Step, refusal: ReadRefusal, now: number): StepEnd {
  const { approvalId, code, message, isRetryable } = refusal;
  if (approvalId === undefined) return failed(step, code, message, isRetryable);
  return waitFor(step, { for: 'approval', id: approvalId }, now + approvalPollMs);
}

/** Services start one after the other: a step waits for an unreachable gateway, since nothing was sent. */
const longestAwayMs = 10 * 60_000;

function waitForGateway(step: Step, message: string, now: number): StepEnd {
  const { waiting } = step.call;
  const noted = waiting?.for === 'retry' ? /^gateway:(\d{1,15})$/.exec(waiting.id ?? '')?.[1] : undefined;
  const since = noted === undefined ? now : Number(noted);
  const awayMs = Math.max(0, now - since);
  if (awayMs > longestAwayMs) return failed(step, 'gateway_unavailable', message);
  return waitFor(step, { for: 'retry', id: `gateway:${since}` }, now + Math.min(30_000, 1_000 + awayMs));
}

function toFailure(step: Step, error: AppError, now: number): StepEnd {
  if (inactiveCodes.has(error.code)) return failed(step, 'member_not_active', error.publicText);
  if (error.code === 'unauthorized') return failed(step, 'gateway_unauthorized', error.publicText);
  if (error.code === 'unavailable') return waitForGateway(step, error.publicText, now);
  // A model, an auditor or a gate may be asked twice: both calls are in the Evidence.
  if (error.code === 'upstream_timeout') return failed(step, 'gateway_timeout', error.publicText, true);
  if (error.code === 'upstream_unavailable') return failed(step, 'gateway_unavailable', error.publicText, true);
  throw error;
}

/** Gives each call of the step its own span. */
function toTraceparent({ call, evidenceIds }: Step): string {
  const span = sha256Hex(`${call.stepId} ${call.attempt} ${evidenceIds.length}`).slice(0, 16);
  return `00-${call.traceId}-${span}-01`;
}
