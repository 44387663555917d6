/** Tests how credentials end, with concurrent changes and with failures half way. */
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { createLogger } from '../../../platform/log.ts';
import { createSecret } from '../../../platform/secret.ts';
import { createAuthor } from '../../base/control/author.ts';
import type { CredentialDeps } from './core.ts';
import { type CredentialsFixture, openCredentials, root } from './credentials.fixture.ts';
import type { NewCredential } from './ports.ts';
import { createUpstreamRevocations } from './refresh/upstream-revocation.ts';
import { placeOf } from './secret-places.ts';
import { createScopedCredentials } from './service.ts';
import { createCredentialStore } from './store.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const mine = { auth_type: 'oauth2_code', secret: undefined, scope: undefined };
const admin = createAuthor('default', 'operator');

describe.each(kinds)('the end of credentials on %s', (kind) => {
  let fixture: CredentialsFixture;
  let orgAdmin: Caller;

  beforeAll(async () => {
    fixture = await openCredentials(kind);
    orgAdmin = await fixture.person('admin');
    await fixture.agent('bot', [orgAdmin]);
  }, 60_000);
  afterAll(() => fixture.verifier.close());

  const services = () => fixture.verifier.verifier().services;
  const stateOf = async (id: string) => {
    const { body } = await fixture.see(orgAdmin, id);
    return [body['status'], body['status_reason'], await fixture.versionsOf(id)];
  };
  const rowOf = async (id: string) => {
    const row = await createCredentialStore().find(fixture.db(), 'default', id);
    if (row === undefined) throw new Error('it is there');
    return row;
  };
  /** The service over the same database, with one part replaced. */
  const withParts = (parts: Partial<CredentialDeps>) => {
    const { db } = fixture;
    const { clock } = fixture.verifier;
    const store = createCredentialStore();
    const upstream = { note: async () => {} };
    return createScopedCredentials({
      ...services(),
      notifyUsable: async () => {},
      db: db(),
      clock,
      randomBytes,
      store,
      upstream,
      ...parts,
    });
  };
  const countOf = async (table: string) => {
    const [row] = await query<{ rows: number }>(
      fixture.db(),
      sql`select count(*)::int as rows from ${sql.identifier(table)}`,
    );
    return row?.rows;
  };

  it("follows the person's: leaving, or disabled as a member or as a whole", async () => {
    const ways: readonly ((person: Caller) => Promise<unknown>)[] = [
      (person) => fixture.remove(person),
      (person) =>
        fixture.verifier.admin('PATCH', `/v1/members/${person.user}`, { status: 'disabled' }, { 'if-match': '"1"' }),
      (person) =>
        fixture.verifier.admin('PATCH', `/v1/people/${person.user}`, { status: 'disabled' }, { 'if-match': '"1"' }),
    ];
    for (const end of ways) {
      const person = await fixture.person('viewer');
      const service = fixture.newService();
      const theirs = await fixture.make(person, {
        service,
        agent_id: 'bot',
        user_id: person.user,
        scope: undefined,
        secret: 'sk-theirs',
      });
      const others = await fixture.make(orgAdmin, { service, agent_id: 'bot', scope: undefined });
      const shared = await fixture.make(orgAdmin, { service });
      await end(person);
      expect(await stateOf(theirs)).toEqual(['revoked', 'member_left', []]);
      for (const id of [others, shared]) expect(await stateOf(id)).toEqual(['active', null, [1]]);
    }
  });

  it('leaves nothing for a person who left while it was being made', async () => {
    const person = await fixture.person('viewer');
    const service = withParts({});
    const request = {
      service: fixture.newService(),
      auth_type: 'api_key' as const,
      secret: 'sk-late',
      agent_id: 'bot',
    };
    const author = fixture.author(person);
    const prepared = await service.prepare(author, { ...request, user_id: person.user });
    await fixture.remove(person);
    const late = fixture.db().transaction((tx) => service.insert(tx, author, prepared));
    await expect(late).rejects.toMatchObject({ extensions: { reason: 'user_unknown' } });
  });

  it("follows the agent's, and not that of one of its owners", async () => {
    const owner = await fixture.person('viewer');
    const person = await fixture.person('viewer');
    await fixture.agent('leaver', [owner]);
    const service = fixture.newService();
    const own = await fixture.make(owner, { service, agent_id: 'leaver', scope: undefined });
    const theirs = await fixture.make(person, { ...mine, service, agent_id: 'leaver', user_id: person.user });
    const shared = await fixture.make(orgAdmin, { service });
    const act = (verb: string, body: unknown) => fixture.as(orgAdmin, 'POST', `/v1/agents/leaver/${verb}`, body);
    expect((await act('transfer', { owner_id: orgAdmin.user })).status).toBe(200);
    expect([await stateOf(own), await stateOf(theirs)]).toEqual([
      ['active', null, [1]],
      ['pending', null, []],
    ]);
    expect((await act('decommission', {})).status).toBe(200);
    for (const id of [own, theirs]) expect(await stateOf(id)).toEqual(['revoked', 'agent_retired', []]);
    expect(await stateOf(shared)).toEqual(['active', null, [1]]);
    const late = await fixture.add(orgAdmin, { service, agent_id: 'leaver', scope: undefined });
    expect(late.body).toMatchObject({ status: 422, reason: 'agent_retired' });
  });

  it("follows the workspace's: a later one of the same name finds none of it", async () => {
    const made = () => fixture.as(orgAdmin, 'POST', '/v1/workspaces', { id: 'brief' });
    expect((await made()).status).toBe(201);
    const id = await fixture.make(orgAdmin, {
      service: fixture.newService(),
      scope: { level: 'workspace', id: 'brief' },
    });
    const removed = await fixture.as(orgAdmin, 'DELETE', '/v1/workspaces/brief', undefined, { 'if-match': '"1"' });
    expect(removed.status).toBe(204);
    expect(await stateOf(id)).toEqual(['revoked', 'workspace_removed', []]);
    expect((await made()).status).toBe(201);
  });

  it('is not undone by a concurrent rotation: no secret is left of it', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await fixture.make(orgAdmin, { service: fixture.newService() });
      const calls = [
        fixture.as(orgAdmin, 'POST', `${root}/${id}/rotate`, { secret: 'sk-2' }),
        fixture.as(orgAdmin, 'POST', `${root}/${id}/revoke`, {}),
      ];
      const [rotated, revoked] = await Promise.all(round % 2 === 0 ? calls : calls.reverse()).then((answers) =>
        round % 2 === 0 ? answers : answers.reverse(),
      );
      expect(revoked?.status).toBe(200);
      expect([200, 409]).toContain(rotated?.status);
      expect(await stateOf(id)).toEqual(['revoked', 'revoked', []]);
    }
  });

  it('leaves one of two concurrent rotations, with its own secret', async () => {
    const id = await fixture.make(orgAdmin, { service: fixture.newService() });
    const secrets = ['sk-a', 'sk-b'];
    const both = await Promise.all(
      secrets.map((secret) => fixture.as(orgAdmin, 'POST', `${root}/${id}/rotate`, { secret }, { 'if-match': '"1"' })),
    );
    const counted = both.findIndex(({ status }) => status === 200);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    const row = await rowOf(id);
    expect(row.version).toBe(2);
    const kept = await services().vault.read(fixture.db(), placeOf(row, 'secret'));
    expect(kept.reveal()).toBe(secrets[counted]);
  });

  it('leaves a row and its secret both or neither when the program ends between the two', async () => {
    const { vault } = services();
    const id = await fixture.make(orgAdmin, { service: fixture.newService() });
    const before = [await countOf('vault_secrets'), await countOf('scoped_credentials'), await countOf('events')];
    const stops = async () => {
      throw new Error('killed');
    };
    const broken = [
      // Fails after the row and the secret, before they are announced; and at the secret itself.
      withParts({ events: { append: stops, appendMany: stops } }),
      withParts({
        vault: {
          ...vault,
          async put(tx, place, what) {
            await vault.put(tx, place, what);
            await stops();
          },
        },
      }),
    ];
    for (const service of broken) {
      const request = {
        scope: { level: 'org', id: 'default' } as const,
        service: fixture.newService(),
        auth_type: 'api_key' as const,
        secret: 'sk-half',
      };
      const prepared = await service.prepare(admin, request);
      await expect(fixture.db().transaction((tx) => service.insert(tx, admin, prepared))).rejects.toThrow('killed');
      const next = await service.prepareRotation(admin, id, { secret: 'sk-half' }, undefined);
      await expect(fixture.db().transaction((tx) => service.rotate(tx, admin, next))).rejects.toThrow('killed');
    }
    const revoking = fixture
      .db()
      .transaction((tx) => withParts({ events: { append: stops, appendMany: stops } }).revokeIn(tx, admin, id, 'x'));
    await expect(revoking).rejects.toThrow('killed');
    expect([await countOf('vault_secrets'), await countOf('scoped_credentials'), await countOf('events')]).toEqual(
      before,
    );
    expect(await stateOf(id)).toEqual(['active', null, [1]]);
  });

  it('is told to the other side once it is certain, and not where it was revoked', async () => {
    const told: unknown[] = [];
    const timers: (() => Promise<void>)[] = [];
    const { db, verifier } = fixture;
    const service = fixture.newService();
    const { vault } = services();
    const store = createCredentialStore();
    const upstream = createUpstreamRevocations({
      db: db(),
      store,
      vault,
      log: createLogger({ service: 'test', level: 'silent' }),
      oauth: {
        revoke: async (orgId, ask) => {
          told.push([orgId, ask.issuer, ask.clientRowId, ask.token.reveal(), ask.hint]);
          return true;
        },
      },
      schedule: (run) => timers.push(run),
    });
    const records = withParts({ vault, upstream });
    const request: NewCredential = {
      scope: { level: 'workspace', id: 'default' },
      service,
      authType: 'oauth2_code',
      agentId: 'bot',
      issuer: 'https://issuer.example',
      foreignClientId: 'fcl_1',
    };
    const row = await db().transaction((tx) => records.ensureIn(tx, admin, request));
    const again = await db().transaction((tx) => records.ensureIn(tx, admin, request));
    expect(again.id).toBe(row.id);
    // Stores tokens like connecting does.
    const connected = await db().transaction(async (tx) => {
      const next = await store.update(tx, row, { status: 'active', version: 1, updated_at: verifier.clock.now() });
      await vault.put(tx, placeOf(next, 'access_token'), 'at-1');
      await vault.put(tx, placeOf(next, 'refresh_token'), 'rt-1');
      return next;
    });
    const settle = async () => {
      for (const run of timers.splice(0)) await run();
    };
    const undone = db().transaction(async (tx) => {
      expect(await records.revokeAllOf(tx, admin, { agentId: 'bot' }, 'x')).toBeGreaterThan(0);
      throw new Error('taken back');
    });
    await expect(undone).rejects.toThrow('taken back');
    await settle();
    expect([told, (await rowOf(connected.id)).status, await fixture.versionsOf(row.id)]).toEqual([
      [],
      'active',
      [1, 1],
    ]);
    timers.splice(0);
    expect(await db().transaction((tx) => records.revokeIn(tx, admin, row.id, 'x'))).toBe(true);
    expect(await db().transaction((tx) => records.revokeIn(tx, admin, row.id, 'x'))).toBe(false);
    expect(await fixture.versionsOf(row.id)).toEqual([]);
    await settle();
    expect(told).toEqual([['default', 'https://issuer.example', 'fcl_1', 'rt-1', 'refresh_token']]);
    expect(String(createSecret('rt-1'))).toBe('[redacted]');
  });
});
