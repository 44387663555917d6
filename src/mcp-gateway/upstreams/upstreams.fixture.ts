/** Servers for tests of upstreams: of both eras, misbehaving on demand, and a wired gateway part. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import type { AgentServer } from '../../contract/agent-tools.ts';
import type { InjectionAnswer, InjectionQuestion } from '../../contract/injection.ts';
import { createSite, loopback, type Site } from '../../platform/http/guarded.fixture.ts';
import { createGuardedFetch } from '../../platform/http/guarded-fetch.ts';
import { createInjector } from '../credentials/injector.ts';
import type { CatalogServer, Principal, UpstreamRequest } from '../ports.ts';
import { createUpstreams, type UpstreamsDeps } from './create.ts';
import { parseStdioFile } from './stdio-file.ts';

/** A client's message as it came. */
export interface CameIn {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: unknown;
}

export interface Scripted {
  readonly url: string;
  /** Requests over HTTP, the newest last. */
  readonly seen: { readonly verb: string; readonly headers: IncomingMessage['headers']; readonly message: CameIn }[];
  connections: number;
}

export type Script = (message: CameIn, response: ServerResponse, request: IncomingMessage) => void;

/** A server with the test's answer to each complete message. */
export async function openScripted(site: Site, script: Script): Promise<Scripted> {
  const sockets = new WeakSet<object>();
  const port = await site.serve(async (request, response) => {
    if (!sockets.has(request.socket)) scripted.connections += 1;
    sockets.add(request.socket);
    const text = (await request.toArray()).map(String).join('');
    const message: CameIn = text === '' ? {} : JSON.parse(text);
    scripted.seen.push({ verb: request.method ?? '', headers: request.headers, message });
    script(message, response, request);
  });
  const scripted: Scripted = { url: `http://127.0.0.1:${port}/mcp`, seen: [], connections: 0 };
  return scripted;
}

export function sayJson(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

export const toResult = (id: unknown, result: unknown) => ({ jsonrpc: '2.0', id, result });
export const toError = (id: unknown, code: number, message = 'no') => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});
export const sayDone = { content: [{ type: 'text', text: 'done' }] };

/** A script of 2026-07-28; tool calls go on to the given script. */
export const modern =
  (onCall: Script): Script =>
  (message, response, request) => {
    const { id, method } = message;
    if (method !== 'server/discover') onCall(message, response, request);
    else sayJson(response, toResult(id, { supportedVersions: ['2026-07-28'], capabilities: {} }));
  };

/** A script of an older revision, with sessions: `sessions` lists the known ones. */
export const legacy =
  (sessions: Set<string>, onCall: Script): Script =>
  (message, response, request) => {
    const { id, method } = message;
    const session = request.headers['mcp-session-id'];
    if (request.method === 'GET' && request.headers['last-event-id'] === undefined) response.writeHead(405).end();
    else if (request.method === 'DELETE') response.writeHead(200).end();
    else if (method === 'server/discover') sayJson(response, toError(id ?? null, -32_000), 400);
    else if (method === 'initialize') {
      const made = `s${sessions.size + 1}-${Math.random()}`;
      sessions.add(made);
      const result = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'f' } };
      sayJson(response, toResult(id, result), 200, { 'mcp-session-id': made });
    } else if (!sessions.has(String(session))) sayJson(response, toError(id ?? null, -32_001), 404);
    else if (request.method === 'POST' && (method ?? 'notifications/').startsWith('notifications/')) {
      response.writeHead(202).end();
    } else onCall(message, response, request);
  };

