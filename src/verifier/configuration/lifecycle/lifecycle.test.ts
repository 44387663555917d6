import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toTimestamp } from '../../../platform/clock.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { createAuthor } from '../../base/control/author.ts';
import { claimRun } from '../../base/scheduled-runs.ts';
import { aGateway, openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { createLifecycleEvaluations } from './evaluate.ts';
import { dayMs } from './staleness.ts';
import { createLifecycleStore } from './store.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const policies = '/v1/lifecycle/policies';
const aPolicy = { name: 'Quiet', priority: 10, rules: [{ type: 'inactivity' }], enforcement: { action: 'suspend' } };

describe.each(kinds)('the lifecycle on %s', (kind) => {
  let verifier: TestVerifier;
  let start: number;
  beforeAll(async () => {
    verifier = await openTestVerifier({}, kind);
    for (const id of ['team', 'other']) await verifier.post('/v1/workspaces', { id });
  });
  afterAll(() => verifier?.close());
  beforeEach(async () => {
    const { items } = (await verifier.get(`${policies}?limit=100`)).body;
    for (const { id, revision } of Array.isArray(items) ? items : []) {
      await verifier.admin('DELETE', `${policies}/${id}`, undefined, { 'if-match': `"${revision}"` });
    }
    const { db } = verifier.testDb.database();
    await db.execute(sql`delete from lifecycle_issues`);
    await db.execute(sql`delete from agents where id <> 'default'`);
    start = verifier.clock.now();
    await heartbeat('default');
  });

  const make = async (body: object) => (await verifier.post(policies, { ...aPolicy, ...body })).body;
  const register = (id: string, workspace_id = 'team') => verifier.admin('POST', '/v1/agents', { id, workspace_id });
  const heartbeat = async (id: string) => {
    const { agents } = verifier.verifier().services;
    await agents.heartbeat('default', id);
  };
  const goTo = (days: number) => verifier.clock.set(start + days * dayMs);
  /** Records a sign of life of a gateway now. */
  const hear = async () => {
    await verifier.testDb
      .database()
      .db.execute(sql`insert into gateways (org_id, id, problems, first_seen_at, last_seen_at)
      values ('default', 'gw', '[]', 1, ${verifier.clock.now()})
      on conflict (org_id, id) do update set last_seen_at = excluded.last_seen_at`);
  };
  /** Evaluates all agents but the built-in one, which every test keeps alive. */
  const evaluate = async (dryRun = false) => {
    await heartbeat('default');
    const { body } = await verifier.post(`/v1/lifecycle/evaluate${dryRun ? '?dry_run=true' : ''}`);
    return body;
  };
  const changesOf = (body: Record<string, unknown>) =>
    (Array.isArray(body['changes']) ? body['changes'] : []).map(({ agent_id, change }) => `${change} ${agent_id}`);
  const statusOf = async (id: string) => (await verifier.get(`/v1/agents/${id}`)).body['status'];

  describe('policies', () => {
    it('are made with defaults, replaced by revision, and removed', async () => {
      const made = await verifier.post(policies, aPolicy);
      expect([made.status, made.headers['etag']]).toEqual([201, '"1"']);
      expect(made.body).toMatchObject({
        id: expect.stringMatching(/^lcp_/),
        scope: { level: 'org', id: 'default' },
        rules: [{ type: 'inactivity', enabled: true, threshold_days: 90, warn_days: 30, grace_days: 14 }],
        enforcement: { action: 'suspend' },
      });
      const url = `${policies}/${made.body['id']}`;
      expect((await verifier.get(url)).body).toEqual(made.body);
      const next = { ...aPolicy, name: 'Other', scope: { level: 'workspace', id: 'team', labels: { tier: '1' } } };
      expect((await verifier.admin('PUT', url, next)).status).toBe(428);
      const replaced = await verifier.admin('PUT', url, next, { 'if-match': '"1"' });
      expect(replaced.body).toMatchObject({ revision: 2, name: 'Other', scope: { labels: { tier: '1' } } });
      expect((await verifier.admin('PUT', url, next, { 'if-match': '"1"' })).status).toBe(412);
      expect((await verifier.admin('DELETE', url, undefined, { 'if-match': '"1"' })).status).toBe(412);
      expect((await verifier.admin('DELETE', url, undefined, { 'if-match': '"2"' })).status).toBe(204);
      expect((await verifier.get(url)).status).toBe(404);
    });

    it('a repeat with its key is the same policy, made once', async () => {
      const key = { 'idempotency-key': `policy-${kind}` };
      const [first, second] = [
        await verifier.post(policies, aPolicy, key),
        await verifier.post(policies, aPolicy, key),
      ];
      expect(second.body).toEqual(first.body);
    });

    it('have distinct priorities, at most ten', async () => {
      for (let priority = 1; priority <= 10; priority += 1) await make({ priority });
      const taken = await verifier.post(policies, { ...aPolicy, priority: 3 });
      expect(taken).toMatchObject({ status: 409, body: { reason: 'too_many_policies' } });
      const { body } = await verifier.get(`${policies}?limit=1`);
      expect(body).toMatchObject({ items: [{ priority: 10 }], has_more: true });
      const [{ id } = { id: '' }] = Array.isArray(body['items']) ? body['items'] : [];
      const same = await verifier.admin('PUT', `${policies}/${id}`, { ...aPolicy, priority: 3 }, { 'if-match': '"1"' });
      expect(same).toMatchObject({ status: 409, body: { reason: 'priority_taken', policy_id: expect.any(String) } });
    });

    it.each([
      [{ rules: [{ type: 'inactivity' }, { type: 'inactivity' }] }, 422, '/rules/1/type'],
      [{ rules: [{ type: 'inactivity', threshold_days: 0 }] }, 422, '/rules/0/threshold_days'],
      [{ rules: [{ type: 'missing_owner', warn_days: 3 }] }, 422, '/rules/0/warn_days'],
      [{ scope: { level: 'workspace', id: 'nowhere' } }, 404, '/scope/id'],
      [{ scope: { level: 'org', id: 'acme' } }, 404, '/scope/id'],
      [{ rules: [] }, 400, '/rules'],
      [{ rules: [{ type: 'boredom' }] }, 400, '/rules/0/type'],
      [{ enforcement: { action: 'suspend_then_decommission', grace_days: 0 } }, 400, '/enforcement/grace_days'],
      [{ priority: -1 }, 400, '/priority'],
    ])('refuses %j', async (change, status, pointer) => {
      const refused = await verifier.post(policies, { ...aPolicy, ...change });
      expect(refused).toMatchObject({ status, body: { errors: [{ pointer }] } });
    });

    it('need an admin when they decommission agents, new or changed', async () => {
      const ending = { ...aPolicy, enforcement: { action: 'suspend_then_decommission' } };
      const refused = await verifier.post(policies, ending);
      expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      const { id } = await make({});
      const match = { 'if-match': '"1"' };
      expect((await verifier.call('PUT', `${policies}/${id}`, match, ending)).status).toBe(403);
      const replaced = await verifier.admin('PUT', `${policies}/${id}`, ending, match);
      expect(replaced).toMatchObject({ status: 200, body: { enforcement: { grace_days: 14 } } });
      // An operator can end it.
      const next = { 'if-match': '"2"' };
      expect((await verifier.call('PUT', `${policies}/${id}`, next, aPolicy)).status).toBe(200);
    });

    it('are removed with their workspace', async () => {
      await verifier.post('/v1/workspaces', { id: 'short' });
      const { id } = await make({ scope: { level: 'workspace', id: 'short' } });
      await verifier.admin('DELETE', '/v1/workspaces/short', undefined, { 'if-match': '"1"' });
      expect((await verifier.get(`${policies}/${id}`)).status).toBe(404);
    });

    it('of another organisation do not exist, and do not decide', async () => {
      const { id } = await make({ rules: [{ type: 'inactivity', threshold_days: 1, grace_days: 0 }] });
      await verifier.admin('POST', '/v1/organizations', { id: `acme-${kind}` });
      const foreign = { 'x-assay-organization': `acme-${kind}` };
      const call = (method: 'GET' | 'PUT' | 'DELETE', body?: object) =>
        verifier.admin(method, `${policies}/${id}`, body, { ...foreign, 'if-match': '"1"' });
      expect([(await call('GET')).status, (await call('PUT', aPolicy)).status, (await call('DELETE')).status]).toEqual([
        404, 404, 404,
      ]);
      await verifier.admin('POST', '/v1/agents', { id: `theirs-${kind}` }, foreign);
      goTo(80);
      await hear();
      const { body } = await verifier.admin('POST', '/v1/lifecycle/evaluate', undefined, foreign);
      expect(changesOf(body)).toEqual([]);
      const view = await verifier.admin('GET', `/v1/agents/theirs-${kind}/lifecycle`, undefined, foreign);
      expect(view.body).toMatchObject({ policy_id: null, staleness: { stale: 'unknown' } });
      expect((await verifier.get(`/v1/agents/theirs-${kind}/lifecycle`)).status).toBe(404);
    });
  });

  describe('staleness', () => {
    it('is in the view of an agent, by its deciding policy', async () => {
      await register('clerk');
      await register('quick', 'other');
      await make({ scope: { level: 'workspace', id: 'other' }, rules: [{ type: 'inactivity', warn_days: 3 }] });
      goTo(10);
      await hear();
      const stale = async (id: string) => (await verifier.get(`/v1/agents/${id}`)).body['staleness'];
      expect(await stale('clerk')).toMatchObject({ stale: false, since: null, threshold_days: 30 });
      expect(await stale('quick')).toMatchObject({
        stale: true,
        since: toTimestamp(start + 3 * dayMs),
        threshold_days: 3,
      });
      const listed = (await verifier.get('/v1/agents?stale=true')).body['items'];
      expect(Array.isArray(listed) && listed.map(({ id }) => id)).toEqual(['quick']);
    });

    it('ends with evidence of the agent, and evidence is telemetry too', async () => {
      await register('clerk');
      await register('idle');
      const gateway = await aGateway(verifier);
      goTo(40);
      await verifier.testDb.database().db.execute(sql`delete from gateways`);
      const stale = async (id: string) => (await verifier.get(`/v1/agents/${id}`)).body['staleness'];
      expect(await stale('clerk')).toMatchObject({ stale: 'unknown' });
      const { jws } = gateway.evidence({ agent_id: 'clerk', workspace_id: 'team' });
      expect([200, 201]).toContain((await verifier.post('/v1/evidence', { jws })).status);
      expect(await stale('clerk')).toMatchObject({ stale: false });
      expect(await stale('idle')).toMatchObject({ stale: true });
    });
  });

  describe('an evaluation', () => {
    it('without any policy reports, and stops nobody after any inactivity', async () => {
      await register('clerk');
      goTo(400);
      await hear();
      expect(changesOf(await evaluate())).toContain('warn clerk');
      goTo(800);
      await hear();
      expect(changesOf(await evaluate())).toEqual([]);
      expect(await statusOf('clerk')).toBe('active');
      expect((await verifier.get('/v1/agents/clerk/lifecycle')).body).toMatchObject({
        policy_id: null,
        open_issues: expect.arrayContaining([expect.objectContaining({ rule: 'inactivity', suspend_at: null })]),
      });
    });

    it('warns, suspends and decommissions on time, each after a notice', async () => {
      await register('clerk');
      const enforcement = { action: 'suspend_then_decommission', grace_days: 30 };
      const { id } = (await verifier.admin('POST', policies, { ...aPolicy, enforcement })).body;
      goTo(30);
      await hear();
      const warned = await evaluate();
      const dueAt = toTimestamp(start + 90 * dayMs);
      expect(warned['changes']).toMatchObject([{ agent_id: 'clerk', change: 'warn', policy_id: id, due_at: dueAt }]);
      const { body } = await verifier.get('/v1/agents/clerk/lifecycle');
      const issue = { rule: 'inactivity', warned_at: toTimestamp(start + 30 * dayMs), suspend_at: dueAt };
      expect(body['open_issues']).toMatchObject([{ ...issue, suspended_at: null, decommission_at: null }]);
      goTo(90);
      await hear();
      expect(changesOf(await evaluate())).toEqual(['suspend clerk']);
      const suspended = (await verifier.get('/v1/agents/clerk/lifecycle')).body;
      expect(suspended).toMatchObject({
        status: 'suspended',
        status_changed_by: 'lifecycle',
        open_issues: [{ suspend_at: null, suspended_at: dueAt, decommission_at: toTimestamp(start + 120 * dayMs) }],
      });
      goTo(120);
      await hear();
      expect(changesOf(await evaluate())).toEqual(['decommission clerk']);
      const over = (await verifier.get('/v1/agents/clerk/lifecycle')).body;
      expect([over['status'], over['open_issues']]).toEqual(['decommissioned', []]);
      const actions = (Array.isArray(over['events']) ? over['events'] : []).map(({ action }) => action);
      expect(actions.slice(0, 3)).toEqual(['agent.decommissioned', 'agent.suspended', 'agent.lifecycle_warned']);
    });

    it('restarts the time of an agent reactivated by a person', async () => {
      await register('clerk');
      await make({ rules: [{ type: 'inactivity', threshold_days: 20, grace_days: 0 }] });
      goTo(20);
      await hear();
      expect(changesOf(await evaluate())).toEqual(['warn clerk', 'suspend clerk']);
      await verifier.admin('POST', '/v1/agents/clerk/reactivate', { reason: 'still needed' });
      expect(changesOf(await evaluate())).toEqual(['resolve clerk']);
      goTo(39);
      await hear();
      expect(changesOf(await evaluate())).toEqual([]);
      expect(await statusOf('clerk')).toBe('active');
    });

    it('enforces nothing without telemetry of the organisation, and reports undecided agents', async () => {
      await verifier.testDb.database().db.execute(sql`delete from gateways`);
      await register('clerk');
      await make({ rules: [{ type: 'inactivity', grace_days: 0 }, { type: 'unused_permissions' }] });
      goTo(200);
      const { body } = await verifier.post('/v1/lifecycle/evaluate');
      expect(body).toMatchObject({
        changes: [],
        unknown: expect.arrayContaining([
          { rule: 'inactivity', reason: 'telemetry_missing', agents: 2 },
          { rule: 'unused_permissions', reason: 'no_data', agents: 2 },
        ]),
      });
      expect(await statusOf('clerk')).toBe('active');
    });

    it('ignores unregistered agents', async () => {
      const gateway = await aGateway(verifier);
      await verifier.post('/v1/evidence', { jws: gateway.evidence({ agent_id: 'seen' }).jws });
      await make({ rules: [{ type: 'inactivity', threshold_days: 1, grace_days: 0 }, { type: 'missing_owner' }] });
      goTo(50);
      await hear();
      expect(changesOf(await evaluate()).filter((change) => change.endsWith(' seen'))).toEqual([]);
    });

    it('a dry run lists exactly what the run does at the same time, and after it nothing is left', async () => {
      await make({ priority: 1, scope: { level: 'workspace', id: 'other' }, enforcement: { action: 'notify' } });
      const rules = [
        { type: 'inactivity', threshold_days: 40, warn_days: 20, grace_days: 5 },
        { type: 'missing_owner' },
      ];
      const enforcement = { action: 'suspend_then_decommission', grace_days: 10 };
      await verifier.admin('POST', policies, { ...aPolicy, priority: 2, rules, enforcement });
      for (let number = 0; number < 12; number += 1) await register(`a${number}`, number % 3 === 0 ? 'other' : 'team');
      const done: string[] = [];
      for (let day = 5; day <= 100; day += 5) {
        goTo(day);
        await hear();
        if (day % 15 === 0) await heartbeat('a1');
        const planned = await evaluate(true);
        const before = await statusOf('a2');
        const { dry_run: _dry, ...carriedOut } = await evaluate();
        expect({ ...carriedOut, dry_run: true }).toEqual(planned);
        if (!changesOf(planned).includes('suspend a2'))
          expect(await statusOf('a2')).not.toBe(before === 'active' && 'suspended');
        expect(changesOf(await evaluate(true))).toEqual([]);
        done.push(...changesOf(planned));
      }
      const expected = ['warn a0', 'warn a2', 'suspend a2', 'decommission a2'];
      expect(done).toEqual(expect.arrayContaining(expected));
      expect(done).not.toContain('suspend a0');
      expect(done).not.toContain('suspend a1');
    });

    it('stops at its bound, and the next one continues', async () => {
      for (const id of ['a', 'b', 'c']) await register(id);
      await make({ rules: [{ type: 'inactivity', threshold_days: 10, grace_days: 0 }] });
      goTo(10);
      await hear();
      await heartbeat('default');
      const { db, agents: life, changes, audit } = verifier.verifier().services;
      const { clock } = verifier;
      const deps = { db, life, changes, audit, clock, store: createLifecycleStore(), maxChanges: 3, pageSize: 2 };
      const evaluations = createLifecycleEvaluations(deps);
      const author = createAuthor('default', 'ops', 'operator');
      const first = await evaluations.evaluate(author, { dryRun: false });
      expect([changesOf(first), first.has_more]).toEqual([['warn a', 'suspend a', 'warn b', 'suspend b'], true]);
      const second = await evaluations.evaluate(author, { dryRun: false });
      expect([changesOf(second), second.has_more]).toEqual([['warn c', 'suspend c'], false]);
    });

    it('continues past an agent that cannot be changed, and reports it', async () => {
      for (const id of ['a', 'b']) await register(id);
      await make({ rules: [{ type: 'inactivity', threshold_days: 10, grace_days: 0 }] });
      goTo(10);
      await hear();
      await heartbeat('default');
      const { db, agents, changes, audit } = verifier.verifier().services;
      const life: Pick<typeof agents, 'suspend' | 'decommission'> = {
        ...agents,
        // Suspending `a` fails, because it names an agent that does not exist.
        suspend: (tx, author, id, reason) => agents.suspend(tx, author, id === 'a' ? 'gone' : id, reason),
      };
      const { clock } = verifier;
      const evaluations = createLifecycleEvaluations({
        db,
        life,
        changes,
        audit,
        clock,
        store: createLifecycleStore(),
      });
      const result = await evaluations.evaluate(createAuthor('default', 'ops'), { dryRun: false });
      expect(result).toMatchObject({ failed: [{ agent_id: 'a', code: 'not_found' }] });
      expect(changesOf(result)).toEqual(['warn b', 'suspend b']);
      expect((await verifier.get('/v1/agents/a/lifecycle')).body['open_issues']).toEqual([]);
    });

    it('done twice at once does nothing twice', async () => {
      for (const id of ['a', 'b', 'c', 'd']) await register(id);
      await make({ rules: [{ type: 'inactivity', threshold_days: 10, grace_days: 0 }] });
      goTo(10);
      await hear();
      await heartbeat('default');
      const runs = await Promise.all([1, 2, 3].map(() => verifier.post('/v1/lifecycle/evaluate')));
      expect(runs.map(({ status }) => status)).toEqual([200, 200, 200]);
      const all = runs.flatMap(({ body }) => changesOf(body));
      expect(all.sort()).toEqual(['a', 'b', 'c', 'd'].flatMap((id) => [`suspend ${id}`, `warn ${id}`]).sort());
    });

    it('is recorded with its requester', async () => {
      await evaluate();
      const { body } = await verifier.admin('GET', '/v1/audit-logs?action=lifecycle.evaluated&limit=1');
      expect(body).toMatchObject({ items: [{ actor: { id: 'local' }, success: true }] });
    });
  });

  describe('the hourly run', () => {
    it('does due work in every organisation', async () => {
      await register('clerk');
      await make({ rules: [{ type: 'inactivity', threshold_days: 10, grace_days: 0 }] });
      goTo(10);
      await hear();
      await heartbeat('default');
      await verifier.verifier().services.hourly.tick();
      expect(await statusOf('clerk')).toBe('suspended');
    });

    it('is done by one process per interval, and by another when that one is gone', async () => {
      const { db } = verifier.testDb.database();
      const claim = (at: number) => claimRun(db, 'test', at, 1_000);
      const first = await Promise.all([claim(10_000), claim(10_000), claim(10_000)]);
      expect(first.filter((isOwn) => isOwn)).toHaveLength(1);
      expect([await claim(10_999), await claim(11_000), await claim(11_001)]).toEqual([false, true, false]);
      // A wrong clock does not block the run for ever.
      expect(await claim(5_000)).toBe(true);
    });
  });
});
