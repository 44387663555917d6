/** The configuration of oidc-provider: the parts in use, and their connection to our own. */

import type { Configuration, errors as Errors, interactionPolicy, JWK, KoaContextWithOIDC } from 'oidc-provider';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { proofAlgorithms } from '../../../platform/http/bound-tokens/dpop-proof.ts';
import type { GuardedFetch } from '../../../platform/http/guarded-fetch.ts';
import { parseUrl } from '../../../platform/url.ts';
import type { SigningKeyPair } from '../../base/signing-keys/key-file.ts';
import { certificateOf, hasName, isTrusted } from './certificates.ts';
import { assertionAlgorithms } from './client-keys.ts';
import { ownerMember } from './client-owner.ts';
import { describedClientProblem, isDocumentUrl } from './client-rules.ts';
import type { ClientStore } from './client-store.ts';
import { firstPartyClients } from './first-party.ts';
import type { IssuerDependencies } from './ports.ts';
import { createProviderAdapter } from './provider-adapter.ts';
import { createProviderFetch } from './provider-fetch.ts';
import { createPolicy } from './provider-policy.ts';
import { accessTokenTtlS, type Resource, type Resources, scopesOf } from './resources.ts';
import type { Sweep } from './sweep.ts';
import { createTokenClaims, finishClaims } from './token-claims.ts';

export interface ProviderDeps extends IssuerDependencies {
  readonly issuer: string;
  readonly db: Db;
  readonly clock: Clock;
  readonly sweep: Sweep;
  readonly clients: ClientStore;
  readonly resources: Resources;
  readonly fetch: GuardedFetch;
  /** Tells whether one more client document may be fetched for this address; anybody can name one. */
  readonly mayFetch: (address: string) => boolean;
  /** The page for a request that cannot return to its client. */
  readonly errorPage: ErrorPage;
}

/** Gives a whole HTML page. Parts of `error` come from outside and must be escaped. */
export type ErrorPage = (error: { readonly error: string; readonly error_description?: string | undefined }) => {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** The parts of the package, which is loaded on first use. */
export interface ProviderParts {
  readonly errors: typeof Errors;
  readonly interactionPolicy: typeof interactionPolicy;
}

export const paths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  introspection: '/oauth/introspect',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
  userinfo: '/oauth/userinfo',
  interaction: '/oauth/interaction',
} as const;

export const clientAuthMethods = [
  ...['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt', 'tls_client_auth'],
] as const;

const day = 24 * 60 * 60;
/** Longest lifetime of an assertion. It is for one request; a long lifetime would make it worth stealing. */
const maxAssertionS = 60 * 60;

export function createConfiguration(deps: ProviderDeps, parts: ProviderParts, key: SigningKeyPair): Configuration {
  const { resources, clock } = deps;
  const { errors } = parts;
  const refuse = (description: string, error = 'invalid_grant') =>
    new errors.CustomOIDCProviderError(error, description);
  const claims = createTokenClaims({ ...deps, refuse });
  return {
    adapter: createProviderAdapter({ ...deps, onReuse: () => refuse('it was used before') }),
    claims: { openid: ['sub'], email: ['email'], profile: ['name'], auth_time: null, iss: null, sid: null, acr: null },
    clientAuthMethods: [...clientAuthMethods],
    clientBasedCORS: ({ oidc }, origin, client) =>
      (oidc.route === 'userinfo' || client.clientAuthMethod === 'none') &&
      (client.redirectUris ?? []).some((uri) => parseUrl(uri)?.origin === origin),
    clientDefaults: {
      id_token_signed_response_alg: 'ES256',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_basic',
    },
    clients: firstPartyClients.map((client) => ({
      ...client,
      grant_types: [...client.grant_types],
      response_types: [...client.response_types],
      redirect_uris: [...client.redirect_uris],
    })),
    clockTolerance: 10,
    // The id_token also holds the claims of scopes: clients of the API do not call userinfo.
    conformIdTokenClaims: false,
    allowOmittingSingleRegisteredRedirectUri: false,
    cookies: {
      names: {
        session: 'assay_oauth_session',
        interaction: 'assay_oauth_interaction',
        resume: 'assay_oauth_resume',
      },
      long: { httpOnly: true, sameSite: 'lax', path: '/oauth', signed: false },
      short: { httpOnly: true, sameSite: 'lax', signed: false },
    },
    enabledJWA: {
      clientAuthSigningAlgValues: [...assertionAlgorithms],
      dPoPSigningAlgValues: [...proofAlgorithms],
      idTokenSigningAlgValues: ['ES256'],
    },
    extraClientMetadata: {
      properties: [ownerMember],
      validator(_ctx, name, value, { client_id }) {
        if (value !== undefined && (client_id === undefined || isDocumentUrl(client_id))) {
          throw new errors.InvalidClientMetadata(`${name} is not accepted from outside`);
        }
      },
    },
    extraTokenClaims: claims,
    assertJwtClientAuthClaimsAndHeader(_ctx, { exp }) {
      if (typeof exp === 'number' && exp <= Date.now() / 1000 + maxAssertionS) return;
      throw new errors.CustomOIDCProviderError('invalid_client', 'a client assertion may be valid for at most an hour');
    },
    features: createFeatures(deps, parts),
    fetch: createProviderFetch(deps.fetch),
    async findAccount(_ctx, accountId) {
      const person = await deps.people.find(deps.db, accountId);
      if (person?.status !== 'active') return undefined;
      const { id: sub, email, name } = person;
      return { accountId, claims: async () => ({ sub, email, name }) };
    },
    formats: { customizers: { jwt: (_ctx, token, { payload }) => finishClaims(clock, token, payload) } },
    interactions: {
      policy: createPolicy(parts.interactionPolicy, deps.sessions),
      url: (_ctx, { uid }) => `${paths.interaction}/${uid}`,
    },
    jwks: { keys: [toPrivateJwk(key)] },
    pkce: { required: () => true },
    renderError(ctx, out) {
      const { html, headers } = deps.errorPage(out);
      ctx.type = 'text/html; charset=utf-8';
      ctx.set({ ...headers });
      ctx.body = html;
    },
    responseTypes: ['code'],
    // Always rotated: a refresh token that is used twice ends the grant, whoever uses it (RFC 9700 section 2.2.2).
    rotateRefreshToken: true,
    routes: { authorization: paths.authorization, token: paths.token, jwks: paths.jwks, userinfo: paths.userinfo },
    scopes: scopesOf(resources),
    subjectTypes: ['public'],
    ttl: {
      AccessToken: accessTokenTtlS,
      ClientCredentials: accessTokenTtlS,
      AuthorizationCode: 60,
      IdToken: 600,
      RefreshToken: 30 * day,
      Grant: 90 * day,
      Interaction: 30 * 60,
      Session: day / 2,
    },
  };
}

