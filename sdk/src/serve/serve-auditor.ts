/** Serves an auditor over HTTP on node:http: health, claims, vocabulary, metrics, `/mcp` and the author's own routes. */
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Auditor, createAuditor } from '../auditor/create-auditor.ts';
import type { AuditorDefinition } from '../auditor/definition.ts';
import { warnOfError } from '../auditor/report-error.ts';
import { findForeignPage, isLoopbackName } from '../mcp/browser-guard.ts';
import type { McpEndpoint } from '../mcp/endpoint.ts';
import { rawProblem, sendJson, sendProblem, sendText } from './answer.ts';
import { createAuditorMcp } from './auditor-mcp.ts';
import { createBearerCheck } from './bearer.ts';
import { createClaimsRoute } from './claims-route.ts';
import { resolveServeConfig, type ServeConfig, type ServeOptions } from './config.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { describeServedApi } from './openapi.ts';
import { createRouter, pathOf, type Route } from './router.ts';

export interface ServedAuditor {
  /** URL of the server on this machine. */
  readonly url: string;
  readonly port: number;
  readonly auditor: Auditor;
  /**
   * Answers a request whose sender is authenticated already, such as by a TLS server in front that checks certificates.
   * It asks for no token.
   */
  readonly handleAuthenticated: (request: IncomingMessage, response: ServerResponse) => void;
  /** Resolves when the server has stopped, for any reason. */
  readonly closed: Promise<void>;
  /** Finishes running calls, refuses new ones, then closes the auditor. */
  close(): Promise<void>;
}

/**
 * Starts the server; it answers `/health` with `ready: false` until the auditor's `setup` has finished.
 *
 * @throws TypeError for a wrong option or environment variable, Error when the port is taken.
 * @example
 * const served = await serveAuditor(shouting, { port: 0 });
 */
export async function serveAuditor(definition: AuditorDefinition, options: ServeOptions = {}): Promise<ServedAuditor> {
  const config = resolveServeConfig(options);
  const auditor = createAuditor(definition, { ...options, env: config.env });
  const onError = options.onError ?? warnOfError(definition.id);
  const metrics = createMetrics(auditor.health().auditor_id, () => performance.now());
  const mcp = config.mcp.isEnabled ? createAuditorMcp({ auditor, config, metrics, onError }) : undefined;
  const parts = { auditor, config, metrics, mcp, onError };
  const server = await start(parts);
  const port = portOf(server);
  const url = `http://${toReachableHost(config.host)}:${port}`;
  options.log?.(`auditor ${definition.id} listens on ${describeAddress(server)}`);
  const { closed, close } = createStop({ server, auditor, mcp, config }, () =>
    options.log?.(`auditor ${definition.id} stopped`),
  );
  stopOnSignal(options.signal, close, onError);
  const handleAuthenticated = createListener(parts, { isAuthenticated: true });
  return { url, port, auditor, handleAuthenticated, closed, close };
}

interface Parts {
  readonly auditor: Auditor;
  readonly config: ServeConfig;
  readonly metrics: Metrics;
  readonly mcp: McpEndpoint<undefined> | undefined;
  readonly onError: (error: unknown) => void;
}

/** Listens, or closes the auditor again on failure. */
async function start(parts: Parts): Promise<Server> {
  const { auditor, config } = parts;
  try {
    const server = createServer(serverTimeouts, createListener(parts));
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else socket.end(rawProblem(400, 'Bad Request'));
    });
    await listen(server, config);
    return server;
  } catch (error) {
    await auditor.close();
    throw error;
  }
}

// Slow-loris bounds: headers within 10 s, a whole request within 60 s. Keep-alive outlives the usual pool of a caller.
const serverTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
};

function createListener(
  parts: Parts,
  { isAuthenticated = false } = {},
): (request: IncomingMessage, response: ServerResponse) => void {
  const { config, onError } = parts;
  const route = createRouter(createRoutes(parts));
  const isAdmitted = isAuthenticated ? () => true : createBearerCheck(config.token);
  // On a network, a proxy beside an auditor calls it on loopback under another name; the token keeps pages out then.
  const isHostChecked = !isAuthenticated && (config.token === undefined || isLoopbackName(config.host));
  const browserGuard = { isHostChecked };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isSaidTwice(request)) return sendProblem(request, response, 400);
    const detail = findForeignPage(request, browserGuard);
    if (detail !== undefined) return sendProblem(request, response, 403, { detail });
    const path = pathOf(request.url);
    // Health stays open: operators and kubelets poll it without a secret.
    if (path !== config.healthPath && !isAdmitted(request.headers.authorization)) {
      return sendProblem(request, response, 401, { headers: { 'www-authenticate': 'Bearer' } });
    }
    const match = route(request.method, path);
    if ('handle' in match) {
      if (isOtherCharset(request.headers['content-type'])) return sendProblem(request, response, 415);
      return match.handle(request, response);
    }
    sendProblem(request, response, match.status, match.status === 405 ? { headers: { allow: match.allow } } : {});
  }

  return (request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (request.destroyed && !request.complete) return;
      onError(error);
      if (response.headersSent) response.destroy();
      else sendProblem(request, response, 500);
    });
  };
}

