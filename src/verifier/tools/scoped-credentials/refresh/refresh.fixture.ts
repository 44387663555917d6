/**
 * For tests of the lifecycle of credentials: a verifier with credentials of every kind, and an authorization server that rotates
 * refresh tokens and ends a family if one of its tokens is shown twice.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { withCommits } from '../../../../platform/db/after-commit.ts';
import type { Database } from '../../../../platform/db/db.ts';
import { createLogger } from '../../../../platform/log.ts';
import { createSecret } from '../../../../platform/secret.ts';
import { eventsTable } from '../../../base/events/tables.ts';
import { type DelegationsFixture, openDelegations } from '../../../delegation/delegations/delegations.fixture.ts';
import type { ForeignOAuth, TokenAnswer } from '../../foreign-oauth/ports.ts';
import { placeOf } from '../secret-places.ts';
import { type ScopedCredentialRow, scopedCredentialsTable } from '../tables.ts';
import { createRefreshServices, type RefreshServices, type RefreshWiring } from './create.ts';
import { createRefreshStore, type RowChange } from './store.ts';

type Oauth = RefreshWiring['foreignOAuth'];

export interface OtherSide extends Oauth {
  /** The valid refresh token; undefined once an old one was shown. */
  current: string | undefined;
  /** Fault of the next answers; none if undefined. */
  fault: 'unavailable' | 'invalid_client' | 'not_rotated' | undefined;
  /** Awaited after the server did its work and before its answer arrives. */
  beforeAnswer: () => Promise<void>;
  readonly calls: { refresh: number; clientCredentials: number; exchange: number; revoke: string[] };
  /** Subject tokens that arrived, and the client secrets shown with them. */
  readonly exchanged: string[];
  readonly clientSecrets: (string | undefined)[];
  /** The only secret of our client that the server accepts, if set. */
  clientSecret: string | undefined;
  lifetimeMs: number | undefined;
}

export interface RefreshFixture extends DelegationsFixture {
  readonly side: OtherSide;
  process(change?: Partial<RefreshWiring>): RefreshServices;
  readonly slept: number[];
  /** Makes a connected credential; `change` is written over its row. */
  connected(
    change?: Partial<ScopedCredentialRow>,
    tokens?: { access?: string; refresh?: string },
  ): Promise<ScopedCredentialRow>;
  row(id: string): Promise<ScopedCredentialRow>;
  set(row: ScopedCredentialRow, change: RowChange): Promise<ScopedCredentialRow>;
  secret(
    row: ScopedCredentialRow,
    field: 'secret' | 'access_token' | 'refresh_token',
    version?: number,
  ): Promise<string | undefined>;
  /** Lists the codes of its events. */
  reported(id: string): Promise<(string | null)[]>;
  close(): Promise<void>;
}

export const hourMs = 3_600_000;

