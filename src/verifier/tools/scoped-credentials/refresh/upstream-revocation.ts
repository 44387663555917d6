/**
 * Revokes tokens at the authorization server (RFC 7009) after the transaction that destroyed them here: best effort, once,
 * from memory. The deletion here is certain, the one there is not.
 */
import { afterCommit } from '../../../../platform/db/after-commit.ts';
import type { Db } from '../../../../platform/db/db.ts';
import type { Logger } from '../../../../platform/log.ts';
import type { LiftedSecret, Vault } from '../../../base/vault/ports.ts';
import type { ForeignOAuth } from '../../foreign-oauth/ports.ts';
import { placeOf } from '../secret-places.ts';
import type { CredentialStore } from '../store.ts';
import type { ScopedCredentialRow } from '../tables.ts';

export interface UpstreamRevocations {
  /** Called in the transaction that ends the row, before its secrets are destroyed. */
  note(tx: Db, rows: readonly ScopedCredentialRow[]): Promise<void>;
}

export interface UpstreamRevocationDeps {
  readonly db: Db;
  readonly store: Pick<CredentialStore, 'find'>;
  readonly vault: Pick<Vault, 'lift'>;
  /** Undefined if nothing connects to authorization servers. */
  readonly oauth: Pick<ForeignOAuth, 'revoke'> | undefined;
  readonly log: Logger;
  readonly schedule: (run: () => Promise<void>, delayMs: number) => void;
}

interface Noted {
  readonly orgId: string;
  readonly id: string;
  readonly issuer: string;
  readonly clientRowId: string;
  readonly token: LiftedSecret;
  readonly hint: 'access_token' | 'refresh_token';
}

/** When to look whether the transaction committed; after the last one it is given up. */
const looksMs = [100, 1_000, 10_000, 60_000];
/** Maximum per transaction: a person who leaves with more is not kept waiting. */
const maxConcurrent = 50;
/** Maximum waiting in this process. */
const maxWaiting = 1_000;

export function createUpstreamRevocations(deps: UpstreamRevocationDeps): UpstreamRevocations {
  const { db, store, vault, oauth, log, schedule } = deps;
  let waiting = 0;

  const tell = async (noted: Noted, looks: readonly number[]): Promise<void> => {
    const { orgId, id, token, ...ask } = noted;
    const row = await store.find(db, orgId, id);
    if (row !== undefined && row.status !== 'revoked') return later(noted, looks);
    if (row === undefined || oauth === undefined) return;
    const isDone = await oauth.revoke(orgId, { ...ask, token: await token.open() });
    log.info({ credential: id, isDone }, 'a revocation was sent to the service');
  };

  const later = (noted: Noted, [delayMs, ...looks]: readonly number[]): void => {
    if (delayMs === undefined || waiting >= maxWaiting) return;
    waiting += 1;
    schedule(async () => {
      waiting -= 1;
      try {
        await tell(noted, looks);
      } catch (err) {
        log.warn({ err, credential: noted.id }, 'a revocation could not be sent to the service');
      }
    }, delayMs);
  };

  return {
    async note(tx, rows) {
      if (oauth === undefined) return;
      const connected = rows.filter((row) => row.auth_type === 'oauth2_code' && row.version > 0);
      for (const row of connected.slice(0, maxConcurrent)) {
        const { org_id: orgId, id, issuer, foreign_client_id: clientRowId } = row;
        if (issuer === null || clientRowId === null) continue;
        // Revoking a refresh token ends its access tokens too (RFC 7009 section 2.1).
        for (const hint of ['refresh_token', 'access_token'] as const) {
          const token = await vault.lift(tx, placeOf(row, hint));
          if (token === undefined) continue;
          // The time starts at the end of the transaction, however long it takes.
          afterCommit(tx, () => later({ orgId, id, issuer, clientRowId, token, hint }, looksMs));
          break;
        }
      }
    },
  };
}
