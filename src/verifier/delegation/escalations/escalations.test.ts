import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bindingHashOf } from '../../../contract/binding-hash.ts';
import type { EscalationAnswer } from '../../../contract/escalation.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { createAuthor } from '../../base/control/author.ts';
import type { TestPerson } from '../../identity/api-keys/keys.fixture.ts';
import { anEscalation, type EscalationsFixture, evidenceId, openEscalations } from './escalations.fixture.ts';

const minuteMs = 60_000;

describe.each(testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const))(
  'escalations of gateways, on %s',
  (kind) => {
    let fixture: EscalationsFixture;
    let reviewer: TestPerson;
    beforeAll(async () => {
      fixture = await openEscalations(kind);
      reviewer = await fixture.person('reviewer');
    });
    beforeEach(() => fixture.verifier.clock.set(fixture.verifier.clock.now() + 1));
    afterAll(() => fixture?.verifier.close());

    const pass = (ms: number) => fixture.verifier.clock.set(fixture.verifier.clock.now() + ms);
    const db = () => fixture.verifier.testDb.database().db;
    const approved = async (...args: Parameters<EscalationsFixture['pending']>) => {
      const waiting = await fixture.pending(...args);
      expect((await fixture.approve(reviewer, waiting.id)).status).toBe(200);
      return waiting;
    };
    const again = (request: ReturnType<typeof anEscalation>) => ({ ...request, evidence_id: evidenceId() });
    const idsOf = (answers: readonly EscalationAnswer[], status: string) =>
      answers.filter((answer) => answer.status === status).map(({ approval_id: id }) => id);

    it('an approval allows exactly one exchange, and its grant is only for that one', async () => {
      const { ask, openGrant, verifier } = fixture;
      const { id, request } = await fixture.pending();
      expect(await ask(again(request))).toMatchObject({ approval_id: id, status: 'pending', grant: null });
      await fixture.approve(reviewer, id);
      const retry = again(request);
      const answer = await ask(retry);
      expect(answer).toMatchObject({ approval_id: id, status: 'approved', url: expect.stringContaining(id) });
      const now = Math.floor(verifier.clock.now() / 1000);
      expect(await openGrant(answer)).toEqual({
        iss: 'https://assay.example',
        iat: now,
        exp: now + 60,
        org_id: 'default',
        gateway_id: 'gw',
        evidence_id: retry.evidence_id,
        approval_id: id,
        binding_hash: bindingHashOf(request.binding),
        approvers: [reviewer.id],
        risk: 'medium',
        approved_until: answer.expires_at,
        approved_at: expect.stringMatching(/Z$/),
      });
      const later = await ask(again(request));
      expect(later).toMatchObject({ status: 'pending', grant: null });
      expect(later.approval_id).not.toBe(id);
    });

    it('exactly one of many concurrent exchanges that match one approval gets it', async () => {
      const { id, request } = await approved();
      const answers = await Promise.all(Array.from({ length: 20 }, () => fixture.ask(again(request))));
      expect(idsOf(answers, 'approved')).toEqual([id]);
      // The others wait for the same new approval.
      expect(new Set(idsOf(answers, 'pending')).size).toBe(1);
      expect(idsOf(answers, 'pending')).toHaveLength(19);
    });

    it('the same exchange gets the same outcome for a minute, on any number of requests', async () => {
      const { id, request } = await approved();
      const retry = again(request);
      const answers = await Promise.all(Array.from({ length: 20 }, () => fixture.ask(retry)));
      expect(idsOf(answers, 'approved')).toEqual(Array.from({ length: 20 }, () => id));
      pass(minuteMs - 1_000);
      const late = await fixture.ask(retry);
      const { iat, exp } = await fixture.openGrant(late);
      expect([exp - iat, iat]).toEqual([60, Math.floor(fixture.verifier.clock.now() / 1000)]);
      pass(2_000);
      expect(await fixture.ask(retry)).toMatchObject({ status: 'pending' });
    });

    it('many concurrent requests share one approval request', async () => {
      const request = anEscalation();
      const answers = await Promise.all(Array.from({ length: 10 }, () => fixture.ask(again(request))));
      expect(idsOf(answers, 'pending')).toHaveLength(10);
      expect(new Set(idsOf(answers, 'pending')).size).toBe(1);
    });

    it('an approval is invalid for an exchange that differs in one member', async () => {
      const { id, request } = await approved({ tool: 'pay', response_hash: null });
      const hash = 'f'.repeat(64);
      for (const change of [
        ...[{ tool: 'pay-all' }, { tool: null }, { model_id: 'model-2' }, { request_hash: hash }],
        ...[{ endpoint: '/v1/chat/completions' }, { headers_hash: hash }],
        ...[{ response_hash: hash }, { phase: 'execution' as const }, { principal: 'token' }],
        ...[{ policy_set_hash: 'sha256:2' }, { policies: ['needs-a-person', 'and-another'] }, { workspace_id: 'x' }],
      ]) {
        const answer = await fixture.ask(again({ ...request, binding: { ...request.binding, ...change } }));
        expect(answer.status).toBe('pending');
        expect(answer.approval_id).not.toBe(id);
      }
      expect(await fixture.ask(again(request))).toMatchObject({ approval_id: id, status: 'approved' });
    });

    it('an approval requested with a smaller quorum or risk does not count', async () => {
      const { id, request } = await approved({}, { quorum: 1, risk: 'low' });
      for (const terms of [{ quorum: 2 }, { risk: 'high' as const }]) {
        const answer = await fixture.ask({ ...again(request), ...terms });
        expect(answer).toMatchObject({ status: 'pending', approval_id: expect.not.stringContaining(id) });
      }
    });

    it("a no lasts for the request's waiting time, then it may be asked again", async () => {
      const { id, request } = await fixture.pending();
      expect((await reviewer.call('POST', `/v1/approvals/${id}/deny`, {})).status).toBe(200);
      const denied = await fixture.ask(again(request));
      expect(denied).toMatchObject({ approval_id: id, status: 'denied', grant: null });
      pass(59 * minuteMs);
      expect(await fixture.ask(again(request))).toEqual(denied);
      pass(minuteMs);
      const next = await fixture.ask(again(request));
      expect(next.status).toBe('pending');
      expect(next.approval_id).not.toBe(id);
    });

    it('an undecided, unused or cancelled request is made again', async () => {
      const [undecided, unused, cancelled] = [await fixture.pending(), await approved(), await fixture.pending()];
      await fixture.verifier.admin('POST', `/v1/approvals/${cancelled.id}/cancel`, {});
      pass(5 * minuteMs);
      const asked = [await fixture.ask(again(unused.request)), await fixture.ask(again(cancelled.request))];
      expect((await fixture.ask(again(undecided.request))).approval_id).toBe(undecided.id);
      pass(55 * minuteMs);
      asked.push(await fixture.ask(again(undecided.request)));
      expect(idsOf(asked, 'pending')).toHaveLength(3);
      const old = [undecided.id, unused.id, cancelled.id];
      expect(idsOf(asked, 'pending').filter((id) => id !== null && old.includes(id))).toEqual([]);
    });

    it("nobody approves their own agents' requests, by key or for themselves, and no person escalates as a gateway", async () => {
      const { openGrant, ask } = fixture;
      const maker = await fixture.person('admin');
      const owned = { purpose: 'agent' as const, agent_id: 'clerk', scopes: ['gateway:call'] };
      await maker.key(owned);
      const listed = (await maker.call('GET', '/v1/api-keys?agent_id=clerk')).body['items'];
      const keyId = String(Array.isArray(listed) ? listed[0]?.id : undefined);
      expect(keyId).toMatch(/^key_/);
      for (const request of [
        anEscalation({ principal: keyId }),
        anEscalation({}, { credential_id: keyId }),
        anEscalation({}, { on_behalf_of: maker.id }),
        anEscalation({ principal: maker.id }),
      ]) {
        const id = String((await ask(request)).approval_id);
        expect((await fixture.approve(maker, id)).body).toMatchObject({ status: 403, reason: 'own_request' });
        expect((await fixture.approve(reviewer, id)).status).toBe(200);
        expect((await openGrant(await ask(again(request)))).approvers).toEqual([reviewer.id]);
      }
      const byPerson = await maker.call('POST', '/v1/gateways/gw/escalations', anEscalation());
      expect([byPerson.status, byPerson.body['action']]).toEqual([403, 'gateways.serve']);
    });

    it("the policies' quorum counts", async () => {
      const { id, request } = await fixture.pending({}, { quorum: 2, risk: 'low' });
      const other = await fixture.person('reviewer');
      await fixture.approve(reviewer, id);
      expect(await fixture.ask(again(request))).toMatchObject({ approval_id: id, status: 'pending' });
      await fixture.approve(other, id);
      const grant = await fixture.openGrant(await fixture.ask(again(request)));
      expect([new Set(grant.approvers), grant.risk]).toEqual([new Set([reviewer.id, other.id]), 'low']);
    });

    it('shows approvers what they need, and reveals a payload to nobody else', async () => {
      const claim = { name: 'amount', type: 'string', value: 'x'.repeat(9_000), confidence: 0.5 } as const;
      const { id } = await fixture.pending(
        { tool: 'pay' },
        {
          risk: 'low',
          preview: 'the-payload-itself',
          claims: [{ ...claim, auditor_id: 'bank' }],
          on_behalf_of: 'usr_somebody',
        },
      );
      const { body } = await reviewer.call('GET', `/v1/approvals/${id}`);
      expect(body).toMatchObject({
        kind: 'policy_escalation',
        risk: 'medium',
        agent_id: 'clerk',
        workspace_id: 'default',
        requester: { id: 'clerk', kind: 'agent' },
        resource: 'pay',
        action: 'request',
        display: {
          title: 'Agent Invoice clerk (clerk) asks to call the tool pay',
          policies: [{ id: 'needs-a-person', reason: 'money moves' }],
          claims: [{ auditor_id: 'bank', name: 'amount', value: `${'x'.repeat(199)}…`, confidence: 0.5 }],
          preview: 'the-payload-itself',
        },
      });
      const lines = JSON.stringify(body['display']);
      for (const shown of ['session-1', '4bf92f35', '"gw"', 'usr_somebody']) expect(lines).toContain(shown);
      const told = await fixture.verifier.admin('GET', '/v1/events?code=approval.requested&limit=500');
      expect(told.raw.toString()).toContain(id);
      const log = await fixture.verifier.admin('GET', '/v1/audit-logs?limit=100');
      for (const { raw } of [told, log]) expect(raw.toString()).not.toContain('the-payload-itself');
    });

    it('accepts no request over the waiting limit, and no other agent is affected', async () => {
      await fixture.verifier.admin('POST', '/v1/agents', { id: 'flood', owner_id: 'operator' });
      await fixture.pending({ agent_id: 'flood' });
      const columns = sql.raw((await columnsBut(['seq', 'id', 'binding_hash'])).join(', '));
      await db().execute(sql`insert into approvals (id, binding_hash, ${columns})
        select 'apr_flood_' || n, 'flood-' || n, ${columns} from approvals, generate_series(1, 199) as n where agent_id = 'flood'`);
      expect(await fixture.ask(anEscalation({ agent_id: 'flood' }))).toEqual({
        approval_id: null,
        status: 'refused',
        expires_at: null,
        url: null,
        grant: null,
      });
      await fixture.pending();
      pass(60 * minuteMs);
      await fixture.pending({ agent_id: 'flood' });
    });

    it('has capacity however much people ask for about the agent', async () => {
      await fixture.verifier.admin('POST', '/v1/agents', { id: 'popular', owner_id: 'operator' });
      await fixture.pending({ agent_id: 'popular' });
      const columns = sql.raw((await columnsBut(['seq', 'id', 'binding_hash', 'kind'])).join(', '));
      await db().execute(sql`insert into approvals (id, kind, ${columns})
        select 'apr_popular_' || n, 'tool_call', ${columns} from approvals, generate_series(1, 200) as n
          where agent_id = 'popular'`);
      await fixture.pending({ agent_id: 'popular' });
      const more = { kind: 'tool_call', agent_id: 'popular' };
      expect((await fixture.verifier.admin('POST', '/v1/approvals', more)).status).toBe(429);
    });

    const columnsBut = async (left: readonly string[]) => {
      const found = await db().execute(sql`select column_name as name from information_schema.columns
        where table_name = 'approvals' and table_schema = current_schema()`);
      const rows: { name: string }[] = Object(found).rows;
      return rows.map(({ name }) => name).filter((name) => !left.includes(name));
    };

    it('knows no agent and no approval of another organisation', async () => {
      await fixture.verifier.admin('POST', '/v1/organizations', { id: 'other', name: 'Other' });
      const { id, request } = await approved();
      const abroad = { as: 'mtls:other/gw' };
      const unknown = await fixture.send(again(request), abroad);
      expect(unknown.body).toMatchObject({ status: 404, reason: 'unknown_agent' });
      const inOther = { 'x-assay-organization': 'other' };
      await fixture.verifier.admin('POST', '/v1/agents', { id: 'clerk', owner_id: 'operator' }, inOther);
      const own = await fixture.send(again(request), abroad);
      expect([own.status, own.body['status']]).toEqual([200, 'pending']);
      expect(await fixture.ask(again(request))).toMatchObject({ approval_id: id, status: 'approved' });
    });

    it('refuses an unknown or inactive agent, and an unknown key', async () => {
      const { send, verifier } = fixture;
      const nobody = await send(anEscalation({ agent_id: 'nobody' }));
      expect(nobody.body).toMatchObject({ status: 404, reason: 'unknown_agent' });
      await verifier.admin('POST', '/v1/agents', { id: 'halted', owner_id: 'operator' });
      await verifier.admin('POST', '/v1/agents/halted/suspend', { reason: 'looks odd' });
      expect((await send(anEscalation({ agent_id: 'halted' }))).body).toMatchObject({ code: 'agent_suspended' });
      const forged = await send(anEscalation({}, { credential_id: 'key_that_is_not_there' }));
      expect(forged.body).toMatchObject({ status: 422, reason: 'unknown_credential' });
    });

    it('is for gateways, each for itself, and for nobody through a delegation', async () => {
      const request = anEscalation();
      const as = async (name: string, to = 'gw') => (await fixture.send(request, { as: name, to })).status;
      expect(await as('mtls:default/another')).toBe(403);
      expect(await as('mtls:default/gw', 'another')).toBe(403);
      const viewer = await (await fixture.person('viewer')).key({ scopes: ['assay:full'] });
      expect(await as(viewer)).toBe(403);
      expect(await as('')).toBe(401);
      const { escalations } = fixture.verifier.verifier().services;
      const acting = {
        ...createAuthor('default', 'usr_1', 'operator'),
        actor: { agentId: 'clerk', spiffeId: 'spiffe://x/agent/clerk', grantId: 'dgr_1' },
      };
      await expect(escalations.escalate(acting, 'gw', request)).rejects.toMatchObject({ code: 'forbidden' });
    });

    it.each([
      ['an unknown member', { more: true }, {}],
      ['a hash that is none', {}, { request_hash: 'abc' }],
      ['no policy', {}, { policies: [] }],
      ['too many policies', {}, { policies: Array.from({ length: 51 }, (_, at) => `p${at}`) }],
      ['a phase that is none', {}, { phase: 'later' }],
      ['an evidence id that is none', { evidence_id: 'ev_1' }, {}],
      ['a quorum of nobody', { quorum: 0 }, {}],
      ['a risk of its own', { risk: 'none' }, {}],
      ['a preview without end', { preview: 'x'.repeat(8_001) }, {}],
      [
        'too many claims',
        { claims: Array.from({ length: 101 }, () => ({ name: 'n', type: 'boolean', value: true })) },
        {},
      ],
      ['a character that no text has', { session_id: 'a\u0000b' }, {}],
      ['half a character', {}, { tool: 'a\ud800' }],
    ])('refuses %s', async (_what, change, binding) => {
      const request = anEscalation();
      const forged = { ...request, ...change, binding: { ...request.binding, ...binding } };
      expect((await fixture.send(forged)).status).toBe(400);
    });
  },
);
