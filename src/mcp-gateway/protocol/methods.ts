/** The table of methods: implementation, eras and required scope. */
import { mcpScopes, type Principal } from '../ports.ts';
import { catalogOf, type McpCall, type MethodDeps } from './call.ts';
import { listen, type OpenListens } from './listen.ts';
import { type LiveList, listLive } from './live-lists.ts';
import { complete, getPrompt, readResource } from './reading.ts';
import { finishResult, listTtlMs } from './results.ts';
import { callTool } from './tool-call.ts';
import { listTools } from './tool-list.ts';
import { codes, type Era, legacyRevisions, type McpAnswer, McpFailure, modernRevisions } from './wire.ts';

export interface Method {
  /** Undefined: no scope is needed. */
  readonly scope: (typeof mcpScopes)[keyof typeof mcpScopes] | undefined;
  readonly eras: readonly Era[];
  readonly run: (deps: MethodDeps, call: McpCall) => Promise<McpAnswer>;
}

const both: readonly Era[] = ['modern', 'legacy'];

/** Clients may show this text to models. */
const instructions =
  'Tools of several servers, each call judged by policy. At the endpoint of all servers a tool is called {server}__{tool}. ' +
  'A refused call says why; one that needs approval says where people decide, and the same call is repeated afterwards.';

export function createMethods(open: OpenListens): ReadonlyMap<string, Method> {
  const live = (list: LiveList): Method =>
    of(
      mcpScopes.list,
      bounded((deps, call) => listLive(deps, call, list)),
    );
  return new Map<string, Method>([
    ['server/discover', { ...of(mcpScopes.list, discover), eras: ['modern'] }],
    ['initialize', { scope: undefined, eras: ['legacy'], run: initialize }],
    ['ping', { scope: undefined, eras: ['legacy'], run: empty }],
    ['logging/setLevel', { scope: undefined, eras: ['legacy'], run: empty }],
    ['tools/list', of(mcpScopes.list, listTools)],
    ['tools/call', of(mcpScopes.call, callTool)],
    ['resources/list', live({ method: 'resources/list', member: 'resources', key: 'uri' })],
    [
      'resources/templates/list',
      live({ method: 'resources/templates/list', member: 'resourceTemplates', key: 'uriTemplate' }),
    ],
    ['resources/read', of(mcpScopes.call, bounded(readResource))],
    ['prompts/list', live({ method: 'prompts/list', member: 'prompts', key: 'name' })],
    ['prompts/get', of(mcpScopes.call, bounded(getPrompt))],
    ['completion/complete', of(mcpScopes.call, bounded(complete))],
    ['subscriptions/listen', { ...of(mcpScopes.list, (deps, call) => listen(deps, call, open)), eras: ['modern'] }],
  ]);
}

const of = (scope: Method['scope'], run: Method['run']): Method => ({ scope, eras: both, run });

/** Limits methods that go on to servers, where one request may ask many, to the agent's rate of tool calls. */
function bounded(run: Method['run']): Method['run'] {
  return async (deps, call) => {
    const retryAfterS = deps.reading.take(call.principal);
    if (retryAfterS === 'taken') return run(deps, call);
    const message = `The agent exceeds its rate of server requests. Try again in ${retryAfterS} s.`;
    throw new McpFailure({
      code: codes.rateLimited,
      message,
      data: { code: 'rate_limited' },
      status: 429,
      retryAfterS,
    });
  };
}

/** @throws McpFailure "method not found" (HTTP 404 for clients of 2026-07-28) for a method outside this era. */
export function methodOf(methods: ReadonlyMap<string, Method>, method: string, era: Era): Method {
  const found = methods.get(method);
  if (found?.eras.includes(era) === true) return found;
  const error = { code: codes.methodNotFound, message: 'Method not found' };
  throw new McpFailure(era === 'modern' ? { ...error, status: 404 } : error);
}

/** `mcp:call` includes `mcp:list`. */
export function hasScope({ scopes }: Principal, scope: Method['scope']): boolean {
  if (scope === undefined || scopes === 'all' || scopes.includes(scope)) return true;
  return scope === mcpScopes.list && scopes.includes(mcpScopes.call);
}

async function discover(deps: MethodDeps, call: McpCall): Promise<McpAnswer> {
  await catalogOf(deps, call);
  const capabilities = {
    tools: { listChanged: true },
    prompts: { listChanged: true },
    completions: {},
    resources: { listChanged: true, subscribe: true },
  };
  const result = { supportedVersions: [...modernRevisions], capabilities, instructions };
  return finishResult(result, { era: 'modern', serverInfo: deps.serverInfo, ttlMs: listTtlMs });
}

/** The older handshake. No session is kept: each later request stands for itself, and nothing is pushed. */
async function initialize(deps: MethodDeps, call: McpCall): Promise<McpAnswer> {
  await catalogOf(deps, call);
  const { serverInfo } = deps;
  const asked = call.request.params['protocolVersion'];
  const known = legacyRevisions.find((revision) => revision === asked);
  const capabilities = { tools: {}, prompts: {}, resources: {}, completions: {}, logging: {} };
  const protocolVersion = known ?? legacyRevisions[0];
  return finishResult({ protocolVersion, capabilities, serverInfo, instructions }, { era: 'legacy', serverInfo });
}

function empty(deps: MethodDeps, { request }: McpCall): Promise<McpAnswer> {
  return Promise.resolve(finishResult({}, { era: request.era, serverInfo: deps.serverInfo }));
}
