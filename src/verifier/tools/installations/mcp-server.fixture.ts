/** An MCP server on loopback for tests, over the official server package; it shows the tools that a test sets, or misbehaves. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { type CallToolResult, createMcpHandler, Server, type Tool } from '@modelcontextprotocol/server';
import { listenOnLoopback } from '../foreign-oauth/loopback.fixture.ts';

/** Fault of its answers: no answer, malformed ones, or far too long ones. */
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
  /** Scopes that it demands with `insufficient_scope`. */
  wantedScopes: readonly string[];
  /** Tools per page; all on one if absent. */
  pageSize: number | undefined;
  /** Answers a tool call; it may take its time, or fail. */
  onCall: (name: string, args: Readonly<Record<string, unknown>>) => CallToolResult | Promise<CallToolResult>;
  /** Tool calls that arrived, the newest last. */
  readonly called: { readonly name: string; readonly arguments: unknown }[];
}

export interface McpServerFixture {
  readonly url: string;
  readonly behaviour: McpBehaviour;
  /** Headers of the calls that arrived, the newest last. */
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

/** Makes the answers of a server; a protected resource can be put before it. */
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

/** A server of the older protocol that makes its client answer pings, call after call. */
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

/** Opens one that requires no token. */
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