export async function openRefreshFixture(kind: Database['kind']): Promise<RefreshFixture> {
  const fixture = await openDelegations(kind);
  const { verifier } = fixture;
  const side = createOtherSide(() => verifier.clock.now());
  const store = createRefreshStore();
  const opened: RefreshServices[] = [];
  const services = () => verifier.verifier().services;
  const slept: number[] = [];
  let count = 0;

  const row: RefreshFixture['row'] = async (id) => {
    const found = await store.find(fixture.db(), 'default', id);
    if (found === undefined) throw new Error(`no credential ${id}`);
    return found;
  };

  return {
    ...fixture,
    side,
    slept,
    row,
    process(change = {}) {
      const { vault, scopedCredentials, events, issuer, audit, changes, agents } = services();
      const refreshing = createRefreshServices({
        db: withCommits(fixture.db()),
        clock: verifier.clock,
        randomBytes,
        audit,
        changes,
        agents,
        events,
        vault,
        issuer,
        resolution: scopedCredentials,
        foreignOAuth: side,
        publicUrl: 'https://assay.example',
        isScheduled: false,
        log: createLogger({ service: 'verifier', level: 'silent' }),
        async sleep(ms) {
          slept.push(ms);
          // Long enough for another process to finish, and short enough for a test.
          await wait(ms / 20);
        },
        ...change,
      });
      opened.push(refreshing);
      return refreshing;
    },
    async connected(change = {}, { access = 'at-0', refresh = 'rt-0' } = {}) {
      count += 1;
      const now = verifier.clock.now();
      const values: typeof scopedCredentialsTable.$inferInsert = {
        org_id: 'default',
        id: `scr_${String(count).padStart(4, '0')}`,
        scope_level: 'org',
        scope_id: 'default',
        service: `com.example/s${count}`,
        resource: 'https://s.example/mcp',
        issuer: 'https://as.example',
        auth_type: 'oauth2_code',
        sharing_mode: 'inherit',
        injection: { method: 'sidecar' },
        config: {},
        agent_id: null,
        user_id: null,
        foreign_client_id: 'fcl_1',
        requested_scopes: [],
        granted_scopes: ['tools.read'],
        upstream_account: null,
        allow_in_delegation: false,
        status: 'active',
        status_reason: null,
        expires_at: now + hourMs,
        last_used_at: null,
        last_refreshed_at: now,
        refresh_failures: 0,
        rotation: { next_at: null, overlap_until: null },
        version: 1,
        fingerprint: null,
        lease_by: null,
        lease_until: null,
        revision: 1,
        created_at: now,
        created_by: 'test',
        updated_at: now,
        revoked_at: null,
        revoked_by: null,
        ...change,
      };
      return fixture.db().transaction(async (tx) => {
        const [made] = await tx.insert(scopedCredentialsTable).values(values).returning();
        if (made === undefined) throw new Error('an insert returns its row');
        const { vault } = services();
        if (made.auth_type === 'oauth2_code') {
          await vault.put(tx, placeOf(made, 'access_token'), access);
          if (refresh !== '') await vault.put(tx, placeOf(made, 'refresh_token'), refresh);
          side.current = refresh;
        } else await vault.put(tx, placeOf(made, 'secret'), access);
        return made;
      });
    },
    set: (one, change) => store.update(fixture.db(), one, change),
    async secret(one, field, version) {
      const { vault } = services();
      const place = placeOf(one, field, version);
      if (!(await vault.has(fixture.db(), place))) return undefined;
      return (await vault.read(fixture.db(), place)).reveal();
    },
    async reported(id) {
      const rows = await fixture.db().select().from(eventsTable).where(eq(eventsTable.org_id, 'default'));
      return rows.filter(({ data }) => JSON.stringify(data).includes(id)).map(({ code }) => code);
    },
    async close() {
      for (const { credentialSchedule } of opened) await credentialSchedule.close();
      await verifier.close();
    },
  };
}

function createOtherSide(now: () => number): OtherSide {
  let given = 0;
  const tokens = (scopes: readonly string[] = [], refreshToken?: string): TokenAnswer => {
    given += 1;
    return {
      kind: 'tokens',
      tokens: {
        accessToken: createSecret(`at-${given}`),
        scopes,
        account: undefined,
        tokenType: 'Bearer',
        refreshToken: refreshToken === undefined ? undefined : createSecret(refreshToken),
        expiresAt: side.lifetimeMs === undefined ? undefined : now() + side.lifetimeMs,
      },
    };
  };
  const faulty = (): TokenAnswer | undefined => {
    if (side.fault === 'unavailable') return { kind: 'unavailable', reason: 'upstream_unavailable' };
    return side.fault === 'invalid_client' ? { kind: 'refused', error: 'invalid_client' } : undefined;
  };
  const refresh: ForeignOAuth['refresh'] = async (_orgId, { refreshToken }) => {
    side.calls.refresh += 1;
    const fault = faulty();
    if (fault !== undefined) return fault;
    if (side.current === undefined || refreshToken.reveal() !== side.current) {
      side.current = undefined;
      await side.beforeAnswer();
      return { kind: 'refused', error: 'invalid_grant' };
    }
    if (side.fault !== 'not_rotated') side.current = `rt-${side.calls.refresh}`;
    const answer = tokens([], side.fault === 'not_rotated' ? undefined : side.current);
    await side.beforeAnswer();
    return answer;
  };
  const side: OtherSide = {
    current: undefined,
    fault: undefined,
    beforeAnswer: async () => {},
    clientSecret: undefined,
    lifetimeMs: hourMs,
    calls: { refresh: 0, clientCredentials: 0, exchange: 0, revoke: [] },
    exchanged: [],
    clientSecrets: [],
    refresh,
    async clientCredentials(_orgId, { client, scopes }) {
      side.calls.clientCredentials += 1;
      side.clientSecrets.push(client.secret?.reveal());
      const isKnown = side.clientSecret === undefined || client.secret?.reveal() === side.clientSecret;
      return faulty() ?? (isKnown ? tokens(scopes) : { kind: 'refused', error: 'invalid_client' });
    },
    async exchange(_orgId, { subjectToken, scopes }) {
      side.calls.exchange += 1;
      side.exchanged.push(subjectToken.reveal());
      return faulty() ?? tokens(scopes);
    },
    async revoke(_orgId, { token }) {
      side.calls.revoke.push(token.reveal());
      return true;
    },
  };
  return side;
}
