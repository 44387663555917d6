import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aChain, toReceiptProof } from '../../../../test/support/artefacts.ts';
import type { Evidence } from '../../../contract/evidence.ts';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import { aGateway, openTestVerifier, type TestGateway, type TestVerifier } from '../../test-verifier.ts';

const typeOf = (value: unknown) => {
  if (typeof value === 'number') return value > 1 ? 'count' : 'score_normalized';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' ? 'string' : 'string_list';
};

describe('the list of evidence', () => {
  let verifier: TestVerifier;
  let gateway: TestGateway;
  const ids = new Map<string, string>();

  /** Sends one exchange with one judged claim per phase, under a name. */
  const send = async (name: string, change: Partial<Evidence>, values: Record<string, unknown> = {}) => {
    const claims = Object.entries(values).map(
      ([claim, value]) => ({ name: claim, type: typeOf(value), value }) as const,
    );
    const base = gateway.evidence().evidence;
    const auditors = base.auditors.slice(0, 1).map((run) => ({ ...run, claims: claims.map((_, index) => index) }));
    const phases = base.phases.map((run, place) => ({
      ...run,
      decision: place === 1 ? (change.decision?.decision ?? run.decision) : run.decision,
      claims: place === 0 ? claims.map((_, index) => index) : [],
    }));
    const { evidence, jws } = gateway.evidence({ claims, auditors, phases, ...change });
    const answer = await verifier.post('/v1/evidence', { jws });
    expect(answer.body).toMatchObject({ results: [{ status: 'stored' }] });
    ids.set(evidence.evidence_id, name);
    return jws;
  };

  const list = async (query: string): Promise<string[]> => {
    const { status, body } = await verifier.get(`/v1/evidence?${query}`);
    expect(status).toBe(200);
    return (body['items'] as { evidence_id: string }[]).map((item) => ids.get(item.evidence_id) ?? 'unknown');
  };
  const withClaim = (condition: string) => list(`limit=100&claim=${encodeURIComponent(condition)}`);

  let made = 0;
  const denied = (reasons: string[]) => ({
    decision: { ...gateway.evidence().evidence.decision, decision: 'deny' as const, reasons },
  });

  beforeAll(async () => {
    verifier = await openTestVerifier({}, testDatabaseKind);
    gateway = await aGateway(verifier);
    made = gateway.evidence().evidence.iat;
    await send('low', { iat: made - 50, model_id: 'small' }, { injection_risk: 0.1, pii_found: true });
    await send('edge', { iat: made - 40, agent_id: 'clerk' }, { injection_risk: 0.8, pii_types: ['email', 'iban'] });
    await send('high', { iat: made - 30, session_id: 's-1' }, { injection_risk: 0.81, pii_found: false });
    await send('exact', { iat: made - 20, session_id: 's-1', trace_id: 'trace-1' }, { language: 'true', risk: 3 });
    await send('tool', { iat: made - 10, tool: 'search', server: 'web', trace_id: 'trace-1', model_id: null });
    await send('denied', { iat: made - 5, ...denied(['no-cards']), enforced: 'allow', mode: 'observe' });
  });
  afterAll(() => verifier?.close());

  it('compares numbers exactly, also at the bounds of the ranges of the index', async () => {
    expect(await withClaim('injection_risk>=0.8')).toEqual(['high', 'edge']);
    expect(await withClaim('injection_risk>0.8')).toEqual(['high']);
    expect(await withClaim('injection_risk<0.8')).toEqual(['low']);
    expect(await withClaim('injection_risk<=0.8')).toEqual(['edge', 'low']);
    expect(await withClaim('injection_risk=0.8')).toEqual(['edge']);
    expect(await withClaim('risk>2.999')).toEqual(['exact']);
    expect(await withClaim('risk=-3')).toEqual([]);
  });

  it('compares values by their type: a word, a quoted word and a number are three things', async () => {
    expect(await withClaim('pii_found=true')).toEqual(['low']);
    expect(await withClaim('pii_found=false')).toEqual(['high']);
    expect(await withClaim('language=true')).toEqual([]);
    expect(await withClaim('language="true"')).toEqual(['exact']);
    expect(await withClaim('risk="3"')).toEqual([]);
  });

  it('finds a member of a list, and several conditions together', async () => {
    expect(await withClaim('pii_types=iban')).toEqual(['edge']);
    expect(await withClaim('pii_types=iba')).toEqual([]);
    expect(await withClaim('injection_risk>=0.5; pii_found=false')).toEqual(['high']);
    expect(await withClaim('injection_risk>=0.5;pii_found=true')).toEqual([]);
  });

  it.each(['injection_risk', '>=1', 'a>=high', 'a=', 'a="x', 'a=1;;b=2', `a=${'x'.repeat(129)}`])(
    'refuses the condition %s instead of ignoring it',
    async (condition) => {
      const answer = await verifier.get(`/v1/evidence?claim=${encodeURIComponent(condition)}`);
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', errors: [{ pointer: '/claim' }] } });
    },
  );

  it('filters by every other property', async () => {
    expect(await list('agent_id=clerk')).toEqual(['edge']);
    expect(await list('model_id=small')).toEqual(['low']);
    expect(await list('decision=deny')).toEqual(['denied']);
    expect(await list('decision=deny&enforced=deny')).toEqual([]);
    expect(await list('reason=no-cards')).toEqual(['denied']);
    expect(await list('tool=search')).toEqual(['tool']);
    expect(await list('session_id=s-1')).toEqual(['exact', 'high']);
    expect(await list('trace_id=trace-1')).toEqual(['tool', 'exact']);
    expect(await list('workspace_id=other')).toEqual([]);
    expect(await list('auditor=injection&limit=2')).toEqual(['denied', 'tool']);
    expect(await list('auditor=nobody')).toEqual([]);
    const at = (seconds: number) => new Date((made + seconds) * 1000).toISOString();
    expect(await list(`since=${at(-40)}&until=${at(-20)}`)).toEqual(['exact', 'high', 'edge']);
  });

  it('shows a trace as a tree, with a tool call below the exchange of its agent before it', async () => {
    const { body } = await verifier.get('/v1/evidence/traces/trace-1');
    const [first, second] = body['items'] as { evidence_id: string }[];
    expect([ids.get(first?.evidence_id ?? ''), ids.get(second?.evidence_id ?? '')]).toEqual(['exact', 'tool']);
    expect(body).toMatchObject({
      is_cut: false,
      items: [
        { parent_evidence_id: null, relation: 'follows' },
        { parent_evidence_id: first?.evidence_id, relation: 'calls_tool' },
      ],
    });
    expect((await verifier.get('/v1/evidence/traces/unknown')).status).toBe(404);
  });

  it('pages in both orders without a gap, by the time of making and not of arrival', async () => {
    await send('late', { iat: made - 45 });
    const walk = async (order: string) => {
      const seen: string[] = [];
      let cursor = '';
      do {
        const { body } = await verifier.get(`/v1/evidence?limit=2&order=${order}${cursor}`);
        seen.push(...(body['items'] as { evidence_id: string }[]).map((item) => ids.get(item.evidence_id) ?? ''));
        cursor = body['next_cursor'] === null ? '' : `&cursor=${String(body['next_cursor'])}`;
      } while (cursor !== '');
      return seen;
    };
    const all = ['denied', 'tool', 'exact', 'high', 'edge', 'late', 'low'];
    expect(await walk('newest')).toEqual(all);
    expect(await walk('oldest')).toEqual(all.toReversed());
    const answer = await verifier.get(`/v1/evidence?cursor=${Buffer.from('s999999').toString('base64url')}`);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/cursor' }] } });
  });

  it('shows what a table needs of an exchange, with its receipt', async () => {
    const { evidence, jws } = gateway.evidence({ redacted_request_hash: 'a'.repeat(64), iat: made - 1 });
    const [, record] = aChain(gateway.key, gateway.hash, [jws]);
    if (record === undefined) throw new Error('no receipt');
    await verifier.post('/v1/evidence', { jws, receipt: toReceiptProof(gateway.key, record) });
    const { body } = await verifier.get('/v1/evidence?limit=1');
    expect(body['items']).toEqual([
      expect.objectContaining({
        evidence_id: evidence.evidence_id,
        reasons: evidence.decision.reasons,
        phases: evidence.phases.map(({ phase, decision, duration_ms }) => ({ phase, decision, duration_ms })),
        judging_ms: 4,
        latency_ms: record.latency_ms,
        redacted: true,
        approval: null,
        tool: null,
        receipt_id: expect.stringMatching(/^rc_/),
      }),
    ]);
    ids.set(evidence.evidence_id, 'with receipt');
  });

  it('counts each evidence once in its session, also one that is sent again', async () => {
    const jws = await send('first', { session_id: 's-2', iat: made + 1 });
    await send('second', { session_id: 's-2', iat: made + 2, ...denied(['no-cards']), enforced: 'deny' });
    await verifier.post('/v1/evidence', { items: [{ jws }, { jws }] });
    const { body } = await verifier.get('/v1/evidence/sessions?limit=1');
    expect(body).toMatchObject({
      has_more: true,
      items: [
        {
          session_id: 's-2',
          agent_id: 'default',
          evidence_count: 2,
          denied: 1,
          first_at: new Date((made + 1) * 1000).toISOString(),
          last_at: new Date((made + 2) * 1000).toISOString(),
        },
      ],
    });
    const { body: clerks } = await verifier.get('/v1/evidence/sessions?agent_id=clerk');
    expect(clerks['items']).toMatchObject([{ agent_id: 'clerk', evidence_count: 1, denied: 0 }]);
  });

  it('gives the same answers after an update from a release that kept no terms', async () => {
    const before = { risk: await withClaim('injection_risk>=0.8'), all: await list('limit=100') };
    const sessions = (await verifier.get('/v1/evidence/sessions?limit=100')).body['items'];
    const { db } = verifier.testDb.database();
    await db.execute(sql`delete from evidence_search`);
    await db.execute(sql`delete from evidence_sessions`);
    await db.execute(sql`insert into evidence_unsearched select org_id, seq from evidence`);
    expect(await list('limit=100')).toEqual([]);
    await verifier.restart();
    expect(await withClaim('injection_risk>=0.8')).toEqual(before.risk);
    expect(await list('limit=100')).toEqual(before.all);
    expect((await verifier.get('/v1/evidence/sessions?limit=100')).body['items']).toEqual(sessions);
    await verifier.restart();
    expect((await verifier.get('/v1/evidence/sessions?limit=100')).body['items']).toEqual(sessions);
  });
});
