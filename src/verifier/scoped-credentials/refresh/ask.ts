/** What a refresh asks the other side, by the kind of the credential: for a new token, once. */

import type { Db } from '../../../platform/db/db.ts';
import { isAppError } from '../../../platform/errors.ts';
import type { Secret } from '../../../platform/secret.ts';
import type { ForeignOAuth, GivenClient, TokenAnswer } from '../../foreign-oauth/seams.ts';
import type { Vault } from '../../vault/seams.ts';
import { placeOf, type SecretField } from '../secret-places.ts';
import type { ScopedCredentialRow } from '../tables.ts';

export interface AskDeps {
  readonly db: Db;
  readonly vault: Pick<Vault, 'read'>;
  readonly oauth: Pick<ForeignOAuth, 'refresh' | 'clientCredentials'>;
}

/** What it takes to ask is not there: asking would be of no use. */
export type AskAnswer = TokenAnswer | { readonly kind: 'impossible'; readonly reason: string };

/** The other side could not be asked, or did not answer in a way that can be used: later it may. */
const passing = ['upstream_unavailable', 'upstream_timeout', 'unavailable', 'too_many_requests'] as const;

export async function askForTokens(deps: AskDeps, row: ScopedCredentialRow): Promise<AskAnswer> {
  try {
    return await (row.auth_type === 'client_credentials' ? askAsClient(deps, row) : askByRefreshToken(deps, row));
  } catch (error) {
    if (passing.some((code) => isAppError(error, code))) return { kind: 'unavailable', reason: 'unavailable' };
    // The address is not allowed (any more), or what is behind it is no authorization server.
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
  // Without scopes: the server gives what it gave before (RFC 6749 section 6), and not less by a list that is out of date.
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
  // The other side may not know of the rotation yet.
  return (await ask(previous)) ?? answer;
}

/** Version n−1 during the overlap of a rotation. */
export function previousVersion({ rotation, version }: ScopedCredentialRow): number | undefined {
  return rotation.overlap_until === null ? undefined : (rotation.previous_version ?? version - 1);
}

/** Our client at the other side, as it is configured; undefined where it is not. */
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

/** One secret of a version; undefined where none is. */
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
