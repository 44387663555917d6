/** The HTTP app of the MCP gateway. It authenticates the caller and hands MCP requests to `protocol/`. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import manifest from '../../package.json' with { type: 'json' };
import {
  defineA2aOperation,
  defineMcpOperation,
  defineMetadataOperation,
  protectedResource,
} from '../contract/api/mcp-gateway-api/operations.ts';
import { holdsOwnSecret } from '../edge/authentication/our-credentials.ts';
import { AppError } from '../platform/errors.ts';
import { createHttpApp, type HealthReport, type HttpApp } from '../platform/http/app.ts';
import { addOperation, mountRaw } from '../platform/http/mount-raw.ts';
import { addRootPage } from '../platform/http/root-page.ts';
import type { Logger } from '../platform/log.ts';
import { answerCallback } from './a2a/callback-route.ts';
import { type Callbacks, callbackPath } from './a2a/callbacks.ts';
import type { McpAccess } from './access/create.ts';
import { cardPath, wellKnownPath } from './access/endpoint-paths.ts';
import { createCors } from './cors.ts';
import type { OpenCalls } from './open-calls.ts';
import type { McpHandler } from './protocol/mcp-handler.ts';

export interface McpAppOptions {
  readonly access: McpAccess;
  readonly log: Logger;
  readonly isEnabled: boolean;
  readonly metadataPath: string;
  readonly toolsPath: string;
  /** Created at the first call. */
  readonly front: () => Promise<Pick<McpHandler, 'handle'>>;
  readonly openCalls: OpenCalls;
  readonly callbacks: Pick<Callbacks, 'find'>;
  readonly health: () => HealthReport;
  readonly registry: Registry;
  /** URL of the verifier whose console browsers are shown; undefined if none is known that they reach. */
  readonly verifierUrl: string | undefined;
}

/** Creates the app. Nothing listens until `app.listen`. */
export function createMcpGatewayApp(options: McpAppOptions): HttpApp {
  const { access, log, registry, health } = options;
  const app = createHttpApp({
    service: 'mcp-gateway',
    version: manifest.version,
    log,
    registry,
    health,
    access: access.access,
    challengeOf: access.challengeOf,
    openapi: {
      title: 'Assay MCP gateway',
      description: 'The tools of agents over the Model Context Protocol: each call judged, recorded and signed.',
      server: 'http://127.0.0.1:8100',
    },
  });
  guardCallers(app);
  app.register(async (scope) => {
    addMetadataRoutes(scope, options);
    if (options.isEnabled) addMcpRoutes(scope, options);
    addRootPage(scope, {
      title: 'Assay MCP gateway',
      about: 'It gives agents their tools over the Model Context Protocol, and judges and records every call.',
      command: `curl {origin}${options.metadataPath}`,
      verifierUrl: options.verifierUrl,
    });
  });
  return app;
}

/** Lets credentials of agents and people reach MCP only, and not the operators' routes. */
function guardCallers(app: HttpApp): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (holdsOwnSecret(request.url) || /[?&]access_token=/i.test(request.url)) {
      const detail =
        'The URL contains a credential. Revoke it, because URLs are logged on the way, and send the new one in a header.';
      throw new AppError('invalid_request', 'a credential in the URL', { detail });
    }
    const { speaksMcp = false, access } = request.routeOptions.config ?? {};
    if (!speaksMcp && access !== 'open' && request.caller.kind !== 'operator') {
      const detail = 'This credential may only call tools.';
      throw new AppError('forbidden', detail, { detail });
    }
    done();
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for MCP routes, open to agents and people; all other routes are for operators. */
    speaksMcp?: boolean;
  }
}

function addMetadataRoutes(scope: HttpApp, { access, metadataPath, toolsPath }: McpAppOptions): void {
  const cors = createCors(access.trustedOrigins);
  const document = { name: 'mcp-gateway', version: manifest.version, endpoint: toolsPath, tools: [] };
  const open = { access: 'open' } as const;
  addOperation(scope, defineMetadataOperation(metadataPath), async () => document, open);
  const answerMetadata = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const found = access.metadata(request.url.split('?', 1)[0] ?? '');
    if (found === undefined) throw new AppError('not_found', 'no such resource');
    return reply.header('access-control-allow-origin', '*').header('cache-control', 'max-age=60').send(found);
  };
  addOperation(scope, protectedResource.get, async ({ request, reply }) => answerMetadata(request, reply), open);
  scope.get(`${wellKnownPath}/*`, { config: open }, async (request, reply) => answerMetadata(request, reply));
  for (const path of [wellKnownPath, `${wellKnownPath}/*`]) {
    scope.options(path, { config: { access: 'open' } }, async (_request, reply) =>
      reply.code(204).headers(cors.metadataHeaders).send(),
    );
  }
}

