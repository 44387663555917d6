/** Approvals over HTTP: who may ask, see and decide, and the outcomes of a request. */

import { getTableColumns, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWholeSuite } from '../../../../test/support/runs.ts';
import { query } from '../../../platform/db/db.ts';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { createAuthor } from '../../base/control/author.ts';
import { type ApprovalsFixture, itemsOf, openApprovals } from './approvals.fixture.ts';
import { approvalsTable } from './tables.ts';

const path = '/v1/approvals';
let fixture: ApprovalsFixture;
let people: Record<'admin' | 'operator' | 'reviewer' | 'viewer' | 'owner' | 'asker', Caller>;
let agent: Caller;

beforeAll(async () => {
  fixture = await openApprovals(testDatabaseKind);
  const person = fixture.person;
  people = {
    admin: await person('admin'),
    operator: await person('operator'),
    reviewer: await person('reviewer'),
    viewer: await person('viewer'),
    owner: await person('viewer'),
    asker: await person('viewer'),
  };
  agent = await fixture.agent('bot', [people.owner]);
});
afterAll(() => fixture.verifier.close());

const decide = (caller: Caller, id: string, step: string, reason?: string) =>
  fixture.as(caller, 'POST', `${path}/${id}/${step}`, reason === undefined ? undefined : { reason });
const see = (caller: Caller, id: string) => fixture.as(caller, 'GET', `${path}/${id}`);
const outcome = ({ status, body }: Awaited<ReturnType<typeof see>>) => [status, body['reason'] ?? body['status']];
/** Gives the audit entries and events of a request, in order. */
async function told(id: string) {
  const { db } = fixture;
  const entries = await query<{ action: string; actor_id: string }>(
    db(),
    sql`select action, actor_id from audit_log where resource_id = ${id} order by seq`,
  );
  const events = await query<{ code: string }>(
    db(),
    sql`select code from events where data->'fields'->>'approval_id' = ${id} order by seq`,
  );
  return { entries: entries.map(({ action, actor_id }) => [action, actor_id]), events: events.map(({ code }) => code) };
}

