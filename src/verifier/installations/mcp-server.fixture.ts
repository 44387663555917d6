/** An MCP server on loopback for tests, over the official server package; it shows what a test wants, or misbehaves. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { type CallToolResult, createMcpHandler, Server, type Tool } from '@modelcontextprotocol/server';
import { listenOnLoopback } from '../foreign-oauth/loopback.fixture.ts';

/** How it answers: as it should, or never, or with nonsense, or with far too much. */
export type McpFault =
  | 'hang'
  | 'garbage'
  | 'html'
  | 'error'
  | 'flood'
  | 'pings'
  | 'endless_pages'
  | 'redirect'
  | 'unauthorized'
  | 'insufficient_scope';

export interface McpBehaviour {
  tools: readonly Tool[];
  fault: McpFault | undefined;
  /** What it wants with `insufficient_scope`. */
  wantedScopes: readonly string[];
  /** Tools of one page; all on one if absent. */
  pageSize: number | undefined;
  /** What a call of a tool gives; it may take its time, or fail. */
  onCall: (name: string, args: Readonly<Record<string, unknown>>) => CallToolResult | Promise<CallToolResult>;
  /** Calls of tools that arrived, the newest last. */
  readonly called: { readonly name: string; readonly arguments: unknown }[];
}

export interface McpServerFixture {
  readonly url: string;
  readonly behaviour: McpBehaviour;
  /** Headers of the calls that came, the newest last. */
  readonly calls: IncomingMessage['headers'][];
  close(): Promise<void>;
}

export function aTool(name: string, description = `Does ${name}`, more: Partial<Tool> = {}): Tool {
  return { name, description, inputSchema: { type: 'object', properties: { q: { type: 'string' } } }, ...more };
}

export function createMcpBehaviour(tools: readonly Tool[] = [aTool('search'), aTool('fetch')]): McpBehaviour {
  const onCall: McpBehaviour['onCall'] = (name) => ({ content: [{ type: 'text', text: `${name} is done` }] });
  return { tools, fault: undefined, wantedScopes: ['tools.admin'], pageSize: undefined, onCall, called: [] };
}

export type McpAnswer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What a server answers with; a protected resource can be put before it. */
export function createMcpAnswer(behaviour: McpBehaviour): McpAnswer {
  const handler = createMcpHandler(() => {
    const server = new Server({ name: 'fixture', version: '1.0.0' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', ({ params }) => {
      const { tools, fault, pageSize = tools.length } = behaviour;
      if (fault === 'endless_pages') return { tools: [], nextCursor: `${params?.cursor ?? ''}x` };
      const start = Number(params?.cursor ?? 0);
      const next = start + pageSize;
      return { tools: tools.slice(start, next), ...(next < tools.length ? { nextCursor: String(next) } : {}) };
    });
    server.setRequestHandler('tools/call', ({ params: { name, arguments: args = {} } }) => {
      behaviour.called.push({ name, arguments: args });
      return behaviour.onCall(name, args);
    });
    return server;
  });
  const answer = toNodeHandler(handler);
  return async (request, response) => {
    const { fault } = behaviour;
    if (fault === 'hang') return;
    if (fault === 'garbage') response.writeHead(200, { 'content-type': 'application/json' }).end('{"jsonrpc":');
    else if (fault === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>canary</h1>');
    else if (fault === 'error') response.writeHead(500, { 'content-type': 'text/plain' }).end('canary');
    else if (fault === 'unauthorized') response.writeHead(401).end();
    else if (fault === 'insufficient_scope') wantMore(response, behaviour.wantedScopes);
    else if (fault === 'redirect') response.writeHead(307, { location: 'http://127.0.0.1:9/mcp' }).end();
    else if (fault === 'flood') flood(response);
    else if (fault === 'pings') await ping(request, response);
    else await answer(Object.assign(request, { method: request.method ?? 'GET', url: request.url ?? '/' }), response);
  };
}

function wantMore(response: ServerResponse, scopes: readonly string[]): void {
  response
    .writeHead(403, { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"` })
    .end();
}

function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const chunk = `: ${'x'.repeat(64 * 1024)}\n\n`;
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}

/** A server of the older protocol that has its client answer it, call after call. */
async function ping(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = (await request.toArray()).join('');
  const { id, method } = text === '' ? {} : JSON.parse(text);
  const serverInfo = { name: 'fixture', version: '1.0.0' };
  const result = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo };
  const json = (answer: unknown) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...Object(answer) }));
  if (id === undefined || method === undefined) response.writeHead(202).end();
  else if (method === 'initialize') json({ result });
  else if (method !== 'tools/list') json({ error: { code: -32601, message: 'unknown' } });
  else {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let n = 0; n < 300; n += 1) response.write(`data: {"jsonrpc":"2.0","id":${n},"method":"ping"}\n\n`);
  }
}

/** Opens one that asks nobody for a token. */
export async function openMcpServer(tools?: readonly Tool[]): Promise<McpServerFixture> {
  const behaviour = createMcpBehaviour(tools);
  const answer = createMcpAnswer(behaviour);
  const server = await listenOnLoopback();
  const calls: IncomingMessage['headers'][] = [];
  server.answer = (request, response) => {
    calls.push(request.headers);
    if (!request.url?.startsWith('/mcp')) {
      response.writeHead(404).end();
      return;
    }
    return answer(request, response);
  };
  return { url: `${server.url}/mcp`, behaviour, calls, close: server.close };
}
