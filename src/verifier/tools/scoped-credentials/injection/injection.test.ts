import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { InjectionAnswer, InjectionQuestion } from '../../../../contract/injection.ts';
import { testDatabaseKind } from '../../../../platform/db/test-db.ts';
import type { Caller } from '../../../../platform/http/access.ts';
import { createSecret } from '../../../../platform/secret.ts';
import { createAuthor } from '../../../base/control/author.ts';
import type { GrantParts } from '../../../identity/issuer/ports.ts';
import type { RefreshServices } from '../refresh/create.ts';
import { hourMs, openRefreshFixture, type RefreshFixture } from '../refresh/refresh.fixture.ts';
import { placeOf } from '../secret-places.ts';
import type { ScopedCredentialRow } from '../tables.ts';
import { isInjectable, toInjected } from './headers.ts';

const gateway = { ...createAuthor('default', 'edge', 'gateway'), kind: 'gateway' as const, isDeployment: false };
const given = (answer: InjectionAnswer) => answer.headers.map(({ name, value }) => `${name}: ${value}`);

describe("credentials for gateways' calls", () => {
  let fixture: RefreshFixture;
  let mine: RefreshServices;
  let anna: Caller;
  let bob: Caller;
  let grants: Record<'anna' | 'bob', string>;
  beforeAll(async () => {
    fixture = await openRefreshFixture(testDatabaseKind);
    const admin = await fixture.person('admin');
    [anna, bob] = [await fixture.person('viewer'), await fixture.person('viewer')];
    for (const id of ['bot', 'other']) await fixture.actingAgent(id, admin);
    const grant = async (person: Caller) => String((await fixture.grantNew('bot', person)).body['id']);
    grants = { anna: await grant(anna), bob: await grant(bob) };
    mine = fixture.process({ issuer: { grantParts: tokensOf() } });
  }, 60_000);
  afterAll(() => fixture.close());
  afterEach(() => Object.assign(fixture.side, { fault: undefined, clientSecret: undefined, lifetimeMs: hourMs }));

  /** Fake tokens that state their subject: `<person>/<agent>/<grant>`. */
  const tokensOf = (): Pick<GrantParts, 'reader' | 'state'> => ({
    reader: {
      async read(token) {
        const [sub = '', agent, grant_id = ''] = token.split('/');
        const nowS = Math.floor(fixture.verifier.clock.now() / 1000);
        const act = { sub: `spiffe://localhost/agent/${agent}`, iss: 'x', sub_profile: 'ai_agent' as const };
        const claims = {
          iss: 'x',
          sub,
          aud: 'x',
          client_id: 'c',
          jti: token,
          org_id: 'default',
          iat: nowS,
          exp: nowS + 300,
        };
        return { ...claims, act, grant_id };
      },
    },
    state: { assertAlive: async () => ({ email: 'x@x' }) },
  });

  const ask = (row: Pick<ScopedCredentialRow, 'service'>, change: Partial<InjectionQuestion> = {}) =>
    mine.injections.give(gateway, {
      agent_id: 'bot',
      service: row.service,
      resource: 'https://s.example/mcp',
      ...change,
    });
  const forPerson = (who: 'anna' | 'bob', token?: string): Pick<InjectionQuestion, 'on_behalf_of'> => ({
    on_behalf_of: {
      subject_id: (who === 'anna' ? anna : bob).user,
      grant_id: grants[who],
      ...(token === undefined ? {} : { token }),
    },
  });
  const key = { auth_type: 'api_key', expires_at: null } as const;

  describe('belong to', () => {
    const contexts = ['itself', 'another agent', 'for Anna', 'for Bob'] as const;
    type Who = (typeof contexts)[number];
    const inContext = async (row: ScopedCredentialRow, who: Who): Promise<string> => {
      const asked = who === 'another agent' ? { agent_id: 'other' } : {};
      const person = who === 'for Anna' ? forPerson('anna') : who === 'for Bob' ? forPerson('bob') : {};
      const answer = await ask(row, { ...asked, ...person });
      if (answer.status !== 'ready') {
        expect([answer.headers, answer.environment, answer.client_certificate]).toEqual([[], [], null]);
        return answer.status;
      }
      expect(given(answer)).toEqual(['authorization: Bearer the-secret']);
      return 'given';
    };
    const no = 'connect_required';
    const table: readonly (readonly [string, () => Partial<ScopedCredentialRow>, Record<Who, string>])[] = [
      [
        'shared by the organisation',
        () => ({}),
        { itself: 'given', 'another agent': 'given', 'for Anna': no, 'for Bob': no },
      ],
      [
        'shared, and meant for delegated use',
        () => ({ allow_in_delegation: true }),
        { itself: 'given', 'another agent': 'given', 'for Anna': 'given', 'for Bob': 'given' },
      ],
      [
        'shared by the workspace',
        () => ({ scope_level: 'workspace' }),
        { itself: 'given', 'another agent': 'given', 'for Anna': no, 'for Bob': no },
      ],
      [
        'of another workspace',
        () => ({ scope_level: 'workspace', scope_id: 'elsewhere' }),
        { itself: no, 'another agent': no, 'for Anna': no, 'for Bob': no },
      ],
      [
        'enforced',
        () => ({ sharing_mode: 'enforce' }),
        {
          itself: 'given',
          'another agent': 'given',
          'for Anna': 'not_allowed_in_delegation',
          'for Bob': 'not_allowed_in_delegation',
        },
      ],
      [
        'enforced, and meant for delegated use',
        () => ({ sharing_mode: 'enforce', allow_in_delegation: true }),
        { itself: 'given', 'another agent': 'given', 'for Anna': 'given', 'for Bob': 'given' },
      ],
      [
        'isolated',
        () => ({ sharing_mode: 'isolated', allow_in_delegation: true }),
        { itself: no, 'another agent': no, 'for Anna': no, 'for Bob': no },
      ],
      [
        "the agent's own",
        () => ({ agent_id: 'bot' }),
        { itself: 'given', 'another agent': no, 'for Anna': no, 'for Bob': no },
      ],
      [
        "Anna's with this agent",
        () => ({ agent_id: 'bot', user_id: anna.user }),
        { itself: no, 'another agent': no, 'for Anna': 'given', 'for Bob': no },
      ],
      [
        "Anna's with another agent",
        () => ({ agent_id: 'other', user_id: anna.user }),
        { itself: no, 'another agent': no, 'for Anna': no, 'for Bob': no },
      ],
      [
        'of another organisation',
        () => ({ org_id: 'elsewhere' }),
        { itself: no, 'another agent': no, 'for Anna': no, 'for Bob': no },
      ],
    ];
    it.each(table)('%s', async (_name, change, expected) => {
      const row = await fixture.connected({ ...key, ...change() }, { access: 'the-secret' });
      const said = await Promise.all(contexts.map(async (who) => [who, await inContext(row, who)] as const));
      expect(Object.fromEntries(said)).toEqual(expected);
    });

    it('nobody without a present consent', async () => {
      const row = await fixture.connected({ ...key, agent_id: 'bot', user_id: anna.user });
      const refused = { code: 'forbidden', extensions: { reason: 'no_active_delegation' } };
      const of = (subject_id: string, grant_id: string) => ({ on_behalf_of: { subject_id, grant_id } });
      await expect(ask(row, of(anna.user, 'dgr_none'))).rejects.toMatchObject(refused);
      // Bob's consent does not count for Anna, and a consent for one agent does not count for another.
      await expect(ask(row, of(anna.user, grants.bob))).rejects.toMatchObject(refused);
      await expect(ask(row, { agent_id: 'other', ...forPerson('anna') })).rejects.toMatchObject(refused);
      const carl = await fixture.person('viewer');
      const grantId = String((await fixture.grantNew('bot', carl)).body['id']);
      expect((await ask(row, of(carl.user, grantId))).status).toBe('connect_required');
      await fixture.revoke(carl, 'bot', grantId);
      await expect(ask(row, of(carl.user, grantId))).rejects.toMatchObject(refused);
    });

    it('no unknown or inactive agent, and nobody asks through a delegation', async () => {
      const row = await fixture.connected(key);
      await expect(ask(row, { agent_id: 'nobody' })).rejects.toMatchObject({ code: 'not_found' });
      const admin = await fixture.person('admin');
      await fixture.actingAgent('stopped', admin);
      const { body } = await fixture.verifier.admin('POST', '/v1/agents/stopped/suspend', { reason: 'a test' });
      expect(body['status']).toBe('suspended');
      await expect(ask(row, { agent_id: 'stopped' })).rejects.toMatchObject({ code: 'agent_suspended' });
      const actor = { agentId: 'bot', spiffeId: 'spiffe://x/agent/bot', grantId: 'dgr_1' };
      const asked = mine.injections.give({ ...gateway, actor }, { agent_id: 'bot', service: row.service });
      await expect(asked).rejects.toMatchObject({ code: 'forbidden' });
    });
  });

  describe('by kind', () => {
    it('refreshes a refused token once, and names where a person connects when that fails', async () => {
      const row = await fixture.connected();
      expect(given(await ask(row))).toEqual(['authorization: Bearer at-0']);
      const next = await ask(row, { failed: { credential_id: row.id, version: 1 } });
      expect(next).toMatchObject({ status: 'ready', version: 2, good_for_s: 60, connect_url: null });
      // A caller whose first token is refused only now gets the second one.
      const before = fixture.side.calls.refresh;
      expect((await ask(row, { failed: { credential_id: row.id, version: 1 } })).version).toBe(2);
      expect(fixture.side.calls.refresh).toBe(before);
      fixture.side.current = 'gone';
      fixture.pass(10);
      expect(await ask(row, { failed: { credential_id: row.id, version: 2 } })).toMatchObject({
        status: 'reauth_required',
        headers: [],
        connect_url: 'https://assay.example/account/connections',
      });
    });

    it("makes an agent's own connection request a call's scopes, once, and nobody else's", async () => {
      const own = { scope_level: 'workspace', scope_id: 'default', agent_id: 'bot' } as const;
      const row = await fixture.connected({ ...own, requested_scopes: ['tools.read'] });
      const wanted = { scopes: ['tools.admin', 'bad scope'] };
      const connect = { connect_url: 'https://assay.example/account/connections' };
      expect(await ask(row, wanted)).toMatchObject({ status: 'insufficient_scope', ...connect });
      const after = await fixture.row(row.id);
      expect(after).toMatchObject({ requested_scopes: ['tools.read', 'tools.admin'], granted_scopes: ['tools.read'] });
      expect(await fixture.reported(row.id)).toEqual(['credential.scopes_wanted']);
      await ask(row, wanted);
      expect((await fixture.row(row.id)).revision).toBe(after.revision);
      // The present token stays usable for calls that need no more scopes.
      expect((await ask(row)).status).toBe('ready');
      for (let at = 0; at < 120; at += 20) {
        await ask(row, { scopes: Array.from({ length: 20 }, (_, index) => `s.${at + index}`) });
      }
      expect((await fixture.row(row.id)).requested_scopes.length).toBe(82);
      const shared = await fixture.connected();
      expect(await ask(shared, wanted)).toMatchObject({ status: 'insufficient_scope', ...connect });
      expect((await fixture.row(shared.id)).requested_scopes).toEqual([]);
    });

    it('refreshes ever less often when a service always refuses', async () => {
      const row = await fixture.connected();
      const before = fixture.side.calls.refresh;
      for (let second = 0; second < 120; second += 1) {
        const { version } = await fixture.row(row.id);
        expect(await ask(row, { failed: { credential_id: row.id, version } })).toMatchObject({ status: 'ready' });
        fixture.pass(1);
      }
      // At 0, 10, 30 and 70 seconds, and not twelve times.
      expect(fixture.side.calls.refresh - before).toBe(4);
    });

    it('refreshes an expired one before it is given, and shortens the remaining time', async () => {
      const row = await fixture.connected();
      fixture.pass(3600 - 60);
      expect((await ask(row)).good_for_s).toBe(30);
      fixture.pass(40);
      expect(await ask(row)).toMatchObject({ version: 2, good_for_s: 60 });
      const dead = await fixture.connected({}, { refresh: '' });
      fixture.pass(3700);
      expect((await ask(dead)).status).toBe('expired');
    });

    it('fetches a token with the credential’s own client, and caches it for 80 % of its life', async () => {
      const config = { client_id: 'us', client_auth: 'client_secret_basic' as const };
      const fields = { auth_type: 'client_credentials' as const, expires_at: null, last_refreshed_at: null, config };
      const row = await fixture.connected({ ...fields, granted_scopes: [], requested_scopes: ['tools.read'] });
      const before = fixture.side.calls.clientCredentials;
      const first = await ask(row, { scopes: ['tools.read'] });
      expect(first).toMatchObject({ status: 'ready', method: 'client_credentials', version: 2 });
      expect(given(await ask(row))).toEqual(given(first));
      expect(given(first).join()).not.toContain('at-0');
      expect(fixture.side.calls.clientCredentials - before).toBe(1);
      fixture.pass(0.8 * 3600);
      expect((await ask(row)).version).toBe(3);
      fixture.side.fault = 'unavailable';
      fixture.pass(0.8 * 3600);
      // Usable until its end if there is nothing newer, and no longer.
      expect(await ask(row)).toMatchObject({ status: 'ready', version: 3 });
      fixture.pass(0.2 * 3600);
      expect((await ask(row)).status).toBe('error');
      fixture.side.fault = 'invalid_client';
      fixture.pass(60);
      expect((await ask(row)).status).toBe('reauth_required');
    });

    it("fetches one more token for a call's additional scopes, once, unless the scopes are fixed", async () => {
      const config = { client_id: 'us', client_auth: 'client_secret_basic' as const };
      const fields = { auth_type: 'client_credentials' as const, expires_at: null, last_refreshed_at: null, config };
      const row = await fixture.connected({ ...fields, granted_scopes: [], requested_scopes: [] });
      const usual = given(await ask(row));
      const before = fixture.side.calls.clientCredentials;
      const wide = await ask(row, { scopes: ['tools.admin'] });
      expect(wide).toMatchObject({ status: 'ready', method: 'client_credentials', version: 2 });
      expect(given(wide)).not.toEqual(usual);
      expect(given(await ask(row, { scopes: ['tools.admin'] }))).toEqual(given(wide));
      expect(given(await ask(row))).toEqual(usual);
      fixture.side.fault = 'invalid_client';
      for (let count = 0; count < 3; count += 1) {
        expect((await ask(row, { scopes: ['tools.other'] })).status).toBe('insufficient_scope');
      }
      expect(fixture.side.calls.clientCredentials - before).toBe(2);
      fixture.side.fault = undefined;
      // Listed scopes of a client exclude all others.
      const listed = await fixture.connected({ ...fields, granted_scopes: [], requested_scopes: ['tools.read'] });
      expect((await ask(listed, { scopes: ['tools.read'] })).status).toBe('ready');
      const asked = fixture.side.calls.clientCredentials;
      expect(await ask(listed, { scopes: ['tools.admin'] })).toMatchObject({
        status: 'insufficient_scope',
        scopes_missing: ['tools.admin'],
      });
      expect(fixture.side.calls.clientCredentials).toBe(asked);
      expect((await fixture.row(listed.id)).requested_scopes).toEqual(['tools.read']);
    });

    it("exchanges the call's token, once for each, and only one of this person, agent and consent", async () => {
      const fields = { auth_type: 'token_exchange' as const, expires_at: null, config: { client_id: 'us' } };
      const row = await fixture.connected({ ...fields, granted_scopes: [], allow_in_delegation: true });
      const token = `${anna.user}/bot/${grants.anna}`;
      const before = fixture.side.calls.exchange;
      const first = await ask(row, { ...forPerson('anna', token), scopes: ['tools.read'] });
      expect(first).toMatchObject({ status: 'ready', method: 'token_exchange' });
      expect(given(await ask(row, { ...forPerson('anna', token), scopes: ['tools.read'] }))).toEqual(given(first));
      expect(fixture.side.calls.exchange - before).toBe(1);
      // Other scopes, and another person, give other tokens.
      expect(given(await ask(row, forPerson('anna', token)))).not.toEqual(given(first));
      const bobs = await ask(row, { ...forPerson('bob', `${bob.user}/bot/${grants.bob}`), scopes: ['tools.read'] });
      expect(given(bobs)).not.toEqual(given(first));
      // A token that the service refused is not given again.
      const failed = { credential_id: row.id, version: 1 };
      const again = await ask(row, { ...forPerson('anna', token), scopes: ['tools.read'], failed });
      expect(given(again)).not.toEqual(given(first));
      // The authorization server is not asked at each call that gets 401.
      const calls = fixture.side.calls.exchange;
      for (let call = 0; call < 3; call += 1) {
        expect(given(await ask(row, { ...forPerson('anna', token), scopes: ['tools.read'], failed }))).toEqual(
          given(again),
        );
      }
      expect(fixture.side.calls.exchange).toBe(calls);
      const mismatch = { code: 'forbidden', extensions: { reason: 'token_mismatch' } };
      for (const wrong of [
        `${bob.user}/bot/${grants.bob}`,
        `${anna.user}/other/${grants.anna}`,
        `${anna.user}/bot/dgr_9`,
      ]) {
        await expect(ask(row, forPerson('anna', wrong))).rejects.toMatchObject(mismatch);
      }
      expect((await ask(row, forPerson('anna'))).status).toBe('error');
      expect((await ask(row)).status).toBe('error');
    });

    it('gives the secret before a rotation to the one call that was refused with the new one', async () => {
      const row = await fixture.connected(key, { access: 'old' });
      const { vault } = fixture.verifier.verifier().services;
      await fixture.db().transaction((tx) => vault.put(tx, placeOf(row, 'secret', 2), 'new'));
      const rotation = { next_at: null, overlap_until: fixture.verifier.clock.now() + hourMs };
      await fixture.set(row, { version: 2, status: 'rotating', rotation });
      expect(given(await ask(row))).toEqual(['authorization: Bearer new']);
      const failed = { credential_id: row.id, version: 2 };
      const old = await ask(row, { failed });
      expect([given(old), old.version, old.good_for_s]).toEqual([['authorization: Bearer old'], 1, 0]);
      expect(given(await ask(row))).toEqual(['authorization: Bearer new']);
      fixture.pass(3600);
      expect((await ask(row, { failed })).status).toBe('reauth_required');
    });

    it('records the use at most once a minute', async () => {
      const row = await fixture.connected(key);
      const usedAt = async () => (await fixture.row(row.id)).last_used_at;
      await ask(row);
      const first = fixture.verifier.clock.now();
      fixture.pass(59);
      await ask(row);
      expect(await usedAt()).toBe(first);
      fixture.pass(1);
      await ask(row);
      expect(await usedAt()).toBe(first + 60_000);
      expect((await fixture.row(row.id)).revision).toBe(1);
    });
  });

  describe('over HTTP', () => {
    const call = (caller: Caller, row: ScopedCredentialRow) =>
      fixture.as(caller, 'POST', '/v1/gateways/edge/credentials', { agent_id: 'bot', service: row.service });
    const known = { organisation: 'default', authentication: 'api_key', scopes: 'all', isDeployment: false } as const;
    const edge: Caller = { ...known, user: 'edge', kind: 'gateway', role: 'gateway', gatewayId: 'edge' };

    it('answers gateways of the organisation, and the answer is not cacheable', async () => {
      const row = await fixture.connected({ ...key, resource: null }, { access: 'sk-canary' });
      const answer = await call(edge, row);
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
      expect(answer.body['headers']).toEqual([{ name: 'authorization', value: 'Bearer sk-canary' }]);
      const elsewhere = await call({ ...edge, organisation: 'elsewhere' }, row);
      expect(elsewhere.raw.toString()).not.toContain('sk-canary');
    });

    it('gives no secret to a local caller without a credential', async () => {
      const row = await fixture.connected({ ...key, resource: null }, { access: 'sk-canary' });
      const local: Caller = { ...known, user: 'local', kind: 'operator', role: 'operator', authentication: 'loopback' };
      const answer = await call(local, row);
      expect(answer.status).toBe(403);
      expect(answer.raw.toString()).not.toContain('sk-canary');
    });

    it('gives no secret to people, with any role', async () => {
      const row = await fixture.connected({ ...key, resource: null }, { access: 'sk-canary' });
      for (const role of ['admin', 'operator', 'viewer'] as const) {
        const answer = await call(await fixture.person(role), row);
        expect(answer.status).toBe(403);
        expect(answer.raw.toString()).not.toContain('sk-canary');
      }
    });

    it('refreshes by hand for its editors, and names the kinds that cannot be refreshed', async () => {
      const row = await fixture.connected(key);
      const refresh = async (caller: Caller) => fixture.as(caller, 'POST', `/v1/scoped-credentials/${row.id}/refresh`);
      expect(await refresh(await fixture.person('operator'))).toMatchObject({
        status: 409,
        body: { reason: 'not_refreshable' },
      });
      expect((await refresh(await fixture.person('viewer'))).status).toBe(403);
      const hers = await fixture.connected({ agent_id: 'bot', user_id: anna.user });
      const asBob = await fixture.as(bob, 'POST', `/v1/scoped-credentials/${hers.id}/refresh`);
      expect(asBob.status).toBe(404);
    });
  });
});