/** Node keeps the first of these only, and a proxy before us may have used another one. */
function isSaidTwice({ headersDistinct }: IncomingMessage): boolean {
  return ['host', 'content-type', 'authorization'].some((name) => (headersDistinct[name]?.length ?? 0) > 1);
}

/** Refuses bodies that declare another charset: every body is read as UTF-8, and another reader would see another text. */
function isOtherCharset(contentType = ''): boolean {
  const named = [...contentType.matchAll(/;\s*charset\s*=\s*([^;]*)/gi)].map(([, name = '']) => name);
  return named.some((name) => !/^["']?utf-?8["']?\s*$/i.test(name));
}

function createRoutes({ auditor, config, metrics, mcp }: Parts): readonly Route[] {
  const claims = createClaimsRoute({ auditor, metrics, maxBodyBytes: config.maxBodyBytes });
  const claimsPaths = new Set([config.claimsPath, '/v1/claims']);
  const document = describeServedApi(auditor, config);
  return [
    {
      method: 'GET',
      path: config.healthPath,
      handle: (_request, response) => sendJson(response, 200, auditor.health()),
    },
    {
      method: 'GET',
      path: '/vocabulary',
      handle: (_request, response) => sendJson(response, 200, auditor.vocabulary()),
    },
    {
      method: 'GET',
      path: '/openapi.json',
      handle: (_request, response) => sendJson(response, 200, document),
    },
    {
      method: 'GET',
      path: '/metrics',
      handle: (_request, response) =>
        sendText(response, 200, 'text/plain; version=0.0.4; charset=utf-8', metrics.print()),
    },
    ...[...claimsPaths].map((path) => ({ method: 'POST', path, handle: claims }) as const),
    ...(mcp === undefined ? [] : createMcpRoutes(mcp, config)),
    ...config.routes,
  ];
}

function createMcpRoutes(mcp: McpEndpoint<undefined>, { mcp: { toolsPath, metadataPath } }: ServeConfig): Route[] {
  return [
    {
      method: 'POST',
      path: toolsPath,
      handle: (request, response) => mcp.handle(request, response, { caller: undefined }),
    },
    { method: 'GET', path: metadataPath, handle: (_request, response) => sendJson(response, 200, mcp.metadata()) },
  ];
}

function listen(server: Server, { host, port }: ServeConfig): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'EADDRINUSE') reject(cause);
      else
        reject(
          new Error(`port ${port} on ${host} is in use; stop the program that uses it, or set PORT to another port`, {
            cause,
          }),
        );
    });
    server.listen(port, host, resolve);
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port');
  return address.port;
}

/** The address that the server is bound to, as the operating system gives it. */
function describeAddress(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  const isEverywhere = address.address === '0.0.0.0' || address.address === '::';
  return `http://${host}:${address.port}${isEverywhere ? ' (every network of this machine)' : ''}`;
}

function toReachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

function watchConnections(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

function createStop(
  {
    server,
    auditor,
    mcp,
    config: { stopTimeoutMs },
  }: Pick<Parts, 'auditor' | 'mcp' | 'config'> & { readonly server: Server },
  onStopped: () => void,
): { closed: Promise<void>; close: () => Promise<void> } {
  let stopping: Promise<void> | undefined;
  const serverClosed = once(server, 'close');
  const connections = watchConnections(server);
  const stopped = new EventEmitter();
  const closed = once(stopped, 'stopped').then(() => undefined);

  async function stop(): Promise<void> {
    const timer = setTimeout(() => server.closeAllConnections(), stopTimeoutMs);
    server.close();
    // Clients that listen to changes would keep the server open.
    const mcpClosed = mcp?.close();
    // A keep-alive connection becomes idle after its answer, so this repeats until none is left.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    // Node takes a connection without a request for a busy one.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    await serverClosed;
    clearInterval(sweep);
    clearTimeout(timer);
    await mcpClosed;
    await auditor.close();
    onStopped();
    stopped.emit('stopped');
  }
  return { closed, close: () => (stopping ??= stop()) };
}

function stopOnSignal(
  signal: AbortSignal | undefined,
  close: () => Promise<void>,
  onError: (error: unknown) => void,
): void {
  if (signal === undefined) return;
  const stop = () => {
    close().catch(onError);
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
}
