/**
 * Chooses the credential that an agent uses for a service, and says why the others were rejected. Order: enforced by the
 * organisation, enforced by the workspace; then, in delegated use, the person's own or a shared one that allows delegation,
 * else the agent's own; then the workspace's, then the organisation's. Pure: takes the rows of one organisation.
 */

import type { AuthStatus, CredentialSource, Rejection } from '../../../contract/api/scoped-credentials/states.ts';
import { isSameResource } from './enforced.ts';
import type { CredentialQuery, EffectiveCredential } from './ports.ts';
import type { ScopedCredentialRow } from './tables.ts';

type Row = ScopedCredentialRow;
type Rejected = Map<Row, Rejection>;

/** Resolves one wish; expiry is measured against `now`. */
export function resolveCredential(rows: readonly Row[], request: CredentialQuery, now: number): EffectiveCredential {
  const rejected: Rejected = new Map();
  const inReach = rows.filter((row) => isInReach(row, request));
  const fitting = inReach.filter((row) => keepUnless(rejected, row, whyNotAtAll(row, request)));
  const found = findEnforced(fitting, request, rejected) ?? findOwnOrShared(fitting, request, rejected);
  const { row, source, refusal } = found;
  const scopesMissing = row === undefined ? [] : missingScopes(row, request.scopes ?? []);
  return {
    credential: row,
    source,
    mode: row?.sharing_mode ?? (refusal === undefined ? null : 'enforce'),
    status: refusal ?? (row === undefined ? 'connect_required' : statusOf(row, scopesMissing, now)),
    scopesMissing,
    candidates: inReach.flatMap((one) => toCandidate(one, row, rejected)),
    foreignClientId: clientFor(fitting, request),
  };
}

interface Found {
  readonly row: Row | undefined;
  readonly source: CredentialSource;
  /** Set if an enforced credential exists and may not be used. */
  readonly refusal?: AuthStatus;
}

/** True for credentials of the organisation or of the agent's workspace. */
function isInReach({ service, scope_level: level, scope_id: id }: Row, request: CredentialQuery): boolean {
  return service === request.service && (level === 'org' || id === request.workspaceId);
}

function whyNotAtAll(
  row: Row,
  { agentId, userId, resource, issuer, isPlaceChosen }: CredentialQuery,
): Rejection | undefined {
  if (row.status === 'revoked') return 'revoked';
  if (row.agent_id !== null && row.agent_id !== agentId) return 'of_another_agent';
  if (row.user_id !== null && row.user_id !== userId) return 'of_another_user';
  if (!isFor(row, resource)) return 'other_resource';
  if (row.resource === null && row.agent_id === null && isPlaceChosen === true) return 'other_resource';
  // Without a known issuer nothing is sent to one. The caller that knows the issuer asks again with it.
  if (row.issuer !== null && issuer !== undefined && row.issuer !== issuer) return 'other_issuer';
  return undefined;
}

/** An enforced credential applies to every spelling of its resource: another spelling must not bypass it. */
function isFor({ resource: own, sharing_mode }: Row, asked: string | undefined): boolean {
  if (own === null || own === asked) return true;
  return sharing_mode === 'enforce' && asked !== undefined && isSameResource(own, asked);
}

/** Finds the enforced credential. It decides even if it does not work: nothing below it counts. */
function findEnforced(fitting: readonly Row[], request: CredentialQuery, rejected: Rejected): Found | undefined {
  for (const level of ['org', 'workspace'] as const) {
    // An enforced credential that nobody has connected yet decides too.
    const enforced = mostFitting(fitting.filter((row) => isShared(row, level) && row.sharing_mode === 'enforce'));
    if (enforced === undefined) continue;
    for (const row of fitting) {
      if (row !== enforced) rejected.set(row, isShared(row, level) ? 'overruled' : 'lower_than_enforced');
    }
    const source = `${level}_enforce` as const;
    if (request.userId === undefined || enforced.allow_in_delegation) return { row: enforced, source };
    rejected.set(enforced, 'not_allowed_in_delegation');
    return { row: undefined, source, refusal: 'not_allowed_in_delegation' };
  }
  return undefined;
}

