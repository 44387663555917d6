/** Tests replays through the API, over Evidence sent like a gateway does. */

import { randomBytes } from 'node:crypto';
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { madeAt } from '../../../../../test/support/artefacts.ts';
import type { Evidence } from '../../../../contract/evidence.ts';
import { testDatabaseUrl } from '../../../../platform/db/test-db.ts';
import { createCedarHost } from '../../../../policy/cedar-host.ts';
import { createAuthor } from '../../../base/control/author.ts';
import { aGateway, openTestVerifier, type TestGateway, type TestVerifier } from '../../../test-verifier.ts';
import { createPolicyCompiler } from '../compile.ts';
import { createPolicyContexts } from '../contexts.ts';
import { createPolicyStore } from '../store.ts';
import { createPolicyReplays, lostAfterMs } from './service.ts';
import { createReplayStore } from './store.ts';
import { policyReplaysTable } from './tables.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const period = { from: new Date(madeAt - 86_400_000).toISOString(), to: new Date(madeAt + 86_400_000).toISOString() };
const text = (limit: string) =>
  `@id("all") permit (principal, action, resource);\n@id("inj") forbid (principal, action, resource) when { context.claims has injection_risk && context.claims.injection_risk.greaterThan(decimal("${limit}")) };`;

/** Makes Evidence of one allowed request, with a score. */
function judged(score: number): Partial<Evidence> {
  const claims = [{ name: 'injection_risk', type: 'score_normalized' as const, value: score }];
  const run = { phase: 'request', status: 'ok', duration_ms: 1, boundary: 'remote', version: '1' } as const;
  return {
    phase: 'request',
    claims,
    claims_hash: sha256Hex(canonicalize(claims)),
    auditors: [{ ...run, auditor_id: 'injection', name: 'injection', claims: [0] }],
    phases: [{ phase: 'request', decision: 'allow', claims: [0], duration_ms: 1 }],
    uninspected: [],
    response_hash: null,
  };
}

