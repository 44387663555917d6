/** On-behalf-of over HTTP: which agent acts for which person, and by which chain of agents. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { itemsOf } from '../approvals/approvals.fixture.ts';
import { crm, type DelegationsFixture, mail, openDelegations } from '../delegations/delegations.fixture.ts';

let fixture: DelegationsFixture;
let people: Record<'operator' | 'other' | 'owner' | 'ada' | 'bob', Caller>;
let agents: Record<'first' | 'second', Caller>;

beforeAll(async () => {
  fixture = await openDelegations(testDatabaseKind);
  const { person } = fixture;
  people = {
    operator: await person('operator'),
    other: await person('viewer'),
    owner: await person('viewer'),
    ada: await person('viewer'),
    bob: await person('viewer'),
  };
  agents = {
    first: await fixture.actingAgent('first', people.owner),
    second: await fixture.actingAgent('second', people.owner),
  };
}, 60_000);
afterAll(() => fixture.verifier.close());

describe('acting on behalf of somebody', () => {
  const list = (caller: Caller, query = '') => fixture.as(caller, 'GET', `/v1/on-behalf-of${query}`);
  const namesOf = async (caller: Caller, query?: string) =>
    itemsOf(await list(caller, query)).map(({ agent_id, subject_id }) => `${agent_id} ${subject_id}`);

  it("is visible to that person, the agent's owners, and oversight roles", async () => {
    const { ada, bob, operator, other, owner } = people;
    const grants = [
      await fixture.grantNew('first', ada),
      await fixture.grantNew('second', ada, { resources: [mail], scopes: ['mail:read'] }),
      await fixture.grantNew('first', bob),
    ];
    expect(grants.map(({ status }) => status)).toEqual([201, 201, 201]);
    const [firstAda, secondAda, firstBob] = [`first ${ada.user}`, `second ${ada.user}`, `first ${bob.user}`];
    expect(await namesOf(ada)).toEqual([secondAda, firstAda]);
    expect(await namesOf(ada, '?agent=first')).toEqual([firstAda]);
    expect(await namesOf(ada, `?subject=${bob.user}`)).toEqual([]);
    expect(await namesOf(other)).toEqual([]);
    expect(await namesOf(other, `?subject=${ada.user}`)).toEqual([]);
    expect(await namesOf(owner, `?subject=${ada.user}`)).toEqual([secondAda, firstAda]);
    expect(await namesOf(operator, `?subject=${bob.user}`)).toEqual([firstBob]);
    expect(await namesOf(agents.first)).toEqual([firstBob, firstAda]);
    expect(await namesOf(agents.first, '?agent=second')).toEqual([]);
    // An agent that acts for a person sees only what concerns itself.
    expect(await namesOf(fixture.delegated(agents.second, ada))).toEqual([secondAda]);
    const byToken = await fixture.verifier.admin('GET', '/v1/on-behalf-of');
    expect(itemsOf(byToken)).toHaveLength(3);
    expect(itemsOf(await list(ada))[0]).toMatchObject({ scopes: ['mail:read'], last_used_at: null, use_count: 0 });
    // A credential with other scopes shows nothing.
    const limited = await list({ ...people.operator, scopes: ['evidence:read'] });
    expect([limited.status, limited.body['scope']]).toEqual([403, 'delegations:read']);
    const page = await list(ada, '?limit=1');
    expect([itemsOf(page).length, page.body['has_more']]).toEqual([1, true]);
    expect(await namesOf(ada, `?limit=1&cursor=${page.body['next_cursor']}`)).toEqual([firstAda]);
  });

  it("is requested with the agent's name, and the caller is the subject", async () => {
    const { ada } = people;
    const body = { agent_id: 'first', resources: [crm], scopes: ['crm:read'], purpose: 'Ask', ttl_seconds: 900 };
    const key = { 'idempotency-key': 'ask' };
    const asked = await fixture.as(ada, 'POST', '/v1/on-behalf-of/authorize', body, key);
    expect(asked).toMatchObject({
      status: 202,
      headers: { location: `/v1/approvals/${asked.body['id']}` },
      body: {
        status: 'pending',
        kind: 'delegation',
        agent_id: 'first',
        subject: ada.user,
        actor: { verified: false },
        url: `https://assay.example/consent/${asked.body['id']}`,
        requested: { scopes: ['crm:read'], resources: [crm], ttl: 900, purpose: 'Ask' },
      },
    });
    expect((await fixture.as(ada, 'POST', '/v1/on-behalf-of/authorize', body, key)).body).toEqual(asked.body);
    expect((await fixture.as(people.bob, 'POST', '/v1/on-behalf-of/authorize', body, key)).body['subject']).toBe(
      people.bob.user,
    );
    // A person may give their own consent.
    expect((await fixture.grant(ada, 'first', String(asked.body['id']))).status).toBe(201);
    const none = await fixture.as(agents.first, 'POST', '/v1/on-behalf-of/authorize', body);
    expect([none.status, none.body['reason']]).toEqual([422, 'subject_unknown']);
  });
});

describe('the chain of a token', () => {
  const read = (caller: Caller, jti: string) => fixture.as(caller, 'GET', `/v1/on-behalf-of/tokens/${jti}/chain`);
  const actOf = (id: string, act?: object) => ({
    sub: `spiffe://assay.local/agent/${id}`,
    iss: 'https://assay.example',
    sub_profile: 'ai_agent',
    ...(act === undefined ? {} : { act }),
  });
  let grants: Record<string, unknown>[];

  beforeAll(async () => {
    const { bob } = people;
    grants = [(await fixture.grantNew('first', bob)).body, (await fixture.grantNew('second', bob)).body];
    const [first = {}, second = {}] = grants;
    const client = async (id: string) =>
      String((await fixture.verifier.admin('GET', `/v1/agents/${id}`)).body['client_id']);
    await fixture.addToken('dtk_first', first, {
      client_id: await client('first'),
      claims: { scope: 'crm:read', act: actOf('first') },
    });
    await fixture.addToken('dtk_second', second, {
      client_id: await client('second'),
      ancestors: ['dtk_first'],
      parent_grants: [String(first['id'])],
      claims: { scope: 'crm:read', act: actOf('second', actOf('first')) },
    });
  });

  it('names the agent that acts first, and its intermediaries, each under its grant', async () => {
    const [first = {}, second = {}] = grants;
    expect(await read(people.bob, 'dtk_second')).toMatchObject({
      status: 200,
      body: {
        jti: 'dtk_second',
        subject: people.bob.user,
        resource: crm,
        scope: 'crm:read',
        grant_id: second['id'],
        alive: true,
        ended_by: null,
        actors: [
          { sub: actOf('second').sub, agent_id: 'second', jti: 'dtk_second', grant: { id: second['id'] } },
          {
            sub: actOf('first').sub,
            agent_id: 'first',
            jti: 'dtk_first',
            grant: { id: first['id'], status: 'active' },
          },
        ],
      },
    });
  });

  it('is visible to the person, the owners of its agents, those agents, and oversight roles', async () => {
    const { ada, bob, operator, other, owner } = people;
    for (const caller of [bob, operator, owner, agents.first, agents.second]) {
      expect((await read(caller, 'dtk_second')).status).toBe(200);
    }
    for (const caller of [ada, other, await fixture.person('admin', 'elsewhere')]) {
      expect((await read(caller, 'dtk_second')).status).toBe(404);
    }
    expect((await read(agents.second, 'dtk_first')).status).toBe(404);
    expect((await read(bob, 'dtk_nobody')).status).toBe(404);
  });

  it('states that and why it is invalid, at once when an inner grant ends', async () => {
    const { bob } = people;
    const [first = {}] = grants;
    await fixture.revoke(bob, 'first', first['id']);
    expect((await read(bob, 'dtk_second')).body).toMatchObject({
      alive: false,
      ended_by: expect.stringContaining('delegation'),
      actors: [{ grant: { status: 'active' } }, { grant: { status: 'revoked' } }],
    });
    // Without the swept record the token's own actor remains.
    await fixture.db().execute(sql`delete from delegated_tokens where jti = 'dtk_first'`);
    fixture.pass(400);
    expect((await read(bob, 'dtk_second')).body).toMatchObject({
      alive: false,
      ended_by: 'it has expired',
      actors: [{ jti: 'dtk_second' }, { sub: actOf('first').sub, jti: null, grant: null }],
    });
  });
});
