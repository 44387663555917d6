import { createEd25519Key } from '@assay/sdk/crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { anEvidence, signEvidence } from '../../../test/support/artefacts.ts';
import { aProblem, type FakeService, runFake, sendJson, serveFake } from '../cli.fake.ts';

const times = { generated_at: '2026-01-01T00:00:00.000Z', received_at: '2026-01-01T00:00:01.000Z' };
let verifier: FakeService | undefined;
afterEach(async () => {
  await verifier?.close();
  verifier = undefined;
});

function aSummary(number: number) {
  return {
    evidence_id: `ev_${number}`,
    agent_id: 'agent-1',
    decision: { decision: 'allow', policy_id: 'policy' },
    enforced: 'allow',
    trust_tier: 'warning',
    generated_at: times.generated_at,
    passport_id: null,
  };
}

function aView() {
  const key = createEd25519Key();
  const evidence = anEvidence(`sha256:${'0'.repeat(64)}`);
  return {
    ...evidence,
    ...times,
    attester_id: evidence.iss,
    trust_tier: 'warning',
    passport_id: 'pp_1',
    notes: ['software attestation: no hardware was verified'],
    kid: key.kid,
    evidence_hash: '0'.repeat(64),
    jws: signEvidence(key, evidence),
  };
}

/** Serves `total` items in pages, like the verifier. */
async function serveList(total: number): Promise<FakeService> {
  verifier = await serveFake(({ url }, response) => {
    const query = new URL(url, 'http://x').searchParams;
    const from = Number(query.get('cursor') ?? '0');
    const to = Math.min(total, from + Number(query.get('limit')));
    const items = Array.from({ length: to - from }, (_, index) => aSummary(from + index));
    sendJson(response, 200, { items, next_cursor: to < total ? String(to) : null, has_more: to < total });
  });
  return verifier;
}

async function show(...args: string[]) {
  return showView(aView(), ...args);
}

async function showView<View>(view: View, ...args: string[]) {
  verifier = await serveFake((_request, response) => sendJson(response, 200, view));
  return { ...(await runFake(['evidence', 'show', 'ev_1', '--verifier', verifier.url, ...args])), view };
}

describe('evidence list', () => {
  it('shows one line per item with the verdict', async () => {
    const { url } = await serveList(2);
    const { code, out, err } = await runFake(['evidence', 'list', '--verifier', url]);
    expect([code, err]).toEqual([0, '']);
    expect(out.split('\n')[0]).toMatch(/^EVIDENCE +TIME +DECISION +TIER +AGENT$/);
    expect(out).toMatch(/^ev_1 +2026-01-01T00:00:00.000Z +allow +warning +agent-1$/m);
  });

  it('follows the pages up to the limit', async () => {
    const { url, seen } = await serveList(500);
    const { out } = await runFake(['evidence', 'list', '-n', '230', '--json', '--verifier', url]);
    const { items, has_more } = JSON.parse(out);
    expect([items.length, items.at(-1).evidence_id, has_more]).toEqual([230, 'ev_229', true]);
    expect(seen.map((request) => request.url)).toEqual([
      '/v1/evidence?limit=100',
      '/v1/evidence?limit=100&cursor=100',
      '/v1/evidence?limit=30&cursor=200',
    ]);
  });

  it('sends every filter to the verifier', async () => {
    const { url, seen } = await serveList(1);
    const filters = [
      '--agent',
      'a',
      '--reason',
      'r',
      '--claim',
      'injection_risk>=0.8',
      '--auditor',
      'pii',
      '--tool',
      't',
    ];
    const more = ['--workspace', 'w', '--model', 'm', '--decision', 'deny', '--enforced', 'allow', '--session', 's'];
    const times = ['--trace', 'x', '--since', '2026-01-01T00:00:00Z', '--until', '2026-01-02T00:00:00Z'];
    await runFake(['evidence', 'list', ...filters, ...more, ...times, '--verifier', url]);
    const query = new URL(seen[0]?.url ?? '', url).searchParams;
    expect(Object.fromEntries(query)).toEqual({
      limit: '20',
      agent_id: 'a',
      reason: 'r',
      claim: 'injection_risk>=0.8',
      auditor: 'pii',
      tool: 't',
      workspace_id: 'w',
      model_id: 'm',
      decision: 'deny',
      enforced: 'allow',
      session_id: 's',
      trace_id: 'x',
      since: '2026-01-01T00:00:00Z',
      until: '2026-01-02T00:00:00Z',
    });
  });

  it('reports further items, and an empty list', async () => {
    expect((await runFake(['evidence', 'list', '--verifier', (await serveList(30)).url])).err).toContain(
      'There is more',
    );
    await verifier?.close();
    const none = await runFake(['evidence', 'list', '--verifier', (await serveList(0)).url]);
    expect(none).toEqual({ code: 0, out: '', err: 'There is no evidence yet.\n' });
  });

  it('shows evidence refused by the verifier with reasons, and sends it again', async () => {
    const entry = { seq: 7, evidence_id: 'ev_7', reason: 'revoked', message: 'the key was revoked', refused_at: 'now' };
    verifier = await serveFake((request, response) => {
      const isList = request.method === 'GET';
      const list = { items: [entry], next_cursor: null, has_more: false, total: 1 };
      sendJson(response, 200, isList ? list : { taken: 1, refused: 0 });
    });
    const listed = await runFake(['evidence', 'refused', '--gateway', verifier.url]);
    expect(listed.code).toBe(1);
    for (const text of ['ev_7', '7', 'revoked', 'the key was revoked']) expect(listed.out).toContain(text);
    const sent = await runFake(['evidence', 'resend', '--gateway', verifier.url]);
    expect(sent).toMatchObject({ code: 0, out: 'The verifier took 1 and refused 0 again.\n' });
    expect(verifier.seen.map(({ url }) => url)).toEqual([
      '/v1/refused-evidence?limit=20',
      '/v1/refused-evidence/resend',
    ]);
  });

  it('requests the given filters', async () => {
    const { url, seen } = await serveList(0);
    await runFake(['evidence', 'list', '--agent', 'a&b', '--decision', 'deny', '--session', 's', '--verifier', url]);
    expect(seen[0]?.url).toBe('/v1/evidence?agent_id=a%26b&decision=deny&session_id=s&limit=20');
  });

  it('ends when a verifier always promises more', async () => {
    verifier = await serveFake((_request, response) =>
      sendJson(response, 200, { items: [], next_cursor: 'x', has_more: true }),
    );
    const { code } = await runFake(['evidence', 'list', '--verifier', verifier.url]);
    expect([code, verifier.seen.length]).toEqual([0, 1]);
  });
});

