/** Requests a new token from the authorization server, once, as the kind of the credential requires. */

import type { Db } from '../../../../platform/db/db.ts';
import { isAppError } from '../../../../platform/errors.ts';
import type { Secret } from '../../../../platform/secret.ts';
import type { Vault } from '../../../base/vault/ports.ts';
import type { ForeignOAuth, GivenClient, TokenAnswer } from '../../foreign-oauth/ports.ts';
import { placeOf, type SecretField } from '../secret-places.ts';
import type { ScopedCredentialRow } from '../tables.ts';

export interface AskDeps {
  readonly db: Db;
  readonly vault: Pick<Vault, 'read'>;
  readonly oauth: Pick<ForeignOAuth, 'refresh' | 'clientCredentials'>;
}

/** `impossible`: something that the request needs is missing. */
export type AskAnswer = TokenAnswer | { readonly kind: 'impossible'; readonly reason: string };

/** Codes of temporary faults: a later request may succeed. */
const passing = ['upstream_unavailable', 'upstream_timeout', 'unavailable', 'too_many_requests'] as const;

export async function askForTokens(deps: AskDeps, row: ScopedCredentialRow): Promise<AskAnswer> {
  try {
    return await (row.auth_type === 'client_credentials' ? askAsClient(deps, row) : askByRefreshToken(deps, row));
  } catch (error) {
    if (passing.some((code) => isAppError(error, code))) return { kind: 'unavailable', reason: 'unavailable' };
    // The address is not allowed (any more), or no authorization server answers there.
    if (isAppError(error, 'unprocessable')) return { kind: 'unavailable', reason: reasonOf(error.extensions) };
    throw error;
  }
}

function reasonOf(extensions: Readonly<Record<string, unknown>> | undefined): string {
  const reason = extensions?.['reason'];
  return typeof reason === 'string' ? reason : 'unprocessable';
}

async function askByRefreshToken({ db, vault, oauth }: AskDeps, row: ScopedCredentialRow): Promise<AskAnswer> {
  const { issuer, foreign_client_id: clientRowId, resource } = row;
  if (issuer === null || clientRowId === null) return { kind: 'impossible', reason: 'no_client' };
  const refreshToken = await readIfThere({ db, vault }, row, 'refresh_token');
  if (refreshToken === undefined) return { kind: 'impossible', reason: 'no_refresh_token' };
  // Without scopes the server grants what it granted before (RFC 6749 section 6); an outdated list could only reduce that.
  return oauth.refresh(row.org_id, { issuer, clientRowId, resource: resource ?? '', refreshToken });
}

async function askAsClient({ db, vault, oauth }: AskDeps, row: ScopedCredentialRow): Promise<AskAnswer> {
  const { issuer, resource, requested_scopes: scopes } = row;
  if (issuer === null) return { kind: 'impossible', reason: 'no_issuer' };
  const ask = async (version: number): Promise<TokenAnswer | undefined> => {
    const client = await readClient({ db, vault }, row, version);
    if (client === undefined) return undefined;
    return oauth.clientCredentials(row.org_id, { issuer, client, resource: resource ?? '', scopes });
  };
  const answer = await ask(row.version);
  if (answer === undefined) return { kind: 'impossible', reason: 'no_client' };
  const previous = previousVersion(row);
  if (answer.kind !== 'refused' || answer.error !== 'invalid_client' || previous === undefined) return answer;
  // The authorization server may not know of the rotation yet.
  return (await ask(previous)) ?? answer;
}

/** Gives version n−1 during the overlap of a rotation, else undefined. */
export function previousVersion({ rotation, version }: ScopedCredentialRow): number | undefined {
  return rotation.overlap_until === null ? undefined : (rotation.previous_version ?? version - 1);
}

/** Reads our client's configuration at the authorization server; undefined if it is incomplete. */
export async function readClient(
  deps: Pick<AskDeps, 'db' | 'vault'>,
  row: ScopedCredentialRow,
  version: number,
): Promise<GivenClient | undefined> {
  const { client_id: clientId, client_auth: method } = row.config;
  if (clientId === undefined) return undefined;
  const named = { clientId, ...(method === undefined ? {} : { method }) };
  if (method === 'none') return named;
  const secret = await readIfThere(deps, row, 'secret', version);
  return secret === undefined ? undefined : { ...named, secret };
}

/** Reads one secret of a version; undefined if there is none. */
export async function readIfThere(
  { db, vault }: Pick<AskDeps, 'db' | 'vault'>,
  row: ScopedCredentialRow,
  field: SecretField,
  version?: number,
): Promise<Secret | undefined> {
  try {
    return await vault.read(db, placeOf(row, field, version));
  } catch (error) {
    if (isAppError(error, 'not_found')) return undefined;
    throw error;
  }
}
