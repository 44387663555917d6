/** A front on a port of its own, with the test's answers behind it. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '../../platform/log.ts';
import type {
  Catalog,
  CatalogListener,
  CatalogServer,
  CatalogTool,
  JsonObject,
  Principal,
  Reading,
  ToolCallEnd,
  ToolCallRequest,
  UpstreamEvent,
  UpstreamOutcome,
  UpstreamRequest,
} from '../ports.ts';
import type { HttpAnswerLimits } from './http-answer.ts';
import { createMcpHandler } from './mcp-handler.ts';
import type { McpEndpoint } from './names.ts';
import { metaKeys } from './wire.ts';

export const principal: Principal = {
  agentId: 'agent',
  authentication: 'token',
  credentialId: undefined,
  onBehalfOf: undefined,
  speaker: undefined,
  scopes: 'all',
  key: 'principal-1',
};

export function serviceCalled(alias: string): CatalogServer {
  return {
    kind: 'service',
    alias,
    title: alias,
    service: { name: alias, url: 'http://127.0.0.1:1', toolsPath: '/mcp' },
  };
}

/** `server/name` for each tool. */
export function catalogOfTools(version: string, names: readonly string[], extra: readonly string[] = []): Catalog {
  const aliases = [...new Set([...names.map((name) => name.split('/')[0] ?? ''), ...extra])];
  const servers = new Map(aliases.map((alias) => [alias, serviceCalled(alias)]));
  const toTool = (at: string, isBare: boolean): CatalogTool[] => {
    const [alias = '', name = ''] = at.split('/');
    const server = servers.get(alias);
    const publicName = isBare ? name : `${alias}__${name}`;
    const definition = { name, description: `does ${name}`, inputSchema: { type: 'object' } };
    return server === undefined ? [] : [{ publicName, server, name, definition, approved: undefined }];
  };
  const build = (list: readonly string[], some: readonly CatalogServer[], isBare: boolean): Catalog => {
    const tools = list.flatMap((at) => toTool(at, isBare));
    return {
      version: `${version}${isBare}`,
      servers: some,
      tools,
      find: (name) => tools.find((tool) => tool.publicName === name),
      forServer: (alias) => {
        const server = servers.get(alias);
        return (
          server &&
          build(
            names.filter((at) => at.startsWith(`${alias}/`)),
            [server],
            true,
          )
        );
      },
    };
  };
  return build(names, [...servers.values()], false);
}

export interface FrontWorld {
  catalog: Catalog;
  principal: Principal;
  /** Texts judged outside of tool calls, with their kind. */
  readonly judged: { readonly of: string; readonly texts: readonly string[] }[];
  /** Existing tools without a verdict. */
  unjudged: readonly string[];
  /** Thrown by the catalogs instead of an answer. */
  catalogError: Error | undefined;
  isStillAllowed: boolean;
  call: (request: ToolCallRequest) => Promise<ToolCallEnd>;
  upstream: (server: CatalogServer, request: UpstreamRequest) => Promise<UpstreamOutcome>;
  denies: (text: string) => boolean;
  /** Seconds until the agent may ask servers again; undefined: it may. */
  waitS: number | undefined;
  /** `said`: only these servers announced a change. */
  readonly changed: (said?: ReadonlySet<string>) => void;
  readonly tell: (alias: string, event: UpstreamEvent) => void;
  /** Aliases that are listened to now, with the URIs. */
  readonly listened: ReadonlyMap<string, readonly string[]>;
}

export const toResult = (text: string): ToolCallEnd => ({
  kind: 'result',
  evidenceId: 'ev_1',
  result: { content: [{ type: 'text', text }] },
});