describe('a request', () => {
  it('is made, shown to its deciders, approved, and recorded in log and events', async () => {
    const body = {
      kind: 'tool_call',
      agent_id: 'bot',
      action: 'contacts.export',
      resource: 'https://crm.example.com',
      requested: { justification: 'quarterly report' },
      display: { lines: [{ label: 'Contacts', value: '12' }] },
    };
    const made = await fixture.as(agent, 'POST', path, body);
    expect(made.status).toBe(201);
    const id = String(made.body['id']);
    expect(made.body).toMatchObject({
      status: 'pending',
      risk: 'medium',
      requester: { id: 'bot', kind: 'agent' },
      workspace_id: 'default',
      actor: { type: 'ai_agent', verified: true },
      policy: { quorum: 1, separation_of_duties: true },
      decisions: [],
      result: null,
      url: `https://assay.example/account/approvals/${id}`,
      display: { title: 'tool call contacts.export on https://crm.example.com (agent bot)' },
    });
    const waiting = await fixture.as(people.reviewer, 'GET', `${path}?approver=me&kind=tool_call&agent_id=bot`);
    expect(itemsOf(waiting).map((item) => item['id'])).toEqual([id]);
    const approved = await decide(people.reviewer, id, 'approve', 'fine');
    expect(approved.body).toMatchObject({
      status: 'approved',
      decisions: [{ approver: people.reviewer.user, verdict: 'approve', reason: 'fine' }],
      result: { approval: { id: expect.stringMatching(/^apv_/) }, used_at: null, used_by: null },
    });
    expect(await told(id)).toEqual({
      entries: [
        ['approval.requested', 'bot'],
        ['approval.approved', people.reviewer.user],
      ],
      events: ['approval.requested', 'approval.approved'],
    });
  });

  it('is final once decided: the same decision gives the same answer, another is 409', async () => {
    const id = await fixture.ask(agent);
    expect((await decide(people.reviewer, id, 'approve')).status).toBe(200);
    const again = await decide(people.reviewer, id, 'approve');
    expect([again.status, again.body['status'], again.body['revision']]).toEqual([200, 'approved', 2]);
    for (const [caller, step] of [
      [people.reviewer, 'deny'],
      [people.admin, 'approve'],
      [people.admin, 'deny'],
      [agent, 'cancel'],
    ] as const) {
      const refused = await decide(caller, id, step);
      expect([refused.status, refused.body['code'], refused.body['approval_status']]).toEqual([
        ...[409, 'invalid_task_state', 'approved'],
      ]);
    }
    const denied = await fixture.ask(agent);
    await decide(people.reviewer, denied, 'deny', 'no');
    expect(outcome(await decide(people.reviewer, denied, 'deny'))).toEqual([200, 'denied']);
    expect(outcome(await decide(people.reviewer, denied, 'approve'))).toEqual([409, 'invalid_task_state']);
  });

  it('is cancelled by its requester or an admin, and by nobody else', async () => {
    const id = await fixture.ask(people.asker, { agent_id: 'bot' });
    expect(outcome(await decide(people.reviewer, id, 'cancel'))).toEqual([403, 'not_the_requester']);
    expect(outcome(await decide(people.owner, id, 'cancel'))).toEqual([403, 'not_the_requester']);
    expect(outcome(await decide(people.viewer, id, 'cancel'))).toEqual([404, 404]);
    // The agent may see it, but it is not the requester.
    expect(outcome(await decide(agent, id, 'cancel'))).toEqual([403, 'not_the_requester']);
    expect(outcome(await decide(people.asker, id, 'cancel', 'changed my mind'))).toEqual([200, 'cancelled']);
    expect(outcome(await decide(people.asker, id, 'cancel'))).toEqual([200, 'cancelled']);
    expect(outcome(await decide(people.admin, await fixture.ask(agent), 'cancel'))).toEqual([200, 'cancelled']);
  });

  it('is 410 after its expiry for those who may see it, and lists show it as expired before that is written', async () => {
    const id = await fixture.ask(agent);
    fixture.pass(3_600);
    expect(outcome(await see(people.reviewer, id))).toEqual([410, 'approval_expired']);
    expect(outcome(await see(people.viewer, id))).toEqual([404, 404]);
    const [listed] = itemsOf(await fixture.as(people.reviewer, 'GET', `${path}?status=expired`));
    expect(listed).toMatchObject({ id, status: 'expired' });
    expect(itemsOf(await fixture.as(people.reviewer, 'GET', `${path}?status=pending`))).toEqual([]);
    expect((await told(id)).events).toEqual(['approval.requested']);
    for (const step of ['approve', 'deny'])
      expect(outcome(await decide(people.reviewer, id, step))).toEqual([410, 'approval_expired']);
    expect(outcome(await decide(agent, id, 'cancel'))).toEqual([410, 'approval_expired']);
    // Recorded once, by the first call.
    expect(await told(id)).toEqual({
      entries: [
        ['approval.requested', 'bot'],
        ['approval.expired', 'approvals'],
      ],
      events: ['approval.requested', 'approval.expired'],
    });
  });

  it('is expired by the hourly work, once', async () => {
    const { approvals, hourly } = fixture.verifier.verifier().services;
    const ids = [await fixture.ask(agent), await fixture.ask(people.asker)];
    expect(await approvals.sweep()).toBe(0);
    fixture.pass(3_600);
    expect(await hourly.tick()).toBe(true);
    for (const id of ids) expect((await told(id)).events).toEqual(['approval.requested', 'approval.expired']);
    expect(await approvals.sweep()).toBe(0);
  });

  it('is useless after its requested time', async () => {
    const now = fixture.verifier.clock.now();
    const until = new Date(now + 120_000).toISOString();
    const id = await fixture.ask(agent, { requested: { until } });
    expect((await see(agent, id)).body['expires_at']).toBe(until);
    const { body } = await decide(people.reviewer, id, 'approve');
    expect(body).toMatchObject({ result: { approval: { approved_until: until } } });
    const askUntil = (over: string) =>
      fixture.as(agent, 'POST', path, { kind: 'tool_call', requested: { until: over } });
    expect(outcome(await askUntil(new Date(now - 1).toISOString()))).toEqual([422, 'until_over']);
    // A leap second cannot be compared with any time.
    expect((await askUntil('2036-12-31T23:59:60Z')).status).toBe(400);
  });
});

