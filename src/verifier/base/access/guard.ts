/** Checks rights before every endpoint. The verifier does not start with a route that has no rule. */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/access.ts';
import type { HttpApp } from '../../../platform/http/app.ts';
import { type AccessTarget, type AgentAccess, assertAllowed } from './authorize.ts';
import { type EndpointRule, endpoints, type MaybeOpenEndpoint } from './endpoints.ts';
import { type RefusalLog, type RefusedCall, withOrigin } from './refusals.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The `METHOD /path` of this route in `endpoints.ts`, if a setting chooses its real path. */
    endpoint?: string;
  }
}

export interface GuardDeps {
  /** Finds the owners and editors of an agent; undefined if the organisation has no such agent. */
  readonly findAgentAccess: (orgId: string, agentId: string) => Promise<AgentAccess | undefined>;
  /** @throws AppError `not_found` if the operator token names an unknown organisation. */
  readonly assertOrganisation: (request: FastifyRequest) => Promise<void>;
  /** Records refused administrative calls. */
  readonly refusals: RefusalLog;
}

/** Adds the hooks; call it before any route is added. */
export function addGuard(app: HttpApp, deps: GuardDeps): void {
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      if (method === 'HEAD' || method === 'OPTIONS') continue;
      const rule = findRule(route.config?.endpoint ?? `${method} ${route.url}`);
      const isOpen = rule === 'open' || (isMaybeOpen(rule) && route.config?.access === 'open');
      route.config = { ...route.config, access: isOpen ? 'open' : 'caller' };
    }
  });
  // Before any validation, so that a caller without the right learns nothing about the operation.
  app.addHook('preValidation', async (request) => {
    const endpoint = toEndpoint(request);
    if (endpoint === undefined) return;
    const rule = findRule(endpoint);
    if (rule === 'open') return;
    if (request.routeOptions.config.access === 'open') {
      if (!showsCredential(request)) return;
      // A caller with a credential is answered as that caller, not as a stranger.
      request.caller = await app.admit(request);
    }
    await deps.assertOrganisation(request);
    await authorize(request, rule, deps);
    // Only changes are written to the audit log.
    if (isWrite(request)) request.caller = withOrigin(request);
  });
  // Here and not where it is thrown, because services refuse too, on account of the body.
  app.addHook('onSend', (request, reply, payload, done) => {
    const refused = reply.statusCode === 403 ? toRefusedCall(request) : undefined;
    if (refused === undefined) return done(null, payload);
    deps.refusals.record(refused).then(() => done(null, payload), done);
  });
}

/** @throws Error for an endpoint that has no rule. */
export function findRule(endpoint: string): EndpointRule {
  const rule = endpoints[endpoint];
  if (rule === undefined) throw new Error(`${endpoint} has no rule in access/endpoints.ts`);
  return rule;
}

/** Gives the endpoint's name in `endpoints.ts`; undefined for an unknown path. */
function toEndpoint(request: FastifyRequest): string | undefined {
  const { url, config } = request.routeOptions;
  if (url === undefined) return undefined;
  return config.endpoint ?? `${toMethod(request)} ${url}`;
}

async function authorize(request: FastifyRequest, rule: Exclude<EndpointRule, 'open'>, deps: GuardDeps): Promise<void> {
  const { caller } = request;
  const organisation: AccessTarget = { orgId: caller.organisation };
  if (typeof rule === 'string') {
    assertAllowed(caller, rule, organisation);
    if (rule === 'gateways.serve') assertOwnGateway(request);
    return;
  }
  if (isMaybeOpen(rule)) return assertAllowed(caller, rule.action, organisation);
  const agentId = readParam(request, rule.agentParam);
  const agent = await deps.findAgentAccess(caller.organisation, agentId);
  // A caller who may do this to no agent at all learns nothing about which agents exist.
  assertAllowed(caller, rule.action, agent ?? { id: agentId, owners: [], editors: [], ...organisation });
}

/** Checks that a gateway acts only for itself. Other callers here have the operator token, or are on this machine. */
function assertOwnGateway({ caller, params }: FastifyRequest): void {
  const id: unknown = Reflect.get(Object(params), 'id');
  if (caller.kind !== 'gateway' || id === undefined || id === caller.gatewayId) return;
  const detail = `the credential belongs to gateway ${caller.gatewayId ?? '(none)'}, which cannot act for another gateway`;
  throw new AppError('forbidden', detail, { detail });
}

function showsCredential({ headers }: FastifyRequest): boolean {
  return ['authorization', 'x-assay-key', 'x-api-key'].some((name) => headers[name] !== undefined);
}

function isMaybeOpen(rule: EndpointRule): rule is MaybeOpenEndpoint {
  return typeof rule !== 'string' && 'isMaybeOpen' in rule;
}

function readParam({ params }: FastifyRequest, name: string): string {
  const value: unknown = Reflect.get(Object(params), name);
  if (typeof value !== 'string') throw new AppError('not_found', 'no such agent');
  return value;
}

function toMethod({ method }: FastifyRequest): string {
  return method === 'HEAD' ? 'GET' : method;
}

function isWrite(request: FastifyRequest): boolean {
  return toMethod(request) !== 'GET';
}

const maxParamLength = 200;

/** Gives the facts of a refused write or read of the audit log; undefined for other calls and unknown callers. */
function toRefusedCall(request: FastifyRequest): RefusedCall | undefined {
  const endpoint = toEndpoint(request);
  const caller: Caller | undefined = request.caller;
  if (endpoint === undefined || caller === undefined || caller.kind === 'anonymous') return undefined;
  const rule = findRule(endpoint);
  if (rule === 'open') return undefined;
  const needed = typeof rule === 'string' ? rule : rule.action;
  if (!isWrite(request) && needed !== 'audit.read') return undefined;
  const params = Object.entries(Object(request.params)).map(([name, value]) => [
    name,
    String(value).slice(0, maxParamLength).toWellFormed(),
  ]);
  return { caller: withOrigin(request), endpoint, needed, params: Object.fromEntries(params) };
}
