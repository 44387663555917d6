/** Where a person is led to: at which authorization server, as which client of ours, for which scopes. */
import { AppError, isAppError } from '../../../platform/errors.ts';
import type { Author } from '../../control/author.ts';
import { selectScopes } from '../../foreign-oauth/scopes.ts';
import type { ForeignOAuth } from '../../foreign-oauth/seams.ts';
import type { ScopedCredentialRow } from '../tables.ts';

/** Nulls for kinds whose secret is typed here. */
export interface ConnectTarget {
  readonly issuer: string | null;
  readonly resource: string | null;
  readonly clientRowId: string | null;
  readonly scopes: readonly string[];
}

export interface TargetDeps {
  readonly foreignOAuth: Pick<ForeignOAuth, 'discover' | 'ensureClient'>;
}

export type FindTarget = (
  author: Author,
  row: ScopedCredentialRow,
  scopes: readonly string[],
) => Promise<ConnectTarget>;

/**
 * Calls the other side: never inside of a transaction. The resource is asked each time, since it may have moved to another
 * authorization server: the person is told so, and nothing that the old one gave is ever shown to the new one.
 */
export function createFindTarget({ foreignOAuth }: TargetDeps): FindTarget {
  return async ({ orgId }, row, more) => {
    const { resource, auth_type } = row;
    if (auth_type !== 'oauth2_code') return { issuer: null, resource: null, clientRowId: null, scopes: [] };
    const { issuer, offered } = await findIssuer(foreignOAuth, orgId, row);
    const wanted = [...new Set([...toKeep(row, issuer, offered), ...more])];
    // The one of the organisation there: the client that it was connected with may be gone.
    const { id: clientRowId } = await foreignOAuth.ensureClient(orgId, issuer, resource ?? '');
    return { issuer, resource, clientRowId, scopes: wanted.length > 0 ? wanted : offered };
  };
}

/**
 * What was granted is asked for again with the rest: a new authorization takes the place of the old one. Another server
 * has other scopes, and refuses those that it does not know.
 */
function toKeep(row: ScopedCredentialRow, issuer: string, offered: readonly string[]): readonly string[] {
  if (row.issuer === null || row.issuer === issuer) return [...row.requested_scopes, ...row.granted_scopes];
  return offered.length === 0 ? row.requested_scopes : row.requested_scopes.filter((one) => offered.includes(one));
}

/** As many as a credential may have: they go into an address, and onto a page. */
const mostOffered = 100;

interface FoundIssuer {
  readonly issuer: string;
  /** To ask for where nobody says otherwise. */
  readonly offered: readonly string[];
}

async function findIssuer(
  { discover }: Pick<ForeignOAuth, 'discover'>,
  orgId: string,
  { issuer: known, resource }: ScopedCredentialRow,
): Promise<FoundIssuer> {
  if (resource === null) {
    if (known !== null) return { issuer: known, offered: [] };
    throw refuse('issuer_unknown', 'nothing says where to sign in: the credential needs an issuer or a resource');
  }
  const found = await discover(orgId, resource).catch((error: unknown) => {
    if (known !== null && isSilent(error)) return undefined;
    throw error;
  });
  const issuer = found?.issuer ?? known;
  if (issuer === null) throw refuse('no_authorization_server', 'the resource names no authorization server');
  if (found === undefined) return { issuer, offered: [] };
  // Of several the one that it was connected at stays.
  const isKept = known !== null && found.authorizationServers.includes(known);
  return { issuer: isKept ? known : issuer, offered: selectScopes(found).slice(0, mostOffered) };
}

/** The resource cannot be asked from here, or says nothing: that is no word against the server that is known. */
function isSilent(error: unknown): boolean {
  if (!isAppError(error)) return false;
  if (error.code === 'upstream_unavailable' || error.code === 'upstream_timeout') return true;
  const reason = error.extensions?.['reason'];
  return typeof reason === 'string' && (reason === 'no_authorization_server' || reason.startsWith('outbound_'));
}

function refuse(reason: string, detail: string): AppError {
  return new AppError('unprocessable', detail, { detail, extensions: { reason } });
}
