/** Makes one request to an endpoint of an authorization server, as one of its clients. */
import type * as OAuth from 'oauth4webapi';
import type { ClientMethod } from '../../../contract/api/foreign-clients.ts';
import type { Clock } from '../../../platform/clock.ts';
import { createSecret, type Secret } from '../../../platform/secret.ts';
import type { Outbound } from '../../configuration/outbound/ports.ts';
import { refused, toAnswer } from './answers.ts';
import { chooseMethod, toBasic } from './client-method.ts';
import { createForeignCall } from './foreign-fetch.ts';
import type { TokenAnswer, TokenSet } from './ports.ts';
import { keepScopes, readScopes } from './scopes.ts';
import type { ForeignServerFacts } from './server-metadata.ts';

export interface Parties {
  readonly server: ForeignServerFacts;
  readonly client: {
    readonly clientId: string;
    readonly method: ClientMethod | undefined;
    readonly secret: Secret | undefined;
  };
  /** Scopes of the tokens if the server does not state them (RFC 6749 section 5.1). */
  readonly asked: readonly string[];
}

/** Arguments of functions of oauth4webapi. */
export interface Call {
  readonly oauth: typeof OAuth;
  readonly as: OAuth.AuthorizationServer;
  readonly one: OAuth.Client;
  readonly auth: OAuth.ClientAuth;
  readonly options: OAuth.TokenEndpointRequestOptions;
}

export interface AskDeps {
  readonly outbound: Pick<Outbound, 'forOrganisation'>;
  readonly clock: Clock;
}

/** Requests once. Every outcome is an answer; only our own faults are thrown. */
export function createAsk({ outbound, clock }: AskDeps) {
  return async (
    orgId: string,
    { server, client, asked }: Parties,
    run: (call: Call) => Promise<OAuth.TokenEndpointResponse | undefined>,
  ): Promise<TokenAnswer> => {
    const oauth = await import('oauth4webapi');
    const call = createForeignCall(outbound.forOrganisation(orgId));
    // Taken before the call: for us a token may end a little before the server's end, never after it.
    const askedAt = clock.now();
    try {
      const answer = await run({
        oauth,
        as: toServer(server),
        one: { client_id: client.clientId },
        auth: toAuth(oauth, server, client),
        options: {
          [oauth.customFetch]: call.fetch,
          // The outbound client allows plain http only to allowed private addresses.
          [oauth.allowInsecureRequests]: true,
        },
      });
      if (answer === undefined) return refused('no_tokens');
      return { kind: 'tokens', tokens: toTokens(oauth, answer, asked, askedAt) };
    } catch (error) {
      return toAnswer(error, oauth, call.status());
    }
  };
}

/** Gives the server's metadata in the form of oauth4webapi. */
export function toServer(server: ForeignServerFacts): OAuth.AuthorizationServer {
  const { authorizationEndpoint, revocationEndpoint, idTokenAlgorithms } = server;
  return {
    issuer: server.issuer,
    token_endpoint: server.tokenEndpoint,
    authorization_response_iss_parameter_supported: server.sendsIssuer,
    ...(authorizationEndpoint === undefined ? {} : { authorization_endpoint: authorizationEndpoint }),
    ...(revocationEndpoint === undefined ? {} : { revocation_endpoint: revocationEndpoint }),
    ...(idTokenAlgorithms === undefined ? {} : { id_token_signing_alg_values_supported: [...idTokenAlgorithms] }),
  };
}

function toAuth(oauth: typeof OAuth, { authMethods }: ForeignServerFacts, { method, secret }: Parties['client']) {
  const chosen = method ?? chooseMethod(authMethods, secret !== undefined);
  if (chosen === 'none' || secret === undefined) return oauth.None();
  return chosen === 'client_secret_post' ? oauth.ClientSecretPost(secret.reveal()) : byBasic(secret);
}

/** Encodes for Basic. The library's function encodes `-`, `_` and `.` too, which servers that do not decode ids reject. */
function byBasic(secret: Secret): OAuth.ClientAuth {
  return (_server, client, _body, headers) => headers.set('authorization', toBasic(client.client_id, secret.reveal()));
}

/** Longer tokens do not fit the vault and are refused. */
const maxTokenLength = 32 * 1024;
/** Ten years: a later end is meaningless and would not fit a time. */
const maxExpiresS = 315_360_000;

function toTokens(
  oauth: typeof OAuth,
  answer: OAuth.TokenEndpointResponse,
  asked: readonly string[],
  askedAt: number,
): TokenSet {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn, scope } = answer;
  if (answer.token_type !== 'bearer') throw new oauth.UnsupportedOperationError('a bearer token was asked for');
  if (!isToken(accessToken) || (refreshToken !== undefined && !isToken(refreshToken))) {
    throw new oauth.OperationProcessingError('the answer has no usable token');
  }
  return {
    accessToken: createSecret(accessToken),
    refreshToken: refreshToken === undefined ? undefined : createSecret(refreshToken),
    expiresAt: expiresIn === undefined ? undefined : askedAt + Math.floor(Math.min(expiresIn, maxExpiresS) * 1_000),
    scopes: scope === undefined ? keepScopes(asked) : readScopes(scope),
    account: accountOf(oauth, answer),
    tokenType: 'Bearer',
  };
}

/** Checks for VSCHAR (RFC 6749 appendix A): other characters could not go into a header. */
function isToken(text: string): boolean {
  return text.length <= maxTokenLength && /^[\x20-\x7e]+$/.test(text);
}

/** Gives the account name, only for people to recognise. */
function accountOf(oauth: typeof OAuth, answer: OAuth.TokenEndpointResponse): string | undefined {
  const claims = oauth.getValidatedIdTokenClaims(answer);
  const email = claims?.['email'];
  const named = typeof email === 'string' && email !== '' ? email : claims?.sub;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return named?.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '').slice(0, 255);
}
