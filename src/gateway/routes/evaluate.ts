/**
 * `POST /v1/evaluate`: takes a claims request (contract 2.3) and gives the gateway decision result (2.15), without a
 * model.
 */

import type { Claim } from '@assay/sdk/contract';
import { type ClaimsRequest, ClaimsRequestSchema } from '@assay/sdk/contract';
import { sha256Hex } from '@assay/sdk/crypto';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { evaluations } from '../../contract/api/gateway-api/operations.ts';
import type { DecisionResult } from '../../contract/decision.ts';
import { AppError } from '../../platform/errors.ts';
import type { HttpApp } from '../../platform/http/app.ts';
import { mountRaw, type RawHandler } from '../../platform/http/mount-raw.ts';
import { parseTraceparent } from '../../platform/http/trace-context.ts';
import { parseCallerInstances } from '../collect/caller-instances.ts';
import { admitSettings } from '../collect/caller-settings.ts';
import type { MemberPlan } from '../collect/collect.ts';
import type { Escalator } from '../escalation/escalator.ts';
import { evaluateApproverQueue } from '../escalation/evaluate-approver-queue.ts';
import { escalationInfo } from '../escalation/refusal.ts';
import type { Recorder } from '../evidence/recorder.ts';
import { markCapacity, overloaded } from '../exchange/capacity.ts';
import { decidedWord, decisionReasons, type Exchange, enforcedWord } from '../exchange/exchange.ts';
import { askPeople, type Judge } from '../exchange/judge.ts';
import { assayHeaders } from '../exchange/proxy-flow.ts';
import { redactedText } from '../exchange/redacted-text.ts';
import type { Admission } from '../http/admission.ts';
import { type IdentityOptions, identify } from '../http/identity.ts';
import { jsonBytesOf, parseJsonBody } from '../http/json-body.ts';
import { assertName } from '../http/names.ts';
import { assertToolGranted } from '../http/tool-grant.ts';
import type { ModelUse } from '../registry/model-use.ts';
import type { ActingAgent } from '../state/acting-agent.ts';

export interface EvaluateDeps {
  readonly judge: Judge;
  readonly recorder: Recorder;
  readonly admission: Admission;
  readonly identity: IdentityOptions;
  readonly models: ModelUse;
  readonly createEvidenceId: () => string;
  readonly monotonicMs: () => number;
  readonly escalate: Escalator;
}

const check = Compile(ClaimsRequestSchema);
const ToolMetadata = Type.Object({ tool: Type.String({ minLength: 1, maxLength: 256 }) });
const toolCheck = Compile(ToolMetadata);

export function addEvaluateRoute(app: HttpApp, deps: EvaluateDeps): void {
  const handle: RawHandler<typeof evaluations.create> = async ({ request, reply }) => {
    const { result, headers } = await evaluate(deps, request, jsonBytesOf(request));
    reply.headers(headers);
    return result;
  };
  mountRaw(app, evaluations.create, handle, { isForAgents: true });
}

/** The caller of an evaluation: a request, or the required part of one. */
export type EvaluateCaller = Pick<FastifyRequest, 'caller' | 'trace' | 'headers'>;

/** Judges a claims request, in JSON, and records it. @throws AppError as the endpoint answers. */
export function evaluate(
  deps: EvaluateDeps,
  request: EvaluateCaller,
  rawBody: Uint8Array,
): Promise<{ readonly result: DecisionResult; readonly headers: Record<string, string> }> {
  return deps.admission.run(async () => {
    const body = parseClaimsRequest(parseJsonBody(rawBody));
    const context = body.vendor_context;
    const { identity: known, acting } = identify(request, deps.identity, claimedIdentity(body));
    const identity = withTraceId(known, request, context);
    const { plans } = acting.state;
    const mayLoosen = request.caller.isDeployment;
    const told = context === undefined ? {} : { context: callerContext(context, plans, mayLoosen) };
    const exchange = openExchange(deps, { identity, acting }, rawBody, body);
    assertName(exchange.modelId, 'data.metadata.model_id');
    assertName(exchange.tool, 'data.metadata.tool');
    if (body.phase === 'execution') assertToolGranted(identity.onBehalfOf, exchange.tool);
    assertModelCallable(deps.models, exchange);
    const judged = await deps.judge(acting.state, {
      phase: body.phase,
      data: body.data,
      identity,
      modelId: exchange.modelId,
      tool: exchange.tool,
      uninspectedKinds: [],
      features: exchange.features,
      ...told,
    });
    exchange.judged.push(judged);
    if (judged.decideAgain !== undefined) {
      const approverQueue = evaluateApproverQueue(deps.escalate, { exchange, caller: request.caller, body });
      await askPeople(exchange, judged, () => approverQueue(judged));
    }
    const isOverloaded = enforcedWord(exchange) === 'deny' && markCapacity(exchange);
    const { jws } = await deps.recorder.record(exchange, deps.monotonicMs() - exchange.startedMs);
    if (isOverloaded) throw overloaded(exchange);
    const claims = judged.results.flatMap((result) => result.claims);
    // An approval may have lifted a denial, so the last judgement counts.
    const redacted = redactedText(exchange, exchange.judged.at(-1) ?? judged, acting.state, body.data);
    const result = toResult(exchange, claims, jws);
    return {
      result: redacted === undefined ? result : { ...result, redacted },
      headers: assayHeaders(exchange),
    };
  });
}

