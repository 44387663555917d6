import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { madeAt, madeAtS } from '../../../../test/support/artefacts.ts';
import { runs } from '../../../../test/support/runs.ts';
import type { Evidence } from '../../../contract/evidence.ts';
import type { Database } from '../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { aGateway, openTestVerifier, type TestGateway, type TestVerifier } from '../../test-verifier.ts';
import { forgetOldStatistics } from './forget.ts';
import { rebuildStatistics } from './rebuild.ts';
import { countAgain, readSums } from './statistics.fixture.ts';

const kinds: Database['kind'][] = testDatabaseUrl === undefined ? ['pglite'] : ['postgres'];
const hourS = 3_600;
const dayS = 24 * hourS;

interface Exchange {
  readonly agent: string;
  readonly secondsAgo: number;
  readonly outcome: 'allow' | 'deny' | 'would_deny';
  readonly obligations: string[];
  readonly reasons: string[];
  readonly model: string | null;
  readonly tool: 'none' | 'plain' | 'of a server';
  readonly durations: [number, number];
  readonly status: 'ok' | 'failed' | 'late';
  readonly isRedacted: boolean;
  readonly stream: 'none' | 'first' | 'final' | 'both';
}

const exchanges: fc.Arbitrary<Exchange> = fc.record({
  agent: fc.constantFrom('one', 'two'),
  secondsAgo: fc.nat({ max: 40 * dayS }),
  outcome: fc.constantFrom('allow', 'deny', 'would_deny'),
  obligations: fc.subarray(['warn', 'escalate', 'redact']),
  reasons: fc.subarray(['a', 'b', 'a reason / with | signs']),
  model: fc.constantFrom('echo', 'other', null),
  tool: fc.constantFrom('none', 'plain', 'of a server'),
  durations: fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 900_000 })),
  status: fc.constantFrom('ok', 'failed', 'late'),
  isRedacted: fc.boolean(),
  stream: fc.constantFrom('none', 'first', 'final', 'both'),
});

/** Parts of an Evidence with this outcome. */
function toParts(gateway: TestGateway, exchange: Exchange): Partial<Evidence> {
  const { outcome, durations, status, tool } = exchange;
  const { evidence } = gateway.evidence();
  const word = outcome === 'allow' ? 'allow' : 'deny';
  return {
    agent_id: exchange.agent,
    iat: madeAtS - exchange.secondsAgo,
    model_id: exchange.model,
    mode: outcome === 'would_deny' ? 'observe' : 'enforce',
    enforced: outcome === 'deny' ? 'deny' : 'allow',
    decision: { ...evidence.decision, decision: word, obligations: exchange.obligations, reasons: exchange.reasons },
    phases: evidence.phases.map((phase, index) => ({
      ...phase,
      decision: index === 1 ? word : 'allow',
      duration_ms: durations[index] ?? 0,
    })),
    auditors: evidence.auditors.map((run) => ({ ...run, name: 'pii', status, duration_ms: durations[0] })),
    ...(tool === 'none' ? {} : { tool: 'send' }),
    ...(tool === 'of a server' ? { server: 'mail' } : {}),
    ...(exchange.isRedacted ? { redacted_request_hash: evidence.request_hash } : {}),
  };
}

/** One Evidence, or the two of a stream. */
function toEvidence(gateway: TestGateway, exchange: Exchange): string[] {
  const parts = toParts(gateway, exchange);
  if (exchange.stream === 'none') return [gateway.evidence(parts).jws];
  const before = { ...parts, ...toParts(gateway, { ...exchange, outcome: 'allow', reasons: ['at first'] }) };
  const first = gateway.evidence({ ...before, mode: parts.mode ?? 'enforce', stream_mode: 'pass' });
  const last = { ...parts, stream_mode: 'pass', previous_evidence_id: first.evidence.evidence_id } as const;
  const final = gateway.evidence({ ...last, iat: (parts.iat ?? 0) + 50 });
  return { first: [first.jws], final: [final.jws], both: [first.jws, final.jws] }[exchange.stream];
}

