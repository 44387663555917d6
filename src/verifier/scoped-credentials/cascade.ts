/**
 * Which credential an agent uses for a service, and why not another one: organisation enforce, workspace
 * enforce, then in delegated use the person's own or a shared one that is meant for it, else the agent's own, the
 * workspace's, the organisation's. Pure: over rows of one organisation, whichever they are.
 */

import type { AuthStatus, CredentialSource, Rejection } from '../../contract/api/scoped-credentials/states.ts';
import { isSameResource } from './enforced.ts';
import type { CredentialWish, EffectiveCredential } from './seams.ts';
import type { ScopedCredentialRow } from './tables.ts';

type Row = ScopedCredentialRow;
type Rejected = Map<Row, Rejection>;

/** Resolves one wish; `now` is what expiry is measured by. */
export function resolveCredential(rows: readonly Row[], wish: CredentialWish, now: number): EffectiveCredential {
  const rejected: Rejected = new Map();
  const inReach = rows.filter((row) => isInReach(row, wish));
  const fitting = inReach.filter((row) => keepUnless(rejected, row, whyNotAtAll(row, wish)));
  const found = findEnforced(fitting, wish, rejected) ?? findOwnOrShared(fitting, wish, rejected);
  const { row, source, refusal } = found;
  const scopesMissing = row === undefined ? [] : missingScopes(row, wish.scopes ?? []);
  return {
    credential: row,
    source,
    mode: row?.sharing_mode ?? (refusal === undefined ? null : 'enforce'),
    status: refusal ?? (row === undefined ? 'connect_required' : statusOf(row, scopesMissing, now)),
    scopesMissing,
    candidates: inReach.flatMap((one) => toCandidate(one, row, rejected)),
    foreignClientId: clientFor(fitting, wish),
  };
}

interface Found {
  readonly row: Row | undefined;
  readonly source: CredentialSource;
  /** Set where an enforced one is there and may not be used. */
  readonly refusal?: AuthStatus;
}

/** Of the organisation, or of the agent's workspace; what stands anywhere else is nobody's business here. */
function isInReach({ service, scope_level: level, scope_id: id }: Row, wish: CredentialWish): boolean {
  return service === wish.service && (level === 'org' || id === wish.workspaceId);
}

function whyNotAtAll(
  row: Row,
  { agentId, userId, resource, issuer, isPlaceChosen }: CredentialWish,
): Rejection | undefined {
  if (row.status === 'revoked') return 'revoked';
  if (row.agent_id !== null && row.agent_id !== agentId) return 'of_another_agent';
  if (row.user_id !== null && row.user_id !== userId) return 'of_another_user';
  if (!isFor(row, resource)) return 'other_resource';
  if (row.resource === null && row.agent_id === null && isPlaceChosen === true) return 'other_resource';
  // Where the issuer is not known, nothing is sent to one: whoever knows it asks with it.
  if (row.issuer !== null && issuer !== undefined && row.issuer !== issuer) return 'other_issuer';
  return undefined;
}

/** One that is enforced is so however its resource is spelt: another spelling is no way round it. */
function isFor({ resource: own, sharing_mode }: Row, asked: string | undefined): boolean {
  if (own === null || own === asked) return true;
  return sharing_mode === 'enforce' && asked !== undefined && isSameResource(own, asked);
}

/** An enforced one decides, whether it works or not: nothing below it counts. */
function findEnforced(fitting: readonly Row[], wish: CredentialWish, rejected: Rejected): Found | undefined {
  for (const level of ['org', 'workspace'] as const) {
    // One that nobody connected yet decides too.
    const enforced = mostFitting(fitting.filter((row) => isShared(row, level) && row.sharing_mode === 'enforce'));
    if (enforced === undefined) continue;
    for (const row of fitting) {
      if (row !== enforced) rejected.set(row, isShared(row, level) ? 'overruled' : 'lower_than_enforced');
    }
    const source = `${level}_enforce` as const;
    if (wish.userId === undefined || enforced.allow_in_delegation) return { row: enforced, source };
    rejected.set(enforced, 'not_allowed_in_delegation');
    return { row: undefined, source, refusal: 'not_allowed_in_delegation' };
  }
  return undefined;
}

function findOwnOrShared(fitting: readonly Row[], wish: CredentialWish, rejected: Rejected): Found {
  const isDelegated = wish.userId !== undefined;
  const usable = fitting.filter((row) => keepUnless(rejected, row, whyNotHere(row, isDelegated)));
  const levels: readonly (readonly [CredentialSource, Row | undefined])[] = [
    // Those of another person, or of nobody, are out already: what is bound here is this person's, or the agent's own.
    [isDelegated ? 'user' : 'agent', best(usable.filter((row) => row.agent_id !== null))],
    ['workspace', best(usable.filter((row) => isShared(row, 'workspace')))],
    ['org', best(usable.filter((row) => isShared(row, 'org')))],
  ];
  // One that nobody connected yet is no credential so far: it is named where there is no other.
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
  // What an agent has for itself is not for what it does for somebody.
  return isDelegated && row.user_id === null ? 'not_allowed_in_delegation' : undefined;
}

function keepUnless(rejected: Rejected, row: Row, why: Rejection | undefined): boolean {
  if (why !== undefined) rejected.set(row, why);
  return why === undefined;
}

function isShared({ agent_id, user_id, scope_level }: Row, level: Row['scope_level']): boolean {
  return agent_id === null && user_id === null && scope_level === level;
}

/** It never had a secret. */
function isUnconnected({ version }: Row): boolean {
  return version === 0;
}

/** Of one level; one that has a secret before one that never had any. */
function best(rows: readonly Row[]): Row | undefined {
  return mostFitting(rows.filter((row) => !isUnconnected(row))) ?? mostFitting(rows);
}

/** The one for this very resource; of an agent, the one of its workspace; then the newer one. */
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

/** Its access tokens are asked for again and again: that one of them is past its time says nothing. */
function isRefreshable({ auth_type: type }: Row): boolean {
  return type === 'oauth2_code' || type === 'client_credentials' || type === 'token_exchange';
}

/** What an API key, a password or a certificate is good for is known where somebody said it. */
function missingScopes(row: Row, needed: readonly string[]): string[] {
  if (row.granted_scopes.length === 0 && !isRefreshable(row)) return [];
  return needed.filter((scope) => !row.granted_scopes.includes(scope));
}

/** The client of ours that an isolated one above leaves to those below; the nearest one that has any. */
function clientFor(fitting: readonly Row[], { issuer }: CredentialWish): string | null {
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
