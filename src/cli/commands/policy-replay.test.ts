/** Following, showing and cancelling a replay. */
import { afterEach, describe, expect, it } from 'vitest';
import { type FakeService, runFake, sendJson, serveFake } from '../cli.fake.ts';

let verifier: FakeService | undefined;
afterEach(() => verifier?.close());

const policy = {
  id: 'pol_1',
  org_id: 'default',
  scope: { level: 'workspace', id: 'w' },
  name: 'guard',
  description: '',
  origin: 'person',
  status: 'active',
  version: 2,
  active_version: 1,
  shadow_version: null,
  text: 'permit',
  sha256: 'x',
  problems: [],
  revision: 2,
  created_at: 'x',
  created_by: 'local',
  updated_at: 'x',
};
const side = { decision: 'allow', reasons: ['open'], obligations: [] };
const result = {
  evidence: 10,
  evaluated: 12,
  same: 10,
  allow_to_deny: 1,
  deny_to_allow: 0,
  obligations_changed: 1,
  not_reached: 1,
  not_replayable: {
    total: 2,
    by_reason: [{ reason: 'claim_missing', count: 2, details: [{ detail: 'pii_found', count: 2 }] }],
  },
  by_policy: [{ policy_id: 'injection', allow_to_deny: 1, deny_to_allow: 0, obligations_changed: 0 }],
  examples: [
    {
      evidence_id: 'ev_1',
      at: 'x',
      agent_id: 'helpdesk',
      phase: 'request',
      change: 'allow_to_deny',
      before: side,
      after: { decision: 'deny', reasons: ['injection'], obligations: ['block'] },
    },
  ],
  decided_by_others: 3,
  limits: ['now: the second stands for it'],
  is_cut: true,
};

function aReplay(status: string, found: unknown) {
  return {
    id: 'rpl_1',
    org_id: 'default',
    policy_id: 'pol_1',
    policy_version: 2,
    text_sha256: 'x',
    scope: policy.scope,
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-01-02T00:00:00.000Z',
    workspace_id: null,
    agent_id: null,
    limit: 100_000,
    status,
    error: null,
    progress: { done: 5, total: 10 },
    result: found,
    created_at: 'x',
    created_by: 'local',
    finished_at: null,
  };
}

/** A verifier whose replay still runs at the first question. */
async function serve(end: ReturnType<typeof aReplay>, onPoll: () => void = () => {}): Promise<string> {
  let polls = 0;
  verifier = await serveFake(({ method, url }, response) => {
    if (url.startsWith('/v1/policies?'))
      sendJson(response, 200, { items: [policy], next_cursor: null, has_more: false });
    else if (url.endsWith('/cancel')) sendJson(response, 200, aReplay('cancelled', null));
    else if (method === 'POST') sendJson(response, 202, aReplay('running', null));
    else {
      polls += 1;
      onPoll();
      sendJson(response, 200, polls === 1 ? aReplay('running', null) : end);
    }
  });
  return verifier.url;
}

const replay = ['policy', 'replay', 'guard', '--from', '2026-01-01', '--to', '2026-01-02'];

describe('policy replay', () => {
  it('follows the replay to its end and shows the changes', async () => {
    const url = await serve(aReplay('done', result));
    const args = [...replay, '--workspace', 'w', '--agent', 'a', '-n', '50', '--verifier', url];
    const { code, out } = await runFake(args);
    expect(code).toBe(0);
    expect(out).toContain('Replay of guard version 2 from 2026-01-01T00:00:00.000Z');
    expect(out).toMatch(/^ {2}allow to deny +1$/m);
    expect(out).toMatch(/^ {2}injection +1 +0 +0$/m);
    expect(out).toMatch(/^ {2}ev_1 +helpdesk +request +allow to deny +injection$/m);
    expect(out).toMatch(/^ {2}claim_missing +2 +pii_found$/m);
    expect(out).toMatch(/^note: 3 of the evidence was decided by policies that are not in force now/m);
    expect(out).toMatch(/^note: there was more evidence than --limit/m);
    expect(JSON.parse(verifier?.seen.find(({ method }) => method === 'POST')?.body ?? '')).toEqual({
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-01-02T00:00:00.000Z',
      workspace_id: 'w',
      agent_id: 'a',
      limit: 50,
      version: 2,
    });
  });

  it('--fail-on-change exits with 1 only for changes', async () => {
    const changed = await serve(aReplay('done', result));
    expect((await runFake([...replay, '--fail-on-change', '--verifier', changed])).code).toBe(1);
    await verifier?.close();
    const same = { ...result, allow_to_deny: 0, obligations_changed: 0 };
    const unchanged = await serve(aReplay('done', same));
    expect((await runFake([...replay, '--fail-on-change', '--verifier', unchanged])).code).toBe(0);
  });

  it("--json is the API's answer", async () => {
    const url = await serve(aReplay('done', result));
    const { out } = await runFake([...replay, '--json', '--verifier', url]);
    expect(JSON.parse(out)).toEqual(aReplay('done', result));
  });

  it.each(['failed', 'cancelled'])('a %s replay is no success', async (status) => {
    const url = await serve(aReplay(status, result));
    expect((await runFake([...replay, '--verifier', url])).code).toBe(3);
  });

  it('Ctrl-C also ends it at the verifier', async () => {
    const stop = new AbortController();
    const url = await serve(aReplay('running', null), () => setImmediate(() => stop.abort()));
    const { code } = await runFake([...replay, '--verifier', url], { signal: stop.signal });
    expect(code).toBe(130);
    expect(verifier?.seen.at(-1)).toMatchObject({ method: 'POST', url: '/v1/policies/replays/rpl_1/cancel' });
  });
});