describe('asking', () => {
  it('is for people, operators and agents for themselves; gateways have a separate endpoint', async () => {
    const gateway: Caller = { ...people.admin, user: 'gw-key', kind: 'gateway', role: 'gateway' };
    expect((await fixture.as(gateway, 'POST', path, { kind: 'tool_call' })).status).toBe(403);
    await fixture.agent('other-bot', [people.owner]);
    const forOther = { kind: 'tool_call', agent_id: 'other-bot' };
    expect((await fixture.as(agent, 'POST', path, forOther)).status).toBe(403);
    // A person's own request must be made by that person.
    expect(
      (await fixture.as(fixture.delegated(agent, people.viewer), 'POST', path, { kind: 'tool_call' })).status,
    ).toBe(403);
    expect((await fixture.as(people.viewer, 'POST', path, forOther)).status).toBe(201);
    const escalation = await fixture.as(people.admin, 'POST', path, { kind: 'policy_escalation' });
    expect(escalation.status).toBe(400);
    // Callers without a name may ask too.
    expect((await fixture.verifier.post(path, { kind: 'tool_call' })).status).toBe(201);
  });

  it('may name approvers, and waive the separation of duties, only by an admin', async () => {
    const named = { kind: 'tool_call', approvers: [people.viewer.user] };
    const alone = { kind: 'tool_call', policy: { separation_of_duties: false } };
    for (const body of [named, alone]) {
      for (const caller of [people.operator, people.reviewer, agent, fixture.delegated(agent, people.admin)]) {
        expect((await fixture.as(caller, 'POST', path, body)).status).toBe(403);
      }
      expect((await fixture.as(people.admin, 'POST', path, body)).status).toBe(201);
    }
  });

  it.each([
    ['an approver who is no member', { approvers: ['usr_nobody'] }, 'approver_unknown'],
    ['fewer approvers than the quorum', { policy: { quorum: 2 } }, 'quorum_unreachable'],
    ['approvers none of whom answers for a high risk', { agent_id: 'bot', risk: 'high' }, 'quorum_unreachable'],
    ['a subject who is no member', { subject: 'usr_nobody' }, 'subject_unknown'],
    ['a workspace that is not there', { workspace_id: 'nowhere' }, 'workspace_unknown'],
  ])('is refused with %s', async (_what, change, reason) => {
    const body = { kind: 'tool_call', approvers: [people.viewer.user], ...change };
    expect(outcome(await fixture.as(people.admin, 'POST', path, body))).toEqual([422, reason]);
  });

  it('is refused for an agent that does not exist or has ended', async () => {
    const nobody = { kind: 'tool_call', agent_id: 'nobody' };
    expect((await fixture.as(people.admin, 'POST', path, nobody)).status).toBe(404);
    const ended = await fixture.agent('ended', [people.owner]);
    const waiting = await fixture.ask(ended);
    const decided = await fixture.ask(ended);
    await decide(people.reviewer, decided, 'approve');
    const stop = await fixture.verifier.admin('POST', '/v1/agents/ended/decommission', { reason: 'over' });
    expect(stop.status).toBe(200);
    // A pending request ends with the agent; a decided one is history.
    expect((await see(people.reviewer, waiting)).body['status']).toBe('cancelled');
    expect((await told(waiting)).events).toEqual(['approval.requested', 'approval.cancelled']);
    expect((await see(people.reviewer, decided)).body['status']).toBe('approved');
    const late = { kind: 'tool_call', agent_id: 'ended' };
    expect(outcome(await fixture.as(people.admin, 'POST', path, late))).toEqual([422, 'agent_decommissioned']);
  });

  it.each([
    { kind: 'tool_call', unknown: 1 },
    { kind: 'nonsense' },
    { kind: 'tool_call', policy: { quorum: 11 } },
    { kind: 'tool_call', policy: { quorum: 0 } },
    { kind: 'tool_call', approvers: Array.from({ length: 21 }, (_, index) => `usr_${index}`) },
    { kind: 'tool_call', action: 'x'.repeat(201) },
    { kind: 'tool_call', action: 'a\u0000b' },
    { kind: 'tool_call', requested: { ttl: 0 } },
    { kind: 'tool_call', requested: { until: 'tomorrow' } },
    { kind: 'tool_call', display: { lines: Array.from({ length: 51 }, () => ({ label: 'a', value: 'b' })) } },
    { kind: 'tool_call', display: { policies: [] } },
  ])('is bounded: %j', async (body) => {
    expect((await fixture.as(people.admin, 'POST', path, body)).status).toBe(400);
  });

  it.runIf(isWholeSuite)(
    'is refused when too much waits for one agent, and accepted again after expiries',
    async () => {
      const flood = await fixture.agent('flood', [people.owner]);
      const { approvals } = fixture.verifier.verifier().services;
      const id = await fixture.ask(flood);
      const columns = sql.raw(
        Object.values(getTableColumns(approvalsTable))
          .map(({ name }) => name)
          .filter((name) => name !== 'id' && name !== 'seq')
          .join(', '),
      );
      await fixture.db().execute(sql`insert into approvals (id, ${columns})
      select id || n, ${columns} from approvals, generate_series(1, 198) n where id = ${id}`);
      await fixture.ask(flood);
      const refused = await fixture.as(flood, 'POST', path, { kind: 'tool_call' });
      expect([refused.status, refused.body['reason'], refused.headers['retry-after']]).toEqual([
        ...[429, 'too_many_pending', '60'],
      ]);
      fixture.pass(3_600);
      await fixture.ask(flood);
      expect(await approvals.sweep()).toBeGreaterThanOrEqual(200);
    },
  );

  it('with one Idempotency-Key is done once per requester', async () => {
    const body = { kind: 'tool_call', action: 'once' };
    const key = { 'idempotency-key': 'k-1' };
    const first = await fixture.as(agent, 'POST', path, body, key);
    const again = await fixture.as(agent, 'POST', path, body, key);
    expect([again.status, again.body['id']]).toEqual([201, first.body['id']]);
    const changed = await fixture.as(agent, 'POST', path, { ...body, action: 'twice' }, key);
    expect([changed.status, changed.body['code']]).toEqual([409, 'idempotency_mismatch']);
    // Idempotency keys are per caller: nobody reads the answer to another's request.
    const other = await fixture.as(people.viewer, 'POST', path, body, key);
    expect(other.body['requester']).toEqual({ id: people.viewer.user, kind: 'person' });
  });
});

