/** Delegations over HTTP: from a person's consent to a grant, and who may make, see and end one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import type { Answer } from '../../test-verifier.ts';
import { itemsOf } from '../approvals/approvals.fixture.ts';
import { crm, type DelegationsFixture, mail, openDelegations } from './delegations.fixture.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const outcome = ({ status, body }: Answer) => [status, body['reason'] ?? body['code'] ?? body['status']];

describe.each(kinds)('delegations on %s', (kind) => {
  let fixture: DelegationsFixture;
  let people: Record<'admin' | 'operator' | 'reviewer' | 'other' | 'owner' | 'ada' | 'bob', Caller>;
  let agent: Caller;

  beforeAll(async () => {
    fixture = await openDelegations(kind);
    const { person } = fixture;
    people = {
      admin: await person('admin'),
      operator: await person('operator'),
      reviewer: await person('reviewer'),
      other: await person('viewer'),
      owner: await person('viewer'),
      ada: await person('viewer'),
      bob: await person('viewer'),
    };
    agent = await fixture.actingAgent('bot', people.owner);
  }, 60_000);
  afterAll(() => fixture.verifier.close());

  const list = (caller: Caller, query = '') => fixture.as(caller, 'GET', `/v1/agents/bot/delegations${query}`);
  const idsOf = (answer: Answer) => itemsOf(answer).map(({ id }) => id);

  it('are requested by the agent, consented to by the person, listed, read and revoked', async () => {
    const { ada } = people;
    const request = await fixture.askConsent(agent, 'bot', ada, { tools: ['search'], max_uses: 9, ttl_seconds: 3600 });
    const pending = await fixture.as(ada, 'GET', '/v1/agents/bot/delegations/pending');
    expect(itemsOf(pending)).toMatchObject([
      {
        id: request,
        status: 'pending',
        kind: 'delegation',
        subject: ada.user,
        agent_id: 'bot',
        actor: { id: 'spiffe://assay.local/agent/bot', type: 'ai_agent', verified: true },
        requested: { scopes: ['crm:read'], resources: [crm], tools: ['search'], max_uses: 9, ttl: 3600 },
      },
    ]);
    expect(await list(ada)).toMatchObject({ status: 200, body: { items: [] } });
    const now = fixture.verifier.clock.now();
    const made = await fixture.grant(ada, 'bot', request);
    const at = (ms: number) => new Date(ms).toISOString();
    expect(made).toMatchObject({
      status: 201,
      body: {
        agent_id: 'bot',
        subject_id: ada.user,
        subject_issuer: 'https://assay.example',
        status: 'active',
        account_domain: 'approvals.example',
        resources: [crm],
        scopes: ['crm:read'],
        purpose: 'Look things up',
        constraints: { tools: ['search'], max_uses: 9 },
        consent_request_id: request,
        granted_by: ada.user,
        granted_at: at(now),
        expires_at: at(now + 3_600_000),
        revoked_at: null,
        use_count: 0,
        revision: 1,
      },
      headers: { etag: '"1"', location: `/v1/agents/bot/delegations/${made.body['id']}` },
    });
    const { id } = made.body;
    expect(await fixture.as(ada, 'GET', `/v1/approvals/${request}`)).toMatchObject({
      body: { status: 'approved', result: { used_by: id } },
    });
    expect(idsOf(await list(ada))).toEqual([id]);
    expect((await fixture.see(ada, 'bot', id)).body).toEqual(made.body);
    expect((await fixture.revoke(ada, 'bot', id)).status).toBe(204);
    expect(idsOf(await list(ada))).toEqual([]);
    expect(itemsOf(await list(ada, '?status=revoked'))).toMatchObject([
      { id, status: 'revoked', revoke_reason: 'user', revoked_by: ada.user },
    ]);
    expect(itemsOf(await fixture.as(ada, 'GET', '/v1/agents/bot/delegations/pending'))).toEqual([]);
  });

  it('are made of a part of the request, and never of more', async () => {
    const { ada } = people;
    const wide = { resources: [crm, mail], scopes: ['crm:read', 'crm:list'], tools: ['a', 'b'], ttl_seconds: 7200 };
    const request = await fixture.askConsent(agent, 'bot', ada, wide);
    for (const [change, pointer] of [
      [{ approved_scopes: ['crm:read', 'mail:read'] }, '/approved_scopes'],
      [{ approved_scopes: [] }, '/approved_scopes'],
      [{ resources: ['https://crm.example.com/'] }, '/resources'],
      [{ resources: [] }, '/resources'],
      [{ ttl_seconds: 7201 }, '/ttl_seconds'],
      [{ constraints: { tools: ['a', 'c'] } }, '/constraints/tools'],
      [{ constraints: { ip: ['300.1.1.1'] } }, '/constraints/ip'],
    ] as const) {
      const refused = await fixture.grant(ada, 'bot', request, change);
      expect([refused.status, refused.body['reason']]).toEqual([422, 'not_narrower']);
      expect(refused.body['errors']).toMatchObject([{ pointer }]);
    }
    const joined = await fixture.grant(ada, 'bot', request, { approved_scopes: ['crm:read crm:write'] });
    expect([joined.status, joined.body['code']]).toEqual([400, 'invalid_request']);
    const some = {
      approved_scopes: ['crm:read'],
      resources: [mail],
      ttl_seconds: 60,
      constraints: { tools: ['b'], max_uses: 2, ip: ['192.0.2.0/24'] },
    };
    const made = await fixture.grant(ada, 'bot', request, some);
    expect(made).toMatchObject({
      status: 201,
      body: { scopes: ['crm:read'], resources: [mail], constraints: some.constraints },
    });
    expect(Date.parse(String(made.body['expires_at']))).toBe(fixture.verifier.clock.now() + 60_000);
    await fixture.revoke(ada, 'bot', made.body['id']);
  });

  it('last 8 hours by default, and no longer than requested', async () => {
    const { ada } = people;
    const lifeOf = async (change: object, granted: object = {}) => {
      const request = await fixture.askConsent(agent, 'bot', ada, { purpose: JSON.stringify(change), ...change });
      const { body } = await fixture.grant(ada, 'bot', request, { ...granted });
      return (Date.parse(String(body['expires_at'])) - fixture.verifier.clock.now()) / 1000;
    };
    expect(await lifeOf({})).toBe(28_800);
    expect(await lifeOf({ ttl_seconds: 600 })).toBe(600);
    expect(await lifeOf({ ttl_seconds: 86_400 })).toBe(28_800);
    expect(await lifeOf({ ttl_seconds: 86_401 }, { ttl_seconds: 86_400 })).toBe(86_400);
  });

  it('are made only by the person or an admin: not by a requester for somebody else, and by no agent', async () => {
    const { ada, owner, other, operator, reviewer, admin } = people;
    const request = await fixture.askConsent(agent, 'bot', ada, { purpose: 'who' });
    const by = async (caller: Caller) => (await fixture.grant(caller, 'bot', request)).status;
    expect(await by(agent)).toBe(403);
    expect(await by(fixture.delegated(agent, ada))).toBe(403);
    expect(await by(owner)).toBe(403);
    expect(await by(operator)).toBe(403);
    expect(await by(reviewer)).toBe(403);
    expect(await by(other)).toBe(404);
    expect((await fixture.verifier.post('/v1/agents/bot/delegations', { consent_request_id: request })).status).toBe(
      403,
    );
    const own = await fixture.askConsent(admin, 'bot', ada, { purpose: 'an admin asks' });
    expect((await fixture.grant(admin, 'bot', own)).status).toBe(403);
    // An admin's consent is shown as such.
    const made = await fixture.grant(admin, 'bot', request);
    expect(made).toMatchObject({ status: 201, body: { subject_id: ada.user, granted_by: admin.user } });
    const byToken = await fixture.verifier.admin('POST', '/v1/agents/bot/delegations', { consent_request_id: own });
    expect(byToken).toMatchObject({ status: 201, body: { granted_by: 'operator' } });
  });

  it('of high risk are still only the person’s to give', async () => {
    const { ada, owner } = people;
    const request = await fixture.askConsent(agent, 'bot', ada, { scopes: ['crm:write'] });
    expect((await fixture.as(owner, 'POST', `/v1/approvals/${request}/approve`, {})).status).toBe(403);
    expect((await fixture.as(ada, 'GET', `/v1/approvals/${request}`)).body).toMatchObject({ risk: 'high' });
    expect((await fixture.grant(ada, 'bot', request)).status).toBe(201);
  });

  it('requested from several people by an admin are made only after all agreed', async () => {
    const { ada, owner, admin } = people;
    const made = await fixture.as(admin, 'POST', '/v1/approvals', {
      kind: 'delegation',
      agent_id: 'bot',
      subject: ada.user,
      approvers: [owner.user],
      policy: { quorum: 2 },
      requested: { scopes: ['crm:write'], resources: ['https://crm.example.com'], purpose: 'for two' },
    });
    const request = String(made.body['id']);
    expect(await fixture.grant(ada, 'bot', request)).toMatchObject({
      status: 409,
      body: { reason: 'quorum_not_reached' },
    });
    // A refused call leaves nothing behind.
    const after = await fixture.as(ada, 'GET', `/v1/approvals/${request}`);
    expect(after.body).toMatchObject({ status: 'pending', risk: 'high', decisions: [] });
    expect((await fixture.as(owner, 'POST', `/v1/approvals/${request}/approve`, {})).status).toBe(200);
    expect((await fixture.grant(ada, 'bot', request)).status).toBe(201);
  });

  it('of an approved request are made once, by anybody who may consent', async () => {
    const { ada, bob, owner, other, admin } = people;
    const request = await fixture.askConsent(agent, 'bot', bob, { purpose: 'two steps' });
    expect((await fixture.as(bob, 'POST', `/v1/approvals/${request}/approve`, {})).status).toBe(200);
    expect(itemsOf(await list(bob))).toEqual([]);
    for (const caller of [agent, owner]) expect((await fixture.grant(caller, 'bot', request)).status).toBe(403);
    for (const caller of [other, ada]) expect((await fixture.grant(caller, 'bot', request)).status).toBe(404);
    const made = await fixture.grant(bob, 'bot', request);
    expect(made.status).toBe(201);
    for (const caller of [bob, admin]) {
      expect(await fixture.grant(caller, 'bot', request)).toMatchObject({
        status: 409,
        body: { reason: 'approval_used', grant_id: made.body['id'] },
      });
    }
  });

  it('are not made of requests that were denied, cancelled, expired, of another agent, or never made', async () => {
    const { ada } = people;
    await fixture.actingAgent('second', people.owner);
    const ask = (purpose: string) => fixture.askConsent(agent, 'bot', ada, { purpose });
    const denied = await ask('denied');
    await fixture.as(ada, 'POST', `/v1/approvals/${denied}/deny`, {});
    expect(await fixture.grant(ada, 'bot', denied)).toMatchObject({ status: 409, body: { status: 409 } });
    expect(outcome(await fixture.grant(ada, 'bot', denied))).toEqual([409, 'invalid_task_state']);
    const cancelled = await ask('cancelled');
    await fixture.as(agent, 'POST', `/v1/approvals/${cancelled}/cancel`, {});
    expect(outcome(await fixture.grant(ada, 'bot', cancelled))).toEqual([409, 'invalid_task_state']);
    expect((await fixture.grant(ada, 'second', await ask('elsewhere'))).status).toBe(404);
    expect((await fixture.grant(ada, 'bot', 'apr_0199a2b4-7c1e-7d3a-9f4b-2f1c5b7a9e10')).status).toBe(404);
    const [late, approved] = [await ask('late'), await ask('approved in time')];
    await fixture.as(ada, 'POST', `/v1/approvals/${approved}/approve`, {});
    fixture.pass(86_400);
    expect(outcome(await fixture.grant(ada, 'bot', late))).toEqual([410, 'approval_expired']);
    expect(outcome(await fixture.grant(ada, 'bot', approved))).toEqual([410, 'approval_expired']);
  });

  it('are refused outside of the manifest and for other domains, also after a change', async () => {
    const { ada } = people;
    const ask = (change: object) =>
      fixture.as(agent, 'POST', '/v1/on-behalf-of/authorize', {
        agent_id: 'bot',
        subject: ada.user,
        resources: [crm],
        scopes: ['crm:read'],
        purpose: 'x',
        ...change,
      });
    const refused = async (change: object) => outcome(await ask(change));
    expect(await refused({ scopes: ['crm:read', 'crm:delete'] })).toEqual([422, 'outside_manifest']);
    expect(await refused({ scopes: ['assay:full'] })).toEqual([422, 'outside_manifest']);
    expect(await refused({ resources: ['https://crm.example.com.evil.example'] })).toEqual([422, 'outside_manifest']);
    expect(await refused({ subject: 'usr_nobody' })).toEqual([422, 'subject_unknown']);
    expect(await refused({ subject: 'operator' })).toEqual([422, 'subject_unknown']);
    expect(await refused({ agent_id: 'second' })).toEqual([404, 'not_found']);
    expect(await refused({ approvers: [people.owner.user] })).toEqual([403, 'forbidden']);
    const waiting = await fixture.askConsent(agent, 'bot', ada, {
      scopes: ['mail:read'],
      purpose: 'before the change',
    });
    const change = async (manifest: object) => {
      const { headers } = await fixture.verifier.admin('GET', '/v1/agents/bot');
      const full = {
        account_domains: ['approvals.example'],
        resources: [crm, mail],
        scopes: ['crm:read', 'mail:read'],
      };
      const body = { access_manifest: { ...full, ...manifest } };
      const etag = { 'if-match': String(headers['etag']) };
      expect((await fixture.verifier.admin('PATCH', '/v1/agents/bot', body, etag)).status).toBe(200);
    };
    await change({ scopes: ['crm:read'] });
    expect(outcome(await fixture.grant(ada, 'bot', waiting))).toEqual([422, 'outside_manifest']);
    // Exactly the domain: neither a subdomain nor the domain above.
    for (const domain of ['sub.approvals.example', 'example', 'xapprovals.example']) {
      await change({ account_domains: [domain] });
      expect(outcome(await fixture.grant(ada, 'bot', waiting))).toEqual([422, 'account_domain_not_allowed']);
      expect(await refused({})).toEqual([422, 'account_domain_not_allowed']);
    }
    await change({});
    expect((await fixture.grant(ada, 'bot', waiting)).status).toBe(201);
  });

  it('answer the same Idempotency-Key with the same grant, and another caller with nothing of it', async () => {
    const { ada, bob } = people;
    const request = await fixture.askConsent(agent, 'bot', ada, { purpose: 'repeated' });
    const key = { 'idempotency-key': 'once' };
    const call = (caller: Caller, body: object) =>
      fixture.as(caller, 'POST', '/v1/agents/bot/delegations', { consent_request_id: request, ...body }, key);
    const made = await call(ada, {});
    expect(made.status).toBe(201);
    expect((await call(ada, {})).body).toEqual(made.body);
    expect((await call(ada, { ttl_seconds: 60 })).status).toBe(409);
    expect((await call(bob, {})).status).toBe(404);
  });

  it('are requested with single scopes, and at least one tool', async () => {
    const ask = (change: Record<string, unknown>) => {
      const requested = { scopes: ['crm:read'], resources: [crm], ...change };
      const body = { kind: 'delegation', agent_id: 'bot', subject: people.ada.user, requested };
      return fixture.as(agent, 'POST', '/v1/approvals', body);
    };
    for (const change of [{ scopes: ['crm:read assay:full'] }, { scopes: [''] }, { tools: [] }, { tools: [''] }]) {
      expect((await ask(change)).status).toBe(400);
    }
    const wide = {
      access_manifest: { account_domains: ['approvals.example'], resources: [crm], scopes: ['assay:full'] },
    };
    expect((await fixture.verifier.admin('POST', '/v1/agents', { id: 'wide', ...wide })).status).toBe(201);
    await expect(fixture.askConsent(people.ada, 'wide', people.ada, { scopes: ['x assay:full'] })).rejects.toThrow(
      'invalid_request',
    );
  });

  it('ask a person once for the same', async () => {
    const { bob } = people;
    const first = await fixture.askConsent(agent, 'bot', bob, { purpose: 'the same', justification: 'one' });
    expect(await fixture.askConsent(agent, 'bot', bob, { purpose: 'the same', justification: 'two' })).toBe(first);
    expect(await fixture.askConsent(agent, 'bot', bob, { purpose: 'another' })).not.toBe(first);
    await fixture.as(bob, 'POST', `/v1/approvals/${first}/deny`, {});
    // A denial holds for its time, so the agent cannot ask again. The person may begin it all the same.
    await expect(fixture.askConsent(agent, 'bot', bob, { purpose: 'the same' })).rejects.toThrow('denied_lately');
    expect(await fixture.askConsent(bob, 'bot', bob, { purpose: 'the same' })).not.toBe(first);
  });

  it("are visible to both parties, the agent's owners, and oversight roles", async () => {
    const { ada, other, owner, operator, reviewer, bob } = people;
    const { body } = await fixture.grantNew('bot', ada, { resources: [mail], purpose: 'seen' });
    await fixture.grantNew('bot', people.admin, { purpose: 'of another person' });
    const statusOf = async (caller: Caller) => (await fixture.see(caller, 'bot', body['id'])).status;
    for (const caller of [ada, owner, operator, reviewer, agent]) {
      expect(await statusOf(caller)).toBe(200);
      expect(idsOf(await list(caller, '?limit=100'))).toContain(body['id']);
    }
    expect(await statusOf(other)).toBe(404);
    expect(idsOf(await list(other))).toEqual([]);
    expect(itemsOf(await list(ada)).every(({ subject_id }) => subject_id === ada.user)).toBe(true);
    expect((await fixture.see(ada, 'second', body['id'])).status).toBe(404);
    expect((await fixture.as(ada, 'GET', '/v1/agents/nobody/delegations')).status).toBe(404);
    expect((await fixture.as(ada, 'GET', '/v1/agents/nobody/delegations/pending')).status).toBe(404);
    expect(idsOf(await list(operator, `?subject_id=${bob.user}`))).not.toContain(body['id']);
  });

  it('of another organisation do not exist', async () => {
    await fixture.verifier.admin('POST', '/v1/organizations', { id: 'acme' });
    const stranger = await fixture.person('admin', 'acme');
    const { ada } = people;
    const { body } = await fixture.grantNew('bot', ada, { purpose: 'mine' });
    const request = await fixture.askConsent(agent, 'bot', ada, { purpose: 'mine too' });
    const inAcme = { 'x-assay-organization': 'acme' };
    const path = `/v1/agents/bot/delegations/${body['id']}`;
    for (const headers of [inAcme]) {
      expect((await fixture.verifier.admin('GET', path, undefined, headers)).status).toBe(404);
      expect((await fixture.verifier.admin('DELETE', path, undefined, headers)).status).toBe(404);
      const grant = { consent_request_id: request };
      const made = await fixture.verifier.admin('POST', '/v1/agents/bot/delegations', grant, headers);
      expect(made.status).toBe(404);
    }
    expect((await fixture.grant(stranger, 'bot', request)).status).toBe(404);
    expect((await fixture.see(stranger, 'bot', body['id'])).status).toBe(404);
    expect((await fixture.see(ada, 'bot', body['id'])).body['status']).toBe('active');
  });
});
