/** The HTTP base of every service: access, problem documents, health, metrics, OpenAPI, trace context, bounds. */
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, {
  type FastifyBaseLogger,
  type FastifyContextConfig,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify';
import type { Registry } from 'prom-client';
import { health } from '../../contract/api/health.ts';
import { problemMediaType } from '../../contract/problem.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { createRandomPool } from '../random-pool.ts';
import type { Access, AccessLevel, Caller, IncomingCall } from './access.ts';
import type { Admit } from './admit.ts';
import { createAllowedMethods } from './allowed-methods.ts';
import { addBodyTimeout } from './body-timeout.ts';
import { isUtf8 } from './media-type.ts';
import { createHttpMetrics } from './metrics.ts';
import { addOperation } from './mount-raw.ts';
import { type ApiInfo, type DescribedOperation, describeApi } from './openapi/describe-api.ts';
import { toAppError, toProblem } from './problem.ts';
import { serializerCompiler, validatorCompiler } from './schema-compilers.ts';
import { continueTrace, type TraceContext, toTraceparent } from './trace-context.ts';
import { takeUtf8 } from './utf8-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
    trace: TraceContext;
  }
  interface FastifyInstance {
    challengeOf: ChallengeOf;
    /** Counts the connections. During a shutdown those are the calls without a complete answer. */
    countConnections: () => Promise<number>;
    /** Cuts off the calls that a shutdown waits for, now or when it comes. */
    hurry: () => void;
  }
  interface FastifyContextConfig {
    /** Who may call this route; `caller` if absent. */
    access?: AccessLevel;
    /** Refusals that answer an ordinary question, such as whether something exists. They are logged at `debug`. */
    expectedStatuses?: readonly number[];
  }
}

/** Gives the `WWW-Authenticate` values for an error. `url` is path and query of the call. */
export type ChallengeOf = (error: AppError, headers: IncomingHttpHeaders, url: string) => readonly string[];

/** What a shutdown asks of a service that is closing. */
export type Closing = Pick<HttpApp, 'countConnections' | 'hurry'>;

/** A service's Fastify instance with TypeBox types. */
export type HttpApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression<RawServerDefault>,
  RawReplyDefaultExpression<RawServerDefault>,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

export interface HealthReport {
  readonly ready: boolean;
  readonly [member: string]: unknown;
}

export interface HttpAppOptions {
  readonly service: string;
  readonly log: Logger;
  readonly access: Access;
  /** Largest body in bytes; 1 MiB if absent. */
  readonly bodyLimit?: number;
  /** Addresses and blocks of proxies whose `X-Forwarded-For` is trusted; none if absent. */
  readonly trustedProxies?: readonly string[];
  /** Time limit to receive a whole request; 30 s if absent. */
  readonly requestTimeoutMs?: number;
  /** Upper bound of a route's `config.bodyTimeoutMs`; routes cannot raise the limit if absent. */
  readonly longestBodyMs?: number;
  readonly version?: string;
  /** Serves `/openapi.json` with the operations that routes name. */
  readonly openapi?: Omit<ApiInfo, 'version'>;
  /** Content of `/health`; ready without further members if absent. */
  readonly health?: () => HealthReport | Promise<HealthReport>;
  /** Adds hooks before all routes, including those of this base. */
  readonly beforeRoutes?: (app: HttpApp) => void;
  /** Registry of the service's own metrics; a new one if absent. */
  readonly registry?: Registry;
  /** `Bearer` for every 401 if absent. */
  readonly challengeOf?: ChallengeOf;
}

const plainChallenge: ChallengeOf = ({ status }) => (status === 401 ? ['Bearer'] : []);

const random = createRandomPool(randomBytes);
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const closeGraceMs = 10_000;
const idleSweepMs = 50;
const usualTimeoutMs = 30_000;