describe('consent by POST /v1/approvals', () => {
  const body = () => ({
    kind: 'delegation',
    agent_id: 'bot',
    subject: people.asker.user,
    requested: { scopes: ['crm:read'], resources: ['https://crm.example.com'], ttl: 3_600, purpose: 'reports' },
  });

  it('is requested like in delegations, and shown on the consent page', async () => {
    const made = await fixture.as(agent, 'POST', path, body());
    expect(made.status).toBe(201);
    const id = String(made.body['id']);
    expect(made.body).toMatchObject({
      kind: 'delegation',
      subject: people.asker.user,
      risk: 'low',
      url: `https://assay.example/consent/${id}`,
    });
    expect(outcome(await decide(people.reviewer, id, 'approve'))).toEqual([403, 'not_an_approver']);
    expect(outcome(await decide(people.asker, id, 'approve'))).toEqual([200, 'approved']);
  });

  it("has at least the requester's risk and quorum", async () => {
    const careful = { ...body(), risk: 'high', policy: { quorum: 3 } };
    const made = await fixture.as(agent, 'POST', path, careful);
    expect(made.body).toMatchObject({ risk: 'high', policy: { quorum: 3, separation_of_duties: true } });
  });

  it("is refused beyond the agent's manifest", async () => {
    const wide = { ...body(), requested: { ...body().requested, scopes: ['assay:full'] } };
    expect((await fixture.as(agent, 'POST', path, wide)).status).toBe(422);
  });

  it.each([
    [{ subject: undefined }, 'subject_missing'],
    [{ agent_id: undefined }, 'agent_missing'],
    [{ action: 'export' }, 'not_for_delegation'],
    [{ requested: { emergency: true } }, 'not_for_delegation'],
  ])('is refused with %j', async (change, reason) => {
    const partial = JSON.parse(JSON.stringify({ ...body(), ...change }));
    expect(outcome(await fixture.as(people.admin, 'POST', path, partial))).toEqual([422, reason]);
  });

  it("of a high risk is only the subject’s to give, not an owner's", async () => {
    const risky = { ...body(), requested: { ...body().requested, scopes: ['crm:write'] } };
    const made = await fixture.as(agent, 'POST', path, risky);
    const id = String(made.body['id']);
    expect(made.body['risk']).toBe('high');
    const mine = itemsOf(await fixture.as(people.owner, 'GET', `${path}?approver=me&kind=delegation`));
    expect(mine.map((item) => item['id'])).not.toContain(id);
    expect((await decide(people.owner, id, 'approve')).status).toBe(403);
    expect(outcome(await decide(people.asker, id, 'approve'))).toEqual([200, 'approved']);
  });
});

