/** Requests to token endpoints: code exchange, refresh, client tokens, token exchange, revocation; by oauth4webapi. */
import type { Clock } from '../../../platform/clock.ts';
import { isAppError } from '../../../platform/errors.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import { createSecret } from '../../../platform/secret.ts';
import type { Outbound } from '../../configuration/outbound/ports.ts';
import { refused } from './answers.ts';
import { createAsk } from './ask.ts';
import { checkCallback } from './callback.ts';
import { type ClientPlaces, serverTagOf } from './client-document.ts';
import type { ForeignClients } from './clients.ts';
import { assertPkce, type Discovery } from './discovery.ts';
import { refuseForeign } from './errors.ts';
import type { ForeignOAuth, GivenClient } from './ports.ts';
import { keepScopes, offlineAccess, withOfflineAccess } from './scopes.ts';

export interface FlowDeps {
  readonly outbound: Pick<Outbound, 'forOrganisation'>;
  readonly discovery: Discovery;
  readonly clients: Pick<ForeignClients, 'use'>;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly places: ClientPlaces | undefined;
}

type Flows = Pick<ForeignOAuth, 'begin' | 'finish' | 'refresh' | 'clientCredentials' | 'exchange' | 'revoke'>;

const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';

export function createFlows(deps: FlowDeps): Flows {
  const { discovery, clients } = deps;
  const ask = createAsk(deps);

  /** Gives client and server of a stored token: never those of another issuer. */
  const partiesOf = async (orgId: string, { issuer, clientRowId }: { issuer: string; clientRowId: string }) => {
    const { row, ...client } = await clients.use(orgId, clientRowId, issuer);
    return { row, client, server: await discovery.findServer(orgId, issuer) };
  };
  const given = async (orgId: string, issuer: string, { clientId, method, secret }: GivenClient) => {
    return { client: { clientId, method, secret }, server: await discovery.findServer(orgId, issuer) };
  };

  return {
    async begin(orgId, { resource, scopes, ...which }) {
      const { row, client, server } = await partiesOf(orgId, which);
      const { authorizationEndpoint } = assertPkce(server);
      const redirectUri = row.redirect_uri ?? deps.places?.redirectUri;
      if (authorizationEndpoint === undefined) {
        throw refuseForeign('metadata_invalid', 'the authorization server has no authorization endpoint');
      }
      if (redirectUri === undefined) {
        throw refuseForeign('public_url_missing', 'the address of this verifier is unknown: set ASSAY_PUBLIC_URL');
      }
      const oauth = await import('oauth4webapi');
      const verifier = toText(deps.randomBytes(32));
      const state = toText(deps.randomBytes(32));
      const asked = withOfflineAccess(scopes, server.scopes);
      const url = new URL(authorizationEndpoint);
      const params = {
        response_type: 'code',
        client_id: client.clientId,
        redirect_uri: redirectUri,
        ...toTarget(resource),
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...toResource(resource),
        ...(asked.length === 0 ? {} : { scope: asked.join(' ') }),
        // Without it a server may leave out the refresh token (OpenID Connect Core section 11).
        ...(asked.includes(offlineAccess) ? { prompt: 'consent' } : {}),
      };
      for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
      return { url: url.href, state, verifier: createSecret(verifier) };
    },
    async finish(orgId, { resource, state, verifier, callback, cameTo, scopes = [], ...which }) {
      const { row, client, server: facts } = await partiesOf(orgId, which);
      const tag = serverTagOf(row.redirect_uri);
      if (tag !== cameTo) return refused('issuer_mismatch');
      // At the redirect URI that servers share, `iss` is required, whatever the server's metadata says now (RFC 9207).
      const isShared = tag === undefined && row.registration !== 'preregistered';
      const server = { ...facts, sendsIssuer: facts.sendsIssuer || isShared };
      const redirectUri = row.redirect_uri ?? deps.places?.redirectUri ?? '';
      const checked = await checkCallback(server, client.clientId, { callback, state });
      if ('answer' in checked) return checked.answer;
      return ask(orgId, { server, client, asked: scopes }, async ({ oauth, as, one, auth, options }) => {
        const answer = await oauth.authorizationCodeGrantRequest(
          ...([as, one, auth, checked.params, redirectUri, verifier.reveal()] as const),
          { ...options, additionalParameters: toTarget(resource) },
        );
        return oauth.processAuthorizationCodeResponse(as, one, answer);
      });
    },
    async refresh(orgId, { resource, refreshToken, scopes = [], ...which }) {
      const { client, server } = await partiesOf(orgId, which);
      const parameters = { ...toTarget(resource), ...toScope(scopes) };
      return ask(orgId, { server, client, asked: scopes }, async ({ oauth, as, one, auth, options }) => {
        const answer = await oauth.refreshTokenGrantRequest(as, one, auth, refreshToken.reveal(), {
          ...options,
          additionalParameters: parameters,
        });
        return oauth.processRefreshTokenResponse(as, one, answer);
      });
    },
    async clientCredentials(orgId, { issuer, client, resource, scopes }) {
      const parties = await given(orgId, issuer, client);
      const parameters = { ...toTarget(resource), ...toScope(scopes) };
      return ask(orgId, { ...parties, asked: scopes }, async ({ oauth, as, one, auth, options }) => {
        const answer = await oauth.clientCredentialsGrantRequest(as, one, auth, parameters, options);
        return oauth.processClientCredentialsResponse(as, one, answer);
      });
    },
    async exchange(orgId, { issuer, client, resource, scopes, subjectToken, actorToken }) {
      const parties = await given(orgId, issuer, client);
      const parameters = {
        ...toTarget(resource),
        ...toScope(scopes),
        subject_token: subjectToken.reveal(),
        subject_token_type: accessTokenType,
        ...(actorToken === undefined ? {} : { actor_token: actorToken.reveal(), actor_token_type: accessTokenType }),
      };
      return ask(orgId, { ...parties, asked: scopes }, async ({ oauth, as, one, auth, options }) => {
        const answer = await oauth.genericTokenEndpointRequest(as, one, auth, exchangeGrant, parameters, options);
        return oauth.processGenericTokenEndpointResponse(as, one, answer);
      });
    },
    async revoke(orgId, { token, hint, ...which }) {
      const parties = await partiesOf(orgId, which).catch((error: unknown) => {
        // Best effort: ending a token here does not fail because of the server.
        if (isAppError(error) && error.code !== 'internal') return undefined;
        throw error;
      });
      if (parties?.server.revocationEndpoint === undefined) return false;
      const { client, server } = parties;
      let isRevoked = false;
      await ask(orgId, { server, client, asked: [] }, async ({ oauth, as, one, auth, options }) => {
        const more = { ...options, additionalParameters: { token_type_hint: hint } };
        await oauth.processRevocationResponse(await oauth.revocationRequest(as, one, auth, token.reveal(), more));
        isRevoked = true;
        return undefined;
      });
      return isRevoked;
    },
  };
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

/** Empty for a credential for any resource of its service, and for a server that does not know the parameter (RFC 8707). */
function toTarget(resource: string): { resource?: string } {
  return resource === '' ? {} : { resource };
}

/** RFC 8707; a service that is no RFC 9728 resource has no identifier to send. */
function toResource(resource: string) {
  return resource === '' ? {} : { resource };
}

function toScope(scopes: readonly string[]) {
  const kept = keepScopes(scopes);
  return kept.length === 0 ? {} : { scope: kept.join(' ') };
}