function parseClaimsRequest(body: unknown): ClaimsRequest {
  if (check.Check(body)) return body;
  const errors = check.Errors(body).slice(0, 10);
  throw new AppError('invalid_request', 'not a claims request', {
    detail: 'The body must be a claims request: {"data": {"input": "..."}, "phase": "request"}.',
    errors: errors.map(({ instancePath, message }) => ({ pointer: instancePath, message })),
  });
}

function openExchange(
  deps: EvaluateDeps,
  { identity, acting }: { readonly identity: Exchange['identity']; readonly acting: ActingAgent },
  rawBody: Uint8Array,
  body: ClaimsRequest,
): Exchange {
  const { metadata } = body.data;
  return {
    identity,
    evidenceId: deps.createEvidenceId(),
    startedMs: deps.monotonicMs(),
    requestHash: sha256Hex(rawBody),
    modelId: metadata?.model_id ?? null,
    tool: body.phase === 'execution' && toolCheck.Check(metadata) ? metadata.tool : null,
    config: acting.config,
    judged: [],
    uninspected: [],
    features: [],
    responseHash: null,
    streamMode: 'none',
  };
}

/** Checks the model only where the data name one. @throws AppError `model_revoked` and the like. */
function assertModelCallable(models: ModelUse, { modelId }: Exchange): void {
  const refused = modelId === null ? undefined : models.refuse(modelId);
  if (refused !== undefined) throw refused;
}

function claimedIdentity({ data, vendor_context: context }: ClaimsRequest) {
  const sessionId = data.metadata?.session_id;
  return {
    ...(context?.agent_id === undefined ? {} : { agentId: context.agent_id }),
    ...(sessionId === undefined ? {} : { sessionId }),
  };
}

/**
 * A `trace_id` of the body counts where no `traceparent` names the trace. @throws AppError `invalid_request` for one
 * that records cannot hold.
 */
function withTraceId(
  identity: Exchange['identity'],
  { headers }: EvaluateCaller,
  context: ClaimsRequest['vendor_context'],
): Exchange['identity'] {
  const traceId = context?.trace_id;
  if (traceId === undefined || parseTraceparent(String(headers['traceparent'])) !== undefined) return identity;
  if (/^[\x21-\x7e]{1,64}$/.test(traceId)) return { ...identity, traceId };
  throw new AppError('invalid_request', 'a trace_id that records cannot hold', {
    detail: 'vendor_context.trace_id must be 1 to 64 visible ASCII characters.',
    errors: [{ pointer: '/vendor_context/trace_id', message: 'must be 1 to 64 visible ASCII characters' }],
  });
}

/** A caller may make detection stricter, but not choose the needed claims: those follow from the policy only. */
function callerContext(
  context: NonNullable<ClaimsRequest['vendor_context']>,
  plans: readonly MemberPlan[],
  mayLoosen: boolean,
) {
  const { claim_instances: instances = [] } = context;
  return {
    ...admitSettings(context, plans, { mayLoosen }),
    ...(instances.length === 0 ? {} : { claim_instances: parseCallerInstances(instances, plans) }),
  };
}

/** Members of a decision that people may change, or have changed. */
function approvalMembers(exchange: Exchange): Pick<DecisionResult, 'approval' | 'reason' | 'next_action'> {
  const info = escalationInfo(exchange);
  if (info !== undefined) {
    const { approval, reason, next_action } = info;
    return approval === undefined ? { reason, next_action } : { approval, reason, next_action };
  }
  const asked = exchange.approvals?.at(-1);
  if (asked === undefined) return {};
  const { id, status, expiresAt, url } = asked;
  return { approval: { id, status, expires_at: expiresAt, url } };
}

function toResult(exchange: Exchange, claims: Claim[], jws: string): DecisionResult {
  const decision = exchange.judged.at(-1)?.decision;
  if (decision === undefined) throw new Error('an evaluated exchange has a decision');
  return {
    decision: decidedWord(exchange),
    claims,
    policy_id: decision.policyId,
    policy_version: decision.policyVersion,
    reasons: decisionReasons(exchange),
    evidence: { evidence_id: exchange.evidenceId, jws },
    messages: [...decision.messages],
    obligations: [...decision.obligations],
    warnings: [...decision.warnings],
    enforced: enforcedWord(exchange),
    ...approvalMembers(exchange),
  };
}
