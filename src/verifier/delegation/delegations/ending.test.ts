/** How delegations end and are narrowed: by whom, by what else, and several at once. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, query } from '../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { itemsOf } from '../approvals/approvals.fixture.ts';
import { crm, type DelegationsFixture, mail, openDelegations } from './delegations.fixture.ts';
import type { DelegationGrantRow } from './tables.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);

describe.each(kinds)('a delegation on %s', (kind) => {
  let fixture: DelegationsFixture;
  let people: Record<'admin' | 'operator' | 'reviewer' | 'other' | 'owner' | 'ada', Caller>;
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
    };
    agent = await fixture.actingAgent('bot', people.owner);
  }, 60_000);
  afterAll(() => fixture.verifier.close());

  const services = () => fixture.verifier.verifier().services;
  const inTransaction = <T>(run: (tx: Db) => Promise<T>): Promise<T> => fixture.db().transaction(run);
  const take = (subject: Caller): Promise<readonly DelegationGrantRow[]> =>
    inTransaction((tx) =>
      services().delegations.takeActive(tx, 'default', { agentId: 'bot', subjectId: subject.user }),
    );
  let purposes = 0;
  const grant = async (subject: Caller, change: Record<string, unknown> = {}) => {
    purposes += 1;
    const made = await fixture.grantNew('bot', subject, { purpose: `purpose ${purposes}`, ...change });
    if (made.status !== 201) throw new Error(`no grant: ${JSON.stringify(made.body)}`);
    return made.body;
  };
  const statusOf = async (id: unknown) => {
    const { body } = await fixture.see(people.admin, 'bot', id);
    return [body['status'], body['revoke_reason']];
  };
  const revision = async () => (await services().changes.current(fixture.db(), 'default')).revision;
  const codesOf = async (id: unknown) =>
    (
      await query<{ code: string }>(
        fixture.db(),
        sql`select code from events where data->'fields'->>'grant_id' = ${String(id)} order by seq`,
      )
    ).map(({ code }) => code);

  it('is revoked by its person, an owner of the agent, an operator or the agent; a repeat is the same', async () => {
    const { ada, owner, operator, admin, other, reviewer } = people;
    for (const [caller, reason] of [
      [ada, 'user'],
      [agent, 'user'],
      [owner, 'admin'],
      [operator, 'admin'],
      [admin, 'admin'],
    ] as const) {
      const { id } = await grant(ada);
      const before = await revision();
      expect((await fixture.revoke(other, 'bot', id)).status).toBe(404);
      expect((await fixture.revoke(reviewer, 'bot', id)).status).toBe(403);
      expect(await statusOf(id)).toEqual(['active', null]);
      expect((await fixture.revoke(caller, 'bot', id, '?reason=no%20more')).status).toBe(204);
      const after = await revision();
      // Gateways are told.
      expect(after).toBeGreaterThan(before);
      for (const again of [caller, ada]) expect((await fixture.revoke(again, 'bot', id)).status).toBe(204);
      expect(await revision()).toBe(after);
      expect(await statusOf(id)).toEqual(['revoked', reason]);
      expect(await take(ada)).toEqual([]);
      expect(await codesOf(id)).toEqual(['delegation.granted', 'delegation.revoked']);
    }
    expect((await fixture.revoke(ada, 'bot', 'dgr_0199a2b4-7c1e-7d3a-9f4b-2f1c5b7a9e10')).status).toBe(404);
  });

  it('is counted at its creation and end, and so is its consent, without rolled back ones', async () => {
    const { ada } = people;
    const read = async () => {
      const text = (await fixture.verifier.get('/metrics')).raw.toString();
      const count = (series: string) => Number(text.split(`${series} `)[1]?.split('\n')[0]);
      return {
        asked: count('assay_approvals_total{kind="delegation",step="requested"}'),
        denied: count('assay_approvals_total{kind="delegation",step="denied"}'),
        granted: count('assay_delegations_granted_total'),
        ended: count('assay_delegations_ended_total{reason="user"}'),
      };
    };
    const before = await read();
    const { id } = await grant(ada);
    expect((await fixture.revoke(ada, 'bot', id)).status).toBe(204);
    const { db, events } = services();
    const undone = db.transaction(async (tx) => {
      const data = { fields: { kind: 'delegation' } };
      await events.append(tx, 'default', { type: 'agent.log', code: 'approval.denied', data });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    const { asked, denied, granted, ended } = before;
    expect(await read()).toEqual({ asked: asked + 1, denied, granted: granted + 1, ended: ended + 1 });
  });

  it('is removed by the hourly run 400 days after its end, with requests as old, and never while active', async () => {
    const { ada } = people;
    const now = fixture.verifier.clock.now();
    const ended = await grant(ada);
    await fixture.revoke(ada, 'bot', ended['id']);
    const held = await grant(ada);
    const readAt = async (ageMs: number) => {
      for (const { consent_request_id: requestId } of [ended, held]) {
        const isIt = sql`org_id = 'default' and id = ${String(requestId)}`;
        await fixture.db().execute(sql`update approvals set updated_at = ${now - ageMs} where ${isIt}`);
      }
      const at = sql`revoked_at = ${now - ageMs}, granted_at = ${now - ageMs}`;
      await fixture.db().execute(sql`update delegation_grants set ${at} where id = ${String(ended['id'])}`);
      for (const chore of services().chores) await chore();
      const found = await query<{ id: string }>(
        fixture.db(),
        sql`select id from delegation_grants union all select id from approvals
          union all select approval_id from approval_decisions`,
      );
      return [ended, held].map(({ id, consent_request_id: requestId }) =>
        [id, requestId].map((one) => found.filter((row) => row.id === one).length),
      );
    };
    const days = 24 * 60 * 60_000;
    expect(await readAt(400 * days)).toEqual([
      [1, 2],
      [1, 2],
    ]);
    // Answered requests are removed; active grants stay.
    expect(await readAt(400 * days + 1)).toEqual([
      [0, 0],
      [1, 0],
    ]);
  });

  it('is narrowed only by its person, with If-Match, and its live tokens are invalid', async () => {
    const { ada, owner, admin } = people;
    const wide = { resources: [crm, mail], scopes: ['crm:read', 'mail:read'], ttl_seconds: 3600 };
    const { id, agent_id, subject_id } = await grant(ada, wide);
    const now = fixture.verifier.clock.now();
    await fixture.addToken(`dtk_live_${kind}`, { id, agent_id, subject_id });
    await fixture.addToken(`dtk_over_${kind}`, { id, agent_id, subject_id }, { expires_at: now });
    const patch = (caller: Caller, body: object, headers: Record<string, string> = { 'if-match': '"1"' }) =>
      fixture.as(caller, 'PATCH', `/v1/agents/bot/delegations/${id}`, body, headers);
    const less = { approved_scopes: ['crm:read'], resources: [crm], ttl_seconds: 600, constraints: { tools: ['a'] } };
    expect((await patch(ada, less, {})).status).toBe(428);
    expect((await patch(ada, less, { 'if-match': '"7"' })).status).toBe(412);
    for (const caller of [owner, admin, agent]) expect((await patch(caller, less)).status).toBe(403);
    for (const more of [
      { approved_scopes: ['crm:write'] },
      { resources: ['https://x.example'] },
      { ttl_seconds: 3601 },
    ]) {
      expect(await patch(ada, more)).toMatchObject({ status: 422, body: { reason: 'not_narrower' } });
    }
    const before = await revision();
    // A change that takes nothing away changes nothing.
    expect((await patch(ada, { approved_scopes: ['mail:read', 'crm:read'] })).body['revision']).toBe(1);
    expect(await revision()).toBe(before);
    const narrowed = await patch(ada, less);
    expect(narrowed).toMatchObject({
      status: 200,
      headers: { etag: '"2"' },
      body: {
        status: 'active',
        scopes: ['crm:read'],
        resources: [crm],
        constraints: { tools: ['a'] },
        revision: 2,
        expires_at: new Date(now + 600_000).toISOString(),
      },
    });
    expect(await revision()).toBeGreaterThan(before);
    expect(await fixture.isTokenRevoked(`dtk_live_${kind}`)).toBe(true);
    expect(await fixture.isTokenRevoked(`dtk_over_${kind}`)).toBe(false);
    // What was taken away cannot be given back.
    const back = { constraints: { tools: ['a', 'b'] } };
    expect((await patch(ada, back, { 'if-match': '"2"' })).status).toBe(422);
    await fixture.revoke(ada, 'bot', id);
    const late = await patch(ada, less, { 'if-match': '"3"' });
    expect(late).toMatchObject({ status: 409, body: { reason: 'grant_ended' } });
  });

  it('is replaced by a newer one for the same resource: there is one for each', async () => {
    const { ada } = people;
    const older = await grant(ada, { resources: [crm, mail], scopes: ['crm:read', 'mail:read'] });
    const newer = await grant(ada, { resources: [mail], scopes: ['mail:read'] });
    expect((await fixture.see(ada, 'bot', older['id'])).body).toMatchObject({ status: 'active', resources: [crm] });
    const last = await grant(ada, { resources: [crm, mail], scopes: ['crm:read'] });
    expect(await statusOf(older['id'])).toEqual(['revoked', 'narrowed']);
    expect(await statusOf(newer['id'])).toEqual(['revoked', 'narrowed']);
    expect((await take(ada)).map(({ id }) => id)).toEqual([last['id']]);
    await fixture.revoke(ada, 'bot', last['id']);
  });

  it('ends with its time, which the hourly run records', async () => {
    const { ada } = people;
    const { id } = await grant(ada, { ttl_seconds: 60 });
    fixture.pass(60);
    expect(await take(ada)).toEqual([]);
    expect(await statusOf(id)).toEqual(['revoked', 'expired']);
    expect(await codesOf(id)).toEqual(['delegation.granted']);
    const active = await fixture.as(ada, 'GET', '/v1/agents/bot/delegations');
    expect(itemsOf(active)).toEqual([]);
    expect(await services().delegations.sweep()).toBe(1);
    expect(await services().delegations.sweep()).toBe(0);
    expect(await codesOf(id)).toEqual(['delegation.granted', 'delegation.expired']);
    const ended = await services().delegations.listEnded(fixture.db(), 'default', fixture.verifier.clock.now());
    expect(ended.map((one) => one.id)).not.toContain(id);
  });

  it('is used max_uses times, and the next try ends it', async () => {
    const { ada } = people;
    const { id } = await grant(ada, { max_uses: 2 });
    const use = () =>
      inTransaction(async (tx) => {
        const pair = { agentId: 'bot', subjectId: ada.user };
        const [row] = await services().delegations.takeActive(tx, 'default', pair);
        if (row !== undefined) await services().delegations.noteUse(tx, row);
        return row !== undefined;
      });
    const elsewhere = AsyncLocalStorage.snapshot();
    const tried = await Promise.all([1, 2, 3, 4].map(() => elsewhere(use)));
    expect(tried.filter(Boolean)).toHaveLength(2);
    expect(await statusOf(id)).toEqual(['active', null]);
    expect((await fixture.see(ada, 'bot', id)).body).toMatchObject({ use_count: 2, revision: 1 });
    const endSpent = () => services().delegations.endSpent('default', { agentId: 'bot', subjectId: ada.user });
    await endSpent();
    // Its last token is still valid.
    expect(await statusOf(id)).toEqual(['active', null]);
    fixture.pass(301);
    await endSpent();
    expect(await statusOf(id)).toEqual(['revoked', 'max_uses']);
    const { id: unasked } = await grant(ada, { max_uses: 1 });
    expect(await use()).toBe(true);
    fixture.pass(301);
    expect(await services().delegations.sweep()).toBe(1);
    expect(await statusOf(unasked)).toEqual(['revoked', 'max_uses']);
  });

  it('is reported to gateways after its end while a token under it may be valid', async () => {
    const { ada } = people;
    const { id } = await grant(ada);
    await fixture.revoke(ada, 'bot', id);
    const at = fixture.verifier.clock.now();
    const told = async () =>
      await services().delegations.listEnded(fixture.db(), 'default', fixture.verifier.clock.now());
    expect(await told()).toContainEqual({ id, until: at + 360_000 });
    fixture.pass(601);
    expect(await told()).toEqual([]);
  });

  it('ends when its person leaves or is disabled, with pending consent requests', async () => {
    for (const leave of ['remove', 'disable', 'disable everywhere'] as const) {
      const person = await fixture.person('viewer');
      const { id } = await grant(person);
      const waiting = await fixture.askConsent(agent, 'bot', person, { purpose: 'waits' });
      const url = leave === 'disable everywhere' ? `/v1/people/${person.user}` : `/v1/members/${person.user}`;
      const { headers } = await fixture.verifier.admin('GET', url);
      const etag = { 'if-match': String(headers['etag']) };
      const call =
        leave === 'remove'
          ? fixture.verifier.admin('DELETE', url)
          : fixture.verifier.admin('PATCH', url, { status: 'disabled' }, etag);
      expect([200, 204]).toContain((await call).status);
      expect(await statusOf(id)).toEqual(['revoked', 'admin']);
      expect((await fixture.as(people.admin, 'GET', `/v1/approvals/${waiting}`)).body['status']).toBe('cancelled');
      expect(await take(person)).toEqual([]);
    }
  });

  it('survives a suspension of its agent, and ends with the agent', async () => {
    const { ada, owner } = people;
    await fixture.actingAgent('gone', owner);
    const { body } = await fixture.grantNew('gone', ada);
    const waiting = await fixture.askConsent(ada, 'gone', ada, { purpose: 'waits' });
    const decided = await fixture.askConsent(ada, 'gone', ada, { purpose: 'decided' });
    expect((await fixture.as(ada, 'POST', `/v1/approvals/${decided}/approve`, {})).status).toBe(200);
    await fixture.verifier.admin('POST', '/v1/agents/gone/suspend', { reason: 'test' });
    expect((await fixture.see(ada, 'gone', body['id'])).body['status']).toBe('active');
    await fixture.verifier.admin('POST', '/v1/agents/gone/decommission', {});
    expect((await fixture.see(ada, 'gone', body['id'])).body).toMatchObject({
      status: 'revoked',
      revoke_reason: 'agent_decommissioned',
    });
    expect((await fixture.grant(ada, 'gone', waiting)).status).toBe(409);
    // An unused consent is not valid for another agent of the same name.
    const { headers } = await fixture.verifier.admin('GET', '/v1/agents/gone');
    await fixture.verifier.admin('DELETE', '/v1/agents/gone', undefined, { 'if-match': String(headers['etag']) });
    await fixture.actingAgent('gone', owner);
    expect((await fixture.grant(ada, 'gone', decided)).status).toBe(410);
  });

  describe('several concurrent calls', () => {
    it('make one grant of a request', async () => {
      const { ada, admin } = people;
      const request = await fixture.askConsent(agent, 'bot', ada, { purpose: 'race' });
      const elsewhere = AsyncLocalStorage.snapshot();
      const callers = [ada, admin, ada, admin];
      const made = await Promise.all(callers.map((caller) => elsewhere(() => fixture.grant(caller, 'bot', request))));
      expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
      expect(await take(ada)).toHaveLength(1);
    });

    it('leave one grant per resource', async () => {
      const { ada } = people;
      const requests = await Promise.all(
        [1, 2, 3, 4].map((count) => fixture.askConsent(ada, 'bot', ada, { purpose: `race ${count}` })),
      );
      const elsewhere = AsyncLocalStorage.snapshot();
      const made = await Promise.all(requests.map((one) => elsewhere(() => fixture.grant(ada, 'bot', one))));
      expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
      const active = await take(ada);
      expect(active.flatMap(({ resources }) => resources)).toEqual([crm]);
    });

    it('order a revocation completely before or after a use', async () => {
      const { ada } = people;
      for (let round = 0; round < 5; round += 1) {
        const { id } = await grant(ada);
        const elsewhere = AsyncLocalStorage.snapshot();
        const use = () =>
          inTransaction(async (tx) => {
            const pair = { agentId: 'bot', subjectId: ada.user };
            const [row] = await services().delegations.takeActive(tx, 'default', pair);
            if (row !== undefined) await services().delegations.noteUse(tx, row);
            return row !== undefined;
          });
        const [, ...uses] = await Promise.all([
          elsewhere(() => fixture.revoke(ada, 'bot', id)),
          ...[1, 2, 3].map(() => elsewhere(use)),
        ]);
        const { body } = await fixture.see(ada, 'bot', id);
        expect([body['status'], body['use_count']]).toEqual(['revoked', uses.filter(Boolean).length]);
        expect(await use()).toBe(false);
      }
    });

    it('leave one outcome of a revocation and a new consent', async () => {
      const { ada } = people;
      const { id } = await grant(ada);
      const request = await fixture.askConsent(ada, 'bot', ada, { purpose: 'again' });
      const elsewhere = AsyncLocalStorage.snapshot();
      const [revoked, made] = await Promise.all([
        elsewhere(() => fixture.revoke(ada, 'bot', id)),
        elsewhere(() => fixture.grant(ada, 'bot', request)),
      ]);
      expect([revoked.status, made.status]).toEqual([204, 201]);
      expect((await take(ada)).map((row) => row.id)).toEqual([made.body['id']]);
      expect(['user', 'narrowed']).toContain((await statusOf(id))[1]);
    });
  });
});
