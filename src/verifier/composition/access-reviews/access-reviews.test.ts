import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toTimestamp } from '../../../platform/clock.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { dayMs } from '../../configuration/lifecycle/staleness.ts';
import { itemsOf, openReviews, type ReviewsFixture } from './reviews.fixture.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const path = '/v1/access-reviews';

describe.each(kinds)('access reviews on %s', (kind) => {
  let fixture: ReviewsFixture;
  let rita: string;
  let rob: string;
  let olga: string;
  let ada: string;
  beforeAll(async () => {
    fixture = await openReviews(kind);
    rita = await fixture.join('rita', 'reviewer');
    rob = await fixture.join('rob', 'reviewer');
    olga = await fixture.join('olga', 'operator');
    ada = await fixture.join('ada', 'admin');
  }, 60_000);
  afterAll(() => fixture?.verifier.close());

  let teams = 0;
  /** Makes a workspace per test. */
  const aTeam = async () => {
    teams += 1;
    const id = `team-${teams}`;
    await fixture.verifier.post('/v1/workspaces', { id });
    return id;
  };
  const definition = (change: object) => ({ name: 'Quarterly', scope: 'agents', reviewers: [rita, rob], ...change });
  const make = async (change: object) => (await fixture.as('ada', 'POST', path, definition(change))).body;
  const instancesOf = async (id: unknown) => itemsOf(await fixture.as('ada', 'GET', `${path}/${id}/instances`));
  const decisionsOf = async (iid: unknown) =>
    itemsOf(await fixture.as('ada', 'GET', `${path}/instances/${iid}/decisions?limit=100`)).reverse();
  /** Starts a review of a new team with these agents; gives the decisions by agent. */
  const started = async (agents: Readonly<Record<string, readonly string[]>>, change: object = {}) => {
    const team = await aTeam();
    for (const [id, owners] of Object.entries(agents)) await fixture.register(`${id}-${team}`, owners, team);
    const review = await make({ workspace_id: team, justification_required: false, ...change });
    const iid = (await instancesOf(review['id'])).at(-1)?.['id'];
    const decisions = await decisionsOf(iid);
    const of = (id: string) => decisions.find((one) => Reflect.get(Object(one['principal']), 'id') === `${id}-${team}`);
    return { review, iid, decisions, of, team, url: `${path}/instances/${iid}` };
  };
  const decide = (who: string, decision: Record<string, unknown> | undefined, body: object, tag = '"1"') =>
    fixture.as(who, 'PATCH', `${path}/instances/${decision?.['instance_id']}/decisions/${decision?.['id']}`, body, {
      'if-match': tag,
    });
  const statusOf = async (id: string) => (await fixture.verifier.get(`/v1/agents/${id}`)).body['status'];

  describe('a definition', () => {
    it('is made by an admin with defaults, and its first instance starts at once', async () => {
      const team = await aTeam();
      const made = await fixture.as('ada', 'POST', path, definition({ workspace_id: team }));
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({
        id: expect.stringMatching(/^rev_/),
        recurrence: null,
        duration_days: 14,
        default_decision: 'none',
        auto_apply: false,
        justification_required: true,
        ended_at: null,
        created_by: ada,
        reviewers: [rita, rob],
      });
      expect((await fixture.as('olga', 'GET', `${path}/${made.body['id']}`)).body).toEqual(made.body);
      expect(await instancesOf(made.body['id'])).toMatchObject([
        {
          status: 'in_progress',
          due_at: toTimestamp(fixture.verifier.clock.now() + 14 * dayMs),
          counts: { total: 0 },
        },
      ]);
      const listed = itemsOf(await fixture.as('rita', 'GET', `${path}?limit=1`));
      expect(listed).toMatchObject([{ id: made.body['id'] }]);
    });

    it('can be made, completed or applied by nobody else', async () => {
      const { url } = await started({});
      for (const who of ['rita', 'olga']) {
        expect((await fixture.as(who, 'POST', path, definition({}))).status).toBe(403);
        for (const step of ['complete', 'apply', 'start']) {
          expect((await fixture.as(who, 'POST', `${url}/${step}`)).status).toBe(403);
        }
      }
    });

    it.each([
      [{ workspace_id: 'nowhere' }, 'workspace_unknown', '/workspace_id'],
      [{ recurrence: { days: 7 }, duration_days: 8 }, 'recurrence_too_short', '/recurrence/days'],
      [{ reviewers: ['usr_nobody'] }, 'reviewer_invalid', '/reviewers/0'],
      [{ start_at: '2026-99-01T00:00:00Z' }, 'start_at_invalid', '/start_at'],
    ])('refuses %j', async (change, reason, pointer) => {
      const refused = await fixture.as('ada', 'POST', path, definition(change));
      expect(refused).toMatchObject({ status: 422, body: { reason, errors: [{ pointer }] } });
    });

    it('accepts reviewers and admins as its reviewers, and no operator', async () => {
      const refused = await fixture.as('ada', 'POST', path, definition({ reviewers: [ada, olga] }));
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/reviewers/1' }] } });
    });

    it('of another organisation does not exist, nor anything below it', async () => {
      const { review, iid, decisions, url } = await started({ clerk: [olga] });
      await fixture.verifier.admin('POST', '/v1/organizations', { id: `acme-${kind}` });
      const foreign = { 'x-assay-organization': `acme-${kind}`, 'if-match': '"1"' };
      const decision = `${url}/decisions/${decisions[0]?.['id']}`;
      for (const [method, at, body] of [
        ['GET', `${path}/${review['id']}`, undefined],
        ['GET', `${path}/${review['id']}/instances`, undefined],
        ['POST', `${path}/${review['id']}/end`, undefined],
        ['GET', url, undefined],
        ['GET', `${url}/decisions`, undefined],
        ['GET', `${path}/${review['id']}/instances/${iid}`, undefined],
        ['PATCH', decision, { decision: 'deny', justification: 'x' }],
        ...(['start', 'complete', 'apply'] as const).map((step) => ['POST', `${url}/${step}`, undefined] as const),
      ] as const) {
        expect([at, (await fixture.verifier.admin(method, at, body, foreign)).status]).toEqual([at, 404]);
      }
    });

    it('an instance is found under its own review only', async () => {
      const [one, two] = [await started({}), await started({})];
      expect((await fixture.as('ada', 'GET', `${path}/${one.review['id']}/instances/${one.iid}`)).status).toBe(200);
      expect((await fixture.as('ada', 'GET', `${path}/${two.review['id']}/instances/${one.iid}`)).status).toBe(404);
    });
  });

  describe('the snapshot', () => {
    it('is fixed when the instance starts: later additions are not in it, removed objects stay in it', async () => {
      const { iid, decisions, team } = await started({ b: [olga], a: [olga, rita] });
      await fixture.register(`late-${team}`, [olga], team);
      await fixture.verifier.admin('POST', `/v1/agents/b-${team}/decommission`, { reason: 'done' });
      expect(await decisionsOf(iid)).toEqual(decisions);
      expect(decisions).toMatchObject([
        {
          principal: { type: 'agent', id: `a-${team}` },
          resource: { type: 'workspace', id: team },
          owners: [olga, rita],
        },
        { principal: { id: `b-${team}` }, facts: { status: 'active' }, decision: 'not_reviewed', apply_result: 'new' },
      ]);
    });

    it('recommends by activity within 30 days, and reports when it is unknown', async () => {
      const team = await aTeam();
      for (const id of ['busy', 'quiet']) await fixture.register(`${id}-${team}`, [olga], team);
      fixture.pass(60);
      await fixture.register(`new-${team}`, [olga], team);
      await fixture.active(`busy-${team}`, 29);
      await fixture.active(`quiet-${team}`, 30);
      const recommendations = async () => {
        const [instance] = await instancesOf((await make({ workspace_id: team }))['id']);
        return (await decisionsOf(instance?.['id'])).map(({ recommendation }) => recommendation);
      };
      await fixture.hear();
      expect(await recommendations()).toEqual(['approve', 'no_info', 'deny']);
      fixture.pass(31);
      expect(await recommendations()).toEqual(['no_info', 'no_info', 'no_info']);
    });

    it('leaves out staged and decommissioned agents, which have no access', async () => {
      const team = await aTeam();
      for (const id of ['runs', 'gone', 'held']) await fixture.register(`${id}-${team}`, [olga], team);
      await fixture.verifier.admin('POST', `/v1/agents/gone-${team}/decommission`, { reason: 'done' });
      await fixture.verifier.admin('POST', `/v1/agents/held-${team}/suspend`, { reason: 'later' });
      const [instance] = await instancesOf((await make({ workspace_id: team }))['id']);
      const ids = (await decisionsOf(instance?.['id'])).map(({ principal }) => Reflect.get(Object(principal), 'id'));
      expect(ids).toEqual([`held-${team}`, `runs-${team}`]);
    });
  });

  describe('a decision', () => {
    it('is a reviewer’s, can be changed and withdrawn, and is in the audit log', async () => {
      const { of } = await started({ clerk: [olga] });
      const denied = await decide('rita', of('clerk'), { decision: 'deny', justification: 'Not needed' });
      expect(denied.body).toMatchObject({
        decision: 'deny',
        justification: 'Not needed',
        reviewed_by: rita,
        revision: 2,
        apply_result: 'new',
      });
      expect((await decide('rob', of('clerk'), { decision: 'approve' })).status).toBe(412);
      expect((await decide('rob', of('clerk'), { decision: 'approve' }, '"2"')).body).toMatchObject({
        reviewed_by: rob,
      });
      const open = await decide('rob', of('clerk'), { decision: 'not_reviewed', justification: 'x' }, '"3"');
      expect(open.body).toMatchObject({ reviewed_by: null, reviewed_at: null, justification: null });
      const { body } = await fixture.verifier.admin('GET', '/v1/audit-logs?action=access_review.decided&limit=1');
      expect(body).toMatchObject({ items: [{ actor: { id: rob }, details: { decision: 'not_reviewed' } }] });
    });

    it('is refused for others than the named reviewers, also for an admin', async () => {
      const { of } = await started({ clerk: [olga] });
      const refused = await decide('ada', of('clerk'), { decision: 'approve' });
      expect(refused).toMatchObject({ status: 403, body: { reason: 'not_a_reviewer' } });
      expect((await decide('olga', of('clerk'), { decision: 'approve' })).status).toBe(403);
    });

    it('is refused for the sole owner of the agent, present or former', async () => {
      const { of, team } = await started({ own: [rita], shared: [rita, olga], handed: [rita] });
      const alone = { status: 403, body: { reason: 'sole_owner' } };
      expect(await decide('rita', of('own'), { decision: 'approve' })).toMatchObject(alone);
      expect((await decide('rita', of('shared'), { decision: 'approve' })).status).toBe(200);
      await fixture.verifier.admin('POST', `/v1/agents/handed-${team}/transfer`, { owner_id: olga, reason: 'moved' });
      expect(await decide('rita', of('handed'), { decision: 'approve' })).toMatchObject(alone);
      await fixture.verifier.admin('POST', `/v1/agents/own-${team}/transfer`, { owner_id: rob, reason: 'moved' });
      expect(await decide('rob', of('own'), { decision: 'deny' })).toMatchObject(alone);
    });

    it('needs a justification when the review requires one', async () => {
      const { of } = await started({ clerk: [olga] }, { justification_required: true });
      for (const decision of ['approve', 'deny']) {
        const refused = await decide('rita', of('clerk'), { decision });
        expect(refused).toMatchObject({ status: 422, body: { reason: 'justification_required' } });
      }
      expect((await decide('rita', of('clerk'), { decision: 'dont_know' })).status).toBe(200);
      expect((await decide('rita', of('clerk'), { decision: 'deny', justification: 'Idle' }, '"2"')).status).toBe(200);
    });

    it('is refused after the instance is completed, and without the revision', async () => {
      const { of, url } = await started({ clerk: [olga] });
      const at = `${url}/decisions/${of('clerk')?.['id']}`;
      expect((await fixture.as('rita', 'PATCH', at, { decision: 'deny' })).status).toBe(428);
      await fixture.as('ada', 'POST', `${url}/complete`);
      expect(await decide('rita', of('clerk'), { decision: 'deny' })).toMatchObject({
        status: 409,
        body: { reason: 'instance_state', instance_status: 'completed' },
      });
    });
  });

  describe('completion', () => {
    it.each([
      ['none', ['not_reviewed', 'not_reviewed', 'dont_know'], null],
      ['approve', ['approve', 'approve', 'dont_know'], 'default_decision'],
      ['deny', ['deny', 'deny', 'dont_know'], 'default_decision'],
    ])('by default decision %s', async (default_decision, expected, by) => {
      const { iid, of, url } = await started({ a: [olga], b: [olga], c: [olga] }, { default_decision });
      await decide('rita', of('c'), { decision: 'dont_know' });
      const completed = await fixture.as('ada', 'POST', `${url}/complete`);
      expect(completed).toMatchObject({ status: 200, body: { status: 'completed', completed_by: ada } });
      const decisions = await decisionsOf(iid);
      expect(decisions.map(({ decision }) => decision)).toEqual(expected);
      expect(decisions[0]?.['reviewed_by']).toBe(by);
      expect((await fixture.as('ada', 'POST', `${url}/complete`)).body).toEqual(completed.body);
    });

    it('by the recommendation decides only when there is one', async () => {
      const team = await aTeam();
      for (const id of ['a', 'b']) await fixture.register(`${id}-${team}`, [olga], team);
      fixture.pass(60);
      await fixture.hear();
      await fixture.active(`a-${team}`, 1);
      await fixture.register(`c-${team}`, [olga], team);
      const [instance] = await instancesOf(
        (await make({ workspace_id: team, default_decision: 'recommendation' }))['id'],
      );
      await fixture.as('ada', 'POST', `${path}/instances/${instance?.['id']}/complete`);
      const decisions = (await decisionsOf(instance?.['id'])).map(({ decision }) => decision);
      expect(decisions).toEqual(['approve', 'deny', 'not_reviewed']);
    });

    it('is refused before the start, as applying is before completion', async () => {
      const later = toTimestamp(fixture.verifier.clock.now() + dayMs);
      const { url } = await started({ clerk: [olga] }, { start_at: later });
      for (const step of ['complete', 'apply']) {
        const refused = await fixture.as('ada', 'POST', `${url}/${step}`);
        expect(refused).toMatchObject({
          status: 409,
          body: { reason: 'instance_state', instance_status: 'not_started' },
        });
      }
      expect((await fixture.as('ada', 'POST', `${url}/start`)).body).toMatchObject({ status: 'in_progress' });
      expect((await fixture.as('ada', 'POST', `${url}/apply`)).status).toBe(409);
    });

    it('applies at once when the review says so', async () => {
      const { of, url, team } = await started({ bad: [olga], good: [olga] }, { auto_apply: true });
      await decide('rita', of('bad'), { decision: 'deny' });
      const completed = await fixture.as('ada', 'POST', `${url}/complete`);
      expect(completed).toMatchObject({ status: 200, body: { status: 'applied' } });
      expect([await statusOf(`bad-${team}`), await statusOf(`good-${team}`)]).toEqual(['suspended', 'active']);
    });
  });

  describe('automatically', () => {
    const tick = () => fixture.verifier.verifier().services.accessReviews.runDue();

    it('instances start when due, are completed at their end, applied, and followed by the next', async () => {
      const startAt = fixture.verifier.clock.now() + dayMs;
      const { review, iid, team } = await started(
        { clerk: [olga] },
        {
          start_at: toTimestamp(startAt),
          recurrence: { days: 30 },
          duration_days: 7,
          default_decision: 'deny',
          auto_apply: true,
        },
      );
      await tick();
      expect(await instancesOf(review['id'])).toMatchObject([{ status: 'not_started', started_at: null }]);
      await fixture.register(`before-${team}`, [olga], team);
      fixture.pass(1);
      await tick();
      const [next, first] = await instancesOf(review['id']);
      expect(first).toMatchObject({ id: iid, status: 'in_progress', counts: { total: 2, not_reviewed: 2 } });
      expect(next).toMatchObject({ status: 'not_started', start_at: toTimestamp(startAt + 30 * dayMs) });
      fixture.pass(7);
      await tick();
      expect((await instancesOf(review['id']))[1]).toMatchObject({ status: 'applied', completed_by: 'access-reviews' });
      expect(await statusOf(`clerk-${team}`)).toBe('suspended');
      await tick();
      expect(await instancesOf(review['id'])).toHaveLength(2);
    });

    it('missed instances are not repeated: the next one is in the future', async () => {
      const { review } = await started(
        {},
        { recurrence: { days: 10 }, duration_days: 5, start_at: '2020-01-01T00:00:00Z' },
      );
      const [next] = await instancesOf(review['id']);
      const wait = Date.parse(String(next?.['start_at'])) - fixture.verifier.clock.now();
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(10 * dayMs);
    });

    it('an ended review starts no more, and its running instance continues', async () => {
      const { review, of } = await started({ clerk: [olga] }, { recurrence: { days: 30 } });
      const ended = await fixture.as('ada', 'POST', `${path}/${review['id']}/end`);
      expect(ended.body).toMatchObject({ ended_at: expect.any(String), revision: 2 });
      expect((await fixture.as('ada', 'POST', `${path}/${review['id']}/end`)).body).toEqual(ended.body);
      expect((await decide('rita', of('clerk'), { decision: 'approve' })).status).toBe(200);
      fixture.pass(31);
      await tick();
      expect(await instancesOf(review['id'])).toMatchObject([{ status: 'completed' }]);
    });
  });
});
