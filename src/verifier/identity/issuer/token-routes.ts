/** `POST /oauth/introspect` (RFC 7662) and `POST /oauth/revoke` (RFC 7009), for tokens of every form. */

import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '../../../platform/db/db.ts';
import type { HttpApp } from '../../../platform/http/app.ts';
import { assertAllowed } from '../../base/access/authorize.ts';
import type { AuthenticateClient, AuthenticatedClient } from './client-authentication.ts';
import { digestOf } from './digest.ts';
import { formOf } from './form.ts';
import { invalidClient, oauthError } from './oauth-error.ts';
import { paths } from './provider-config.ts';
import { removeGrant } from './records.ts';
import type { RevokeToken } from './revoke-token.ts';
import { oauthRecordsTable } from './tables.ts';
import type { FindToken, FoundToken } from './token-lookup.ts';

export interface TokenRouteDeps {
  readonly db: Db;
  readonly authenticate: AuthenticateClient;
  readonly findToken: FindToken;
  readonly revokeToken: RevokeToken;
}

/** The asking party: a client, or a caller of our API. */
interface Asker {
  readonly orgId?: string;
  readonly clientId?: string;
}

const maxTokenLength = 8_192;
const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' };

export function addTokenRoutes(scope: HttpApp, deps: TokenRouteDeps): void {
  const { findToken } = deps;
  scope.post(paths.introspection, async (request, reply) => {
    const asker = await findAsker(scope, request, deps);
    const token = tokenOf(request);
    const found = token.length > maxTokenLength ? undefined : await findToken(token);
    const answer = found !== undefined && mayKnow(asker, found) ? { active: true, ...found.claims } : { active: false };
    return reply.headers(noStore).send(answer);
  });
  scope.post(paths.revocation, async (request, reply) => {
    const client = await authenticate(request, deps);
    if (client === undefined) throw invalidClient();
    const found = await findToken(tokenOf(request));
    if (found !== undefined) await revoke(deps, client, found, tokenOf(request));
    return reply.headers(noStore).send();
  });
}

async function findAsker(app: FastifyInstance, request: FastifyRequest, deps: TokenRouteDeps): Promise<Asker> {
  const client = await authenticate(request, deps);
  // Anybody can name a public client, so that proves nothing (RFC 7662 section 2.1).
  if (client?.isPublic === true) throw invalidClient();
  if (client !== undefined) return client;
  const caller = await app.admit(request);
  assertAllowed(caller, 'clients.read', { orgId: caller.organisation }, 'asking about tokens');
  return { orgId: caller.organisation };
}

function authenticate({ raw, body }: FastifyRequest, deps: TokenRouteDeps): Promise<AuthenticatedClient | undefined> {
  return deps.authenticate({ headers: raw.headers, socket: raw.socket, form: formOf(body) });
}

function tokenOf({ body }: FastifyRequest): string {
  const token = formOf(body).get('token');
  if (token === undefined) throw oauthError('invalid_request', 'missing required parameter token');
  return token;
}

/** Tells whether the asker may know of a token: its own organisation and its client may; of a refresh token only its client. */
function mayKnow({ orgId, clientId }: Asker, found: FoundToken): boolean {
  if (found.clientId === clientId) return true;
  return found.kind !== 'refresh' && found.orgId !== undefined && found.orgId === orgId;
}

async function revoke(deps: TokenRouteDeps, client: AuthenticatedClient, found: FoundToken, token: string) {
  if (found.clientId !== client.clientId) {
    throw oauthError('invalid_request', 'the token was not issued to this client');
  }
  if (found.jti !== undefined) {
    await deps.revokeToken(client, { ...found, jti: found.jti });
    return;
  }
  // Revoking a refresh token also ends what was issued under it (RFC 7009 section 2.1).
  if (found.kind === 'refresh' && found.grantId !== undefined) await removeGrant(deps.db, found.grantId);
  else await deps.db.delete(oauthRecordsTable).where(eq(oauthRecordsTable.id_sha256, digestOf(token)));
}
