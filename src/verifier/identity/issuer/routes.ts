/** HTTP of the issuer: the routes of oidc-provider, our own routes, and the documents that describe both. */

import { AppError } from '../../../platform/errors.ts';
import type { HttpApp } from '../../../platform/http/app.ts';
import { toAppError } from '../../../platform/http/problem.ts';
import type { Routes } from '../../base/feature.ts';
import type { SigningKeys } from '../../base/signing-keys/service.ts';
import { takeForms } from './form.ts';
import type { FindIssuerHooks } from './grant-handlers.ts';
import { describeIssuer, describeResource, type MetadataFacts, metadataPaths } from './metadata.ts';
import { createProviderMount, leaveBodies } from './mount.ts';
import { sendOAuthError } from './oauth-error.ts';
import type { LoadProvider } from './provider.ts';
import { paths } from './provider-config.ts';
import { addRegistrationRoutes, type RegistrationRouteDeps } from './registration-routes.ts';
import { toMcpUri } from './resources.ts';
import { addTokenRoutes, type TokenRouteDeps } from './token-routes.ts';

export interface IssuerRouteDeps extends TokenRouteDeps, MetadataFacts, RegistrationRouteDeps {
  /** False while the verifier's URL is not known: then no OAuth endpoint answers. */
  readonly isConfigured: boolean;
  readonly load: LoadProvider;
  readonly hooks: FindIssuerHooks;
  readonly keys: Pick<SigningKeys, 'list'>;
}

const open = { config: { access: 'open' } } as const;

export function issuerRoutes(deps: IssuerRouteDeps): Routes {
  return async (app) => {
    app.register(async (scope) => addDocuments(withConfigured(scope, deps), deps));
    app.register(async (scope) => addProvider(withConfigured(scope, deps), deps));
    app.register(async (scope) => {
      takeForms(withConfigured(scope, deps));
      answerOAuthErrors(scope, deps.issuer);
      addTokenRoutes(scope, deps);
    });
    app.register(async (scope) => {
      answerOAuthErrors(withConfigured(scope, deps), deps.issuer);
      addRegistrationRoutes(scope, deps);
    });
  };
}

function withConfigured(scope: HttpApp, { isConfigured }: IssuerRouteDeps): HttpApp {
  if (isConfigured) return scope;
  scope.addHook('onRequest', async () => {
    const detail = 'the issuer is not configured: set ASSAY_PUBLIC_URL to the URL of this verifier, without a path';
    throw new AppError('unavailable', detail, { detail });
  });
  return scope;
}

/** Answers errors of a scope's routes in the OAuth format, not as problem documents. */
export function answerOAuthErrors(scope: HttpApp, issuer: string): void {
  scope.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown);
    if (error.status >= 500) request.log.error({ err: error, code: error.code, reqId: request.id }, 'request failed');
    return sendOAuthError(error, reply, issuer);
  });
}

/** Public documents: any web page may read them. */
const publicHeaders = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' };

function addDocuments(scope: HttpApp, deps: IssuerRouteDeps): void {
  const { issuer, resources, keys } = deps;
  const server = describeIssuer(deps);
  const api = describeResource(issuer, resources.api);
  const documents: Readonly<Record<string, object>> = {
    [metadataPaths.server]: server,
    [metadataPaths.openid]: server,
    [metadataPaths.resource]: api,
    [`${metadataPaths.resource}/v1`]: api,
    [`${metadataPaths.resource}/mcp`]: describeResource(issuer, {
      ...resources.api,
      uri: toMcpUri(issuer),
      name: 'Assay verifier (MCP)',
    }),
  };
  for (const [path, document] of Object.entries(documents)) {
    scope.get(path, open, async (_request, reply) => reply.headers(publicHeaders).send(document));
  }
  scope.get(paths.jwks, open, async (_request, reply) =>
    reply.headers(publicHeaders).send({ keys: await keys.list() }),
  );
}

function addProvider(scope: HttpApp, deps: IssuerRouteDeps): void {
  const { answer, answerToken } = createProviderMount(deps);
  leaveBodies(scope);
  scope.get(paths.authorization, open, answer);
  scope.get(`${paths.authorization}/:uid`, open, answer);
  scope.post(paths.token, open, answerToken);
  scope.options(paths.token, open, answer);
  scope.get(paths.userinfo, open, answer);
  scope.post(paths.userinfo, open, answer);
  scope.options(paths.userinfo, open, answer);
}
