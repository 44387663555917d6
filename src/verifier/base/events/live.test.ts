import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aChain, toReceiptProof } from '../../../../test/support/artefacts.ts';
import type { LiveEvent, ToolCall } from '../../../contract/live-events.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { evidenceTable } from '../../attestation/evidence/tables.ts';
import { aGateway, openTestVerifier, type TestGateway, type TestVerifier } from '../../test-verifier.ts';
import { type EventRow, eventsTable } from './tables.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const secret = `assay_key_${'Ab3'.repeat(14)}x`;
let count = 0;
const newId = () => {
  count += 1;
  return `lev_01890a5d-ac96-774b-bcce-${String(count).padStart(12, '0')}`;
};

const anInvocation = (change: Partial<LiveEvent> = {}): object => ({
  id: newId(),
  type: 'model.invocation',
  time: '2026-01-01T00:00:00.000Z',
  agent_id: 'default',
  trace_id: 'trace',
  session_id: 'session',
  data: {
    invocation_id: 'ev_1',
    status: 'failed',
    model_id: 'm',
    provider: 'p',
    streaming: false,
    stream_mode: 'none',
    request_hash: 'a'.repeat(64),
    finish_reason: 'stop',
    error: { code: 'x', message: `Bearer ${secret}` },
  },
  ...change,
});
const aToolCall = (change: Partial<ToolCall> = {}): object =>
  Object.assign(anInvocation(), {
    type: 'tool.call',
    data: {
      call_id: 'c',
      status: 'started',
      server: 's',
      tool: 't',
      arguments_hash: 'b'.repeat(64),
      arguments_preview: `{"q":"Ann","token":"${secret}"}`,
      ...change,
    },
  });
const aLog = (data: object): object => Object.assign(anInvocation(), { type: 'agent.log', data });
const line: LiveEvent = {
  id: newId(),
  type: 'agent.log',
  time: '2026-01-01T00:00:00.000Z',
  agent_id: 'default',
  trace_id: 't',
  session_id: 's',
  data: { level: 'info', message: 'm' },
};