export async function startFront(limits: Partial<HttpAnswerLimits> = {}) {
  const listeners = new Set<CatalogListener>();
  const heard = new Map<string, { uris: readonly string[]; onEvent: (event: UpstreamEvent) => void }>();
  const world: FrontWorld & { listened: Map<string, readonly string[]> } = {
    catalog: catalogOfTools('1', ['notes/read', 'notes/write', 'mail/send']),
    principal,
    catalogError: undefined,
    isStillAllowed: true,
    call: (request) => Promise.resolve(toResult(JSON.stringify(request.arguments))),
    upstream: () =>
      Promise.resolve({ kind: 'rpc_error', code: -32601, message: 'no', data: undefined, wasBegun: false }),
    denies: () => false,
    waitS: undefined,
    unjudged: [],
    judged: [],
    changed: (said) => {
      for (const listener of listeners) listener(said);
    },
    tell: (alias, event) => heard.get(alias)?.onEvent(event),
    listened: new Map(),
  };
  const catalogNow = () =>
    world.catalogError === undefined ? Promise.resolve(world.catalog) : Promise.reject(world.catalogError);
  const front = createMcpHandler({
    version: '1.2.3',
    log: createLogger({ service: 'test', level: 'silent' }),
    randomBytes,
    limits,
    catalogs: {
      of: catalogNow,
      toCall: async (_principal, name, alias) => {
        const catalog = await catalogNow();
        if (world.unjudged.includes(name)) return 'unjudged';
        return (alias === undefined ? catalog : catalog.forServer(alias))?.find(name);
      },
      onChange: (_principal, listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      skipped: () => [],
      close: () => Promise.resolve(),
    },
    calling: { call: (_principal, request) => world.call(request) },
    upstreams: {
      request: (server, _principal, request) => world.upstream(server, request),
      listen: async (server, _principal, { uris }, onEvent, signal) => {
        heard.set(server.alias, { uris, onEvent });
        world.listened.set(server.alias, uris);
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        world.listened.delete(server.alias);
      },
      close: () => Promise.resolve(),
    },
    reading: readingOf(world),
  });
  const endpointOf = (path: string): McpEndpoint => {
    const [, , alias] = path.split('/');
    return alias === undefined ? { kind: 'all' } : { kind: 'server', alias };
  };
  const server = createServer((request, response) => {
    void front.handle(request, response, {
      principal: world.principal,
      endpoint: endpointOf(request.url ?? ''),
      isStillAllowed: () => world.isStillAllowed,
      challenge: (scopes) => ({ status: 403, headers: { 'www-authenticate': `Bearer scope="${scopes.join(' ')}"` } }),
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    await front.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { world, front, server, port, url: `http://127.0.0.1:${port}`, close };
}

function readingOf(world: FrontWorld): Reading {
  return {
    take: () => world.waitS ?? 'taken',
    judgeTexts: (_principal, _server, texts, { of = 'contents' }) => {
      world.judged.push({ of, texts: texts.map(({ text }) => text) });
      const decisionOf = (text: string) => (world.denies(text) ? 'deny' : 'allow');
      return Promise.resolve(texts.map(({ id, text }) => ({ id, decision: decisionOf(text), reasons: ['injection'] })));
    },
    sealState: (_principal, { alias }, _asked, state) => `sealed:${alias}:${state ?? ''}`,
    openState: (_principal, { alias }, _asked, sealed) => sealed.replace(`sealed:${alias}:`, ''),
  };
}

/** Headers and body of a request of 2026-07-28. */
export function modernRequest(method: string, params: JsonObject = {}, capabilities: JsonObject = {}) {
  const name = method === 'resources/read' ? params['uri'] : params['name'];
  const meta = { [metaKeys.protocolVersion]: '2026-07-28', [metaKeys.clientCapabilities]: capabilities };
  const given = typeof params['_meta'] === 'object' ? params['_meta'] : {};
  const body = { jsonrpc: '2.0', id: 7, method, params: { ...params, _meta: { ...meta, ...given } } };
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
  };
  return { headers, body };
}

/** Headers and body of a request of an older revision. */
export function legacyRequest(method: string, params: JsonObject = {}) {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  return {
    headers: { ...headers, 'mcp-protocol-version': '2025-11-25' },
    body: { jsonrpc: '2.0', id: 7, method, params },
  };
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** The last message; undefined for an empty body. */
  readonly message: { result?: JsonObject; error?: { code: number; message: string; data?: JsonObject } } | undefined;
  readonly notifications: readonly JsonObject[];
}

/** Sends it and reads the answer to its end, JSON or stream. */
export async function send(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: unknown },
): Promise<Answered> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(url, { method: 'POST', headers, body: text });
  const answer = await response.text();
  const isStream = response.headers.get('content-type') === 'text/event-stream';
  const lines = isStream ? answer.split('\n').filter((line) => line.startsWith('data: ')) : [`data: ${answer}`];
  const messages = answer === '' ? [] : lines.map((line) => JSON.parse(line.slice(6)));
  return {
    status: response.status,
    headers: response.headers,
    message: messages.at(-1),
    notifications: messages.slice(0, -1),
  };
}
