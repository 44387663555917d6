import { afterEach, describe, expect, it } from 'vitest';
import { aProblem, type FakeService, runFake, sendJson, serveFake } from '../cli.fake.ts';

let verifier: FakeService | undefined;
afterEach(() => verifier?.close());

const running = { lineage: 'cfg_1', revision: 7 };
const aGateway = {
  id: 'edge-1',
  org_id: 'default',
  running,
  source: 'verifier',
  behind: 0,
  state: 'current',
  refused: null,
  problems: [],
  build: '0.1.0',
  first_seen_at: 'x',
  last_seen_at: '2026-01-01T00:00:00.000Z',
  reported_at: null,
};

function aRollout(counts: Partial<Record<'total' | 'reached' | 'behind' | 'refusing' | 'away', number>>) {
  return {
    ...running,
    changed_at: '2026-01-01T00:00:00.000Z',
    complete: false,
    counts: { total: 2, reached: 0, behind: 0, refusing: 0, away: 0, ...counts },
    missing: counts.behind === undefined ? [] : [{ id: 'edge-2', state: 'behind', running: null }],
  };
}

/** Gives the answers in turn, then always the last one. */
async function serve(...answers: unknown[]): Promise<string> {
  verifier = await serveFake(({ url }, response) => {
    const isRollout = url.startsWith('/v1/gateways/rollout');
    sendJson(response, 200, isRollout && answers.length > 1 ? answers.shift() : answers[0]);
  });
  return verifier.url;
}

describe('gateway list', () => {
  it("shows each gateway's revision and problems", async () => {
    const refusing = {
      ...aGateway,
      id: 'edge-2',
      state: 'refusing',
      running: null,
      behind: null,
      refused: { version: 'cfg_1.7', reason: 'the signature is of an unknown key' },
      problems: [{ reason: 'chain', message: 'pii does not answer', agent_id: 'a1' }],
    };
    const page = { items: [aGateway, refusing], next_cursor: null, has_more: false };
    const url = await serve(page);
    const { code, out } = await runFake(['gateway', 'list', '--verifier', url]);
    expect(code).toBe(0);
    expect(out).toMatch(/^edge-1 +current +revision 7 +0 +verifier/m);
    expect(out).toMatch(/^edge-2 +refusing +its own files +\?/m);
    expect(out).toContain('edge-2: refuses cfg_1.7: the signature is of an unknown key\n');
    expect(out).toContain('edge-2: agent a1: pii does not answer\n');
    const { out: json } = await runFake(['gateway', 'list', '--json', '--verifier', url]);
    expect(JSON.parse(json)).toEqual(page);
  });
});

describe('gateway rollout', () => {
  it.each([
    [{ reached: 2 }, 0],
    [{ reached: 1, away: 1 }, 0],
    [{ reached: 1, behind: 1 }, 1],
    [{ reached: 1, refusing: 1 }, 1],
    [{ total: 0 }, 1],
    [{ away: 2 }, 1],
  ])('of %j ends with %i', async (counts, expected) => {
    const { code, out } = await runFake(['gateway', 'rollout', '--verifier', await serve(aRollout(counts))]);
    expect(code).toBe(expected);
    expect(out).toContain(`${'reached' in counts ? counts.reached : 0} of`);
  });

  it('--wait asks for the same revision until all active gateways run it', async () => {
    const url = await serve(
      aRollout({ reached: 1, behind: 1 }),
      aRollout({ reached: 1, behind: 1 }),
      aRollout({ reached: 2 }),
    );
    const { code, out } = await runFake(['gateway', 'rollout', '--wait', '--verifier', url]);
    expect([code, out]).toEqual([0, expect.stringContaining('2 of 2 run it')]);
    expect(verifier?.seen.map((request) => request.url)).toEqual([
      '/v1/gateways/rollout',
      '/v1/gateways/rollout?revision=7',
      '/v1/gateways/rollout?revision=7',
    ]);
  });

  it('--wait ends with 1 when the time has passed, and says who is missing', async () => {
    const url = await serve(aRollout({ reached: 1, behind: 1 }));
    const { code, out, err } = await runFake(['gateway', 'rollout', '--wait', '--timeout', '0', '--verifier', url]);
    expect([code, out, err]).toEqual([
      1,
      expect.stringMatching(/^ {2}edge-2 +behind +its own files$/m),
      expect.stringMatching(/^Not done after 0 s: 1 gateway runs revision 7, 1 do not yet\. .*assay gateway list/),
    ]);
  });

  it('Ctrl-C ends the wait', async () => {
    const stop = new AbortController();
    verifier = await serveFake((_request, response) => {
      sendJson(response, 200, aRollout({ behind: 1 }));
      setImmediate(() => stop.abort());
    });
    const { code } = await runFake(['gateway', 'rollout', '--wait', '--verifier', verifier.url], {
      signal: stop.signal,
    });
    expect(code).toBe(130);
  });

  it.each([
    [['--timeout', '5'], '--timeout goes with --wait'],
    [['--wait', '--timeout', 'x'], '--timeout must be a whole number'],
    [['extra'], 'Unexpected argument'],
  ])('%j is wrong use', async (args, message) => {
    const { code, err } = await runFake(['gateway', 'rollout', ...args]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  it('a refusal of the verifier is shown', async () => {
    verifier = await serveFake((_request, response) => sendJson(response, 403, aProblem(403, 'forbidden', 'not you')));
    const { code, err } = await runFake(['gateway', 'rollout', '--verifier', verifier.url]);
    expect([code, err]).toEqual([3, expect.stringContaining('not you')]);
  });
});
