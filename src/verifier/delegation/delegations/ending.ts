/**
 * Ends and narrows grants. Each change is in the configuration log, because gateways act on it, and in the events. Tokens of an
 * ended grant are found by the grant; those of a narrowed one are revoked.
 */

import type { RevokeReason } from '../../../contract/api/delegations/states.ts';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import { type Author, createAuthor } from '../../base/control/author.ts';
import type { ControlChange, ControlChanges } from '../../base/control/changes.ts';
import type { Events } from '../../base/events/append.ts';
import type { GrantStore } from './store.ts';
import type { DelegationGrantRow } from './tables.ts';
import type { Terms } from './terms.ts';
import { isUsedUp, toGrant } from './views.ts';

export interface Ending {
  readonly reason: RevokeReason;
  /** The text of the person who ended it. */
  readonly note?: string | undefined;
}

export interface Endings {
  /** Ends locked, active rows. */
  end(tx: Db, author: Author, rows: readonly DelegationGrantRow[], ending: Ending): Promise<void>;
  /** Narrows a locked, active row; tokens issued under it are revoked. */
  narrow(tx: Db, author: Author, row: DelegationGrantRow, terms: Partial<Terms>): Promise<DelegationGrantRow>;
  /** Records that rows ended by themselves, by their time or their uses. */
  settle(tx: Db, orgId: string, rows: readonly DelegationGrantRow[]): Promise<void>;
}

export interface EndingDeps {
  readonly clock: Clock;
  readonly store: GrantStore;
  readonly changes: ControlChanges;
  readonly audit: Audit;
  readonly events: Events;
}

export function createEndings({ clock, store, changes, audit, events }: EndingDeps): Endings {
  const tell = (tx: Db, code: string, row: DelegationGrantRow, message: string) => {
    const { id, org_id, agent_id, subject_id, resources, scopes, revoke_reason } = row;
    const fields = { grant_id: id, subject_id, resources, scopes, ...(revoke_reason && { reason: revoke_reason }) };
    const data = { level: 'info', message, fields };
    return events.append(tx, org_id, { type: 'agent.log', code: `delegation.${code}`, agentId: agent_id, data });
  };

  const toChange = (action: string, row: DelegationGrantRow, reason?: string): ControlChange => ({
    kind: 'delegation',
    subjectId: row.id,
    action,
    scope: { level: 'agent', id: row.agent_id },
    revision: row.revision,
    document: toGrant(row, clock.now()),
    ...(reason === undefined ? {} : { reason }),
  });

  const end: Endings['end'] = async (tx, author, rows, { reason, note }) => {
    const now = clock.now();
    const change = { status: 'revoked', revoked_at: now, revoke_reason: reason, updated_at: now } as const;
    const ended: DelegationGrantRow[] = [];
    for (const row of rows) ended.push(await store.update(tx, row, { ...change, revoked_by: author.user }));
    for (const row of ended) await tell(tx, 'revoked', row, `the delegation ended: ${reason}`);
    const why = note === undefined ? reason : `${reason}: ${note}`;
    await changes.recordMany(
      tx,
      author,
      ended.map((row) => toChange('revoked', row, why)),
    );
  };

  const expire = async (tx: Db, author: Author, row: DelegationGrantRow): Promise<void> => {
    const at = { revoked_at: row.expires_at, updated_at: clock.now() };
    const ended = await store.update(tx, row, { status: 'revoked', revoke_reason: 'expired', ...at });
    await tell(tx, 'expired', ended, 'the delegation expired');
    const details = { agent_id: row.agent_id, subject_id: row.subject_id, expires_at: toTimestamp(row.expires_at) };
    // Not a change of the configuration: no token outlives its grant, so gateways need not be told.
    const about = { action: 'delegation.expired', resourceType: 'delegation', resourceId: row.id };
    await audit.append(tx, author, { ...about, details });
  };

  return {
    end,
    async narrow(tx, author, row, { scopes, resources, constraints, expiresAt }) {
      const now = clock.now();
      const changed = await store.update(tx, row, {
        ...(scopes && { scopes }),
        ...(resources && { resources }),
        ...(constraints && { constraints }),
        ...(expiresAt !== undefined && { expires_at: expiresAt }),
        updated_at: now,
      });
      await store.revokeTokens(tx, changed, now);
      await tell(tx, 'narrowed', changed, 'the delegation allows less than before');
      await changes.record(tx, author, toChange('narrowed', changed));
      return changed;
    },
    async settle(tx, orgId, rows) {
      const author = sweeper(orgId);
      const now = clock.now();
      const usedUp = rows.filter((row) => row.expires_at > now && isUsedUp(row));
      await end(tx, author, usedUp, { reason: 'max_uses' });
      for (const row of rows) if (row.expires_at <= now) await expire(tx, author, row);
    },
  };
}

/** Gives the author of a grant's own end. */
export function sweeper(orgId: string): Author {
  return { ...createAuthor(orgId, 'delegations'), isDeployment: false };
}
