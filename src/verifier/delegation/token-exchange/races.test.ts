import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asCaller } from '../../../../test/support/handed-callers.ts';
import { openStoppedVerifier, type StoppedVerifier } from '../../../../test/support/stopped-verifier.ts';
import type { DelegationGrant } from '../../../contract/api/delegations/shapes.ts';
import { tokenTypes } from '../../../contract/api/token-exchange/states.ts';
import { query } from '../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { createAuthor } from '../../base/control/author.ts';
import { basic, claimsOf, type TestAgent } from '../../identity/issuer/issuer.fixture.ts';
import { crm, openScene, type Scene } from './exchange-token.fixture.ts';

/** An exchange, and the end of something that it depends on. */
interface Race {
  readonly agent: TestAgent;
  /** The grant of the new token. */
  readonly grant: DelegationGrant;
  readonly fields: Record<string, unknown>;
  /** Ends it at another verifier than the one that exchanges. */
  end(): Promise<unknown>;
  /** The audit entry of the end, written once. */
  readonly entry?: { readonly action: string; readonly id: string };
  /** Restores it for the next race; issued tokens stay invalid. */
  restore?(): Promise<unknown>;
}

describe.skipIf(testDatabaseUrl === undefined)('an exchange (TEST_DATABASE_URL for postgres)', () => {
  let scene: Scene;
  let stopped: StoppedVerifier;
  let api: string;
  /** How far the clock of the second verifier is ahead of the first. */
  let aheadMs = 0;
  const people = new Map<string, string>();
  const agents = new Map<string, TestAgent>();
  beforeAll(async () => {
    scene = await openScene('postgres');
    api = `${scene.issuer.url}/v1`;
    const clock = { now: () => scene.issuer.verifier.clock.now() + aheadMs };
    stopped = await openStoppedVerifier({ db, clock, env: { ASSAY_PUBLIC_URL: scene.issuer.url } });
    for (const name of ['ada', 'leaver']) people.set(name, await scene.person(`${name}@acme.example`));
    for (const id of ['racer', 'first']) agents.set(id, await scene.agent(id, { resources: [api, crm] }));
  }, 60_000);
  afterAll(async () => {
    await stopped?.close();
    await scene?.issuer.close();
  });

  const db = () => scene.issuer.verifier.testDb.database().db;
  const named = <T>(map: ReadonlyMap<string, T>, name: string): T => {
    const found = map.get(name);
    if (found === undefined) throw new Error(`no ${name}`);
    return found;
  };
  const services = () => scene.issuer.verifier.verifier().services;
  const wanted = () => ({ resources: [api], scopes: ['agents:read', 'crm:read'] });
  const consent = (person: string, agent: string) =>
    scene.consent(named(people, person), named(agents, agent).id, wanted());
  const fieldsOf = (person: string, agent: string, change = {}) =>
    scene.fields(named(people, person), named(agents, agent), { resource: api, scope: 'agents:read', ...change });
  const send = async (fields: Record<string, unknown>) => {
    const form = new URLSearchParams(
      Object.entries(fields).map(([name, value]) => [name, String(value)] as [string, string]),
    );
    const answer = await fetch(`${stopped.url}/v1/token-exchange`, { method: 'POST', body: form });
    const body: Record<string, unknown> = Object(await answer.json());
    return { status: answer.status, body };
  };
  const admin = async (method: 'POST' | 'PATCH', path: string, body: unknown) => {
    const { headers } = await scene.issuer.verifier.admin('GET', path.replace(/\/(suspend|reactivate)$/, ''));
    const ifMatch = { 'if-match': String(headers['etag']) };
    const answer = await scene.issuer.verifier.admin(method, path, body, method === 'PATCH' ? ifMatch : {});
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  };

  const aRace = async (person = 'ada', change = {}): Promise<Omit<Race, 'end'>> => {
    const grant = await consent(person, 'racer');
    return { grant, agent: named(agents, 'racer'), fields: await fieldsOf(person, 'racer', change) };
  };

  const races: Record<string, () => Promise<Race>> = {
    async 'its grant is revoked'() {
      const race = await aRace();
      const end = () => services().delegations.revoke(scene.asPerson(named(people, 'ada')), 'racer', race.grant.id);
      return { ...race, end, entry: { action: 'delegation.revoked', id: race.grant.id } };
    },
    async 'its grant is narrowed'() {
      const race = await aRace();
      const { id, revision } = race.grant;
      const author = scene.asPerson(named(people, 'ada'));
      const end = () => services().delegations.narrow(author, 'racer', id, revision, { approved_scopes: ['crm:read'] });
      return { ...race, end, entry: { action: 'delegation.narrowed', id } };
    },
    async 'a newer consent takes its place'() {
      const race = await aRace();
      const end = () => scene.consent(named(people, 'ada'), 'racer', { resources: [api], scopes: ['crm:read'] });
      return { ...race, end, entry: { action: 'delegation.revoked', id: race.grant.id } };
    },
    async 'its agent is suspended'() {
      const end = () => admin('POST', '/v1/agents/racer/suspend', { reason: 'tests' });
      const restore = () => admin('POST', '/v1/agents/racer/reactivate', { reason: 'tests' });
      return { ...(await aRace()), end, restore };
    },
    async 'the person is disabled'() {
      const race = await aRace('leaver');
      const path = `/v1/people/${named(people, 'leaver')}`;
      const to = (status: string) => () => admin('PATCH', path, { status });
      return {
        ...race,
        end: to('disabled'),
        restore: to('active'),
        entry: { action: 'delegation.revoked', id: race.grant.id },
      };
    },
    async 'the subject token is taken back'() {
      const race = await aRace();
      const fields = { token: String(race.fields['subject_token']), client_id: 'assay-cli' };
      return { ...race, end: () => scene.issuer.form('/oauth/revoke', fields) };
    },
    async 'the grant before it in the chain is revoked'() {
      const before = await consent('ada', 'first');
      const { body } = await scene.exchange('/oauth/token', await fieldsOf('ada', 'first'));
      const race = await aRace('ada', { subject_token: body['access_token'] });
      const end = () => services().delegations.revoke(scene.asPerson(named(people, 'ada')), 'first', before.id);
      return { ...race, end, entry: { action: 'delegation.revoked', id: before.id } };
    },
  };

  const isAlive = async (token: string, agent: TestAgent): Promise<boolean[]> => {
    const headers = { authorization: `Bearer ${token}` };
    const there = await fetch(`${stopped.url}/v1/agents`, { headers });
    await there.text();
    const here = await scene.issuer.verifier.get('/v1/agents', headers);
    const { body } = await scene.issuer.form('/oauth/introspect', { token }, basic(agent));
    return [there.status === 200, here.status === 200, body['active'] === true];
  };
  const dead = [false, false, false];

  /** Reads the record of a grant, which must agree with the answers. */
  const recordOf = async ({ id }: DelegationGrant) => {
    const [row] = await query<{ uses: number; tokens: string[] }>(
      db(),
      sql`select use_count::int as uses, array(select jti from delegated_tokens where grant_id = ${id}) as tokens
        from delegation_grants where id = ${id}`,
    );
    return row;
  };
  const countEntries = async ({ action, id }: NonNullable<Race['entry']>) => {
    const [row] = await query<{ entries: number; events: number }>(
      db(),
      sql`select (select count(*)::int from audit_log where action = ${action} and resource_id = ${id}) as entries,
        (select count(*)::int from events where code = ${action} and data -> 'fields' ->> 'grant_id' = ${id}) as events`,
    );
    return row;
  };

  it('undisturbed gives a valid token', async () => {
    const { grant, agent, fields } = await aRace();
    const { status, body } = await send(fields);
    expect(status).toBe(200);
    expect(await isAlive(String(body['access_token']), agent)).toEqual([true, true, true]);
    expect(await recordOf(grant)).toEqual({ uses: 1, tokens: [claimsOf(body['access_token'])['jti']] });
  });

  it.each(Object.entries(races))(
    'gives no lasting token when, before any of its statements, %s',
    async (_what, begin) => {
      const statuses = new Set<number>();
      let steps = 0;
      for (let isOver = false; !isOver; ) {
        steps += 1;
        const race = await begin();
        const stop = stopped.stopAt(steps);
        const answering = send(race.fields);
        isOver = (await Promise.race([stop.reached, answering])) !== 'stopped';
        const ending = race.end();
        await stopped.doneOrBlocked(ending);
        stop.release();
        const [{ status, body }] = await Promise.all([answering, ending]);
        const token = status === 200 ? String(body['access_token']) : undefined;
        const at = `before statement ${steps}: ${status} ${String(body['error_code'])}`;
        statuses.add(status);
        if (token === undefined) expect(body, at).toMatchObject({ error_code: expect.any(String) });
        else expect(await isAlive(token, race.agent), at).toEqual(dead);
        const jtis = token === undefined ? [] : [claimsOf(token)['jti']];
        expect(await recordOf(race.grant), at).toEqual({ uses: jtis.length, tokens: jtis });
        if (race.entry !== undefined) expect(await countEntries(race.entry), at).toEqual({ entries: 1, events: 1 });
        await race.restore?.();
        if (token !== undefined) expect(await isAlive(token, race.agent), at).toEqual(dead);
      }
      // The exchange was interrupted at several steps, and both orders occurred.
      expect([steps > 7, statuses]).toEqual([true, new Set([400, 200])]);
    },
    60_000,
  );

  it('with connections broken before any of its statements fails completely, and the next one is served', async () => {
    let steps = 0;
    for (let isOver = false; !isOver; ) {
      steps += 1;
      const { grant, fields } = await aRace();
      const stop = stopped.stopAt(steps);
      const answering = send(fields);
      isOver = (await Promise.race([stop.reached, answering])) !== 'stopped';
      if (!isOver) await stopped.cutConnections();
      stop.release();
      const { status, body } = await answering;
      const outcome = { at: steps, status, record: await recordOf(grant) };
      if (isOver) expect(outcome).toMatchObject({ status: 200, record: { uses: 1 } });
      else {
        expect(outcome).toEqual({ at: steps, status: 503, record: { uses: 0, tokens: [] } });
        const error_description = 'The service is not available';
        expect(body).toEqual({ error: 'temporarily_unavailable', error_description });
      }
    }
    expect(steps).toBeGreaterThan(7);
  }, 60_000);

  /** Calls the second verifier as the person. */
  const asAda = async (path: string, body: unknown) => {
    const ada: Caller = {
      user: named(people, 'ada'),
      kind: 'person',
      role: 'viewer',
      organisation: 'default',
      authentication: 'oauth',
      scopes: 'all',
      isDeployment: false,
    };
    const headers = { 'content-type': 'application/json', ...asCaller(ada) };
    const answer = await fetch(`${stopped.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const problem: Record<string, unknown> = Object(await answer.json());
    return { status: answer.status, body: problem };
  };
  const askConsent = async () => {
    const asked = { agentId: 'racer', subjectId: named(people, 'ada'), purpose: 'tests', ...wanted() };
    return (await services().delegations.requestConsent(createAuthor('default', 'operator'), asked)).id;
  };

  it('follows a consent, which is given completely or not at all when connections break', async () => {
    let steps = 0;
    for (let isOver = false; !isOver; ) {
      steps += 1;
      const id = await askConsent();
      const stop = stopped.stopAt(steps);
      const answering = asAda('/v1/agents/racer/delegations', { consent_request_id: id });
      isOver = (await Promise.race([stop.reached, answering])) !== 'stopped';
      if (!isOver) await stopped.cutConnections();
      stop.release();
      const { status, body } = await answering;
      const rows = await query(
        db(),
        sql`select status, used_by, (select count(*)::int from delegation_grants where consent_request_id = ${id}) as grants,
          (select count(*)::int from audit_log where resource_id = ${id}) as entries from approvals where id = ${id}`,
      );
      const outcome = { at: steps, status, record: rows[0] };
      if (isOver) {
        const record = { status: 'approved', used_by: body['id'], grants: 1, entries: 3 };
        expect(outcome).toEqual({ at: steps, status: 201, record });
      } else {
        expect(outcome).toEqual({
          at: steps,
          status: 503,
          record: { status: 'pending', used_by: null, grants: 0, entries: 1 },
        });
        expect(body).toMatchObject({ code: 'unavailable', title: 'The service is not available' });
        expect(body).not.toHaveProperty('detail');
      }
    }
    expect(steps).toBeGreaterThan(15);
  }, 60_000);

  describe('at a verifier with another clock', () => {
    const pass = (seconds: number) => {
      const { clock } = scene.issuer.verifier;
      clock.set(clock.now() + seconds * 1000);
    };
    const withToken = async (): Promise<Record<string, unknown>> => {
      const credentials = basic(named(agents, 'racer'));
      const { body } = await scene.issuer.form('/oauth/token', { grant_type: 'client_credentials' }, credentials);
      return { actor_token: body['access_token'], actor_token_type: tokenTypes.accessToken };
    };
    const sendBoth = async (change: () => Promise<Record<string, unknown>>) => {
      const here = await scene.exchange('/v1/token-exchange', await fieldsOf('ada', 'racer', await change()));
      const there = await send(await fieldsOf('ada', 'racer', await change()));
      return [here.body['error_code'], there.body['error_code']];
    };
    afterEach(() => {
      aheadMs = 0;
    });

    it.each([-30, 30])('by %i s: no token and no grant lives longer than that beyond its end', async (seconds) => {
      aheadMs = seconds * 1000;
      const grantThere = async () => {
        const request = { consent_request_id: await askConsent(), ttl_seconds: 600 };
        expect((await asAda('/v1/agents/racer/delegations', request)).status).toBe(201);
      };
      await grantThere();
      const there = await send(await fieldsOf('ada', 'racer', await withToken()));
      const here = await scene.exchange('/v1/token-exchange', await fieldsOf('ada', 'racer', await withToken()));
      const tokens = [there, here].map(({ body }) => String(body['access_token']));
      for (const token of tokens) expect(await isAlive(token, named(agents, 'racer'))).toEqual([true, true, true]);
      pass(300 + 30);
      for (const token of tokens) expect(await isAlive(token, named(agents, 'racer'))).toEqual(dead);
      expect(await sendBoth(withToken)).toEqual([undefined, undefined]);
      pass(300);
      expect(await sendBoth(withToken)).toEqual(['no_active_delegation', 'no_active_delegation']);
    });

    it.each([-600, 600])('by %i s: nothing of the other is accepted while it is not yet valid', async (seconds) => {
      const { fields } = await aRace();
      const { body } = await scene.exchange('/v1/token-exchange', fields);
      const token = String(body['access_token']);
      expect(await isAlive(token, named(agents, 'racer'))).toEqual([true, true, true]);
      aheadMs = seconds * 1000;
      for (const wait of [0, 150, 149, 31]) {
        pass(wait);
        expect((await isAlive(token, named(agents, 'racer')))[0]).toBe(false);
      }
      const refused = await send(await fieldsOf('ada', 'racer', await withToken()));
      expect(refused.body).toMatchObject({ error_code: 'subject_token_invalid' });
    });
  });
});