describe('the agent never approves for itself', () => {
  const ask = () => fixture.ask(agent, { kind: 'tool_call', agent_id: 'bot' });

  it('with its own token', async () => {
    const id = await ask();
    for (const step of ['approve', 'deny']) expect((await decide(agent, id, step)).status).toBe(403);
    const named = await fixture.ask(people.admin, { agent_id: 'bot', approvers: [people.reviewer.user] });
    expect((await decide(agent, named, 'approve')).status).toBe(403);
  });

  it('with its API key, nor does the maker of that key', async () => {
    const { apiKeys } = fixture.verifier.verifier().services;
    const author = fixture.author(people.owner);
    const expires_at = new Date(fixture.verifier.clock.now() + 86_400_000).toISOString();
    const wanted = { alias: 'bot', purpose: 'agent', agent_id: 'bot', expires_at } as const;
    const made = await fixture
      .db()
      .transaction((tx) => apiKeys.create(tx, author, { ...wanted, scopes: ['assay:full'] }));
    const withKey = (url: string, body?: unknown) =>
      fixture.verifier.post(url, body, { 'x-assay-key': made.text.reveal() });
    const asked = await withKey(path, { kind: 'tool_call' });
    expect(asked.body).toMatchObject({ requester: { id: 'bot', kind: 'agent' } });
    const id = String(asked.body['id']);
    expect((await withKey(`${path}/${id}/approve`)).status).toBe(403);
    // They own the agent, and are behind this request of it.
    expect(outcome(await decide(people.owner, id, 'approve'))).toEqual([403, 'own_request']);
    expect(outcome(await decide(people.reviewer, id, 'approve'))).toEqual([200, 'approved']);
  });

  it('with a token for its owner, for an admin, or for anybody else who may decide', async () => {
    const id = await ask();
    for (const person of [people.owner, people.admin, people.reviewer]) {
      const refused = await decide(fixture.delegated(agent, person), id, 'approve');
      expect(refused.status).toBe(403);
      const services = fixture.verifier.verifier().services;
      const author = fixture.author(fixture.delegated(agent, person));
      const row = await fixture.db().transaction((tx) => services.approvals.take(tx, 'default', id));
      expect(await services.approvals.mayDecide(fixture.db(), author, row)).toBe(false);
      expect(itemsOf(await fixture.as(fixture.delegated(agent, person), 'GET', `${path}?approver=me`))).toEqual([]);
    }
    expect((await see(people.admin, id)).body['decisions']).toEqual([]);
  });

  it('by its owner, who asked for it', async () => {
    const id = await fixture.ask(people.owner, { agent_id: 'bot' });
    expect(outcome(await decide(people.owner, id, 'approve'))).toEqual([403, 'own_request']);
    expect(outcome(await decide(people.owner, id, 'deny'))).toEqual([403, 'own_request']);
    // Nor by a request that the agent made for them.
    const through = fixture.author(fixture.delegated(agent, people.owner));
    const { approvals } = fixture.verifier.verifier().services;
    const request = { kind: 'tool_call', agentId: 'bot', requested: {}, risk: 'low', display: { title: 't' } } as const;
    const row = await fixture.db().transaction((tx) => approvals.create(tx, through, request));
    expect(row.actor).toMatchObject({ id: through.actor?.spiffeId, verified: true });
    expect(outcome(await decide(people.owner, row.id, 'approve'))).toEqual([403, 'own_request']);
  });

  it('by unknown callers', async () => {
    const id = await ask();
    const unknown = await fixture.verifier.post(`${path}/${id}/approve`);
    expect([unknown.status, unknown.body['detail']]).toEqual([403, expect.stringContaining('operator token')]);
    const { approvals } = fixture.verifier.verifier().services;
    const local = { ...createAuthor('default', 'local', 'operator'), isDeployment: false };
    await expect(approvals.step(local, id, 'approve')).rejects.toMatchObject({ extensions: { reason: 'sign_in' } });
  });
});