/** A server with the official package, for errors that a hand-written one would share with its client. */
export async function openOfficial(site: Site): Promise<{ readonly url: string; readonly changed: () => void }> {
  const handler = createMcpHandler(() => {
    const server = new Server(
      { name: 'official', version: '1.0.0' },
      { capabilities: { tools: { listChanged: true } } },
    );
    server.setRequestHandler('tools/list', () => ({ tools: [] }));
    server.setRequestHandler('tools/call', async ({ params: { name, arguments: args } }, { mcpReq }) => {
      const token = mcpReq._meta?.progressToken;
      if (token !== undefined && name === 'progress') {
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken: token, progress: 1, total: 2 },
        });
      }
      return { content: [{ type: 'text', text: JSON.stringify({ name, args }) }] };
    });
    return server;
  });
  const answer = toNodeHandler(handler);
  const port = await site.serve((request, response) => {
    void answer(Object.assign(request, { method: request.method ?? 'GET', url: request.url ?? '/' }), response);
  });
  return { url: `http://127.0.0.1:${port}/mcp`, changed: () => handler.notify.toolsChanged() };
}

export function anAppServer(change: Partial<AgentServer> & Pick<AgentServer, 'target'>): CatalogServer {
  const app: AgentServer = {
    installation_id: 'inst_1',
    app_id: 'app_1',
    title: 'App',
    server: 'main',
    alias: 'app',
    service: 'crm',
    resource: null,
    auth: { required: false, status: 'ready', connect_url: null },
    quarantined: false,
    tools: [],
    blocked: [],
    ...change,
  };
  return { kind: 'app', alias: app.alias, app };
}

export function remote(
  url: string,
  change: Partial<AgentServer> = {},
  type: 'streamable-http' | 'sse' = 'streamable-http',
) {
  return anAppServer({ target: { kind: 'remote', type, url, headers: [] }, ...change });
}

/** Names the local server of this folder, as its operator would. */
export const stdioFile = JSON.stringify({
  servers: {
    'fixture-mcp': {
      command: process.execPath,
      args: [fileURLToPath(new URL('./stdio-server.fixture.mjs', import.meta.url))],
    },
  },
});

export function local(environment: Readonly<Record<string, string>> = {}, change: Partial<AgentServer> = {}) {
  const named = Object.entries(environment).map(([name, value]) => ({ name, value }));
  return anAppServer({
    target: { kind: 'package', identifier: 'fixture-mcp', version: '1.0.0', environment: named },
    ...change,
  });
}

export const needsCredential = { auth: { required: true, status: 'ready', connect_url: null } };

export function aPrincipal(change: Partial<Principal> = {}): Principal {
  return {
    agentId: 'bot',
    authentication: 'token',
    credentialId: 'c1',
    onBehalfOf: undefined,
    speaker: undefined,
    scopes: 'all',
    key: 'bot',
    ...change,
  };
}

export function aRequest(change: Partial<UpstreamRequest> = {}): UpstreamRequest {
  return {
    method: 'tools/call',
    params: { name: 'search', arguments: { q: 'x' } },
    traceparent: '',
    signal: new AbortController().signal,
    timeoutMs: 10_000,
    ...change,
  };
}

export const aReadyAnswer: InjectionAnswer = {
  status: 'ready',
  credential_id: 'scr_1',
  version: 1,
  method: 'sidecar',
  good_for_s: 60,
  scopes_missing: [],
  headers: [],
  environment: [],
  client_certificate: null,
  connect_url: null,
};

/** Opens upstreams with servers on loopback allowed; close both in `afterEach`. */
export function openUpstreams(
  change: Partial<UpstreamsDeps> & { readonly ask?: (question: InjectionQuestion) => Promise<InjectionAnswer> } = {},
) {
  const { ask = async () => aReadyAnswer, ...rest } = change;
  const site = createSite();
  const logged: unknown[] = [];
  const note = (fields: unknown): void => void logged.push(fields);
  const clock = { now: () => Date.now() };
  const upstreams = createUpstreams({
    injector: createInjector({ ask, clock, bundleVersion: () => 'cfg_1' }),
    outbound: { allow: loopback },
    clock,
    random: () => 0.5,
    log: { debug: note, warn: note },
    stdio: parseStdioFile(stdioFile),
    connect: () => ({ open: createGuardedFetch({ allow: loopback }).open, headers: {} }),
    listenPauseMs: 20,
    ...rest,
  });
  const close = async (): Promise<void> => {
    await upstreams.close();
    site.close();
  };
  return { site, upstreams, logged, close };
}
