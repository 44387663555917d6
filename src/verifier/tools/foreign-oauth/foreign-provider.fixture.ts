/** The foreign authorization server in tests: oidc-provider with every feature that a client may meet. */
import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import type { ClientMetadata, default as Provider, ResourceServer } from 'oidc-provider';
import type { ForeignServerOptions } from './foreign-server.fixture.ts';
import { createMemoryAdapters } from './memory-adapter.fixture.ts';

export const tokenExchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';

export interface ForeignProviderDeps extends ForeignServerOptions {
  readonly issuer: string;
  /** True for identifiers that tokens may be for. */
  readonly isResource: (indicator: string) => boolean;
  readonly scopes: readonly string[];
  readonly changeMetadata: (metadata: Record<string, unknown>) => Record<string, unknown>;
}

const day = 24 * 60 * 60;

export async function createForeignProvider(deps: ForeignProviderDeps): Promise<Provider> {
  const { default: OidcProvider } = await import('oidc-provider');
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kty: 'EC', alg: 'ES256', use: 'sig', kid: 'foreign' };
  const resourceServer = (): ResourceServer => ({
    scope: deps.scopes.join(' '),
    audience: deps.issuer,
    accessTokenTTL: deps.accessTokenTtlS ?? 300,
    accessTokenFormat: 'opaque',
  });
  const on = { enabled: true };
  const provider = new OidcProvider(deps.issuer, {
    adapter: createMemoryAdapters(),
    clients: (deps.clients ?? []).map((client): ClientMetadata => ({ ...client })),
    clientAuthMethods: [...(deps.authMethods ?? ['client_secret_basic', 'client_secret_post', 'none'])],
    clientDefaults: {
      id_token_signed_response_alg: 'ES256',
      response_types: ['code'],
      grant_types: ['authorization_code'],
    },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email'] },
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId, email: accountId }) }),
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: deps.registration !== false, initialAccessToken: false },
      registrationManagement: { enabled: deps.registration !== false, rotateRegistrationAccessToken: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      clientCredentials: on,
      resourceIndicators: {
        enabled: true,
        // A token without `resource` is valid nowhere here, so that a client that omits it fails.
        defaultResource: () => [],
        useGrantedResource: () => false,
        getResourceServerInfo: (_ctx, indicator) => {
          if (!deps.isResource(indicator)) throw new errors.InvalidTarget();
          const server = { ...resourceServer(), audience: indicator };
          if (deps.jwtFor?.(indicator) !== true) return server;
          return { ...server, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'ES256' } } };
        },
      },
      ...(deps.describe === undefined
        ? {}
        : { clientIdMetadataDocument: { enabled: true, ack: 'draft-02', allowFetch: () => true } }),
    },
    ...(deps.describe === undefined ? {} : { fetch: fetchBy(deps.describe) }),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    issueRefreshToken: async (_ctx, client, { scopes }) =>
      client.grantTypeAllowed('refresh_token') && (deps.offlineAccess === false || scopes.has('offline_access')),
    jwks: { keys: [jwk] },
    pkce: { required: () => true },
    renderError(ctx, { error }) {
      ctx.type = 'text/plain';
      ctx.body = `refused: ${error}`;
    },
    responseTypes: ['code'],
    // A refresh token that is shown twice ends everything that was granted with it.
    rotateRefreshToken: true,
    scopes: ['openid', ...(deps.offlineAccess === false ? [] : ['offline_access']), ...deps.scopes],
    ttl: {
      AccessToken: deps.accessTokenTtlS ?? 300,
      AuthorizationCode: 60,
      IdToken: 300,
      ClientCredentials: 300,
      RefreshToken: day,
      Grant: day,
      Interaction: 600,
      Session: day,
    },
  });
  const { errors } = await import('oidc-provider');
  provider.use(async (ctx, next) => {
    await next();
    const body: unknown = ctx.body;
    if (/\/\.well-known\/o/.test(ctx.path) && typeof body === 'object' && body !== null) {
      ctx.body = deps.changeMetadata({ ...body });
    }
  });
  addExchange(provider, deps, resourceServer);
  return provider;
}

/** Adds RFC 8693 as a foreign server may do it: the test says whose subject token it is. */
function addExchange(provider: Provider, deps: ForeignProviderDeps, info: () => ResourceServer): void {
  const params = ['subject_token', 'subject_token_type', 'actor_token', 'actor_token_type', 'resource', 'scope'];
  provider.registerGrantType(
    tokenExchangeGrant,
    async (ctx) => {
      const { client } = ctx.oidc;
      const asked: Record<string, unknown> = { ...ctx.oidc.params };
      const accountId = deps.accountOf?.(String(asked['subject_token']));
      const resource = String(asked['resource'] ?? '');
      if (client === undefined || accountId === undefined || !deps.isResource(resource)) {
        ctx.status = 400;
        ctx.body = { error: accountId === undefined ? 'invalid_request' : 'invalid_target' };
        return;
      }
      const scope = typeof asked['scope'] === 'string' ? asked['scope'] : undefined;
      const grant = new provider.Grant({ accountId, clientId: client.clientId });
      const token = new provider.AccessToken({
        accountId,
        client,
        grantId: await grant.save(),
        gty: tokenExchangeGrant,
        expiresWithSession: false,
        sessionUid: 'none',
        ...(scope === undefined ? {} : { scope }),
      });
      token.resourceServer = new provider.ResourceServer(resource, { ...info(), audience: resource });
      ctx.body = {
        access_token: await token.save(),
        issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        token_type: 'Bearer',
        expires_in: token.expiration,
        ...(scope === undefined ? {} : { scope }),
      };
    },
    params,
  );
}

function fetchBy(describe: NonNullable<ForeignServerOptions['describe']>) {
  return async (input: string | URL | Request): Promise<Response> => {
    const document = await describe(input instanceof Request ? input.url : String(input));
    return document === undefined ? new Response('', { status: 404 }) : Response.json(document);
  };
}
