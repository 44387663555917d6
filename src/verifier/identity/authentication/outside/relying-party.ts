/** The outside issuer's sign-in: authorization code with PKCE, by openid-client through the guarded fetch. */
import type { Configuration, CustomFetchOptions } from 'openid-client';
import type { Clock } from '../../../../platform/clock.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { GuardedFetch } from '../../../../platform/http/guarded-fetch.ts';
import type { LoginSecrets } from './login-secrets.ts';
import type { OutsideSettings } from './settings.ts';

export interface RelyingParty {
  /** Gives the address for the browser. @throws AppError `unavailable`. */
  authorizationUrl(secrets: LoginSecrets): Promise<string>;
  /** Exchanges the callback's code, and gives the claims of the id_token. @throws AppError `unauthorized`, `unavailable`. */
  finish(
    callbackQuery: string,
    secrets: LoginSecrets,
  ): Promise<{ sub: string; claims: Readonly<Record<string, unknown>> }>;
}

export interface RelyingPartyDeps {
  readonly settings: OutsideSettings & { readonly client: NonNullable<OutsideSettings['client']> };
  readonly callbackUrl: string;
  readonly fetch: GuardedFetch;
  readonly clock: Clock;
}

/** How long metadata and keys are cached. */
const keepMs = 10 * 60_000;
const timeoutS = 10;
const maxBytes = 256 * 1024;
const maxDepth = 10;

export function createRelyingParty({ settings, callbackUrl, fetch, clock }: RelyingPartyDeps): RelyingParty {
  let known: { readonly config: Configuration; readonly at: number } | undefined;

  const discover = async (): Promise<Configuration> => {
    if (known !== undefined && Math.abs(clock.now() - known.at) < keepMs) return known.config;
    const client = await import('openid-client');
    const { id, secret } = settings.client;
    const authentication = secret === undefined ? client.None() : client.ClientSecretBasic(secret.reveal());
    const config = await client.discovery(new URL(settings.issuer), id, undefined, authentication, {
      [client.customFetch]: toFetch(fetch),
      timeout: timeoutS,
      // The guarded fetch allows plain http only to configured private addresses.
      execute: settings.issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
    });
    if (config.serverMetadata().issuer !== settings.issuer) throw new Error('the metadata belongs to another issuer');
    known = { config, at: clock.now() };
    return config;
  };

  return {
    async authorizationUrl({ state, nonce, codeVerifier }) {
      try {
        const config = await discover();
        const client = await import('openid-client');
        const challenge = await client.calculatePKCECodeChallenge(codeVerifier);
        return client.buildAuthorizationUrl(config, {
          redirect_uri: callbackUrl,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: challenge,
          code_challenge_method: 'S256',
        }).href;
      } catch (error) {
        throw unavailable(error);
      }
    },
    async finish(callbackQuery, { state, nonce, codeVerifier }) {
      const config = await discover().catch((error: unknown) => {
        throw unavailable(error);
      });
      const client = await import('openid-client');
      try {
        const answer = await client.authorizationCodeGrant(config, new URL(`${callbackUrl}${callbackQuery}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const claims = answer.claims();
        if (claims === undefined) throw new Error('an id_token was expected');
        return { sub: claims.sub, claims: { ...claims } };
      } catch (error) {
        throw refuseLogin('the other site did not confirm your identity', error);
      }
    },
  };
}

/** Makes the error of a failed sign-in: the pages show `detail`, the log has the cause. */
export function refuseLogin(detail: string, cause?: unknown): AppError {
  return new AppError('forbidden', detail, { detail, cause, extensions: { reason: 'outside_login_failed' } });
}

function unavailable(cause: unknown): AppError {
  const detail = 'the other site cannot be reached, or its answer is invalid';
  return new AppError('unavailable', detail, { detail, cause, retryAfterS: 30 });
}

const accept = ['application/json', 'application/jwk-set+json'];

/** Adapts the guarded fetch to openid-client. */
function toFetch(fetch: GuardedFetch) {
  return async (url: string, { method, headers, body, signal }: CustomFetchOptions): Promise<Response> => {
    if (method !== 'GET' && method !== 'POST') throw new Error(`openid-client asks with ${method}`);
    const answer = await fetch(url, {
      method,
      accept,
      maxBytes,
      maxDepth,
      headers,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers: answer.headers });
  };
}
