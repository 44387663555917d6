/**
 * Determines the agent of an exchange: the one that the credential is bound to, or one that it may name by
 * `x-assay-agent-id`, as everybody may on unauthenticated loopback; else agent `default`. Only active agents may
 * continue.
 */
import type { FastifyRequest } from 'fastify';
import type { AgentStanding } from '../../configuration/resolve-agent.ts';
import type { AuditMode } from '../../contract/evidence.ts';
import { idRule, isId, isSessionId } from '../../contract/ids.ts';
import { refuseAgent } from '../../edge/authentication/agent-refusal.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/access.ts';
import { type TraceContext, toTraceparent } from '../../platform/http/trace-context.ts';
import { forbidden, invalidRequest } from '../../platform/refusals.ts';
import type { Identity } from '../exchange/exchange.ts';
import { type ActingAgent, actingMode } from '../state/acting-agent.ts';

export const defaultAgentId = 'default';

export interface IdentityOptions {
  /** Mode of the whole gateway: `observe` applies to every agent. */
  readonly mode: AuditMode;
  readonly defaultSessionId: string;
  /** The present settings of an agent. */
  readonly actingOf: (agentId: string) => ActingAgent;
  /** The present standing of an agent. */
  readonly standingOf: (agentId: string) => AgentStanding;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Only agents of these workspaces are served here; all if absent. */
  readonly servedWorkspaces?: readonly string[] | undefined;
}

/** The caller, and its settings until the end of the exchange. */
export interface KnownCaller {
  readonly identity: Identity;
  readonly acting: ActingAgent;
  /** The reason why the agent may no longer continue; `undefined` while it may. */
  readonly refusal: () => AppError | undefined;
}

/** Identity claims of a body (`/v1/evaluate`); they count only where the header is not set. */
export interface ClaimedIdentity {
  readonly agentId?: string;
  readonly sessionId?: string;
}

/**
 * @throws AppError `invalid_request` for a malformed id, `forbidden` for an agent that the caller may not speak for,
 * `agent_suspended` and the like for an inactive one.
 */
export function identify(
  request: Pick<FastifyRequest, 'caller' | 'trace' | 'headers'>,
  options: IdentityOptions,
  claimed: ClaimedIdentity = {},
): KnownCaller {
  const { caller, trace } = request;
  const agentId = header(request, 'x-assay-agent-id') ?? claimed.agentId ?? caller.agentId ?? defaultAgentId;
  const sessionId = header(request, 'x-assay-session-id') ?? claimed.sessionId;
  return identifyAs({ caller, trace, agentId, sessionId }, options);
}

/** The caller and the requested agent, from any source. */
export interface WantedIdentity {
  readonly caller: Caller;
  readonly trace: TraceContext;
  readonly agentId: string;
  readonly sessionId: string | undefined;
}

/** @throws AppError as {@link identify}. */
export function identifyAs(wanted: WantedIdentity, options: IdentityOptions): KnownCaller {
  const { caller, trace, agentId, sessionId = options.defaultSessionId } = wanted;
  if (!isId(agentId)) throw invalidRequest(`This is not an agent id. An agent id ${idRule}.`);
  if (!isSessionId(sessionId)) throw invalidRequest('The session id must be 1 to 256 visible ASCII characters.');
  const refusal = () => refuseAgent(options.standingOf(agentId).status);
  assertSpeaksFor(caller, agentId, options.standingOf(agentId));
  const refused = refusal();
  if (refused !== undefined) throw refused;
  const acting = options.actingOf(agentId);
  assertServedHere(acting.workspaceId, options.servedWorkspaces);
  const identity: Identity = {
    agentId,
    workspaceId: acting.workspaceId,
    sessionId,
    traceId: trace.traceId,
    traceparent: toTraceparent(trace),
    authentication: caller.authentication,
    onBehalfOf: caller.onBehalfOf,
    speaker: caller.speaker,
    mode: actingMode(acting, options.mode, options.now()),
  };
  return { identity, acting, refusal };
}

/** @throws AppError `forbidden` naming the agent that the credential speaks for. */
function assertSpeaksFor(caller: Caller, agentId: string, { workspaceId }: AgentStanding): void {
  if (caller.agentId !== undefined) {
    if (agentId !== caller.agentId) throw forbidden(`This credential may act only for agent ${caller.agentId}.`);
    return;
  }
  if (caller.authentication === 'api_key') {
    if (caller.workspaceId === undefined || caller.workspaceId === workspaceId) return;
    const detail = `This key may act only for agents of workspace ${caller.workspaceId}. Name one in x-assay-agent-id.`;
    throw forbidden(detail);
  }
  if (agentId === defaultAgentId || caller.authentication === 'loopback' || caller.role === 'admin') return;
  throw forbidden('This token is not bound to that agent.');
}

/**
 * A gateway with a limited key serves only its workspaces: the verifier takes no other Evidence from it. @throws
 * AppError `forbidden`.
 */
function assertServedHere(workspaceId: string, served: readonly string[] | undefined): void {
  if (served === undefined || served.includes(workspaceId)) return;
  const detail = `This gateway serves only agents of ${served.join(', ')}, but this agent belongs to workspace ${workspaceId}.`;
  throw new AppError('forbidden', detail, { detail, extensions: { reason: 'workspace_not_served' } });
}

/** Reads `GATEWAY_WORKSPACES`; undefined where all are served. @throws AppError `config`. */
export function readServedWorkspaces(text: string): readonly string[] | undefined {
  if (text.trim() === '') return undefined;
  const ids = text.split(',').map((id) => id.trim());
  const wrong = ids.find((id) => !isId(id));
  if (wrong === undefined) return ids;
  throw new AppError('config', `GATEWAY_WORKSPACES names “${wrong}”, which is not a workspace id`);
}

function header(request: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