describe('evidence show', () => {
  it('lists the settings that the policies read, and features that the provider was asked to use', async () => {
    const view = aView();
    const settings = { injection: { 'injection_risk.threshold': 0.55 }, features: { allowed: ['mcp'] } };
    const phases = view.phases.map((phase) => ({ ...phase, settings }));
    const { out } = await showView({ ...view, features: ['mcp', 'web_search'], phases });
    expect(out).toMatch(/^ {2}injection\.injection_risk\.threshold +0\.55 +request, response$/m);
    expect(out).toMatch(/^ {2}features\.allowed +\["mcp"\]/m);
    expect(out).toMatch(/lets the provider do itself\n {2}- mcp\n {2}- web_search\n/);
  });

  it('shows verdict, decision, auditors, claims and unproven parts', async () => {
    const { code, out, view } = await show();
    expect(code).toBe(0);
    const words = [
      'Decision',
      'Auditors',
      'Claims',
      'injection_risk',
      'attested',
      'no hardware was verified',
      'assay verify',
    ];
    for (const text of [...words, view.evidence_id, view.trust_tier, view.decision.policy_id])
      expect(out).toContain(text);
  });

  it('shows its approver, and the evidence approved before', async () => {
    const approval = { id: 'apr_2', status: 'approved', phase_index: 1, approvers: ['usr_ada', 'usr_bob'] };
    const approved_at = '2026-01-01T00:00:00Z';
    const earlier_approvals = [{ id: null, status: 'unverifiable', phase_index: 0 }];
    const { out } = await showView({ ...aView(), approval: { ...approval, approved_at }, earlier_approvals });
    expect(out).toContain('approved by usr_ada, usr_bob at 2026-01-01T00:00:00Z (apr_2)');
    expect(out).toMatch(/before it +unverifiable\n/);
    expect((await show()).out).not.toContain('approval');
  });

  it('names the person and the consent of the agent', async () => {
    const { out } = await showView({ ...aView(), on_behalf_of: { sub: 'usr_ada', grant_id: 'dgr_1' } });
    expect(out).toMatch(/^for +usr_ada, under grant dgr_1$/m);
    expect((await show()).out).not.toMatch(/^for /m);
  });

  it('prints exactly the signed bytes', async () => {
    const { out, view } = await show('--jws');
    expect(out).toBe(`${view.jws}\n`);
  });

  it('prints the view as JSON', async () => {
    const { out, view } = await show('--json');
    expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify(view)));
  });

  it('exits 1 for unknown evidence', async () => {
    verifier = await serveFake((_request, response) =>
      sendJson(response, 404, aProblem(404, 'not_found', 'there is no evidence of this id')),
    );
    const run = await runFake(['evidence', 'show', '../keys', '--verifier', verifier.url]);
    expect(run).toEqual({ code: 1, out: '', err: 'error: there is no evidence of this id.\n' });
    expect(verifier.seen[0]?.url).toBe('/v1/evidence/..%2Fkeys');
  });
});
