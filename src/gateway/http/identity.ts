/** Whose exchange it is (DESIGN 5): on unauthenticated loopback `x-assay-agent-id`, else agent `default`. */
import type { FastifyRequest } from 'fastify';
import type { AuditMode } from '../../contract/evidence.ts';
import { AppError } from '../../platform/errors.ts';
import { toTraceparent } from '../../platform/http/trace-context.ts';
import type { Identity } from '../exchange/exchange.ts';
import { type ActingAgent, actingMode } from '../state/acting-agent.ts';

export const defaultAgentId = 'default';

/** Characters that a SPIFFE path segment may hold. */
const agentIdForm = /^[A-Za-z0-9._-]{1,128}$/;
const sessionIdForm = /^[\x21-\x7e]{1,256}$/;

export interface IdentityOptions {
  /** Of the whole gateway: `observe` holds for every agent. */
  readonly mode: AuditMode;
  readonly defaultSessionId: string;
  /** What holds for an agent at this moment. */
  readonly actingOf: (agentId: string) => ActingAgent;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Who calls, and what the exchange goes by until its end. */
export interface KnownCaller {
  readonly identity: Identity;
  readonly acting: ActingAgent;
}

/** What a body may say about itself (`/v1/evaluate`); it counts only where the header is not set. */
export interface ClaimedIdentity {
  readonly agentId?: string;
  readonly sessionId?: string;
}

/** @throws AppError `invalid_request` for an id outside its form, `forbidden` for an agent the caller may not speak for. */
export function identify(
  request: FastifyRequest,
  options: IdentityOptions,
  claimed: ClaimedIdentity = {},
): KnownCaller {
  const agentId = header(request, 'x-assay-agent-id') ?? claimed.agentId ?? defaultAgentId;
  const sessionId = header(request, 'x-assay-session-id') ?? claimed.sessionId ?? options.defaultSessionId;
  if (!agentIdForm.test(agentId))
    throw invalid('The agent id may hold letters, digits, dot, dash and underscore only.');
  if (!sessionIdForm.test(sessionId)) throw invalid('The session id must be 1 to 256 visible ASCII characters.');
  const { caller, trace } = request;
  if (agentId !== defaultAgentId && caller.authentication !== 'loopback' && caller.role !== 'admin') {
    const detail = 'This token is not bound to that agent.';
    throw new AppError('forbidden', detail, { detail });
  }
  const acting = options.actingOf(agentId);
  const identity: Identity = {
    agentId,
    workspaceId: acting.workspaceId,
    sessionId,
    traceId: trace.traceId,
    traceparent: toTraceparent(trace),
    authentication: caller.authentication,
    mode: actingMode(acting, options.mode, options.now()),
  };
  return { identity, acting };
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function invalid(detail: string): AppError {
  return new AppError('invalid_request', detail, { detail });
}
