/** Decides where a person is sent: to which authorization server, as which of our clients, for which scopes. */
import { AppError, isAppError } from '../../../../platform/errors.ts';
import type { Author } from '../../../base/control/author.ts';
import type { ForeignOAuth } from '../../foreign-oauth/ports.ts';
import { selectScopes } from '../../foreign-oauth/scopes.ts';
import type { ScopedCredentialRow } from '../tables.ts';

/** The members are null for kinds whose secret is typed here. */
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
 * Finds the target. Calls upstream, so it never runs inside of a transaction. The resource is asked each time, because it may
 * have moved to another authorization server. The person is told of that, and tokens of the old server are never shown to the
 * new one.
 */
export function createFindTarget({ foreignOAuth }: TargetDeps): FindTarget {
  return async ({ orgId }, row, more) => {
    const { resource, auth_type } = row;
    if (auth_type !== 'oauth2_code') return { issuer: null, resource: null, clientRowId: null, scopes: [] };
    const { issuer, offered } = await findIssuer(foreignOAuth, orgId, row);
    const wanted = [...new Set([...toKeep(row, issuer, offered), ...more])];
    // Takes the organisation's present client there: the client that it was connected with may be gone.
    const { id: clientRowId } = await foreignOAuth.ensureClient(orgId, issuer, resource ?? '');
    return { issuer, resource, clientRowId, scopes: wanted.length > 0 ? wanted : offered };
  };
}

/**
 * Requests earlier grants again, because a new authorization replaces the old one. Not at another server: it has other scopes
 * and refuses unknown ones.
 */
function toKeep(row: ScopedCredentialRow, issuer: string, offered: readonly string[]): readonly string[] {
  if (row.issuer === null || row.issuer === issuer) return [...row.requested_scopes, ...row.granted_scopes];
  return offered.length === 0 ? row.requested_scopes : row.requested_scopes.filter((one) => offered.includes(one));
}

/** Maximum of scopes of a credential: they go into an address and onto a page. */
const maxOffered = 100;

interface FoundIssuer {
  readonly issuer: string;
  /** Scopes to request by default. */
  readonly offered: readonly string[];
}

async function findIssuer(
  { discover }: Pick<ForeignOAuth, 'discover'>,
  orgId: string,
  { issuer: known, resource }: ScopedCredentialRow,
): Promise<FoundIssuer> {
  if (resource === null) {
    if (known !== null) return { issuer: known, offered: [] };
    throw refuse('issuer_unknown', 'the sign-in address is unknown: the credential needs an issuer or a resource');
  }
  const found = await discover(orgId, resource).catch((error: unknown) => {
    if (known !== null && isSilent(error)) return undefined;
    throw error;
  });
  const issuer = found?.issuer ?? known;
  if (issuer === null) throw refuse('no_authorization_server', 'the resource names no authorization server');
  if (found === undefined) return { issuer, offered: [] };
  // Of several servers, the one that it was connected at stays.
  const isKept = known !== null && found.authorizationServers.includes(known);
  return { issuer: isKept ? known : issuer, offered: selectScopes(found).slice(0, maxOffered) };
}

/** True if the resource is unreachable or gives no metadata. That does not speak against the known server. */
function isSilent(error: unknown): boolean {
  if (!isAppError(error)) return false;
  if (error.code === 'upstream_unavailable' || error.code === 'upstream_timeout') return true;
  const reason = error.extensions?.['reason'];
  return typeof reason === 'string' && (reason === 'no_authorization_server' || reason.startsWith('outbound_'));
}

function refuse(reason: string, detail: string): AppError {
  return new AppError('unprocessable', detail, { detail, extensions: { reason } });
}