describe('seeing', () => {
  it('is for those concerned; for everybody else it does not exist', async () => {
    const body = { agent_id: 'bot', subject: people.viewer.user, approvers: [people.asker.user] };
    const id = await fixture.ask(people.admin, body);
    const stranger = await fixture.person('viewer');
    const otherAgent: Caller = { ...agent, user: 'other-bot' };
    const gateway: Caller = { ...people.admin, user: 'gw-key', kind: 'gateway', role: 'gateway' };
    const sees = [people.admin, people.operator, people.reviewer, people.viewer, people.asker, people.owner, agent];
    const ids = async (caller: Caller) =>
      itemsOf(await fixture.as(caller, 'GET', `${path}?limit=100`)).map((item) => item['id']);
    for (const caller of sees) {
      expect((await see(caller, id)).status).toBe(200);
      expect(await ids(caller)).toContain(id);
    }
    const through = fixture.delegated(otherAgent, people.admin);
    for (const caller of [stranger, otherAgent, gateway, through]) {
      expect((await see(caller, id)).status).toBe(404);
      expect(await ids(caller)).not.toContain(id);
    }
    expect(outcome(await decide(stranger, id, 'approve'))).toEqual([404, 404]);
    expect((await see(fixture.delegated(agent, people.viewer), id)).status).toBe(200);
  });

  it('goes in pages, newest first', async () => {
    const asker = await fixture.person('viewer');
    const ids = [await fixture.ask(asker), await fixture.ask(asker), await fixture.ask(asker)];
    const first = await fixture.as(asker, 'GET', `${path}?limit=2`);
    expect(itemsOf(first).map((item) => item['id'])).toEqual([ids[2], ids[1]]);
    const second = await fixture.as(asker, 'GET', `${path}?limit=2&cursor=${first.body['next_cursor']}`);
    expect([itemsOf(second).map((item) => item['id']), second.body['has_more']]).toEqual([[ids[0]], false]);
  });

  it('is limited to the organisation, also for the operator token', async () => {
    await fixture.verifier.admin('POST', '/v1/organizations', { id: 'acme', name: 'Acme' });
    const foreign = await fixture.person('admin', 'acme');
    const id = await fixture.ask(agent);
    const elsewhere = { 'x-assay-organization': 'acme' };
    expect((await see(foreign, id)).status).toBe(404);
    expect((await decide(foreign, id, 'approve')).status).toBe(404);
    expect((await fixture.verifier.admin('GET', `${path}/${id}`, undefined, elsewhere)).status).toBe(404);
    for (const step of ['approve', 'deny', 'cancel']) {
      const refused = await fixture.verifier.admin('POST', `${path}/${id}/${step}`, {}, elsewhere);
      expect(refused.status).toBe(404);
    }
    expect(itemsOf(await fixture.verifier.admin('GET', path, undefined, elsewhere))).toEqual([]);
    expect(outcome(await fixture.verifier.admin('POST', `${path}/${id}/approve`, {}))).toEqual([200, 'approved']);
  });

  it('needs the scope of the credential', async () => {
    const id = await fixture.ask(agent);
    const reading: Caller = { ...people.reviewer, scopes: ['approvals:read'] };
    expect((await see(reading, id)).status).toBe(200);
    expect((await decide(reading, id, 'approve')).status).toBe(403);
    expect((await see({ ...people.reviewer, scopes: ['approvals:decide'] }, id)).status).toBe(403);
  });
});