/** Creates the app. Nothing listens before `app.listen`; tests call it in process by `app.inject`. */
export function createHttpApp(options: HttpAppOptions): HttpApp {
  const log: FastifyBaseLogger = options.log;
  const app = fastify({
    loggerInstance: log,
    // One line per request is written below, at the response, with the trace id.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimit ?? 1024 * 1024,
    trustProxy: options.trustedProxies === undefined ? false : [...options.trustedProxies],
    requestTimeout: options.longestBodyMs ?? options.requestTimeoutMs ?? usualTimeoutMs,
    routerOptions: { maxParamLength: 512 },
    forceCloseConnections: 'idle',
    // A child logger for each request would cost more than all our hooks. The few written lines name the request.
    childLoggerFactory: (logger) => logger,
    genReqId: () => toHex(random(8)),
    frameworkErrors: (error, request, reply) => sendProblem(toAppError(error), request, reply),
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  takeUtf8(app);
  app.decorate('challengeOf', options.challengeOf ?? plainChallenge);
  addErrorHandling(app);
  options.beforeRoutes?.(app);
  // Before any route, so that the document includes them all.
  if (options.openapi !== undefined) addOpenApi(app, options, options.openapi);
  if (options.longestBodyMs !== undefined) addBodyTimeout(app, options.requestTimeoutMs ?? usualTimeoutMs);
  addRequestHooks(app, options);
  app.register(async (scope: HttpApp) => addServiceRoutes(scope, options));
  const hurrying = new AbortController();
  const connections = watchConnections(app);
  app.decorate('hurry', () => hurrying.abort());
  app.decorate('countConnections', () => promisify(app.server.getConnections.bind(app.server))());
  app.addHook('preClose', (done) => {
    closeConnections(app, { connections, hurrying: hurrying.signal });
    done();
  });
  return app;
}

function watchConnections({ server }: HttpApp): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

interface Shutdown {
  readonly connections: ReadonlySet<Socket>;
  readonly hurrying: AbortSignal;
}

/** Closes each connection after its pending answer. A client that never reads its answer cannot block the shutdown. */
function closeConnections({ server }: HttpApp, { connections, hurrying }: Shutdown): void {
  // Browsers and pools open connections ahead. Node takes those for busy ones until their first request.
  for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  const cut = (): void => server.closeAllConnections();
  setTimeout(cut, closeGraceMs).unref();
  if (hurrying.aborted) cut();
  else hurrying.addEventListener('abort', cut, { once: true });
  if (!server.listening) return;
  // Clients keep connections that were busy at the shutdown; they become idle later.
  const sweeping = setInterval(() => server.closeIdleConnections(), idleSweepMs);
  sweeping.unref();
  server.once('close', () => clearInterval(sweeping));
}

function addErrorHandling(app: HttpApp): void {
  const allowed = createAllowedMethods();
  app.addHook('onRoute', (route) => allowed.add(route.method, route.url));
  app.setErrorHandler((error, request, reply) => sendProblem(toAppError(error), request, reply));
  app.setNotFoundHandler((request, reply) => {
    const methods = allowed.find(request.url.split('?', 1)[0] ?? '');
    if (methods.length === 0) return sendProblem(new AppError('not_found', 'no such route'), request, reply);
    reply.header('allow', methods.join(', '));
    return sendProblem(new AppError('method_not_allowed', 'no such method'), request, reply);
  });
}

/** Answers with the problem document of an error, and logs our own faults. */
export function sendProblem(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error.status >= 500) request.log.error({ err: error, code: error.code, reqId: request.id }, 'request failed');
  if (error.retryAfterS !== undefined) reply.header('retry-after', String(error.retryAfterS));
  const nonce = error.extensions?.['dpop_nonce'];
  if (typeof nonce === 'string') reply.header('dpop-nonce', nonce);
  const challenges = request.server.challengeOf(error, request.headers, request.url);
  // Several challenges are several headers.
  if (challenges.length > 0) reply.header('www-authenticate', challenges.length > 1 ? [...challenges] : challenges[0]);
  return reply
    .code(error.status)
    .header('content-type', problemMediaType)
    .serializer((value: unknown) => JSON.stringify(value))
    .send(toProblem(error, request.id));
}

function addRequestHooks(app: HttpApp, options: HttpAppOptions): void {
  const metrics = createHttpMetrics(options.service, options.registry);
  const admit: Admit = (request, again) => options.access.admit({ ...toCall(request), ...again }, 'caller');
  app.decorate('admit', admit);
  app.decorateRequest('caller');
  app.decorateRequest('trace');
  // These two run for every request and never wait, so they call back instead of creating a promise.
  app.addHook('onRequest', (request, reply, done) => {
    const { traceparent } = request.headers;
    request.trace = continueTrace(typeof traceparent === 'string' ? traceparent : undefined, {
      spanId: request.id,
      newTraceId: () => toHex(random(16)),
    });
    reply.header('x-request-id', request.id).header('traceparent', toTraceparent(request.trace));
    // No database can hold U+0000, and no name or filter of ours has it.
    if (request.url.includes('%00')) throw new AppError('invalid_request', 'U+0000 in the URL');
    assertPlainTarget(request.url);
    assertUtf8(request.headers['content-type']);
    const admitted = options.access.admit(toCall(request), request.routeOptions.config?.access ?? 'caller');
    if (!(admitted instanceof Promise)) {
      request.caller = admitted;
      done();
      return;
    }
    admitted.then((caller) => {
      request.caller = caller;
      done();
    }, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    metrics.observe(labels, reply.elapsedTime / 1000);
    const { statusCode } = reply;
    if (statusCode >= 400 || options.log.isLevelEnabled('debug')) {
      const trace = { trace_id: request.trace?.traceId, reqId: request.id };
      const line = { ...labels, duration_ms: reply.elapsedTime, ...trace };
      const isExpected = request.routeOptions.config?.expectedStatuses?.includes(statusCode) === true;
      if (statusCode >= 400 && !isExpected) request.log.info(line, 'answered');
      else request.log.debug(line, 'answered');
    }
    done();
  });
  app.register(async (scope) => {
    scope.get('/metrics', async (_request, reply) =>
      reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
    );
  });
}

/** Refuses the absolute form (RFC 9112 section 3.2.2): it names a second host beside `Host`, and this is no proxy. */
function assertPlainTarget(url: string): void {
  if (url.startsWith('/')) return;
  const detail = 'The request target must be a path. Send the host in the Host header only.';
  throw new AppError('invalid_request', 'the request target is not a path', { detail });
}

/** Refuses bodies that declare another charset: every body is read as UTF-8, and another reader would see another text. */
function assertUtf8(contentType: string | undefined): void {
  if (isUtf8(contentType)) return;
  const detail = 'The Content-Type names a charset other than UTF-8. Send the body in UTF-8.';
  throw new AppError('unsupported_media_type', 'a charset other than UTF-8', { detail });
}

function toCall({ headers, method, url, raw: { socket, rawHeaders } }: FastifyRequest): IncomingCall {
  return {
    headers,
    rawHeaders,
    method,
    url,
    ...(socket instanceof TLSSocket ? { isOverTls: true } : {}),
    ...(socket instanceof TLSSocket && socket.authorized
      ? { clientCertificate: () => socket.getPeerX509Certificate()?.raw }
      : {}),
  };
}

/** Serves the document of the operations that routes name. Other routes are not in it. */
function addOpenApi(app: HttpApp, options: HttpAppOptions, about: NonNullable<HttpAppOptions['openapi']>): void {
  const routes: DescribedRoute[] = [];
  app.addHook('onRoute', (route) => {
    // Fastify adds HEAD to every GET.
    if (route.method !== 'HEAD') routes.push(route);
  });
  app.register(async (scope) => {
    scope.get('/openapi.json', { config: { access: 'open' } }, async () => {
      const info = { ...about, version: options.version ?? '0.0.0' };
      return describeApi(info, routes.flatMap(toDescribed));
    });
  });
}

/** A route. Its access is read when the document is made, because hooks settle it after the route is added. */
interface DescribedRoute {
  readonly config?: FastifyContextConfig;
}

function toDescribed({ config }: DescribedRoute): DescribedOperation[] {
  return config?.operation === undefined ? [] : [{ operation: config.operation, access: config.access }];
}

function addServiceRoutes(scope: HttpApp, options: HttpAppOptions): void {
  const answer = async () => ({
    status: 'healthy',
    service: options.service,
    version: options.version ?? '0.0.0',
    ...(options.health === undefined ? { ready: true } : await options.health()),
  });
  addOperation(scope, health.get, answer, { access: 'open' });
}
