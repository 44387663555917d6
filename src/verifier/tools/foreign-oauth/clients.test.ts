/** Tests our clients at foreign authorization servers: one for each organisation and issuer, with its secret kept. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { AppError } from '../../../platform/errors.ts';
import { createSecret } from '../../../platform/secret.ts';
import { clickThrough } from './foreign-interaction.fixture.ts';
import { type ForeignServer, type ForeignServerOptions, openForeignServer } from './foreign-server.fixture.ts';
import { callback, type OAuthFixture, openOAuth, publicUrl } from './oauth.fixture.ts';
import type { ForeignClient } from './ports.ts';
import type { ForeignClientRow } from './tables.ts';

const aCredential = (client: string) => sql`insert into scoped_credentials
  (org_id, id, scope_level, scope_id, service, auth_type, sharing_mode, injection, config, foreign_client_id,
   requested_scopes, granted_scopes, allow_in_delegation, status, refresh_failures, rotation, version, revision,
   created_at, created_by, updated_at)
  values ('default', ${`scr_${client}`}, 'org', 'default', ${client}, 'oauth2_code', 'inherit', '{}', '{}', ${client},
   '[]', '[]', false, 'active', 0, '{}', 0, 1, 1, 'x', 1)`;
const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);

describe.each(kinds)('foreign clients over %s', (kind) => {
  let fixture: OAuthFixture;
  const opened: ForeignServer[] = [];

  beforeAll(async () => {
    fixture = await openOAuth(kind);
  }, 60_000);
  // Closed last: a reused port would be a known issuer.
  afterAll(() => Promise.all([fixture.close(), ...opened.map((server) => server.close())]));

  const open = async (options: ForeignServerOptions = {}) => {
    const server = await openForeignServer(options);
    opened.push(server);
    return server;
  };
  const db = () => fixture.verifier.verifier().services.db;
  const rows = (issuer: string) =>
    query<ForeignClientRow>(db(), sql`select * from foreign_clients where issuer = ${issuer} order by seq`);
  const secretsOf = async (id: string) =>
    (await query<{ n: number }>(db(), sql`select count(*)::int as n from vault_secrets where record_id = ${id}`))[0]?.n;

  it('are registered once by any number of processes at once', async () => {
    const { issuer, resource, counts } = await open();
    const processes = [fixture.oauth(), fixture.another(), fixture.another()];
    const asked = processes.flatMap((oauth) => [1, 2].map(() => oauth.ensureClient('default', issuer, resource)));
    const made = await Promise.all(asked);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(counts.registrations).toBe(1);
    expect(await rows(issuer)).toMatchObject([{ status: 'active', registration: 'dcr', lease_by: null }]);
    expect(await fixture.oauth().ensureClient('default', issuer, resource)).toEqual(made[0]);
    expect(counts.registrations).toBe(1);
  });

  it('are separate for each organisation and each issuer', async () => {
    const [one, two] = [await open(), await open()];
    const first = await fixture.oauth().ensureClient('default', one.issuer, one.resource);
    const other = await fixture.oauth().ensureClient('another', one.issuer, one.resource);
    const migrated = await fixture.oauth().ensureClient('default', two.issuer, one.resource);
    expect(new Set([first, other, migrated].map(({ clientId }) => clientId)).size).toBe(3);
    expect([one.counts.registrations, two.counts.registrations]).toEqual([2, 1]);
    // Values of one issuer are never used at another.
    const ask = { clientRowId: first.id, resource: one.resource, issuer: two.issuer };
    await expect(fixture.oauth().begin('default', { ...ask, scopes: [] })).rejects.toMatchObject({
      extensions: { reason: 'issuer_mismatch' },
    });
    await expect(fixture.oauth().begin('another', { ...ask, issuer: one.issuer, scopes: [] })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('have secrets only in the vault, and the audit log names the client', async () => {
    const { issuer, resource } = await open();
    const { id } = await fixture.oauth().ensureClient('default', issuer, resource);
    const [row] = await rows(issuer);
    expect(row).toMatchObject({ has_secret: true, has_registration_token: true });
    expect(JSON.stringify(row)).not.toMatch(/client_secret"|access_token/);
    expect(await secretsOf(id)).toBe(2);
    const log = await query<{ details: unknown }>(
      db(),
      sql`select details from audit_log where action = 'foreign_client.registered' and resource_id = ${id}`,
    );
    expect(log).toEqual([{ details: { issuer, registration: 'dcr' } }]);
  });

  it('open no secret for a manipulated issuer in their row', async () => {
    const [one, two] = [await open(), await open()];
    const { id } = await fixture.oauth().ensureClient('default', one.issuer, one.resource);
    await db().execute(sql`update foreign_clients set issuer = ${two.issuer} where id = ${id}`);
    const ask = { issuer: two.issuer, clientRowId: id, resource: one.resource };
    const refreshToken = createSecret('token');
    await expect(fixture.oauth().refresh('default', { ...ask, refreshToken })).rejects.toMatchObject({
      code: 'internal',
    });
    expect(two.tokenRequests).toEqual([]);
  });

  it('are completed after a process died in the middle', async () => {
    const { issuer, resource, counts } = await open();
    const dead = { by: 'dead', until: fixture.verifier.clock.now() - 1 };
    await db().execute(sql`insert into foreign_clients
      (org_id, id, issuer, status, registration, metadata, has_secret, has_registration_token, lease_by, lease_until, created_at, updated_at)
      values ('default', ${`fcl_${issuer}`}, ${issuer}, 'registering', 'dcr', '{}', false, false, ${dead.by}, ${dead.until}, 1, 1)`);
    await fixture.oauth().ensureClient('default', issuer, resource);
    expect(await rows(issuer)).toMatchObject([{ status: 'active' }]);
    expect(counts.registrations).toBe(1);
  });

  it('are deregistered when the registration comes after its lease: the next one counts', async () => {
    const { issuer, resource, counts, behaviour } = await open();
    let second: Promise<ForeignClient> | undefined;
    behaviour.before = async () => {
      behaviour.before = undefined;
      await db().execute(sql`update foreign_clients set lease_until = 0 where issuer = ${issuer}`);
      second = fixture.another().ensureClient('default', issuer, resource);
      await second;
    };
    const first = await fixture.oauth().ensureClient('default', issuer, resource);
    expect(await second).toEqual(first);
    expect([counts.registrations, counts.deregistrations]).toEqual([2, 1]);
    expect(await rows(issuer)).toMatchObject([{ status: 'active', client_id: first.clientId }]);
  });

  it('are deregistered when their secret cannot be stored', async () => {
    const { issuer, resource, counts } = await open();
    const { vault } = fixture.verifier.verifier().services;
    const put = () => Promise.reject(new AppError('unavailable', 'the key encryption key is away'));
    const oauth = fixture.another(publicUrl, { ...vault, put });
    await expect(oauth.ensureClient('default', issuer, resource)).rejects.toMatchObject({ code: 'unavailable' });
    expect([counts.registrations, counts.deregistrations, await rows(issuer)]).toEqual([1, 1, []]);
  });

  it.each(['error', 'garbage'] as const)('leave nothing behind when the registration ends with %s', async (fault) => {
    const server = await open();
    server.behaviour.registration = fault;
    await expect(fixture.oauth().ensureClient('default', server.issuer, server.resource)).rejects.toMatchObject({
      extensions: { reason: 'registration_refused' },
    });
    expect(await rows(server.issuer)).toEqual([]);
    server.behaviour.registration = undefined;
    await fixture.oauth().ensureClient('default', server.issuer, server.resource);
  });

  it('are reused while valid, and otherwise replaced', async () => {
    const { issuer, resource } = await open();
    const oauth = fixture.oauth();
    const first = await oauth.ensureClient('default', issuer, resource);
    const kept = await oauth.keepClient('default', issuer, { clientId: 'given' });
    expect(await oauth.ensureClient('default', issuer, resource, first.id)).toEqual(first);
    const soon = fixture.verifier.clock.now() + 60_000;
    await db().execute(sql`update foreign_clients set secret_expires_at = ${soon} where id = ${first.id}`);
    expect(await oauth.ensureClient('default', issuer, resource, first.id)).toEqual(kept);
    expect(await oauth.ensureClient('default', issuer, resource, 'fcl_of_nobody')).toEqual(kept);
  });

  it('are deregistered a day after their replacement, unless a credential uses them', async () => {
    const { issuer, resource, counts } = await open();
    const first = await fixture.oauth().ensureClient('default', issuer, resource);
    await fixture.oauth().keepClient('default', issuer, { clientId: 'given' });
    const { foreignClients } = fixture.verifier.verifier().services;
    await foreignClients.sweep();
    expect(counts.deregistrations).toBe(0);
    fixture.verifier.clock.set(fixture.verifier.clock.now() + 25 * 60 * 60_000);
    await db().execute(aCredential(first.id));
    await foreignClients.sweep();
    expect(counts.deregistrations).toBe(0);
    await db().execute(
      sql`update scoped_credentials set status = 'revoked', revoked_at = 1 where foreign_client_id = ${first.id}`,
    );
    await foreignClients.sweep();
    expect([counts.deregistrations, await secretsOf(first.id)]).toEqual([1, 0]);
    fixture.verifier.clock.set(Date.now());
  });

  it('are registered again when the secret expires, or when this verifier moved; old tokens can still be refreshed', async () => {
    const { issuer, resource, counts } = await open();
    const first = await fixture.oauth().ensureClient('default', issuer, resource);
    const soon = fixture.verifier.clock.now() + 60_000;
    await db().execute(sql`update foreign_clients set secret_expires_at = ${soon} where id = ${first.id}`);
    const second = await fixture.oauth().ensureClient('default', issuer, resource);
    const moved = await fixture.another('https://moved.example').ensureClient('default', issuer, resource);
    expect(new Set([first.id, second.id, moved.id]).size).toBe(3);
    expect(counts.registrations).toBe(3);
    expect((await rows(issuer)).map(({ status }) => status)).toEqual(['retired', 'retired', 'active']);
    const ask = { issuer, clientRowId: second.id, resource };
    expect((await fixture.oauth().begin('default', { ...ask, scopes: [] })).url).toContain(
      encodeURIComponent(callback),
    );
  });

  it("are native while this verifier is on its user's machine", async () => {
    const server = await open();
    await fixture.another('http://127.0.0.1:8200').ensureClient('default', server.issuer, server.resource);
    expect(server.registrations).toMatchObject([{ application_type: 'native' }]);
  });

  it('are described by a document when accepted, without a registration; a browser completes the flow', async () => {
    const seen: string[] = [];
    const server = await open({
      async describe(url) {
        seen.push(url);
        const { pathname } = new URL(url);
        return (await fixture.verifier.get(pathname)).body;
      },
    });
    const { issuer, resource } = server;
    const oauth = fixture.oauth();
    expect((await oauth.discover('default', resource)).registrations).toEqual(['cimd', 'dcr']);
    const client = await oauth.ensureClient('default', issuer, resource);
    expect(client).toMatchObject({ registration: 'cimd', clientId: `${publicUrl}/oauth/client-metadata.json` });
    expect(server.counts.registrations).toBe(0);
    const ask = { issuer, clientRowId: client.id, resource };
    const { url, state, verifier } = await oauth.begin('default', { ...ask, scopes: ['tools.read'] });
    const back = new URL(await clickThrough(url, callback)).searchParams;
    const answer = await oauth.finish('default', { ...ask, state, verifier, callback: back });
    expect(answer.kind).toBe('tokens');
    expect(seen).toContain(client.clientId);
    // Without https there is no document that servers could fetch.
    const plain = await fixture.another('http://127.0.0.1:8200').ensureClient('default', issuer, resource);
    expect(plain.registration).toBe('dcr');
  });

  it('kept by an admin are used first, and never removed at the other side', async () => {
    const { issuer, resource, counts } = await open({ registration: false });
    const oauth = fixture.oauth();
    await expect(oauth.ensureClient('default', issuer, resource)).rejects.toMatchObject({
      extensions: { reason: 'registration_unavailable' },
    });
    expect((await oauth.discover('default', resource)).registrations).toEqual([]);
    const kept = await oauth.keepClient('default', issuer, { clientId: 'given', secret: createSecret('s1') });
    expect(await oauth.ensureClient('default', issuer, resource)).toEqual(kept);
    expect((await oauth.discover('default', resource)).registrations).toEqual(['preregistered']);
    const again = await oauth.keepClient('default', issuer, { clientId: 'given', method: 'none' });
    expect([again.id, await secretsOf(kept.id)]).toEqual([kept.id, 0]);
    await oauth.dropClient('default', kept.id);
    expect(await rows(issuer)).toMatchObject([{ status: 'active', client_id: 'given', has_secret: false }]);
    expect(counts.registrations).toBe(0);
  });

  it('are removed here and at the other side when no credential uses them, and only then', async () => {
    const { issuer, resource, counts } = await open();
    const oauth = fixture.oauth();
    const { id } = await oauth.ensureClient('default', issuer, resource);
    await db().execute(aCredential(id));
    await oauth.dropClient('default', id);
    expect([(await rows(issuer))[0]?.status, counts.deregistrations]).toEqual(['active', 0]);
    await db().execute(sql`delete from scoped_credentials where foreign_client_id = ${id}`);
    await oauth.dropClient('default', id);
    expect([(await rows(issuer))[0]?.status, await secretsOf(id), counts.deregistrations]).toEqual(['dropped', 0, 1]);
    await oauth.dropClient('default', id);
    expect(counts.deregistrations).toBe(1);
    const ask = { issuer, clientRowId: id, resource };
    await expect(oauth.begin('default', { ...ask, scopes: [] })).rejects.toMatchObject({
      extensions: { reason: 'client_dropped' },
    });
    expect((await oauth.ensureClient('default', issuer, resource)).id).not.toBe(id);
  });
});