describe.each(kinds)('statistics on %s (TEST_DATABASE_URL adds postgres)', (kind) => {
  let verifier: TestVerifier;
  let gateway: TestGateway;

  beforeAll(async () => {
    verifier = await openTestVerifier({}, kind);
    gateway = await aGateway(verifier);
  });
  afterAll(() => verifier?.close());

  const db = () => verifier.testDb.database().db;
  const send = async (...items: string[]) => {
    const answer = await verifier.post('/v1/evidence', { items: items.map((jws) => ({ jws })) });
    return answer.status;
  };
  const read = async (path: string) => {
    const { status, body } = await verifier.get(`/v1/statistics/${path}`);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };
  const rebuild = () =>
    db().transaction(async (tx) => {
      for (const table of ['exchanges', 'names', 'streams'])
        await tx.execute(sql.raw(`delete from statistics_${table}`));
      for (const statement of rebuildStatistics) await tx.execute(sql.raw(statement));
    });

  it('equal a count over the stored Evidence, whatever came, came again, or came in another order', async () => {
    const sent = fc.record({
      list: fc.array(exchanges, { minLength: 1, maxLength: 8 }),
      order: fc.infiniteStream(fc.nat()),
    });
    await fc.assert(
      fc.asyncProperty(sent, async ({ list, order }) => {
        const evidence = list.flatMap((exchange) => toEvidence(gateway, exchange));
        // Every item once or twice, in any order, in batches of any size.
        const ranked = [...evidence, ...evidence.filter((_, index) => index % 3 === 0)]
          .map((jws) => ({ jws, rank: order.next().value ?? 0 }))
          .sort((left, right) => left.rank - right.rank)
          .map(({ jws }) => jws);
        while (ranked.length > 0) {
          const batch = ranked.splice(0, 1 + ((order.next().value ?? 0) % 4));
          expect(await send(...batch)).toBe(200);
        }
        expect(await readSums(db())).toEqual(await countAgain(db()));
      }),
      { numRuns: runs(60) },
    );
  });

  it('are rebuilt by the migration from stored Evidence', async () => {
    const before = await readSums(db());
    expect(Object.keys(before).length).toBeGreaterThan(10);
    await rebuild();
    expect(await readSums(db())).toEqual(before);
  });

  it('count a stream once that was open at the migration', async () => {
    const [first = '', final = ''] = toEvidence(gateway, anExchange({ agent: 'at-migration', stream: 'both' }));
    await send(first);
    await rebuild();
    await send(final);
    expect(await readSums(db())).toEqual(await countAgain(db()));
    const [last = '', late = ''] = toEvidence(gateway, anExchange({ agent: 'at-migration', stream: 'both' })).reverse();
    await send(last);
    await rebuild();
    await send(late);
    expect(await readSums(db())).toEqual(await countAgain(db()));
    expect((await read('exchanges?agent_id=at-migration'))['total']).toMatchObject({ exchanges: 2 });
  });

  it('count a stream once whose two Evidence arrive at the same time', async () => {
    const streams = Array.from({ length: 8 }, () =>
      toEvidence(gateway, anExchange({ agent: 'at-once', stream: 'both' })),
    );
    await Promise.all(streams.flat().map((jws) => send(jws)));
    expect((await read('exchanges?agent_id=at-once'))['total']).toMatchObject({ exchanges: 8 });
    expect(await readSums(db())).toEqual(await countAgain(db()));
  });

  it('let no gateway end the stream of another gateway or agent', async () => {
    const parts = toParts(gateway, anExchange({ agent: 'streaming' }));
    const first = gateway.evidence({ ...parts, stream_mode: 'pass' });
    await send(first.jws);
    const final = { ...parts, stream_mode: 'pass', previous_evidence_id: first.evidence.evidence_id } as const;
    await send(gateway.evidence({ ...final, agent_id: 'stranger' }).jws);
    await send(gateway.evidence({ ...final, iss: 'spiffe://assay.local/gateway/stranger' }).jws);
    expect((await read('exchanges?agent_id=streaming'))['total']).toMatchObject({ exchanges: 2 });
    expect((await read('exchanges?agent_id=stranger'))['total']).toMatchObject({ exchanges: 1 });
    await send(gateway.evidence(final).jws);
    expect((await read('exchanges?agent_id=streaming'))['total']).toMatchObject({ exchanges: 2 });
  });

  it.each([
    ['the counts cannot be written', 'statistics_names', `kind <> 'reason'`],
    ['what follows the counts cannot be written', 'events', `type <> 'auditor.decision'`],
  ])('count nothing if %s, and the Evidence once when it comes again', async (_name, table, check) => {
    const before = await readSums(db());
    const { jws } = gateway.evidence(toParts(gateway, anExchange({ reasons: ['a'] })));
    await db().execute(sql.raw(`alter table ${table} add constraint broken check (${check}) not valid`));
    expect(await send(jws)).toBe(500);
    expect(await readSums(db())).toEqual(before);
    await db().execute(sql.raw(`alter table ${table} drop constraint broken`));
    expect([await send(jws), await send(jws)]).toEqual([200, 200]);
    expect(await readSums(db())).not.toEqual(before);
    expect(await readSums(db())).toEqual(await countAgain(db()));
  });

  it('do not count refused Evidence', async () => {
    const { jws } = gateway.evidence({ agent_id: 'refused' });
    await send(`${jws.slice(0, -8)}AAAAAAAA`);
    expect((await read('exchanges?agent_id=refused'))['total']).toMatchObject({ exchanges: 0, added_latency: null });
  });

  describe('over time', () => {
    beforeAll(async () => {
      const at = (secondsAgo: number, change: Partial<Exchange> = {}) =>
        toEvidence(gateway, anExchange({ agent: 'timed', secondsAgo, ...change }));
      const list = [
        ...at(0, { durations: [3, 4] }),
        ...at(30, { outcome: 'deny', reasons: ['deny'], obligations: ['warn'] }),
        ...at(hourS, { outcome: 'would_deny', isRedacted: true, durations: [500, 500] }),
        ...at(3 * dayS, { obligations: ['escalate'], model: 'old' }),
        ...at(20 * dayS),
        ...at(40 * dayS),
      ];
      expect(await send(...list)).toBe(200);
    });

    it('fill every interval, with counts and the latency that judging added', async () => {
      const body = await read('exchanges?agent_id=timed');
      expect(body).toMatchObject({
        interval: 'hour',
        from: '2025-12-31T00:00:00.000Z',
        to: '2026-01-01T01:00:00.000Z',
        total: { exchanges: 3, allowed: 2, denied: 1, redacted: 1, escalated: 0, warned: 1, would_deny: 1 },
      });
      const points = body['points'] as { start: string; exchanges: number; added_latency: object | null }[];
      expect(points).toHaveLength(25);
      expect(points.map((point) => point.exchanges)).toEqual([...Array(23).fill(0), 2, 1]);
      expect(points.at(-1)?.added_latency).toEqual({ mean_ms: 7, p50_ms: 7, p90_ms: 7, p95_ms: 7, p99_ms: 7 });
      expect(points.at(0)?.added_latency).toBeNull();
    });

    it.each([
      ['minutes for a short time', 'from=2025-12-31T23:30:10Z', 'minute', 31, 2],
      ['hours up to two weeks', 'from=2025-12-28T00:00:00Z', 'hour', 97, 4],
      ['days beyond', 'from=2025-11-01T00:00:00Z', 'day', 62, 6],
      ['days for a time whose hours are gone', 'from=2025-11-20T00:00:00Z&to=2025-11-23T00:00:00Z', 'day', 3, 1],
      ['what is asked for', 'from=2025-12-31T00:00:00Z&interval=day', 'day', 2, 3],
    ])('choose %s', async (_name, query, interval, points, count) => {
      const body = await read(`exchanges?agent_id=timed&${query}`);
      expect(body).toMatchObject({ interval, total: { exchanges: count } });
      expect(body['points']).toHaveLength(points);
    });

    it.each([
      [
        'minutes that are no longer kept',
        'exchanges?interval=minute&from=2025-12-25T00:00:00Z&to=2025-12-25T01:00:00Z',
        '2 days',
      ],
      ['more points than an answer holds', 'exchanges?interval=minute&from=2025-12-31T00:00:00Z', 'points'],
      ['a time that ends before it starts', 'top?by=reason&from=2026-01-02T00:00:00Z', 'before'],
    ])('refuse %s, and say what to do', async (_name, path, detail) => {
      const { status, body } = await verifier.get(`/v1/statistics/${path}`);
      expect({ status, detail: body['detail'] }).toEqual({ status: 400, detail: expect.stringContaining(detail) });
    });

    it('list the names with the most exchanges, over hours and days alike', async () => {
      const model = await read('top?by=model&agent_id=timed&from=2025-12-01T00:00:00Z');
      expect(model).toMatchObject({
        from: '2025-12-01T00:00:00.000Z',
        to: '2026-01-01T01:00:00.000Z',
        has_more: false,
      });
      expect(model['items']).toMatchObject([
        { name: 'echo', exchanges: 4, denied: 1 },
        { name: 'old', exchanges: 1, escalated: 1 },
      ]);
      const first = await read('top?by=model&agent_id=timed&from=2025-12-01T00:00:00Z&limit=1');
      expect(first).toMatchObject({ items: [{ name: 'echo' }], has_more: true });
      const recent = await read('top?by=reason&agent_id=timed&sort=denied');
      expect(recent['items']).toMatchObject([
        { name: 'deny', denied: 1 },
        { name: 'permit', denied: 0 },
      ]);
      const auditors = await read('top?by=auditor&agent_id=timed');
      expect(auditors['items']).toMatchObject([{ name: 'pii', exchanges: 3, failed: 0, late: 0 }]);
      const agents = await read('top?by=agent&limit=100&from=2025-12-30T00:00:00Z');
      expect(agents['items']).toContainEqual(
        expect.objectContaining({ name: 'timed', exchanges: 3, mean_ms: expect.any(Number) }),
      );
      expect((await read('top?by=workspace'))['items']).toMatchObject([{ name: 'default' }]);
    });

    it('forget minutes and hours that nobody can ask for, and never days', async () => {
      const days = await read('exchanges?interval=day&from=2025-11-01T00:00:00Z');
      const hours = await read('exchanges?interval=hour&from=2025-12-02T00:00:00Z');
      const names = await read('top?by=model&from=2025-11-01T00:00:00Z');
      const removed = await forgetOldStatistics({ db: db(), clock: { now: () => madeAt }, atOnce: 3 });
      expect(removed).toBeGreaterThan(3);
      expect(await forgetOldStatistics({ db: db(), clock: { now: () => madeAt } })).toBe(0);
      expect(await read('exchanges?interval=day&from=2025-11-01T00:00:00Z')).toEqual(days);
      expect(await read('exchanges?interval=hour&from=2025-12-02T00:00:00Z')).toEqual(hours);
      expect(await read('top?by=model&from=2025-11-01T00:00:00Z')).toEqual(names);
    });
  });
});

function anExchange(change: Partial<Exchange> = {}): Exchange {
  return {
    agent: 'one',
    secondsAgo: 0,
    outcome: 'allow',
    obligations: [],
    reasons: ['permit'],
    model: 'echo',
    tool: 'none',
    durations: [2, 2],
    status: 'ok',
    isRedacted: false,
    stream: 'none',
    ...change,
  };
}
