/** The HTTP app of the gateway: proxied APIs, evaluation, receipts; wired by hand. */
import type { McpSettings } from '@assay/sdk/mcp';
import type { Registry } from 'prom-client';
import manifest from '../../package.json' with { type: 'json' };
import { holdsOwnSecret } from '../edge/authentication/our-credentials.ts';
import { AppError } from '../platform/errors.ts';
import type { Access } from '../platform/http/access.ts';
import { createHttpApp, type HealthReport, type HttpApp } from '../platform/http/app.ts';
import { addRootPage } from '../platform/http/root-page.ts';
import type { Logger } from '../platform/log.ts';
import { addGatewayMcp } from './mcp/create.ts';
import { addEvaluateRoute, type EvaluateDeps } from './routes/evaluate.ts';
import { addKeptResponseRoutes } from './routes/kept-responses.ts';
import { addModelsRoute, type ModelsDeps } from './routes/models.ts';
import { addProxyRoutes, type ProxyRouteDeps } from './routes/proxy.ts';
import { addReceiptRoutes, createVerifyChain, type ReceiptDeps } from './routes/receipts.ts';
import { addRefusedEvidenceRoutes, type RefusedEvidenceDeps } from './routes/refused-evidence.ts';
import { addUnknownRoute } from './routes/unknown.ts';
import type { ToolCalls } from './tool-calls/create.ts';
import { addToolCallRoutes } from './tool-calls/routes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes that agents may call; all others are for operators. */
    isForAgents?: boolean;
  }
}

export interface GatewayAppOptions {
  readonly access: Access;
  readonly log: Logger;
  readonly bodyLimit: number;
  readonly health: () => HealthReport;
  readonly proxy: ProxyRouteDeps;
  readonly evaluate: EvaluateDeps;
  readonly models: ModelsDeps;
  readonly receipts: ReceiptDeps;
  readonly refusedEvidence: RefusedEvidenceDeps;
  readonly toolCalls: ToolCalls;
  readonly mcp: McpSettings;
  readonly registry: Registry;
  /** URL of the verifier whose console browsers are shown; undefined if none is known that they reach. */
  readonly verifierUrl: string | undefined;
}

/** Creates the app. Nothing listens until `app.listen`. */
export function createGatewayApp(options: GatewayAppOptions): HttpApp {
  const app = createHttpApp({
    service: 'gateway',
    version: manifest.version,
    log: options.log,
    access: options.access,
    bodyLimit: options.bodyLimit,
    requestTimeoutMs: 60_000,
    openapi: {
      title: 'Assay gateway',
      description: 'Observes, decides and signs what passes between clients and models.',
      server: 'http://127.0.0.1:8300',
    },
    health: options.health,
    registry: options.registry,
  });
  guardCallers(app);
  app.register(async (scope) => {
    parseRawBody(scope);
    addProxyRoutes(scope, options.proxy);
    addKeptResponseRoutes(scope, options.proxy);
    addEvaluateRoute(scope, options.evaluate);
    addModelsRoute(scope, options.models);
    addReceiptRoutes(scope, options.receipts);
    addRefusedEvidenceRoutes(scope, options.refusedEvidence);
    addUnknownRoute(scope);
  });
  app.register(async (scope) => addToolCallRoutes(scope, options.toolCalls));
  const { evaluate, health, log, mcp: settings } = options;
  const verifyChain = createVerifyChain(options.receipts);
  app.register(async (scope) =>
    addGatewayMcp(scope, { evaluate, health, verifyChain, settings, version: manifest.version, log }),
  );
  app.register(async (scope) =>
    addRootPage(scope, {
      title: 'Assay gateway',
      about: 'It judges what passes between clients and models, decides by your policies, and signs what it saw.',
      command: `curl {origin}/v1/chat/completions -H 'content-type: application/json' \\
  -d '{"model": "echo", "messages": [{"role": "user", "content": "Hello"}]}'`,
      verifierUrl: options.verifierUrl,
    }),
  );
  return app;
}

/** Keeps model API keys away from everybody's exchange records and from the metrics. */
function guardCallers(app: HttpApp): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (holdsOwnSecret(request.url)) {
      const detail =
        'The URL contains a key. Revoke the key, because URLs are logged on the way, and send the new one in a header.';
      throw new AppError('invalid_request', 'a key in the URL', { detail });
    }
    const { isForAgents = false, access } = request.routeOptions.config ?? {};
    if (!isForAgents && access !== 'open' && request.caller.scopes !== 'all') {
      const detail = 'This credential may only make agent calls.';
      throw new AppError('forbidden', detail, { detail });
    }
    done();
  });
}

/** Keeps the exact bytes of bodies: they are hashed, and the model server must get what was judged. */
function parseRawBody(scope: HttpApp): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (request.headers['content-encoding'] !== undefined && request.headers['content-encoding'] !== 'identity') {
      const detail = 'Compressed bodies are not accepted. Send the JSON as it is.';
      done(new AppError('unsupported_media_type', 'compressed body', { detail }), undefined);
      return;
    }
    done(null, bytes);
  });
}
