/** Registers our client at an authorization server (RFC 7591), and deletes the registration (RFC 7592). */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ClientMethod } from '../../../contract/api/foreign-clients.ts';
import { readJson } from '../../../platform/http/guarded-answer.ts';
import { jsonTypes } from '../../../platform/http/guarded-as-fetch.ts';
import type { GuardedFetch } from '../../../platform/http/guarded-fetch.ts';
import { createSecret, type Secret } from '../../../platform/secret.ts';
import { errorCodeOf } from './answers.ts';
import { type ClientPlaces, describeClient } from './client-document.ts';
import { chooseMethod } from './client-method.ts';
import { foreignUnavailable, refuseForeign } from './errors.ts';
import { assertEndpoint, type ForeignServerFacts } from './server-metadata.ts';

export interface Registered {
  readonly clientId: string;
  readonly method: ClientMethod;
  readonly secret: Secret | undefined;
  /** Milliseconds since the epoch; null: never. */
  readonly secretExpiresAt: number | null;
  readonly registrationUri: string | undefined;
  readonly registrationToken: Secret | undefined;
  /** Metadata of the registration request. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

// RFC 6749 appendix A: VSCHAR.
const Visible = (maxLength: number) => Type.String({ pattern: '^[\\x20-\\x7e]+$', maxLength });
const RegisteredSchema = Type.Object({
  client_id: Visible(2_048),
  client_secret: Type.Optional(Visible(4_096)),
  client_secret_expires_at: Type.Optional(Type.Number({ minimum: 0, maximum: 99_999_999_999 })),
  token_endpoint_auth_method: Type.Optional(Type.String({ maxLength: 64 })),
  redirect_uris: Type.Optional(Type.Array(Type.String({ maxLength: 2_048 }), { maxItems: 100 })),
  registration_client_uri: Type.Optional(Type.String({ maxLength: 2_048 })),
  registration_access_token: Type.Optional(Visible(4_096)),
});
const shape = Compile(RegisteredSchema);
const limits = { accept: jsonTypes, timeoutMs: 10_000, maxBytes: 64 * 1024, maxDepth: 10 } as const;

/**
 * Registers once. @throws AppError `unprocessable` `registration_refused`, `upstream_unavailable`, those of the outbound
 * client.
 */
export async function registerClient(
  fetch: GuardedFetch,
  server: ForeignServerFacts & { readonly registrationEndpoint: string },
  places: ClientPlaces,
): Promise<Registered> {
  const { grantTypes } = server;
  const described = describeClient(places, chooseMethod(server.authMethods, undefined));
  const metadata = {
    ...described,
    // A server without refresh tokens refuses a client that names them.
    grant_types: described.grant_types.filter((type) => grantTypes === undefined || grantTypes.includes(type)),
  };
  const answer = await fetch(server.registrationEndpoint, {
    ...limits,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
  });
  if (answer.status >= 500 || answer.status === 429) {
    throw foreignUnavailable(`the registration was answered with HTTP ${answer.status}`);
  }
  if (answer.status !== 201 && answer.status !== 200) {
    const code = errorCodeOf(answer.body);
    throw refuseForeign('registration_refused', `the authorization server refuses the registration: ${code}`);
  }
  return { ...readRegistered(readJson(answer, limits.maxDepth), server, places), metadata };
}

function readRegistered(
  document: unknown,
  server: ForeignServerFacts,
  { redirectUri }: ClientPlaces,
): Omit<Registered, 'metadata'> {
  if (!shape.Check(document)) throw refuseForeign('registration_refused', 'the registration does not follow RFC 7591');
  const { redirect_uris: redirectUris = [redirectUri], client_secret: secret } = document;
  if (!redirectUris.includes(redirectUri)) {
    throw refuseForeign('registration_refused', 'the authorization server registered another redirect URI');
  }
  const named = document.token_endpoint_auth_method;
  const expiresAtS = document.client_secret_expires_at ?? 0;
  return {
    clientId: document.client_id,
    method: toMethod(named, server.authMethods, secret !== undefined),
    secret: secret === undefined ? undefined : createSecret(secret),
    secretExpiresAt: secret === undefined || expiresAtS === 0 ? null : Math.floor(expiresAtS * 1_000),
    ...readManagement(document, server),
  };
}

function toMethod(named: string | undefined, offered: readonly string[], hasSecret: boolean): ClientMethod {
  if (named === undefined) return chooseMethod(offered, hasSecret);
  if (named === 'none' || (hasSecret && (named === 'client_secret_basic' || named === 'client_secret_post'))) {
    return named;
  }
  throw refuseForeign('registration_refused', 'the authorization server requires an unsupported client authentication');
}

/**
 * Accepts the management address only at the origin that sent it, because our token goes there; otherwise the registration
 * cannot be deleted.
 */
function readManagement(
  document: { readonly registration_client_uri?: string; readonly registration_access_token?: string },
  { issuer, registrationEndpoint = issuer }: ForeignServerFacts,
): Pick<Registered, 'registrationUri' | 'registrationToken'> {
  const { registration_client_uri: uri, registration_access_token: token } = document;
  if (uri === undefined || token === undefined || !URL.canParse(uri)) {
    return { registrationUri: undefined, registrationToken: undefined };
  }
  if (new URL(uri).origin !== new URL(registrationEndpoint).origin) {
    return { registrationUri: undefined, registrationToken: undefined };
  }
  assertEndpoint(uri, 'registration_client_uri', issuer);
  return { registrationUri: uri, registrationToken: createSecret(token) };
}

/** Deletes a registration; true if it is gone, now or before. */
export async function deleteRegistration(fetch: GuardedFetch, uri: string, token: Secret): Promise<boolean> {
  const headers = { authorization: `Bearer ${token.reveal()}` };
  const { status } = await fetch(uri, { method: 'DELETE', accept: [], timeoutMs: limits.timeoutMs, headers });
  // RFC 7592 section 2.3: 401 for a client that no longer exists.
  return status === 204 || status === 200 || status === 401 || status === 404;
}
