/**
 * A tool server over MCP (2026-07-28) without delay: the given number of tools, each with the same result of 400 characters.
 * Argument: the number. Prints `{"url"}` when it listens.
 */
import { createServer, type ServerResponse } from 'node:http';
import { revision } from '../mcp-load.ts';

const pageSize = 500;
const count = Number(process.argv[2] ?? 1);
const tools = Array.from({ length: count }, (_, index) => ({
  name: index === 0 ? 'find' : `find_${index}`,
  title: `Find entries of shelf ${index}`,
  description: `Looks through shelf ${index} of the library and gives the entries that fit the question, newest first.`,
  inputSchema: {
    type: 'object',
    properties: {
      question: { type: 'string', description: 'What to look for, in plain words' },
      limit: { type: 'integer', minimum: 1, maximum: 100, description: 'How many entries to give at most' },
    },
    required: ['question'],
  },
}));
const pages = Array.from({ length: Math.ceil(count / pageSize) }, (_, page) => {
  const isLast = (page + 1) * pageSize >= count;
  const listed = tools.slice(page * pageSize, (page + 1) * pageSize);
  return { tools: listed, ...(isLast ? {} : { nextCursor: String(page + 1) }) };
});

const sentence = 'The committee met on Tuesday to go through the plans for the new library and its reading room. ';
const complete = {
  resultType: 'complete',
  _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'library', version: '1.0.0' } },
};
/** Lists are private and valid for one minute. */
const kept = { ttlMs: 60_000, cacheScope: 'private' };
const called = JSON.stringify({ ...complete, content: [{ type: 'text', text: sentence.repeat(5).slice(0, 400) }] });
const abilities = { supportedVersions: [revision], capabilities: { tools: {} } };
const discovered = JSON.stringify({ ...complete, ...kept, ...abilities });

function resultOf(method: string, cursor: string | undefined): string | undefined {
  if (method === 'tools/call') return called;
  if (method === 'server/discover') return discovered;
  if (method === 'tools/list') return JSON.stringify({ ...complete, ...kept, ...pages[Number(cursor ?? 0)] });
  return undefined;
}

/** Stays open without messages; otherwise a client that listens for changes would retry constantly. */
function listen(response: ServerResponse, id: unknown): void {
  const params = { notifications: {}, _meta: { 'io.modelcontextprotocol/subscriptionId': id } };
  const message = { jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(`data: ${JSON.stringify(message)}\n\n`);
}

function answer(response: ServerResponse, body: string): void {
  const { id, method, params } = JSON.parse(body);
  if (method === 'subscriptions/listen') {
    listen(response, id);
    return;
  }
  const result = resultOf(method, params?.cursor);
  const ended = result === undefined ? '"error":{"code":-32601,"message":"Method not found"}' : `"result":${result}`;
  const bytes = Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},${ended}}`);
  const status = result === undefined ? 404 : 200;
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.byteLength });
  response.end(bytes);
}

const server = createServer((request, response) => {
  // There is no sign-in and no other route.
  if (request.method !== 'POST') return void response.writeHead(404, { 'content-length': 0 }).end();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => answer(response, Buffer.concat(chunks).toString('utf8')));
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}/mcp` })}\n`);
});
