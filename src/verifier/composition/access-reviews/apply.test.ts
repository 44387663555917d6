import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { createAuthor } from '../../base/control/author.ts';
import { createAccessReviewServices } from './create.ts';
import { itemsOf, openReviews, type ReviewsFixture } from './reviews.fixture.ts';
import type { AccessReviewsDeps } from './service.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const path = '/v1/access-reviews';

describe.each(kinds)('applying an access review on %s', (kind) => {
  let fixture: ReviewsFixture;
  let rita: string;
  let olga: string;
  let ada: string;
  beforeAll(async () => {
    fixture = await openReviews(kind);
    rita = await fixture.join('rita', 'reviewer');
    olga = await fixture.join('olga', 'operator');
    ada = await fixture.join('ada', 'admin');
  }, 60_000);
  afterAll(() => fixture?.verifier.close());

  let teams = 0;
  /** Completes an instance over a new team with these denied, all others approved. */
  const completed = async (agents: readonly string[], denied: readonly string[]) => {
    teams += 1;
    const team = `team-${teams}`;
    await fixture.verifier.post('/v1/workspaces', { id: team });
    for (const id of agents) await fixture.register(`${id}-${team}`, [olga], team);
    const definition = { name: 'R', scope: 'agents', reviewers: [rita], workspace_id: team };
    return { team, ...(await finish(definition, (id) => denied.map((one) => `${one}-${team}`).includes(id))) };
  };
  const finish = async (definition: object, isDenied: (principalId: string, resourceId: string) => boolean) => {
    const body = { justification_required: false, ...definition };
    const { body: review } = await fixture.as('ada', 'POST', path, body);
    const [instance] = itemsOf(await fixture.as('ada', 'GET', `${path}/${review['id']}/instances`));
    const url = `${path}/instances/${instance?.['id']}`;
    for (const { id, principal, resource } of itemsOf(await fixture.as('ada', 'GET', `${url}/decisions?limit=100`))) {
      const [about, what] = [principal, resource].map((one) => String(Reflect.get(Object(one), 'id')));
      const decision = isDenied(about ?? '', what ?? '') ? 'deny' : 'approve';
      await fixture.as('rita', 'PATCH', `${url}/decisions/${id}`, { decision }, { 'if-match': '"1"' });
    }
    await fixture.as('ada', 'POST', `${url}/complete`);
    return { url, iid: String(instance?.['id']) };
  };
  const apply = (url: string) => fixture.as('ada', 'POST', `${url}/apply`);
  const resultsOf = async (url: string) =>
    itemsOf(await fixture.as('ada', 'GET', `${url}/decisions?limit=100`))
      .map(
        ({ principal, apply_result: result }) =>
          `${String(Reflect.get(Object(principal), 'id')).split('-')[0]} ${result}`,
      )
      .sort();
  const statusOf = async (id: string) => (await fixture.verifier.get(`/v1/agents/${id}`)).body['status'];
  const suspensionsOf = async (id: string) =>
    itemsOf(await fixture.verifier.admin('GET', `/v1/audit-logs?action=agent.suspended&resource=agent/${id}`)).length;
  /** Makes another process over the same database. */
  const anotherProcess = (change: Partial<AccessReviewsDeps>) => {
    const services = fixture.verifier.verifier().services;
    const { db, audit, changes, workspaces, agents, apiKeys, delegations, members } = services;
    const { scopedCredentials, toolRules } = services;
    return createAccessReviewServices({
      scopedCredentials,
      toolRules,
      db,
      audit,
      changes,
      workspaces,
      agents,
      apiKeys,
      delegations,
      clock: fixture.verifier.clock,
      roleOf: members.roleOf,
      randomBytes,
      ...change,
    }).accessReviews;
  };
  const admin = createAuthor('default', 'operator');

  it('suspends denied agents, keeps approved ones, and a repeat changes nothing', async () => {
    const { url, team } = await completed(['a', 'b', 'c'], ['a', 'c']);
    const applied = await apply(url);
    expect(applied).toMatchObject({ status: 200, body: { status: 'applied', counts: { deny: 2, failed: 0 } } });
    expect(await resultsOf(url)).toEqual(['a applied', 'b applied', 'c applied']);
    expect(await Promise.all(['a', 'b', 'c'].map((id) => statusOf(`${id}-${team}`)))).toEqual([
      ...['suspended', 'active', 'suspended'],
    ]);
    const { body } = await fixture.verifier.get(`/v1/agents/a-${team}`);
    expect(body['status_reason']).toMatch(new RegExp(`^denied by ${rita} in access review rev_`));
    await fixture.verifier.admin('POST', `/v1/agents/a-${team}/reactivate`, { reason: 'needed' });
    expect((await apply(url)).body).toEqual(applied.body);
    expect(await statusOf(`a-${team}`)).toBe('active');
  });

  it('reports objects that are gone, or already stopped', async () => {
    const { url, team } = await completed(['gone', 'held'], ['gone', 'held']);
    await fixture.verifier.admin('POST', `/v1/agents/held-${team}/suspend`, { reason: 'earlier' });
    await fixture.db().execute(sql`update agents set removed_at = 1 where id = ${`gone-${team}`}`);
    expect((await apply(url)).body).toMatchObject({ status: 'applied' });
    expect(await resultsOf(url)).toEqual(['gone object_not_found', 'held applied']);
    const { body } = await fixture.verifier.get(`/v1/agents/held-${team}`);
    expect(body['status_reason']).toBe('earlier');
  });

  it('leaves undecided items unchanged', async () => {
    teams += 1;
    const team = `team-${teams}`;
    await fixture.verifier.post('/v1/workspaces', { id: team });
    await fixture.register(`a-${team}`, [olga], team);
    const body = { name: 'R', scope: 'agents', reviewers: [rita], workspace_id: team };
    const { body: review } = await fixture.as('ada', 'POST', path, body);
    const [instance] = itemsOf(await fixture.as('ada', 'GET', `${path}/${review['id']}/instances`));
    const url = `${path}/instances/${instance?.['id']}`;
    await fixture.as('ada', 'POST', `${url}/complete`);
    expect((await apply(url)).body).toMatchObject({ status: 'applied' });
    expect([await resultsOf(url), await statusOf(`a-${team}`)]).toEqual([['a new'], 'active']);
  });

  it.each(['before', 'after'] as const)(
    'after a process was killed %s it stopped an agent is continued by another, and nothing is done twice',
    async (moment) => {
      const names = ['a', 'b', 'c', 'd'];
      const { url, iid, team } = await completed(names, names);
      const { agents } = fixture.verifier.verifier().services;
      let calls = 0;
      const dying: typeof agents = {
        ...agents,
        async suspend(tx, author, id, reason) {
          calls += 1;
          if (calls === 3 && moment === 'before') throw new Error('killed');
          const suspended = await agents.suspend(tx, author, id, reason);
          if (calls === 3) throw new Error('killed');
          return suspended;
        },
      };
      await expect(anotherProcess({ agents: dying }).apply(admin, { id: iid })).rejects.toThrow('killed');
      const middle = await fixture.as('ada', 'GET', url);
      expect(middle.body).toMatchObject({ status: 'applying' });
      expect((await resultsOf(url)).filter((result) => result.endsWith(' applied'))).toHaveLength(2);
      await fixture.verifier.restart();
      await fixture.verifier.verifier().services.accessReviews.runDue();
      expect((await fixture.as('ada', 'GET', url)).body).toMatchObject({ status: 'applied' });
      expect(await resultsOf(url)).toEqual(names.map((name) => `${name} applied`));
      for (const name of names) {
        expect([await statusOf(`${name}-${team}`), await suspensionsOf(`${name}-${team}`)]).toEqual(['suspended', 1]);
      }
    },
  );

  it('stops at its bound with 202, and later calls complete it', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const { url, iid } = await completed(names, names);
    const bounded = anotherProcess({ maxConcurrent: 2 });
    const statuses = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await bounded.apply(admin, { id: iid })).status);
    expect(statuses).toEqual(['applying', 'applying', 'applied']);
    expect(await resultsOf(url)).toEqual(names.map((name) => `${name} applied`));
  });

  it('by concurrent calls does nothing twice', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const { url, team } = await completed(names, names);
    const answers = await Promise.all([apply(url), apply(url), apply(url)]);
    expect(answers.map(({ status }) => status).every((status) => status === 200 || status === 202)).toBe(true);
    expect((await fixture.as('ada', 'GET', url)).body).toMatchObject({ status: 'applied' });
    for (const name of names) expect(await suspensionsOf(`${name}-${team}`)).toBe(1);
  });

  it('marks and reports a refused item, delays no other, and retries it in a later call', async () => {
    const names = ['a', 'b', 'c'];
    const { url, iid, team } = await completed(names, names);
    const { agents } = fixture.verifier.verifier().services;
    const refusing: typeof agents = {
      ...agents,
      // Suspending `b-…` fails: the author lacks the right.
      suspend: (tx, author, id, reason) =>
        id.startsWith('b-')
          ? agents.suspend(tx, { ...author, role: 'viewer' }, id, reason)
          : agents.suspend(tx, author, id, reason),
    };
    const first = await anotherProcess({ agents: refusing, maxConcurrent: 1 }).apply(admin, { id: iid });
    expect(first.status).toBe('applying');
    const process = anotherProcess({ agents: refusing, maxConcurrent: 1 });
    while ((await process.apply(admin, { id: iid })).status === 'applying');
    expect(await resultsOf(url)).toEqual(['a applied', 'b failed', 'c applied']);
    expect((await fixture.as('ada', 'GET', url)).body).toMatchObject({ status: 'applied', counts: { failed: 1 } });
    expect((await apply(url)).body).toMatchObject({ status: 'applied', counts: { failed: 0 } });
    expect(await statusOf(`b-${team}`)).toBe('suspended');
  });

  describe('of credentials', () => {
    const makeKey = async (who: string, alias: string) => {
      const expires_at = new Date(fixture.verifier.clock.now() + 80 * 86_400_000).toISOString();
      const body = { alias, purpose: 'ci', scopes: ['agents:read'], expires_at };
      const made = await fixture.as(who, 'POST', '/v1/api-keys', body);
      expect(made.status).toBe(201);
      return String(made.body['id']);
    };

    it('revokes denied ones, and nobody reviews their own', async () => {
      const [kept, dropped, own] = [
        await makeKey('olga', 'kept'),
        await makeKey('olga', 'dropped'),
        await makeKey('rita', 'own'),
      ];
      const { url } = await finish(
        { name: 'K', scope: 'credentials', reviewers: [rita] },
        (_who, key) => key === dropped,
      );
      const decisions = itemsOf(await fixture.as('ada', 'GET', `${url}/decisions`));
      const of = (id: string) => decisions.find(({ resource }) => Reflect.get(Object(resource), 'id') === id);
      expect(of(own)).toMatchObject({ decision: 'not_reviewed', resource: { type: 'api_key', name: 'own' } });
      expect(of(dropped)).toMatchObject({ principal: { type: 'user', id: olga }, recommendation: 'no_info' });
      expect(JSON.stringify(decisions)).not.toContain('assay_key_');
      expect((await apply(url)).body).toMatchObject({ status: 'applied' });
      const revoked = async (id: string) =>
        (await fixture.verifier.admin('GET', `/v1/api-keys/${id}`)).body['revoked_at'];
      expect([await revoked(kept), await revoked(own)]).toEqual([null, null]);
      expect(await revoked(dropped)).toEqual(expect.any(String));
    });

    it('refuses the reviewer who made the key', async () => {
      const own = await makeKey('rita', 'mine');
      const { body } = await fixture.as('ada', 'POST', path, { name: 'K', scope: 'credentials', reviewers: [rita] });
      const [instance] = itemsOf(await fixture.as('ada', 'GET', `${path}/${body['id']}/instances`));
      const url = `${path}/instances/${instance?.['id']}/decisions`;
      const decision = itemsOf(await fixture.as('ada', 'GET', url)).find(
        ({ resource }) => Reflect.get(Object(resource), 'id') === own,
      );
      const change = { decision: 'approve', justification: 'mine' };
      const refused = await fixture.as('rita', 'PATCH', `${url}/${decision?.['id']}`, change, { 'if-match': '"1"' });
      expect(refused).toMatchObject({ status: 403, body: { reason: 'own_credential' } });
    });
  });

  it('of grants revokes denied ones, and nobody reviews their own consent', async () => {
    const crm = 'https://crm.example.com';
    const manifest = { account_domains: ['example.com'], resources: [crm], scopes: ['crm:read'] };
    await fixture.verifier.admin('POST', '/v1/agents', { id: 'helper', access_manifest: manifest });
    const letAct = async (name: string) => {
      const request = { agent_id: 'helper', resources: [crm], scopes: ['crm:read'], purpose: `for ${name}` };
      const { body } = await fixture.as(name, 'POST', '/v1/on-behalf-of/authorize', request);
      const grant = { consent_request_id: body['id'] };
      return String((await fixture.as(name, 'POST', '/v1/agents/helper/delegations', grant)).body['id']);
    };
    const [kept, dropped, gone, own] = [
      ...[await letAct('olga'), await letAct('ada')],
      ...[await fixture.join('gina', 'viewer').then(() => letAct('gina')), await letAct('rita')],
    ];
    const denied = [dropped, gone];
    const { url } = await finish({ name: 'G', scope: 'grants', reviewers: [rita] }, (agent, id) => {
      expect(agent).toBe('helper');
      return denied.includes(id);
    });
    await fixture.as('gina', 'DELETE', `/v1/agents/helper/delegations/${gone}`);
    const decisions = itemsOf(await fixture.as('ada', 'GET', `${url}/decisions`));
    const of = (id: string | undefined) => decisions.find(({ resource }) => Reflect.get(Object(resource), 'id') === id);
    expect(of(own)).toMatchObject({ decision: 'not_reviewed', owners: [rita], recommendation: 'no_info' });
    expect(of(kept)).toMatchObject({
      resource: { type: 'delegation', name: 'for olga' },
      owners: [olga],
      facts: { subject_id: olga, scopes: ['crm:read'], resources: [crm], use_count: 0 },
    });
    expect((await apply(url)).body).toMatchObject({ status: 'applied', counts: { failed: 0 } });
    const reasonOf = async (id: string | undefined) =>
      (await fixture.verifier.admin('GET', `/v1/agents/helper/delegations/${id}`)).body['revoke_reason'];
    expect(await Promise.all([kept, own, dropped, gone].map(reasonOf))).toEqual([
      ...[null, null, 'access_review', 'user'],
    ]);
  });

  describe('of what agents use', () => {
    const admin = (url: string, body: object) => fixture.verifier.admin('POST', url, body);
    const make = async (url: string, body: object) => {
      const made = await admin(url, body);
      expect(made).toMatchObject({ status: 201 });
      return String(made.body['id']);
    };
    const of = (decisions: readonly Record<string, unknown>[], id: string | undefined) =>
      decisions.find(({ resource }) => Reflect.get(Object(resource), 'id') === id);
    const decisionsOf = async (url: string) => itemsOf(await fixture.as('ada', 'GET', `${url}/decisions?limit=100`));

    it('ends denied credentials with their secrets, and recommends by their last use', async () => {
      const keyOf = (service: string, more: object = {}) =>
        make('/v1/scoped-credentials', {
          scope: { level: 'org', id: 'default' },
          service,
          auth_type: 'api_key',
          secret: `of ${service}`,
          ...more,
        });
      await fixture.register('user-of-keys', [olga]);
      const [kept, dropped, own] = [
        await keyOf('used'),
        await keyOf('idle'),
        await keyOf('bound', { scope: undefined, agent_id: 'user-of-keys' }),
      ];
      const { clock } = fixture.verifier;
      await fixture.db().execute(sql`update scoped_credentials set created_at = 1`);
      await fixture
        .db()
        .execute(sql`update scoped_credentials set last_used_at = ${clock.now() - 1} where id = ${kept}`);
      const { url } = await finish(
        { name: 'S', scope: 'credentials', reviewers: [rita] },
        (_who, id) => id === dropped,
      );
      const decisions = await decisionsOf(url);
      expect(of(decisions, kept)).toMatchObject({
        principal: { type: 'organization', id: 'default' },
        recommendation: 'approve',
        resource: { type: 'scoped_credential', name: 'used' },
        facts: { auth_type: 'api_key', status: 'active' },
      });
      expect(of(decisions, dropped)).toMatchObject({ recommendation: 'deny' });
      expect(of(decisions, own)).toMatchObject({ principal: { type: 'agent', id: 'user-of-keys' }, owners: [olga] });
      expect(JSON.stringify(decisions)).not.toContain('of idle');
      expect((await apply(url)).body).toMatchObject({ status: 'applied', counts: { failed: 0 } });
      const see = async (id: string) => (await fixture.verifier.admin('GET', `/v1/scoped-credentials/${id}`)).body;
      expect(await see(kept)).toMatchObject({ status: 'active' });
      expect(await see(dropped)).toMatchObject({
        status: 'revoked',
        status_reason: expect.stringMatching(/^denied by .* in access review rev_/),
      });
      const left = await query(fixture.db(), sql`select 1 from vault_secrets where record_id = ${dropped}`);
      expect(left).toEqual([]);
    });

    it('removes rules on tools: one of the organisation is removed, one of a workspace blocks', async () => {
      await fixture.verifier.post('/v1/workspaces', { id: 'tooled' });
      const rule = (level: string, app_id: string, mode = 'available') =>
        make('/v1/scoped-tools', {
          scope: { level, id: level === 'org' ? 'default' : 'tooled' },
          tool: { app_id, name: '*' },
          mode,
        });
      const [ofOrg, ofWorkspace, held, kept] = [
        ...[await rule('org', 'app_a'), await rule('workspace', 'app_a')],
        ...[await rule('workspace', 'app_b'), await rule('workspace', 'app_c')],
      ];
      const barred = await rule('org', 'app_d', 'blocked');
      await fixture.db().execute(sql`update scoped_tools set updated_at = 1 where id = ${kept} or app_id = 'assay'`);
      const denied = [ofOrg, ofWorkspace, held];
      const review = { name: 'T', scope: 'tools', reviewers: [rita] };
      const { url } = await finish(review, (_who, id) => denied.includes(id));
      // The instance ignores changes after the snapshot, and reports them.
      await rule('org', 'app_b', 'required');
      const decisions = await decisionsOf(url);
      expect(of(decisions, barred)).toBeUndefined();
      expect(of(decisions, kept)).toMatchObject({
        principal: { type: 'workspace', id: 'tooled' },
        recommendation: 'deny',
        facts: { agents: 0 },
        resource: { type: 'scoped_tool', name: 'app_c * *' },
      });
      // Our own services are installed nowhere, so nothing is known about the use of their default rule.
      const ownServices = decisions.find(({ resource }) => Object(resource).name === 'assay * *');
      expect(ownServices).toMatchObject({ principal: { type: 'organization' }, recommendation: 'no_info' });
      expect((await apply(url)).body).toMatchObject({ status: 'applied', counts: { failed: 0 } });
      const results = await decisionsOf(url);
      expect(of(results, held)).toMatchObject({ apply_result: 'not_supported' });
      const modeOf = async (id: string | undefined) =>
        (await fixture.verifier.admin('GET', `/v1/scoped-tools/${id}`)).body['mode'];
      expect(await Promise.all([ofOrg, ofWorkspace, held, kept].map(modeOf))).toEqual([
        ...[undefined, 'blocked', 'available', 'available'],
      ]);
    });

    it('is refused for the author of the rule', async () => {
      const body = {
        scope: { level: 'org', id: 'default' },
        tool: { app_id: 'app_own', name: '*' },
        mode: 'available',
      };
      const made = await fixture.as('ada', 'POST', '/v1/scoped-tools', body);
      const review = { name: 'T', scope: 'tools', reviewers: [ada], justification_required: false };
      const { body: started } = await fixture.as('ada', 'POST', path, review);
      const [instance] = itemsOf(await fixture.as('ada', 'GET', `${path}/${started['id']}/instances`));
      const url = `${path}/instances/${instance?.['id']}`;
      const one = of(await decisionsOf(url), String(made.body['id']));
      const at = `${url}/decisions/${one?.['id']}`;
      const refused = await fixture.as('ada', 'PATCH', at, { decision: 'approve' }, { 'if-match': '"1"' });
      expect(refused).toMatchObject({ status: 403, body: { reason: 'own_rule' } });
    });
  });
});