function createFeatures(deps: ProviderDeps, { errors }: ProviderParts): NonNullable<Configuration['features']> {
  const { resources } = deps;
  const off = { enabled: false };
  return {
    // Our own endpoints replace these: they know JWTs, and secrets stored as hashes.
    introspection: off,
    revocation: off,
    registration: off,
    registrationManagement: off,
    devInteractions: off,
    rpInitiatedLogout: off,
    pushedAuthorizationRequests: off,
    claimsParameter: off,
    clientCredentials: { enabled: true },
    userinfo: { enabled: true },
    dPoP: { enabled: true },
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      cacheDuration: { min: 60, max: 3_600 },
      // Our own endpoints look up clients outside of a provider call; those lookups share one bound.
      allowFetch: (ctx: { ip: string } | undefined, id) =>
        isDocumentUrl(id) && deps.mayFetch(ctx?.ip ?? 'own endpoints'),
      allowClient(_ctx, client) {
        const problem = describedClientProblem(client);
        if (problem !== undefined) throw new errors.InvalidClientMetadata(problem);
        return true;
      },
    },
    mTLS: {
      enabled: true,
      certificateBoundAccessTokens: true,
      selfSignedTlsClientAuth: false,
      tlsClientAuth: true,
      getCertificate: ({ req }) => certificateOf(req.socket),
      certificateAuthorized: ({ req }) => isTrusted(req.socket),
      certificateSubjectMatches({ req }, property, expected) {
        const certificate = certificateOf(req.socket);
        return certificate !== undefined && hasName(certificate, property, expected);
      },
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: (ctx, _client, oneOf) => oneOf ?? findDefaultResource(ctx, resources),
      useGrantedResource: () => true,
      getResourceServerInfo(ctx, indicator) {
        const resource = resources.find(indicator);
        if (resource === undefined) throw new errors.InvalidTarget();
        nameScope(ctx, resource);
        return {
          scope: resource.scopes.join(' '),
          audience: resource.uri,
          accessTokenTTL: accessTokenTtlS,
          accessTokenFormat: resource.format,
          jwt: { sign: { alg: 'ES256' } },
        };
      },
    },
  };
}

/** Sets the default scope of a request without one (RFC 6749 section 3.3); otherwise the provider would deny it. */
function nameScope({ oidc }: KoaContextWithOIDC, { defaultScope, personScope, scopes }: Resource): void {
  const { params, route, client } = oidc;
  if (params === undefined) return;
  if (params['grant_type'] === 'client_credentials') params['scope'] ??= defaultScope;
  if (route !== 'authorization') return;
  const registered = client?.scope?.split(' ').filter((scope) => scopes.includes(scope)) ?? [];
  params['scope'] ??= registered.length === 0 ? (personScope ?? defaultScope) : registered.join(' ');
}

/** Takes our API as the resource of a request that names none, unless it only asks who the person is. */
function findDefaultResource({ oidc: { params } }: KoaContextWithOIDC, { api }: Resources) {
  const asked = typeof params?.['scope'] === 'string' ? params['scope'].split(' ') : [];
  const isOpenidOnly = asked.includes('openid') && !asked.some((scope) => api.scopes.includes(scope));
  return isOpenidOnly ? undefined : api.uri;
}

function toPrivateJwk({ privateKey, kid }: SigningKeyPair): JWK {
  return { ...privateKey.export({ format: 'jwk' }), kty: 'EC', kid, alg: 'ES256', use: 'sig' };
}