describe.each(kinds)('replays on %s', (kind) => {
  let verifier: TestVerifier;
  let gateway: TestGateway;
  let policy: string;

  beforeAll(async () => {
    verifier = await openTestVerifier({}, kind);
    gateway = await aGateway(verifier);
    const scope = { level: 'workspace', id: 'default' };
    const made = await verifier.post('/v1/policies', { scope, text: text('0.9'), name: 'risk' });
    policy = `/v1/policies/${made.body['id']}`;
    await verifier.post(`${policy}/activate`, {}, { 'if-match': '"1"' });
    for (const score of [0.1, 0.2, 0.5, 0.6, 0.7]) {
      const { jws } = gateway.evidence(judged(score));
      const sent = await verifier.post('/v1/evidence', { jws });
      expect([200, 201]).toContain(sent.status);
    }
  }, 60_000);
  afterAll(() => verifier.close());

  const finished = async (url: string): Promise<Record<string, unknown>> => {
    for (;;) {
      const { body } = await verifier.get(url);
      if (body['status'] !== 'running') return body;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const start = (body: Record<string, unknown>, url = policy) => verifier.post(`${url}/replay`, { ...period, ...body });

  it("count a candidate's changes, with examples, and change nothing", async () => {
    const before = (await verifier.get(policy)).body;
    const started = await start({ text: text('0.55') });
    // A small one may end before its answer is sent.
    expect(started).toMatchObject({ status: 202, body: { policy_version: null } });
    expect(['running', 'done']).toContain(started.body['status']);
    const done = await finished(String(started.headers['location']));
    expect(done).toMatchObject({ status: 'done', error: null, progress: { done: 5, total: 5 } });
    expect(done['result']).toMatchObject({
      evidence: 5,
      evaluated: 5,
      same: 3,
      allow_to_deny: 2,
      deny_to_allow: 0,
      obligations_changed: 0,
      by_policy: [{ policy_id: 'inj', allow_to_deny: 2 }],
      not_replayable: { total: 0, by_reason: [] },
      decided_by_others: 5,
      is_cut: false,
      examples: [
        { phase: 'request', change: 'allow_to_deny', before: { decision: 'allow' }, after: { reasons: ['inj'] } },
        { change: 'allow_to_deny' },
      ],
    });
    expect((await verifier.get(policy)).body).toEqual(before);
  });

  it('report undecidable cases: claims that were not collected', async () => {
    const pii = `${text('0.9')}\nforbid (principal, action, resource) when { context.claims has pii_found && context.claims.pii_found };`;
    const started = await start({ text: pii });
    const { result } = await finished(String(started.headers['location']));
    expect(result).toMatchObject({
      evaluated: 0,
      not_replayable: {
        total: 5,
        by_reason: [
          { reason: 'claim_not_collected', count: 5, details: [{ detail: 'auditor pii was not asked', count: 5 }] },
        ],
      },
    });
  });

  it('stay within the limit, the period and the agent', async () => {
    const limited = await finished(String((await start({ limit: 2 })).headers['location']));
    expect(limited['result']).toMatchObject({ evidence: 2, is_cut: true });
    const earlier = { from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' };
    const none = await finished(String((await start(earlier)).headers['location']));
    expect(none).toMatchObject({ status: 'done', result: { evidence: 0 } });
    const other = await finished(String((await start({ agent_id: 'somebody' })).headers['location']));
    expect(other).toMatchObject({ result: { evidence: 0 } });
    expect((await start({ workspace_id: 'elsewhere' })).status).toBe(422);
    expect((await start({ from: period.to, to: period.from })).status).toBe(422);
    expect((await start({ version: 7 })).status).toBe(422);
  });

  it('refuse a candidate with a syntax error or without a place', async () => {
    expect((await start({ text: 'permit (' })).body).toMatchObject({ reason: 'policy_syntax' });
    const typo = text('0.5').replaceAll('injection_risk', 'injection_rsk');
    expect((await start({ text: typo })).body).toMatchObject({ reason: 'policy_does_not_compile' });
  });

  it('belong to their organisation', async () => {
    const started = await start({});
    await verifier.admin('POST', '/v1/organizations', { id: `acme-${kind}` });
    const other = { 'x-assay-organization': `acme-${kind}` };
    const url = String(started.headers['location']);
    expect((await verifier.admin('GET', url, undefined, other)).status).toBe(404);
    expect((await verifier.admin('POST', `${url}/cancel`, undefined, other)).status).toBe(404);
    expect((await verifier.admin('POST', `${policy}/replay`, period, other)).status).toBe(404);
    await finished(url);
  });

  /** Starts a replay that waits between its pages until it is released. */
  const held = async () => {
    const { workspaces, auditorCatalog, joinedAuditors, policyInspection } = verifier.verifier().services;
    const { db } = verifier.testDb.database();
    const gate = { open: () => {}, noteRead: () => {}, isStarted: false };
    const isOpen = new Promise<void>((resolve) => {
      gate.open = resolve;
    });
    const isRead = new Promise<void>((resolve) => {
      gate.noteRead = resolve;
    });
    const cedar = createCedarHost();
    const pace = { monotonicMs: () => 0, yieldThread: async () => {} };
    const replays = createPolicyReplays({
      db,
      cedar,
      clock: verifier.clock,
      randomBytes,
      trustDomain: 'test.example',
      ...pace,
      inspection: policyInspection,
      contexts: createPolicyContexts({
        store: createPolicyStore(),
        workspaces,
        joinedAuditors,
        catalog: auditorCatalog,
      }),
      compiler: createPolicyCompiler({ cedar, clock: verifier.clock, ...pace }),
      store: {
        ...createReplayStore(),
        async find(from, orgId, id) {
          const row = await createReplayStore().find(from, orgId, id);
          // The start reads its row too. The caller has the row before anything else continues.
          if (gate.isStarted) setImmediate(gate.noteRead);
          return row;
        },
        async readPage(from, range, after, last) {
          if (after > 1) await isOpen;
          return createReplayStore().readPage(from, range, after, last, 2);
        },
      },
    });
    const author = createAuthor('default', 'test', 'operator');
    const started = await replays.start(author, policy.split('/').at(-1) ?? '', period);
    gate.isStarted = true;
    return { replays, author, started, isRead, open: gate.open };
  };

  it('end by a cancel, keep their results so far, and stay ended', async () => {
    const { replays, author, started, isRead, open } = await held();
    const ended = replays.cancel(author, started.id);
    await isRead;
    open();
    expect(await ended).toMatchObject({ status: 'cancelled', progress: { total: 5 } });
    expect((await ended).progress.done).toBeLessThan(5);
    const again = await verifier.post(`/v1/policies/replays/${started.id}/cancel`);
    expect(again.body).toEqual(JSON.parse(JSON.stringify(await ended)));
  });

  it('fail as interrupted when their process stops', async () => {
    const { replays, started, open } = await held();
    const closed = replays.close();
    open();
    await closed;
    const { body } = await verifier.get(`/v1/policies/replays/${started.id}`);
    expect(body).toMatchObject({ status: 'failed', error: 'interrupted' });
  });

  it('fail as interrupted when their process is silent for long, and can be cancelled from elsewhere', async () => {
    const { db } = verifier.testDb.database();
    const [row] = await db.select().from(policyReplaysTable).limit(1);
    if (row === undefined) throw new Error('a replay is stored');
    const { seq: _seq, ...rest } = row;
    const lost = { ...rest, status: 'running' as const, error: null, seen_at: verifier.clock.now() };
    await db.insert(policyReplaysTable).values([
      { ...lost, id: 'rpl_lost' },
      { ...lost, id: 'rpl_elsewhere' },
    ]);
    expect((await verifier.get('/v1/policies/replays/rpl_lost')).body).toMatchObject({ status: 'running' });
    const cancelled = await verifier.post('/v1/policies/replays/rpl_elsewhere/cancel');
    expect(cancelled.body).toMatchObject({ status: 'cancelled' });
    verifier.clock.set(verifier.clock.now() + lostAfterMs + 1);
    const { body } = await verifier.get('/v1/policies/replays/rpl_lost');
    expect(body).toMatchObject({ status: 'failed', error: 'interrupted' });
  });

  it('are refused beside two others, and other work continues meanwhile', async () => {
    const one = await held();
    const second = await one.replays.start(one.author, policy.split('/').at(-1) ?? '', period);
    const third = one.replays.start(one.author, policy.split('/').at(-1) ?? '', period);
    await expect(third).rejects.toMatchObject({ code: 'too_many_requests' });
    expect((await verifier.get(`/v1/policies/replays/${second.id}`)).body).toMatchObject({ status: 'running' });
    one.open();
    await one.replays.close();
  });
});
