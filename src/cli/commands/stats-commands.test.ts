import { afterEach, describe, expect, it } from 'vitest';
import { type FakeService, runFake, sendJson, serveFake } from '../cli.fake.ts';

let verifier: FakeService | undefined;
afterEach(async () => {
  await verifier?.close();
  verifier = undefined;
});

async function run(view: unknown, ...args: string[]) {
  verifier = await serveFake((_request, response) => sendJson(response, 200, view));
  return { ...(await runFake([...args, '--verifier', verifier.url])), urls: verifier.seen.map(({ url }) => url) };
}

const none = { exchanges: 0, allowed: 0, denied: 0, redacted: 0, escalated: 0, warned: 0, would_deny: 0 };
const some = { exchanges: 12, allowed: 10, denied: 2, redacted: 3, escalated: 1, warned: 4, would_deny: 5 };
const added = { mean_ms: 7.25, p50_ms: 7, p90_ms: 8, p95_ms: 9, p99_ms: 42.5 };
const range = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' };

describe('stats exchanges', () => {
  const view = {
    ...range,
    interval: 'hour',
    points: [
      { start: '2026-01-01T00:00:00.000Z', ...none, added_latency: null },
      { start: '2026-01-01T01:00:00.000Z', ...some, added_latency: added },
    ],
    total: { ...some, added_latency: added },
  };

  it('shows a line for each interval with exchanges, and the sums', async () => {
    const { code, out, urls } = await run(view, 'stats', 'exchanges');
    expect(code).toBe(0);
    const [title, , head, ...lines] = out.split('\n');
    expect(title).toBe(`Exchanges by hour from ${range.from} to ${range.to}`);
    expect(head).toMatch(
      /^START +EXCHANGES +ALLOWED +DENIED +REDACTED +ESCALATED +WARNED +WOULD DENY +P50 MS +P95 MS +P99 MS$/,
    );
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^2026-01-01T01:00:00.000Z +12 +10 +2 +3 +1 +4 +5 +7 +9 +42.5$/);
    expect(lines[1]).toMatch(/^total +12 /);
    expect(urls).toEqual(['/v1/statistics/exchanges']);
  });

  it('asks for a time, an interval and an agent, and prints the answer as JSON', async () => {
    const asked = ['--from', '2026-01-01', '--to', '2026-01-02T00:00:00Z', '--interval', 'hour', '--agent', 'a'];
    const { out, urls } = await run(view, 'stats', 'exchanges', ...asked, '--json');
    expect(JSON.parse(out)).toEqual(view);
    expect(new URLSearchParams(urls[0]?.split('?')[1])).toEqual(
      new URLSearchParams({ ...range, agent_id: 'a', interval: 'hour' }),
    );
  });

  it.each([
    ['an interval that there is not', ['--interval', 'week'], 'minute, hour, day'],
    ['a time that is none', ['--from', 'yesterday'], '--from takes a time'],
  ])('refuses %s', async (_name, args, text) => {
    const { code, err, urls } = await run(view, 'stats', 'exchanges', ...args);
    expect({ code, urls }).toEqual({ code: 2, urls: [] });
    expect(err).toContain(text);
  });
});

describe('stats top', () => {
  it('shows a line for each name, for auditors with their failures', async () => {
    const items = [{ name: 'pii', ...some, mean_ms: 3, failed: 1, late: 2 }];
    const { out, urls } = await run(
      { by: 'auditor', ...range, items, has_more: true },
      'stats',
      'top',
      'auditor',
      '-n',
      '1',
    );
    expect(out).toMatch(/^AUDITOR +EXCHANGES .* MEAN MS +FAILED +LATE$/m);
    expect(out).toMatch(/^pii +12 +10 +2 +3 +1 +4 +5 +3 +1 +2$/m);
    expect(out).toContain('There are more');
    expect(new URLSearchParams(urls[0]?.split('?')[1])).toEqual(new URLSearchParams({ by: 'auditor', limit: '1' }));
  });

  it('says when nothing was counted', async () => {
    const { out } = await run({ by: 'tool', ...range, items: [], has_more: false }, 'stats', 'top', 'tool');
    expect(out).toContain('There are none.');
  });

  it('refuses a kind that there is not, and names those that there are', async () => {
    const { code, err } = await run({}, 'stats', 'top', 'colour');
    expect(code).toBe(2);
    expect(err).toContain('reason, agent, model, workspace, auditor, tool');
  });
});

describe('stats overview', () => {
  it('shows what waits, and how passports, gateways and auditors are', async () => {
    const view = {
      at: range.to,
      passports: { valid: { affirming: 1, warning: 2, contraindicated: 0, none: 3 }, expired: 4, revoked: 5 },
      waiting: { approvals: 6, delegations: 0, quarantined_apps: 1, access_reviews: 0, invitations: 0 },
      gateways: {
        total: 2,
        newest: { lineage: 'cfg', revision: 9 },
        withheld: null,
        items: [
          {
            id: 'gw-1',
            running: { lineage: 'cfg', revision: 8 },
            behind: 1,
            state: 'behind',
            problems: [{ reason: 'r', message: 'm' }],
            build: null,
            last_seen_at: range.to,
            ready: false,
          },
        ],
      },
      auditors: [{ name: 'pii', exchanges: 10, failed: 2, late: 0, mean_ms: null }],
    };
    const { code, out, urls } = await run(view, 'stats', 'overview');
    expect([code, urls]).toEqual([0, ['/v1/statistics/overview']]);
    expect(out).toContain('1 affirming, 2 warning, 0 contraindicated, 3 none');
    expect(out).toMatch(/^approvals +6 waiting$/m);
    expect(out).toMatch(/^gateways +0 of 2 ready$/m);
    expect(out).toMatch(/^gw-1 +behind +revision 8 +1 +2026/m);
    expect(out).toMatch(/^pii +10 +2 +0 +-$/m);
  });
});