function addMcpRoutes(scope: HttpApp, options: McpAppOptions): void {
  const { access } = options;
  const cors = createCors(access.trustedOrigins);
  // `protocol/` reads the body itself and bounds it.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
  const speak = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    await answer(request, reply, options, cors.headersOf(request.headers.origin));
    return reply;
  };
  scope.route<{ Params: { callback_id: string } }>({
    method: 'POST',
    url: `${callbackPath}/:callback_id`,
    // The token of the address is what lets an agent push to it.
    config: { access: 'open' },
    async handler(request, reply) {
      reply.hijack();
      const { raw: response } = reply;
      await answerCallback(options.callbacks, { request: request.raw, response, id: request.params.callback_id });
      return reply;
    },
  });
  for (const url of access.endpointPaths.agentRoutes) {
    const operation = defineA2aOperation(url);
    mountRaw(scope, operation, ({ request, reply }) => speak(request, reply), { speaksMcp: true });
    const card = { url: `${url}${cardPath}`, exposeHeadRoute: false, schema: { params: operation.params } };
    scope.route({ ...card, method: 'GET', config: { speaksMcp: true }, handler: speak });
  }
  for (const url of access.endpointPaths.routes) {
    const operation = defineMcpOperation(url);
    mountRaw(scope, operation, ({ request, reply }) => speak(request, reply), { speaksMcp: true });
    // The MCP endpoint answers these with 405, after the caller is known.
    scope.route({
      method: ['GET', 'DELETE'],
      url,
      exposeHeadRoute: false,
      config: { speaksMcp: true },
      schema: { params: operation.params },
      handler: speak,
    });
    scope.options(url, { config: { access: 'open' } }, async (request, reply) => {
      const headers = cors.preflight(request.headers);
      if (headers === undefined) throw new AppError('forbidden', 'a page of another site', { detail: foreignPage });
      return reply.code(204).headers(headers).send();
    });
  }
}

const foreignPage = 'Pages of this origin may not call: MCP_GATEWAY_TRUSTED_ORIGINS lists the origins that may.';

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  options: McpAppOptions,
  corsHeaders: Readonly<Record<string, string>> | undefined,
): Promise<void> {
  const { access, openCalls } = options;
  if (corsHeaders === undefined && !isOwnOrigin(request)) {
    throw new AppError('forbidden', 'a page of another site', { detail: foreignPage });
  }
  const path = request.url.split('?', 1)[0] ?? '';
  const place = access.endpointPaths.read(path);
  if (place === undefined) throw new AppError('not_found', 'no such agent or server');
  const admitted = access.principalOf(request.caller, request, place.agentId);
  const front = await options.front();
  reply.hijack();
  const { raw: response } = reply;
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...corsHeaders })) {
    if (value !== undefined) response.setHeader(name, value);
  }
  const isOver = openCalls.add(admitted, () => response.destroy());
  try {
    await front.handle(request.raw, response, {
      principal: admitted.principal,
      isStillAllowed: admitted.holds,
      endpoint: place.alias === undefined ? { kind: 'all' } : { kind: 'server', alias: place.alias },
      ...(place.protocol === 'a2a' ? { a2aUrl: `${access.ownUrl() ?? ''}${path.replace(cardPath, '')}` } : {}),
      challenge: (scopes) => ({ status: 403, headers: { 'www-authenticate': access.stepUp(path, scopes) } }),
    });
  } catch (error) {
    // The MCP code answers its own errors; an error thrown here is an internal fault, and the client must get an
    // answer.
    request.log.error({ err: error, reqId: request.id }, 'an MCP call failed');
    if (!response.headersSent) response.writeHead(500, { 'content-length': 0 });
    response.end();
  } finally {
    isOver();
  }
}

function isOwnOrigin({ headers: { origin, host = '' } }: FastifyRequest): boolean {
  if (origin === undefined) return true;
  const own = host.toLowerCase();
  return [`http://${own}`, `https://${own}`].includes(origin.toLowerCase());
}