describe.each(kinds)('events of calls, on %s', (kind) => {
  let verifier: TestVerifier;
  let gateway: TestGateway;
  beforeAll(async () => {
    verifier = await openTestVerifier({}, kind);
    gateway = await aGateway(verifier);
  });
  afterAll(() => verifier?.close());

  const db = () => verifier.testDb.database().db;
  const send = (...events: object[]) => verifier.post('/v1/events', { events });
  const rowOf = async (event: object): Promise<EventRow | undefined> =>
    (
      await db()
        .select()
        .from(eventsTable)
        .where(eq(eventsTable.source_id, String(Reflect.get(event, 'id'))))
    )[0];
  const decisionsOf = (evidenceId: string) =>
    db()
      .select()
      .from(eventsTable)
      .where(and(eq(eventsTable.type, 'auditor.decision'), eq(eventsTable.source_id, evidenceId)));
  const showValues = async (isShown: boolean) => {
    const { headers } = await verifier.admin('GET', '/v1/workspaces/default');
    const match = { 'if-match': String(headers['etag']) };
    const { status } = await verifier.admin('PATCH', '/v1/workspaces/default', { console_values: isShown }, match);
    expect(status).toBe(200);
  };

  describe('POST /v1/events', () => {
    it('accepts 5,000 events per second of one credential, and as many of another', async () => {
      const { liveEvents } = verifier.verifier().services;
      const many = Array<LiveEvent>(500).fill({ ...line, agent_id: 'nobody' });
      const tell = (credentialId: string) =>
        liveEvents.take({ organisation: 'default', user: 'gw', credentialId }, many);
      verifier.clock.set(verifier.clock.now() + 1_000);
      for (let batch = 0; batch < 10; batch += 1) expect(await tell('key_a')).toMatchObject({ refused: 500 });
      await expect(tell('key_a')).rejects.toMatchObject({ code: 'too_many_requests', retryAfterS: 1 });
      expect(await tell('key_b')).toMatchObject({ refused: 500 });
      verifier.clock.set(verifier.clock.now() + 1_000);
      expect(await tell('key_a')).toMatchObject({ refused: 500 });
    });

    it("stores each event once, however often it comes, with its agent's workspace", async () => {
      const [first, second] = [anInvocation(), anInvocation()];
      expect(await send(first)).toMatchObject({ status: 200, body: { stored: 1, known: 0, refused: 0 } });
      expect((await send(first, second, second)).body).toEqual({ stored: 1, known: 2, refused: 0 });
      expect(await rowOf(first)).toMatchObject({
        org_id: 'default',
        workspace_id: 'default',
        agent_id: 'default',
        trace_id: 'trace',
        session_id: 'session',
        type: 'model.invocation',
        code: null,
        time: Date.parse('2026-01-01T00:00:00.000Z'),
      });
    });

    it('refuses events of unknown agents, and keeps the others', async () => {
      await verifier.admin('POST', '/v1/organizations', { id: 'other', name: 'Other' });
      const [known, unknown] = [anInvocation(), anInvocation({ agent_id: 'nobody' })];
      expect((await send(known, unknown)).body).toEqual({ stored: 1, known: 0, refused: 1 });
      expect(await rowOf(unknown)).toBeUndefined();
      const abroad = { 'x-assay-organization': 'other' };
      const told = await verifier.admin('POST', '/v1/events', { events: [anInvocation()] }, abroad);
      expect(told.body).toEqual({ stored: 0, known: 0, refused: 1 });
    });

    it('removes secrets, and previews when the workspace disallows them', async () => {
      const invocation = anInvocation();
      await send(invocation);
      expect((await rowOf(invocation))?.data).toMatchObject({ error: { message: 'Bearer [redacted]' } });
      const [hidden, shown] = [aToolCall(), aToolCall()];
      await send(hidden);
      expect((await rowOf(hidden))?.data).not.toHaveProperty('arguments_preview');
      await showValues(true);
      await send(shown);
      expect((await rowOf(shown))?.data).toMatchObject({ arguments_preview: '{"q":"Ann","token":"[redacted]"}' });
      await showValues(false);
      const log = aLog({ level: 'info', message: `key ${secret}`, fields: { password: 'x', n: 1 } });
      await send(log);
      expect((await rowOf(log))?.data).toEqual({
        level: 'info',
        message: 'key [redacted]',
        fields: { password: '[redacted]', n: 1 },
      });
    });

    it("a gateway's codes are its own, and never the verifier's", async () => {
      const of = (code: string) => aLog({ level: 'info', message: 'm', code });
      const [own, foreign, other] = [of('gateway.events_dropped'), of('delegation.granted'), of('plan.made')];
      await send(own, foreign, other);
      expect((await rowOf(own))?.code).toBe('gateway.events_dropped');
      expect(await rowOf(foreign)).toMatchObject({ code: null, data: { message: 'm' } });
      expect((await rowOf(foreign))?.data).not.toHaveProperty('code');
      expect(await rowOf(other)).toMatchObject({ code: null, data: { code: 'plan.made' } });
    });

    it('clamps a far time to the nearest possible, and replaces an invalid one by now', async () => {
      const [now, dayMs] = [verifier.clock.now(), 24 * 3_600_000];
      const times: readonly (readonly [string, number])[] = [
        ['1970-01-01T00:00:00Z', now - dayMs],
        ['9999-12-31T23:59:59Z', now + 300_000],
        ['2016-12-31T23:59:60Z', now],
      ];
      for (const [time, stored] of times) {
        const event = anInvocation({ time });
        expect((await send(event)).status).toBe(200);
        expect((await rowOf(event))?.time).toBe(stored);
      }
    });

    it.each([
      ['nothing', []],
      ['too many', Array.from({ length: 501 }, () => anInvocation())],
      ['an id of another form', [anInvocation({ id: 'ev_1' })]],
      ['a decision', [Object.assign(anInvocation(), { type: 'auditor.decision' })]],
      ['members that nobody knows', [Object.assign(anInvocation(), { prompt: 'hello' })]],
      ['what no database holds', [aLog({ level: 'info', message: 'a\u0000b' })]],
    ])('refuses %s', async (_name, events) => expect((await send(...events)).status).toBe(400));
  });

  describe('a decision', () => {
    const send = (item: object) => verifier.post('/v1/evidence', item);

    it('is reported once when its evidence is stored, with its receipt', async () => {
      const { evidence, jws } = gateway.evidence();
      const [, record] = aChain(gateway.key, gateway.hash, [jws]);
      if (record === undefined) throw new Error('no receipt');
      const receipt = toReceiptProof(gateway.key, record);
      await send({ jws, receipt });
      await send({ jws, receipt });
      const rows = await decisionsOf(evidence.evidence_id);
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({
        agent_id: evidence.agent_id,
        workspace_id: evidence.workspace_id,
        time: evidence.iat * 1000,
        trace_id: evidence.trace_id,
        session_id: evidence.session_id,
        code: null,
        data: { evidence_id: evidence.evidence_id, receipt_seq: 1, policy_id: evidence.decision.policy_id },
      });
    });

    it('of refused evidence is not reported', async () => {
      const { evidence, jws } = gateway.evidence();
      await send({ jws: `${jws.slice(0, -8)}AAAAAAAA` });
      expect(await decisionsOf(evidence.evidence_id)).toEqual([]);
    });

    it("shows text by the workspace's setting at that moment", async () => {
      const who = { name: 'who', type: 'string' as const, value: 'Ann Smith' };
      const claims = [who, { ...who, name: 'whom' }];
      const tell = async () => {
        const { evidence, jws } = gateway.evidence({ claims });
        expect((await send({ jws })).status).toBe(200);
        return JSON.stringify((await decisionsOf(evidence.evidence_id))[0]?.data['claims']);
      };
      expect(await tell()).not.toContain('Ann');
      await showValues(true);
      expect(await tell()).toContain('Ann');
      await showValues(false);
      expect(await tell()).not.toContain('Ann');
    });

    it('rolls back its evidence when it cannot be reported, and it comes again', async () => {
      const { evidence, jws } = gateway.evidence();
      await db().execute(
        sql`alter table events add constraint no_decisions check (type <> 'auditor.decision') not valid`,
      );
      expect((await send({ jws })).status).toBe(500);
      const stored = () => db().select().from(evidenceTable).where(eq(evidenceTable.evidence_id, evidence.evidence_id));
      expect([await stored(), await decisionsOf(evidence.evidence_id)]).toEqual([[], []]);
      await db().execute(sql`alter table events drop constraint no_decisions`);
      expect((await send({ jws })).status).toBe(200);
      expect([(await stored()).length, (await decisionsOf(evidence.evidence_id)).length]).toEqual([1, 1]);
    });
  });

  it("every step in an agent's life is reported, and no refused one", async () => {
    const { body } = await verifier.admin('POST', '/v1/agents', { id: 'lively', name: 'Lively' });
    expect(body).toMatchObject({ id: 'lively' });
    const act = (verb: string, reason = 'because') =>
      verifier.admin('POST', `/v1/agents/lively/${verb}`, { reason: `${reason} ${secret}` });
    for (const verb of ['suspend', 'suspend', 'reactivate', 'activate', 'decommission', 'suspend']) await act(verb);
    const rows = await db().select().from(eventsTable).where(eq(eventsTable.agent_id, 'lively'));
    const ordered = rows.sort((left, right) => left.seq - right.seq);
    expect(ordered.map(({ code }) => code)).toEqual([
      ...['agent.registered', 'agent.suspended', 'agent.reactivated', 'agent.decommissioned'],
    ]);
    expect(ordered[1]).toMatchObject({
      type: 'agent.log',
      workspace_id: 'default',
      data: { level: 'warn', fields: { status: 'suspended', reason: 'because [redacted]', by: expect.any(String) } },
    });
  });
});
