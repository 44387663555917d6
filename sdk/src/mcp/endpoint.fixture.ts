/** An endpoint on a free port for tests, with tools that echo, wait and fail. */
import { once } from 'node:events';
import { type Agent, createServer, request as httpRequest } from 'node:http';
import { Type } from 'typebox';
import { createMcpEndpoint, type McpEndpoint, type McpEndpointOptions } from './endpoint.ts';
import { readMcpSettings } from './settings.ts';
import { defineMcpTool, type McpTool, type McpToolContext } from './tool.ts';

export interface TestEndpoint {
  readonly url: string;
  readonly mcp: McpEndpoint<string>;
  /** Errors reported to services. */
  readonly errors: unknown[];
  /** Running calls of `wait`, in order. */
  readonly waiting: WaitingCall[];
  /** Resolves after this many calls in total. */
  began(count: number): Promise<void>;
  close(): Promise<void>;
}

export interface WaitingCall {
  readonly id: string;
  readonly context: McpToolContext<string>;
  end(): void;
}

export async function openTestEndpoint(options: Partial<McpEndpointOptions<string>> = {}): Promise<TestEndpoint> {
  const errors: unknown[] = [];
  const calls = createWaitingTool();
  const mcp = createMcpEndpoint<string>({
    name: 'assay-test',
    version: '1.2.3',
    settings: readMcpSettings({}),
    tools: [calls.tool, echo, failing],
    instructions: 'For tests.',
    onError: (error) => errors.push(error),
    ...options,
  });
  const server = createServer((request, response) => {
    mcp.handle(request, response, { caller: 'ada' }).catch((error: unknown) => errors.push(error));
  });
  await once(server.listen({ port: 0, host: '127.0.0.1', backlog: 2_048 }), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the endpoint listens on no port');
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    mcp,
    errors,
    waiting: calls.waiting,
    began: calls.began,
    async close() {
      for (const call of [...calls.waiting]) call.end();
      await mcp.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const echo = defineMcpTool({
  name: 'echo',
  title: 'Echo',
  description: 'Says it again',
  annotations: { readOnlyHint: true },
  inputSchema: Type.Object({ text: Type.String() }, { additionalProperties: false }),
  outputSchema: Type.Object({ text: Type.String(), caller: Type.String(), traceparent: Type.String() }),
  async run({ text }, { caller, traceparent = '', progress }: McpToolContext<string>) {
    await progress(1, 2, 'half');
    await progress(1, 2, 'again');
    await progress(2, 2);
    return { structured: { text, caller, traceparent } };
  },
});

const failing: McpTool<string> = defineMcpTool({
  name: 'fail',
  title: 'Fail',
  description: 'Fails',
  annotations: {},
  inputSchema: Type.Object({}),
  run: () => Promise.reject(new Error('a password: hunter2')),
});

function createWaitingTool() {
  const waiting: WaitingCall[] = [];
  const wakers: { count: number; wake: () => void }[] = [];
  let begun = 0;
  const tool = defineMcpTool({
    name: 'wait',
    title: 'Wait',
    description: 'Answers when it is told to',
    annotations: {},
    inputSchema: Type.Object({ id: Type.String() }),
    async run({ id }, context: McpToolContext<string>) {
      begun += 1;
      await new Promise<void>((resolve) => {
        const call: WaitingCall = {
          id,
          context,
          end() {
            const index = waiting.indexOf(call);
            if (index >= 0) waiting.splice(index, 1);
            resolve();
          },
        };
        waiting.push(call);
        for (const { count, wake } of wakers) if (begun >= count) wake();
      });
      return { structured: { id } };
    },
  });
  const began = (count: number) =>
    begun >= count ? Promise.resolve() : new Promise<void>((wake) => wakers.push({ count, wake }));
  return { tool, waiting, began };
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface RawOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly agent?: Agent;
  readonly signal?: AbortSignal;
}

/** Sends one HTTP request with exactly the given headers. */
export function send(
  url: string,
  body: string,
  { method = 'POST', headers, ...more }: RawOptions = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      url,
      { method, headers: { 'content-type': 'application/json', ...modernHeaders, ...headers }, ...more },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const modernHeaders = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2026-07-28' };

/** The body of a 2026-07-28 request, with the headers that mirror it. */
export function message(method: string, params: Record<string, unknown> = {}, id: number | string = 1) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const { name } = params;
  return {
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: { ...meta } } }),
    headers: { 'mcp-method': method, ...(typeof name === 'string' ? { 'mcp-name': name } : {}) },
  };
}
