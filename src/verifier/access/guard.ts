/** Puts the rights before every endpoint: a route without a rule keeps the verifier from starting. */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import type { HttpApp } from '../../platform/http/app.ts';
import type { Action } from './actions.ts';
import { type AccessTarget, type AgentAccess, assertAllowed } from './authorize.ts';
import { type AgentEndpoint, type EndpointRule, endpoints } from './endpoints.ts';

export interface GuardDeps {
  /** Who owns and edits an agent; undefined when the organisation has no such agent. */
  readonly findAgentAccess: (orgId: string, agentId: string) => Promise<AgentAccess | undefined>;
  /** @throws AppError `not_found` when the operator token names an organisation that is not there. */
  readonly assertOrganisation: (request: FastifyRequest) => Promise<void>;
}

/** Adds the hooks; call it before any route is added. */
export function addGuard(app: HttpApp, deps: GuardDeps): void {
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      if (method === 'HEAD' || method === 'OPTIONS') continue;
      const rule = findRule(method, route.url);
      route.config = { ...route.config, access: rule === 'open' ? 'open' : 'caller' };
    }
  });
  app.addHook('preHandler', async (request) => {
    const { url } = request.routeOptions;
    if (url === undefined) return;
    const rule = findRule(request.method === 'HEAD' ? 'GET' : request.method, url);
    if (rule === 'open') return;
    await deps.assertOrganisation(request);
    await authorize(request, rule, deps);
    if (request.method !== 'GET' && request.method !== 'HEAD') rememberOrigin(request);
  });
}

/** @throws Error for an endpoint that has no rule. */
export function findRule(method: string, url: string): EndpointRule {
  const rule = endpoints[`${method} ${url}`];
  if (rule === undefined) throw new Error(`${method} ${url} has no rule in access/endpoints.ts`);
  return rule;
}

async function authorize(request: FastifyRequest, rule: Action | AgentEndpoint, deps: GuardDeps): Promise<void> {
  const { caller } = request;
  const organisation: AccessTarget = { orgId: caller.organisation };
  if (typeof rule === 'string') return assertAllowed(caller, rule, organisation);
  const agentId = readParam(request, rule.agentParam);
  const agent = await deps.findAgentAccess(caller.organisation, agentId);
  // Whoever may do this to no agent at all learns nothing about which ones there are.
  assertAllowed(caller, rule.action, agent ?? { id: agentId, owners: [], editors: [], ...organisation });
}

function readParam({ params }: FastifyRequest, name: string): string {
  const value: unknown = Reflect.get(Object(params), name);
  if (typeof value !== 'string') throw new AppError('not_found', 'no such agent');
  return value;
}

/** Only what changes something is written to the audit log. */
function rememberOrigin(request: FastifyRequest): void {
  const origin = {
    ipAddress: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    requestId: request.id,
  };
  request.caller = { ...request.caller, origin };
}
