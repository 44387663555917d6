/** The verifier as an issuer of tokens for the command line: openid-client over its metadata (RFC 8414). */

import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { AppError } from '../../platform/errors.ts';
import { isLoopback } from '../../platform/http/access.ts';
import { parseUrl } from '../../platform/url.ts';
import type { CommandIo } from '../command.ts';
import { UsageError } from '../options.ts';
import type { Service } from '../service.ts';
import type { ClientProof } from './client-proof.ts';
import { toExchangeRefusal, toSentence } from './issuer-errors.ts';

export interface IssuerClient {
  readonly issuer: string;
  /** Begins an authorization request that returns to this address. */
  begin(redirectUri: string, scope: string): Promise<AuthorizationRequest>;
  /** @throws AppError `unauthorized` when the refresh token is no longer valid */
  refresh(refreshToken: string): Promise<Tokens>;
  /** Gets a token for the client itself; for the verifier's API if no other resource is named. */
  grant(scope: string | undefined, resource?: string): Promise<Tokens>;
  revoke(token: string): Promise<void>;
  /** RFC 8693. @throws AppError `unprocessable` for a refusal, with the place where the person may consent */
  exchange(parameters: Readonly<Record<string, string>>): Promise<Readonly<Record<string, unknown>>>;
  /** RFC 7662. */
  introspect(token: string): Promise<Readonly<Record<string, unknown>> & { readonly active: boolean }>;
}

export interface AuthorizationRequest {
  readonly url: string;
  readonly state: string;
  /** Redeems the answer: state, issuer (RFC 9207) and PKCE are checked. @throws AppError with a sentence */
  redeem(answer: URL): Promise<Tokens>;
}

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly expiresInS: number;
}

const MetadataSchema = Type.Object({
  issuer: Type.String(),
  authorization_endpoint: Type.String(),
  token_endpoint: Type.String(),
  revocation_endpoint: Type.String(),
  introspection_endpoint: Type.Optional(Type.String()),
  authorization_response_iss_parameter_supported: Type.Optional(Type.Boolean()),
});
const metadataShape = Compile(MetadataSchema);
type Metadata = Type.Static<typeof MetadataSchema>;

const tokenExchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const timeoutS = 20;
/** Lifetime of a token if the issuer gives none. */
const defaultExpiresInS = 60;

export interface IssuerOptions {
  readonly clientId: string;
  readonly proof?: ClientProof;
  readonly signal?: CommandIo['signal'];
}

/** @throws UsageError for a verifier without sign-in. @throws AppError as `Service.json` */
export async function openIssuer(service: Service, { clientId, proof, signal }: IssuerOptions): Promise<IssuerClient> {
  assertSafe(service.url);
  const path = '/.well-known/oauth-authorization-server';
  const metadata = await service.json({ path }, (value): value is Metadata => metadataShape.Check(value));
  assertOwn(service.url, metadata);
  const oauth = await import('openid-client');
  const { type } = proof ?? { type: 'none' };
  const config = new oauth.Configuration(metadata, clientId, undefined, (await proof?.make(oauth)) ?? oauth.None());
  config.timeout = timeoutS;
  config[oauth.customFetch] = (url, { body, ...options }) =>
    fetch(url, { ...options, ...(body === undefined ? {} : { body }), signal: anyOf(options.signal, signal) });
  // Only loopback gets here without TLS, see above.
  if (service.url.startsWith('http:')) oauth.allowInsecureRequests(config);
  const resource = `${metadata.issuer}/v1`;

  const ask = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted === true) throw error;
      throw toSentence(error, { url: service.url, isMachine: type !== 'none' });
    }
  };

  return {
    issuer: metadata.issuer,
    async begin(redirectUri, scope) {
      const pkceCodeVerifier = oauth.randomPKCECodeVerifier();
      const expectedState = oauth.randomState();
      const url = oauth.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        resource,
        state: expectedState,
        prompt: 'consent',
        code_challenge_method: 'S256',
        code_challenge: await oauth.calculatePKCECodeChallenge(pkceCodeVerifier),
      });
      const checks = { pkceCodeVerifier, expectedState };
      const redeem = (answer: URL) =>
        ask(async () => toTokens(await oauth.authorizationCodeGrant(config, answer, checks, { resource })));
      return { url: url.href, state: expectedState, redeem };
    },
    refresh: (token) => ask(async () => toTokens(await oauth.refreshTokenGrant(config, token, { resource }))),
    grant: (scope, wanted = resource) =>
      ask(async () => {
        const asked = { resource: wanted, ...(scope === undefined ? {} : { scope }) };
        return toTokens(await oauth.clientCredentialsGrant(config, asked));
      }),
    revoke: (token) => ask(() => oauth.tokenRevocation(config, token)),
    async exchange(parameters) {
      try {
        return { ...(await oauth.genericGrantRequest(config, tokenExchangeGrant, { ...parameters })) };
      } catch (error) {
        const refusal = toExchangeRefusal(error);
        if (refusal !== undefined) throw refusal;
        return ask(() => Promise.reject(error));
      }
    },
    introspect: (token) => ask(async () => ({ ...(await oauth.tokenIntrospection(config, token)) })),
  };
}

/** Codes and tokens need TLS unless they stay on the machine (RFC 6749 section 3.1). */
function assertSafe(url: string): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || isLoopback(hostname)) return;
  throw new UsageError(
    `Signing in at ${url} requires https: without it, anybody on the network path could sign in as you.`,
  );
}

/** RFC 8414 section 3.3: the metadata counts for its own issuer only. */
function assertOwn(url: string, { issuer, ...metadata }: Metadata): void {
  if (issuer !== url) {
    throw new UsageError(`The verifier at ${url} has the issuer ${issuer}: use --verifier ${issuer}.`);
  }
  const { authorization_endpoint, token_endpoint, revocation_endpoint } = metadata;
  const { introspection_endpoint = token_endpoint } = metadata;
  for (const endpoint of [authorization_endpoint, token_endpoint, revocation_endpoint, introspection_endpoint]) {
    if (parseUrl(endpoint)?.origin === issuer) continue;
    const detail = `The verifier at ${url} names ${endpoint} as its endpoint, which is on another server`;
    throw new AppError('unavailable', detail, { detail });
  }
}

function anyOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined));
}

interface TokenAnswer {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
  readonly expires_in?: number | undefined;
}

function toTokens({ access_token, refresh_token, expires_in = defaultExpiresInS }: TokenAnswer): Tokens {
  return { accessToken: access_token, refreshToken: refresh_token, expiresInS: expires_in };
}