function findOwnOrShared(fitting: readonly Row[], request: CredentialQuery, rejected: Rejected): Found {
  const isDelegated = request.userId !== undefined;
  const usable = fitting.filter((row) => keepUnless(rejected, row, whyNotHere(row, isDelegated)));
  const levels: readonly (readonly [CredentialSource, Row | undefined])[] = [
    // Rows of other persons are filtered out already: a bound row is this person's or the agent's own.
    [isDelegated ? 'user' : 'agent', best(usable.filter((row) => row.agent_id !== null))],
    ['workspace', best(usable.filter((row) => isShared(row, 'workspace')))],
    ['org', best(usable.filter((row) => isShared(row, 'org')))],
  ];
  // A credential that nobody has connected is named only if there is no other.
  const there = levels.flatMap(([source, row]) => (row === undefined ? [] : [{ source, row }]));
  const chosen = there.find(({ row }) => !isUnconnected(row)) ?? there[0];
  for (const row of usable) {
    if (row !== chosen?.row) rejected.set(row, isUnconnected(row) ? 'not_connected' : 'overruled');
  }
  return chosen ?? { row: undefined, source: 'none' };
}

function whyNotHere(row: Row, isDelegated: boolean): Rejection | undefined {
  if (row.agent_id === null) {
    if (row.sharing_mode === 'isolated') return 'isolated';
    return isDelegated && !row.allow_in_delegation ? 'not_allowed_in_delegation' : undefined;
  }
  // The agent's own credential is not used for what it does on behalf of a person.
  return isDelegated && row.user_id === null ? 'not_allowed_in_delegation' : undefined;
}

function keepUnless(rejected: Rejected, row: Row, why: Rejection | undefined): boolean {
  if (why !== undefined) rejected.set(row, why);
  return why === undefined;
}

function isShared({ agent_id, user_id, scope_level }: Row, level: Row['scope_level']): boolean {
  return agent_id === null && user_id === null && scope_level === level;
}

function isUnconnected({ version }: Row): boolean {
  return version === 0;
}

/** Picks the best row of one level: a row with a secret before one that never had any. */
function best(rows: readonly Row[]): Row | undefined {
  return mostFitting(rows.filter((row) => !isUnconnected(row))) ?? mostFitting(rows);
}

/** Prefers the row for this exact resource, then the row of the agent's own workspace, then the newer row. */
function mostFitting(rows: readonly Row[]): Row | undefined {
  return [...rows].sort(
    (left, right) =>
      Number(left.resource === null) - Number(right.resource === null) ||
      Number(left.scope_level === 'org') - Number(right.scope_level === 'org') ||
      right.seq - left.seq,
  )[0];
}

const workingStatuses: readonly Row['status'][] = ['active', 'expiring', 'refreshing', 'rotating'];

function statusOf(row: Row, scopesMissing: readonly string[], now: number): AuthStatus {
  if (!workingStatuses.includes(row.status)) return toAuthStatus(row.status);
  if (row.expires_at !== null && row.expires_at <= now && !isRefreshable(row)) return 'expired';
  return scopesMissing.length > 0 ? 'insufficient_scope' : 'ready';
}

function toAuthStatus(status: Row['status']): AuthStatus {
  return status === 'pending' || status === 'expired' || status === 'reauth_required' ? status : 'error';
}

/** True for kinds that fetch new access tokens: the expiry of one token does not disqualify them. */
function isRefreshable({ auth_type: type }: Row): boolean {
  return type === 'oauth2_code' || type === 'client_credentials' || type === 'token_exchange';
}

/** Lists the missing scopes. For an API key, a password or a certificate they are known only if somebody stated them. */
function missingScopes(row: Row, needed: readonly string[]): string[] {
  if (row.granted_scopes.length === 0 && !isRefreshable(row)) return [];
  return needed.filter((scope) => !row.granted_scopes.includes(scope));
}

/** Gives our client that the nearest `isolated` credential above leaves to those below. */
function clientFor(fitting: readonly Row[], { issuer }: CredentialQuery): string | null {
  const left = fitting.filter((row) => row.agent_id === null && row.sharing_mode === 'isolated');
  const clients = left.filter(
    (row) => row.foreign_client_id !== null && (issuer === undefined || row.issuer === issuer),
  );
  const nearest =
    mostFitting(clients.filter((row) => row.scope_level === 'workspace')) ??
    mostFitting(clients.filter((row) => row.scope_level === 'org'));
  return nearest?.foreign_client_id ?? null;
}

function toCandidate(row: Row, chosen: Row | undefined, rejected: Rejected): EffectiveCredential['candidates'] {
  const rejectedBecause = rejected.get(row);
  return row === chosen || rejectedBecause === undefined ? [] : [{ id: row.id, rejectedBecause }];
}
