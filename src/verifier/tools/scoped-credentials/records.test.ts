/** Tests records of credentials on both databases: who makes, sees, changes and ends them, and that no secret is left. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { itemsOf } from '../../delegation/approvals/approvals.fixture.ts';
import { type CredentialsFixture, openCredentials, root, service } from './credentials.fixture.ts';
import { removeOldCredentials, removeOldLinks } from './retention.ts';
import { credentialConnectsTable } from './tables.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const inDefault = { scope: { level: 'workspace', id: 'default' } };
const mine = { auth_type: 'oauth2_code', secret: undefined };

describe.each(kinds)('credentials on %s', (kind) => {
  let fixture: CredentialsFixture;
  let people: Record<'admin' | 'operator' | 'reviewer' | 'viewer' | 'owner' | 'ada', Caller>;
  let bot: Caller;

  beforeAll(async () => {
    fixture = await openCredentials(kind);
    const { person } = fixture;
    people = {
      admin: await person('admin'),
      operator: await person('operator'),
      reviewer: await person('reviewer'),
      viewer: await person('viewer'),
      owner: await person('viewer'),
      ada: await person('viewer'),
    };
    bot = await fixture.agent('bot', [people.owner]);
    await fixture.agent('other', []);
  }, 60_000);
  afterAll(() => fixture.verifier.close());

  const revision = async (id: string) => Number((await fixture.see(people.admin, id)).body['revision']);
  const patch = async (caller: Caller, id: string, body: unknown) =>
    fixture.as(caller, 'PATCH', `${root}/${id}`, body, { 'if-match': `"${await revision(id)}"` });
  const orgRevision = async () =>
    (await fixture.verifier.verifier().services.changes.current(fixture.db(), 'default')).revision;
  const codesOf = async (id: string) =>
    (
      await query<{ code: string }>(
        fixture.db(),
        sql`select code from events where data->'fields'->>'credential_id' = ${id} order by seq`,
      )
    ).map(({ code }) => code);

  it('are made by entitled callers only', async () => {
    const { admin, operator, reviewer, viewer, owner, ada } = people;
    const agents = { agent_id: 'bot', scope: undefined };
    const adas = { ...agents, user_id: ada.user, ...mine };
    const rules: readonly (readonly [Record<string, unknown>, readonly Caller[]])[] = [
      [{}, [admin, operator]],
      [{ sharing_mode: 'enforce' }, [admin]],
      [{ allow_in_delegation: true }, [admin]],
      [{ sharing_mode: 'isolated' }, [admin, operator]],
      [{ ...inDefault, sharing_mode: 'enforce' }, [admin, operator]],
      [agents, [admin, operator, owner]],
      [adas, [ada]],
    ];
    for (const [change, allowed] of rules) {
      for (const caller of [admin, operator, reviewer, viewer, owner, ada, bot, fixture.delegated(bot, ada)]) {
        const made = await fixture.add(caller, { ...change, service: fixture.newService() });
        expect([change, caller.role, made.status]).toEqual([change, caller.role, allowed.includes(caller) ? 201 : 403]);
      }
    }
  });

  it('are visible to overseers and both parties, and shared ones to all; for others they do not exist', async () => {
    const { admin, operator, reviewer, viewer, owner, ada } = people;
    const name = fixture.newService();
    const shared = await fixture.make(admin, { service: name });
    const own = await fixture.make(owner, { service: name, agent_id: 'bot', scope: undefined });
    const adas = await fixture.make(ada, {
      service: name,
      agent_id: 'bot',
      scope: undefined,
      user_id: ada.user,
      ...mine,
    });
    const elsewhere = await fixture.make(admin, { service: name, agent_id: 'other', scope: undefined });
    const sees: readonly (readonly [Caller, readonly string[]])[] = [
      ...[admin, operator, reviewer].map((caller) => [caller, [shared, own, adas, elsewhere]] as const),
      [viewer, [shared]],
      [owner, [shared, own, adas]],
      [ada, [shared, adas]],
      [bot, [shared, own, adas]],
      [fixture.delegated(bot, viewer), [shared, own]],
    ];
    for (const [caller, ids] of sees) {
      const listed = itemsOf(await fixture.as(caller, 'GET', `${root}?service=${encodeURIComponent(name)}`));
      expect(listed.map(({ id }) => id).sort()).toEqual([...ids].sort());
      for (const id of [shared, own, adas, elsewhere]) {
        const expected = ids.includes(id) ? 200 : 404;
        expect([caller.role, (await fixture.see(caller, id)).status]).toEqual([caller.role, expected]);
        const history = await fixture.as(caller, 'GET', `${root}/${id}/history`);
        expect(history.status).toBe(expected);
        if (expected === 404) {
          const revoked = await fixture.as(caller, 'POST', `${root}/${id}/revoke`, {});
          expect([403, 404]).toContain(revoked.status);
        }
      }
    }
    // The right to see one is not the right to end it.
    expect((await fixture.as(viewer, 'DELETE', `${root}/${shared}`)).status).toBe(403);
    expect((await fixture.as(reviewer, 'DELETE', `${root}/${adas}`)).status).toBe(403);
    expect((await fixture.as(bot, 'DELETE', `${root}/${shared}`)).status).toBe(403);
    expect((await fixture.as(owner, 'DELETE', `${root}/${adas}`)).status).toBe(204);
    expect((await fixture.as(bot, 'POST', `${root}/${own}/revoke`, {})).body['status']).toBe('revoked');
  });

  it('store a secret only in the vault, sealed', async () => {
    const { admin } = people;
    const [first, second] = ['hunter2-the-first', 'hunter2-the-second'];
    const name = fixture.newService();
    const body = { service: name, secret: first, injection: { header: 'X-Api-Key' } };
    const made = await fixture.add(admin, body, { 'idempotency-key': 'canary' });
    const id = String(made.body['id']);
    const rotated = await fixture.as(
      admin,
      'POST',
      `${root}/${id}/rotate`,
      { secret: second },
      { 'idempotency-key': 'c' },
    );
    const bad = await fixture.as(admin, 'POST', `${root}/${id}/rotate`, { secret: `${first}\n${second}` });
    expect([made.status, rotated.status, bad.status]).toEqual([201, 200, 422]);
    const patched = await patch(admin, id, { secret: first });
    expect(patched.body).toMatchObject({ status: 422, reason: 'secret_by_rotate' });
    const answers = [made, rotated, bad, patched, await fixture.see(admin, id)].map(({ raw }) => raw.toString());
    const tables = await query<{ name: string }>(
      fixture.db(),
      sql`select table_name as name from information_schema.tables where table_schema = current_schema()`,
    );
    expect(tables.length).toBeGreaterThan(50);
    for (const { name: table } of tables) {
      const rows = await query<{ line: string }>(
        fixture.db(),
        sql`select t::text as line from ${sql.identifier(table)} as t`,
      );
      answers.push(...rows.map(({ line }) => line));
    }
    const all = answers.join('\n');
    for (const secret of [first, second]) {
      for (const form of [
        secret,
        Buffer.from(secret).toString('base64').slice(0, -3),
        Buffer.from(secret).toString('hex'),
      ]) {
        expect(all.includes(form)).toBe(false);
      }
      const digest = createHash('sha256').update(secret).digest();
      expect(all.includes(digest.toString('hex').slice(0, 16))).toBe(false);
    }
  });

  it('are made once for a key, also with another secret the next time', async () => {
    const { admin, operator } = people;
    const body = { service: fixture.newService(), secret: 'sk-once' };
    const key = { 'idempotency-key': 'make-once' };
    const first = await fixture.add(admin, body, key);
    const again = await fixture.add(admin, body, key);
    expect([first.status, again.status, again.body['id']]).toEqual([201, 201, first.body['id']]);
    const other = await fixture.add(admin, { ...body, secret: 'sk-twice' }, key);
    expect(other.body).toMatchObject({ status: 409, code: 'idempotency_mismatch' });
    expect((await fixture.add(operator, body, key)).status).toBe(409);
    const path = `${root}/${first.body['id']}/rotate`;
    const rotate = (secret: string, headers = {}) =>
      fixture.as(admin, 'POST', path, { secret }, { 'idempotency-key': 'r', ...headers });
    const rotated = await rotate('sk-2');
    const repeated = await rotate('sk-2');
    expect([rotated.status, rotated.body['version'], repeated.body['version']]).toEqual([200, 2, 2]);
    expect((await rotate('sk-3')).status).toBe(409);
    // After two rotations the first secret is gone: a repeat still gets its first answer.
    expect((await fixture.as(admin, 'POST', path, { secret: 'sk-4' })).status).toBe(200);
    expect((await fixture.add(admin, body, key)).status).toBe(201);
  });

  it('are unique in each place while active, also when two are made at once', async () => {
    const { admin, operator } = people;
    const name = fixture.newService();
    const both = await Promise.all([admin, operator].map((caller) => fixture.add(caller, { service: name })));
    const [made, refused] = both.sort((left, right) => left.status - right.status);
    expect([made?.status, refused?.status]).toEqual([201, 409]);
    expect(refused?.body).toMatchObject({ reason: 'credential_exists', credential_id: made?.body['id'] });
    for (const change of [inDefault, { resource: 'https://a.example/mcp' }, { agent_id: 'bot', scope: undefined }]) {
      expect((await fixture.add(admin, { service: name, ...change })).status).toBe(201);
    }
    await fixture.as(admin, 'DELETE', `${root}/${made?.body['id']}`);
    expect((await fixture.add(admin, { service: name })).status).toBe(201);
  });

  it('are refused below an enforced one; existing ones are ignored, and return later', async () => {
    const { admin, operator, ada, owner } = people;
    const name = fixture.newService();
    const asks = (userId?: string) =>
      fixture.as(
        admin,
        'GET',
        `${root}/effective?agent_id=bot&service=${encodeURIComponent(name)}${userId === undefined ? '' : `&user_id=${userId}`}`,
      );
    const own = await fixture.make(owner, { service: name, agent_id: 'bot', scope: undefined });
    const org = await fixture.make(admin, { service: name });
    expect((await asks()).body).toMatchObject({ credential_id: own, source: 'agent', status: 'ready' });
    expect((await patch(operator, org, { sharing_mode: 'enforce' })).status).toBe(403);
    expect((await patch(admin, org, { sharing_mode: 'enforce' })).status).toBe(200);
    expect((await asks()).body).toMatchObject({
      credential_id: org,
      source: 'org_enforce',
      mode: 'enforce',
      status: 'ready',
      candidates: [{ id: own, rejected_because: 'lower_than_enforced' }],
    });
    expect((await asks(ada.user)).body).toMatchObject({
      credential_id: null,
      status: 'not_allowed_in_delegation',
      source: 'org_enforce',
    });
    for (const [caller, change] of [
      [operator, inDefault],
      [admin, { ...inDefault, sharing_mode: 'enforce' }],
      [owner, { agent_id: 'bot', scope: undefined, resource: 'https://a.example/mcp' }],
      [ada, { agent_id: 'bot', scope: undefined, user_id: ada.user, ...mine }],
    ] as const) {
      const refused = await fixture.add(caller, { service: name, ...change });
      expect(refused.body).toMatchObject({ status: 409, reason: 'credential_enforced', credential_id: org });
    }
    // Only an admin changes or ends it.
    expect((await fixture.as(operator, 'DELETE', `${root}/${org}`)).status).toBe(403);
    expect((await fixture.as(operator, 'POST', `${root}/${org}/rotate`, { secret: 'x' })).status).toBe(403);
    expect((await patch(operator, org, { sharing_mode: 'inherit' })).status).toBe(403);
    expect((await patch(admin, org, { allow_in_delegation: true })).status).toBe(200);
    expect((await asks(ada.user)).body).toMatchObject({ credential_id: org, status: 'ready' });
    expect((await patch(admin, org, { sharing_mode: 'isolated' })).status).toBe(200);
    expect((await asks()).body).toMatchObject({ credential_id: own, source: 'agent', status: 'ready' });
  });

  it('keep their identity; other changes need the ETag, and are reported to gateways', async () => {
    const { admin, ada } = people;
    const id = await fixture.make(admin, { service: fixture.newService(), rotation: { every_days: 30 } });
    for (const member of ['service', 'resource', 'issuer', 'auth_type', 'agent_id', 'user_id', 'scope']) {
      const refused = await patch(admin, id, { [member]: 'x' });
      expect(refused.body).toMatchObject({ status: 422, reason: 'immutable', errors: [{ pointer: `/${member}` }] });
    }
    expect((await fixture.as(admin, 'PATCH', `${root}/${id}`, { sharing_mode: 'isolated' })).status).toBe(428);
    const stale = await fixture.as(
      admin,
      'PATCH',
      `${root}/${id}`,
      { sharing_mode: 'isolated' },
      { 'if-match': '"9"' },
    );
    expect(stale.status).toBe(412);
    const before = await orgRevision();
    expect((await patch(admin, id, { sharing_mode: 'inherit' })).body['revision']).toBe(1);
    expect(await orgRevision()).toBe(before);
    const changed = await patch(admin, id, { injection: { header: 'X-Key' }, rotation: { every_days: null } });
    expect(changed.body).toMatchObject({ revision: 2, injection: { header: 'x-key' }, rotation: { next_at: null } });
    expect(await orgRevision()).toBeGreaterThan(before);
    expect((await patch(admin, id, { injection: { header: 'Host' } })).body).toMatchObject({
      reason: 'header_refused',
    });
    const own = await fixture.make(ada, {
      service: fixture.newService(),
      agent_id: 'bot',
      user_id: ada.user,
      ...mine,
      scope: undefined,
    });
    expect((await patch(ada, own, { sharing_mode: 'enforce' })).body).toMatchObject({ reason: 'enforce_is_shared' });
    expect((await patch(admin, own, { sharing_mode: 'isolated' })).status).toBe(403);
  });

  it('are used only as far as their connector was told, unless they agree themselves', async () => {
    const { admin, operator } = people;
    const id = await fixture.make(operator, { service: fixture.newService(), sharing_mode: 'isolated' });
    const connect = (user: string) =>
      fixture.db().execute(sql`update scoped_credentials set connected_by = ${user} where id = ${id}`);
    await connect(operator.user);
    for (const more of [{ sharing_mode: 'inherit' }, { sharing_mode: 'enforce' }, { allow_in_delegation: true }]) {
      expect((await patch(admin, id, more)).body).toMatchObject({ status: 409, reason: 'connected_for_less' });
    }
    expect((await patch(operator, id, { sharing_mode: 'inherit' })).status).toBe(200);
    expect((await patch(admin, id, { sharing_mode: 'isolated' })).status).toBe(200);
    // Another secret is another request.
    await fixture.as(admin, 'POST', `${root}/${id}/rotate`, { secret: 'sk-new' });
    expect((await patch(admin, id, { sharing_mode: 'inherit', allow_in_delegation: true })).status).toBe(200);
  });

  it('rotate with an overlap: at most two versions are kept, and a certificate or a first secret has none', async () => {
    const { admin } = people;
    const id = await fixture.make(admin, {
      service: fixture.newService(),
      rotation: { every_days: 1, overlap_seconds: 60 },
    });
    const rotate = (body: Record<string, unknown>) =>
      fixture.as(admin, 'POST', `${root}/${id}/rotate`, { secret: 'n', ...body });
    const { body } = await rotate({});
    const now = fixture.verifier.clock.now();
    expect(body).toMatchObject({
      status: 'rotating',
      version: 2,
      revision: 2,
      rotation: {
        every_days: 1,
        overlap_seconds: 60,
        overlap_until: new Date(now + 60_000).toISOString(),
        next_at: new Date(now + 86_400_000).toISOString(),
      },
    });
    expect(await fixture.versionsOf(id)).toEqual([1, 2]);
    expect((await rotate({ overlap_seconds: 5 })).body['version']).toBe(3);
    expect(await fixture.versionsOf(id)).toEqual([2, 3]);
    expect((await rotate({ overlap_seconds: 0 })).body).toMatchObject({
      status: 'active',
      rotation: { overlap_until: null },
    });
    expect(await fixture.versionsOf(id)).toEqual([4]);
    const waiting = await fixture.make(admin, { service: fixture.newService(), secret: undefined });
    const first = await fixture.as(admin, 'POST', `${root}/${waiting}/rotate`, { secret: 'first' });
    expect(first.body).toMatchObject({ status: 'active', version: 1, rotation: { overlap_until: null } });
    expect(await codesOf(id)).toEqual(['credential.created', ...Array(3).fill('credential.rotated')]);
    const connected = await fixture.make(admin, { service: fixture.newService(), ...mine });
    const refused = await fixture.as(admin, 'POST', `${root}/${connected}/rotate`, { secret: 'n' });
    expect(refused.body).toMatchObject({ status: 409, reason: 'not_rotatable' });
  });

  it('are revoked permanently, and a repeat changes nothing; removed after a year and a month', async () => {
    const { admin } = people;
    const id = await fixture.make(admin, { service: fixture.newService() });
    const before = await orgRevision();
    const revoked = await fixture.as(admin, 'POST', `${root}/${id}/revoke`, { reason: 'leaked' });
    expect(revoked.body).toMatchObject({ status: 'revoked', status_reason: 'leaked', revoked_by: admin.user });
    expect(await fixture.versionsOf(id)).toEqual([]);
    const after = await orgRevision();
    expect(after).toBeGreaterThan(before);
    expect((await fixture.as(admin, 'DELETE', `${root}/${id}`)).status).toBe(204);
    expect((await fixture.as(admin, 'POST', `${root}/${id}/revoke`)).body['status_reason']).toBe('leaked');
    expect(await orgRevision()).toBe(after);
    expect((await fixture.as(admin, 'POST', `${root}/${id}/rotate`, { secret: 'n' })).body).toMatchObject({
      status: 409,
      reason: 'credential_revoked',
    });
    expect((await patch(admin, id, { sharing_mode: 'isolated' })).status).toBe(409);
    expect(await codesOf(id)).toEqual(['credential.created', 'credential.revoked']);
    const history = itemsOf(await fixture.as(admin, 'GET', `${root}/${id}/history`));
    expect(history.map(({ action, reason }) => [action, reason])).toEqual([
      ['revoked', 'leaked'],
      ['created', null],
    ]);
    const { clock } = fixture.verifier;
    const later = (days: number) => ({ now: () => clock.now() + days * 86_400_000 });
    await removeOldCredentials({ db: fixture.db(), clock: later(399) });
    expect((await fixture.see(admin, id)).status).toBe(200);
    expect(await removeOldCredentials({ db: fixture.db(), clock: later(401) })).toBeGreaterThan(0);
    expect((await fixture.see(admin, id)).status).toBe(404);
  });

  it('keep no link, nor an unfinished connection, for longer than a day after its end', async () => {
    const { clock } = fixture.verifier;
    const { vault } = fixture.verifier.verifier().services;
    const row = {
      org_id: 'default',
      credential_id: 'scr_1',
      user_id: null,
      issuer: null,
      resource: null,
      scopes: [],
      foreign_client_id: null,
      terms_digest: null,
      created_at: 1,
      created_by: 'test',
      used_at: null,
    };
    for (const [id, expires_at] of [
      ['cnx_old', clock.now() - 86_400_001],
      ['cnx_new', clock.now() - 86_399_999],
    ] as const) {
      await fixture
        .db()
        .insert(credentialConnectsTable)
        .values({ ...row, id, expires_at, ticket_digest: id, state_digest: id });
      const place = { orgId: 'default', table: 'credential_connects', recordId: id, version: 1, field: 'verifier' };
      const whose = { scope: 'org/default', service: '', userId: null, agentId: null };
      await fixture.db().transaction((tx) => vault.put(tx, { ...place, ...whose }, 'verifier'));
    }
    expect(await removeOldLinks({ db: fixture.db(), clock, vault })).toBe(1);
    expect([await fixture.versionsOf('cnx_old'), await fixture.versionsOf('cnx_new')]).toEqual([[], [1]]);
  });

  it("show an agent's effective one to entitled callers, and leave out others'", async () => {
    const { admin, viewer, owner, ada } = people;
    const own = await fixture.make(owner, { agent_id: 'bot', scope: undefined });
    const shared = await fixture.make(admin);
    const adas = await fixture.make(ada, { agent_id: 'bot', user_id: ada.user, ...mine, scope: undefined });
    expect((await fixture.effective(admin, 'bot')).body).toMatchObject({
      credential_id: own,
      source: 'agent',
      user_id: null,
      workspace_id: 'default',
      candidates: [
        { id: shared, rejected_because: 'overruled' },
        { id: adas, rejected_because: 'of_another_user' },
      ],
    });
    const seen = await fixture.effective(viewer, 'bot');
    expect(seen.body).toMatchObject({ credential_id: null, status: 'ready', candidates: [{ id: shared }] });
    expect((await fixture.effective(ada, 'bot', `&user_id=${ada.user}`)).body).toMatchObject({
      credential_id: adas,
      status: 'pending',
      source: 'user',
    });
    for (const [caller, status] of [
      [owner, 200],
      [bot, 200],
      [viewer, 404],
      [fixture.delegated(bot, viewer), 404],
    ] as const) {
      expect((await fixture.effective(caller, 'bot', `&user_id=${ada.user}`)).status).toBe(status);
    }
    expect((await fixture.effective(bot, 'other')).status).toBe(404);
    expect((await fixture.effective(admin, 'nobody')).status).toBe(404);
    expect((await fixture.effective(admin, 'bot', '&workspace_id=nowhere')).status).toBe(404);
    expect(service).toBe('com.example/crm');
  });
});