describe('the form of a secret in a call', () => {
  const row = (change: Partial<ScopedCredentialRow>) =>
    ({ auth_type: 'api_key', injection: { method: 'sidecar' }, config: {}, ...change }) as Pick<
      ScopedCredentialRow,
      'auth_type' | 'injection' | 'config'
    >;
  const headersOf = (change: Partial<ScopedCredentialRow>, text = 's3cret') =>
    toInjected(row(change), createSecret(text))?.headers;

  it('is a bearer token, its own header with or without a prefix, or a name and password', () => {
    expect(headersOf({})).toEqual([{ name: 'authorization', value: 'Bearer s3cret' }]);
    expect(headersOf({ injection: { method: 'sidecar', header: 'x-api-key' } })).toEqual([
      { name: 'x-api-key', value: 's3cret' },
    ]);
    expect(headersOf({ injection: { method: 'sidecar', header: 'Authorization', prefix: 'Token ' } })).toEqual([
      { name: 'authorization', value: 'Token s3cret' },
    ]);
    const basic = headersOf({ auth_type: 'basic', config: { username: 'anna' } }, 'pä:ss');
    expect(basic).toEqual([{ name: 'authorization', value: `Basic ${Buffer.from('anna:pä:ss').toString('base64')}` }]);
  });

  it('is a variable of a local server, and then no header', () => {
    const injected = toInjected(row({ config: { environment_variable: 'CRM_TOKEN' } }), createSecret('s3cret'));
    expect(injected).toEqual({
      headers: [],
      client_certificate: null,
      environment: [{ name: 'CRM_TOKEN', value: 's3cret' }],
    });
  });

  it('is a certificate with its key for the connection', () => {
    const injected = toInjected(row({ auth_type: 'mtls', config: { certificate: 'CERT' } }), createSecret('KEY'));
    expect(injected?.client_certificate).toEqual({ certificate: 'CERT', private_key: 'KEY' });
    expect(injected?.headers).toEqual([]);
  });

  it('cannot end a line or frame a message', () => {
    for (const text of ['a\r\nhost: evil', 'a\n', '\0', 'ä', ''])
      expect(headersOf({ injection: { method: 'sidecar', header: 'x-key' } }, text)).toBeUndefined();
    for (const name of ['host', 'content-length', 'transfer-encoding', 'connection', 'a b', 'a:b', '']) {
      expect(isInjectable(name)).toBe(false);
    }
    expect(inspect(createSecret('s3cret'))).not.toContain('s3cret');
  });
});
