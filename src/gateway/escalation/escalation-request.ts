/** Builds the request to the verifier for an exchange that policies escalate, and the binding of its approval. */
import type { ClaimsRequest } from '@assay/sdk/contract';
import type { EscalationBinding, EscalationRequest } from '../../contract/escalation.ts';
import type { Caller } from '../../platform/http/access.ts';
import type { Escalation } from '../../policy/decision.ts';
import type { MemberResult } from '../collect/collect.ts';
import type { Exchange, JudgedPhase } from '../exchange/exchange.ts';
import type { Endpoint } from './bound-call.ts';
import { previewOf } from './preview.ts';

/** One judged phase that waits for people. */
export interface EscalatedPhase {
  readonly exchange: Exchange;
  readonly judged: JudgedPhase;
  readonly escalation: Escalation;
  readonly caller: Caller;
  readonly at: Endpoint;
  /** Hex SHA-256 of the request: the bytes of a proxied call, else the canonical JSON of the judged data. */
  readonly requestHash: string;
  /** Hash of the answer to release, in the response phase. */
  readonly responseHash: string | null;
  /** The judged data: only its start may be shown. */
  readonly data: ClaimsRequest['data'];
}

const maxClaims = 100;
const maxReasonLength = 1_000;
const maxValueJson = 2_000;
const maxCredentialLength = 200;

export function toEscalationRequest(phase: EscalatedPhase, previewChars: number): EscalationRequest {
  const { exchange, judged, escalation, caller } = phase;
  const { identity } = exchange;
  const { credentialId, onBehalfOf } = caller;
  const preview = previewOf(judged, phase.data, previewChars);
  return {
    binding: toBinding(phase),
    evidence_id: exchange.evidenceId,
    trace_id: identity.traceId,
    session_id: identity.sessionId,
    policy_id: judged.decision.policyId,
    reasons: escalation.policies.map(({ id, reason }) =>
      reason === undefined ? { id } : { id, reason: reason.slice(0, maxReasonLength).toWellFormed() },
    ),
    claims: judged.results.flatMap(toShownClaims).slice(0, maxClaims),
    ...(escalation.quorum === undefined ? {} : { quorum: escalation.quorum }),
    ...(escalation.risk === undefined ? {} : { risk: escalation.risk }),
    ...(credentialId === undefined || credentialId.length > maxCredentialLength ? {} : { credential_id: credentialId }),
    ...(onBehalfOf === undefined ? {} : { on_behalf_of: onBehalfOf.user }),
    ...(preview === undefined ? {} : { preview }),
  };
}

function toBinding({ exchange, judged, escalation, caller, at, ...hashes }: EscalatedPhase): EscalationBinding {
  return {
    agent_id: exchange.identity.agentId,
    workspace_id: exchange.identity.workspaceId,
    phase: judged.phase,
    tool: exchange.tool,
    ...(exchange.server === undefined ? {} : { server: exchange.server }),
    model_id: exchange.modelId,
    endpoint: at.endpoint,
    headers_hash: at.headersHash,
    request_hash: hashes.requestHash,
    response_hash: hashes.responseHash,
    principal: principalOf(caller),
    policy_set_hash: judged.decision.policySetHash,
    policies: escalation.policies.map(({ id }) => id),
  };
}

/**
 * Names the principal for the verifier: the person of a delegated call, the person who speaks for the agent (and so
 * cannot approve it themselves), the key, the agent of a token (tokens change every few minutes), or an anonymous local
 * caller.
 */
export function principalOf({ authentication, credentialId, onBehalfOf, speaker, user }: Caller): string {
  if (onBehalfOf !== undefined) return onBehalfOf.user;
  if (speaker !== undefined) return speaker;
  if (authentication === 'loopback') return 'local';
  return authentication === 'api_key' ? (credentialId ?? user) : user;
}

/** Shows words and numbers; details, metadata and long values are in the Evidence. */
function toShownClaims({ plan, claims }: MemberResult): EscalationRequest['claims'] {
  return claims.map(({ name, type, value, confidence }) => {
    const shown = { name, type, value: toShownValue(value), auditor_id: plan.auditorId };
    return confidence === undefined ? shown : { ...shown, confidence };
  });
}

function toShownValue(value: unknown): unknown {
  const json = JSON.stringify(value) ?? 'null';
  return json.length <= maxValueJson ? value : `${json.slice(0, maxValueJson)}…`.toWellFormed();
}
