/** The protocol library behind an endpoint: loaded at the first request, then a server for each request. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { McpServer, Server, ServerNotifier } from '@modelcontextprotocol/server';
import { loadMcpLibrary, type McpLibrary } from './library.ts';

/** One request, for the creation of its server. */
export interface McpExchange<Caller> {
  readonly caller: Caller;
  /** Header `traceparent` as it came. */
  readonly traceparent: string | undefined;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  /** Keeps the place of this call until the work has ended, even if the client goes away. */
  hold<Result>(work: Promise<Result>): Promise<Result>;
}

export type CreateMcpServer<Caller> = (library: McpLibrary, exchange: McpExchange<Caller>) => McpServer | Server;

/** Creates the library's part at the first request. */
export function createProtocol<Caller>(
  createServer: CreateMcpServer<Caller>,
  { maxSubscriptions, maxBodyBytes }: { readonly maxSubscriptions: number; readonly maxBodyBytes: number },
  onError: (error: unknown) => void,
) {
  const report = (error: unknown) => {
    if (!isRefusal(error)) onError(error);
  };
  const exchanges = new WeakMap<object, McpExchange<Caller>>();
  let isClosed = false;
  let started: ReturnType<typeof start> | undefined;
  let notifier: ServerNotifier | undefined;

  async function start() {
    const library = await loadMcpLibrary();
    const handler = library.server.createMcpHandler(
      ({ authInfo }) => {
        const exchange = authInfo === undefined ? undefined : exchanges.get(authInfo);
        if (exchange === undefined) throw new Error('a request came to the protocol without its exchange');
        return createServer(library, exchange);
      },
      { onerror: report, maxSubscriptions, maxRequestBodySize: maxBodyBytes },
    );
    notifier = handler.notify;
    return { library, handler };
  }

  return {
    isClosed: () => isClosed,
    changes: () => notifier,
    refuse() {
      isClosed = true;
    },
    async serve(request: IncomingMessage, response: ServerResponse, body: unknown, exchange: McpExchange<Caller>) {
      started ??= start();
      const { library, handler } = await started;
      // The library passes this object through unchanged; it holds no credential.
      const authInfo = { token: '', clientId: '', scopes: [] };
      exchanges.set(authInfo, exchange);
      const toNode = library.node.toNodeHandler(
        { fetch: (web, given) => handler.fetch(web, { ...given, authInfo }) },
        { onerror: report, maxRequestBodySize: maxBodyBytes },
      );
      await toNode(toNodeRequest(request), response, body);
    },
    async close() {
      if (started !== undefined) await (await started).handler.close();
    },
  };
}

/** Gives the request as the library's adapter needs it. The body is already read; the library needs no path. */
function toNodeRequest(request: IncomingMessage) {
  const { headers } = request;
  return { method: 'POST', url: '/', headers, [Symbol.asyncIterator]: () => request[Symbol.asyncIterator]() };
}

/** The library reports refusals and faults in the same way. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'ProtocolError' || /^(?:Rejected inbound|Unsupported Media Type)/.test(error.message);
}
