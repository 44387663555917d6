import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toTimestamp } from '../../../platform/clock.ts';
import { dayMs, type StalenessInput, stalenessOf } from './staleness.ts';

const start = Date.UTC(2026, 0, 1);
const time = fc.integer({ min: start, max: start + 400 * dayMs });
const maybe = fc.option(time, { nil: null });
const inputs: fc.Arbitrary<StalenessInput> = fc.record({
  agent: fc.record({
    created_at: time,
    status_changed_at: maybe,
    last_activity_at: maybe,
    last_token_at: maybe,
    heartbeat_at: maybe,
  }),
  activity: fc.record({ lastEvidenceAt: maybe }),
  telemetry: fc.record({ lastEvidenceAt: maybe, lastGatewayAt: maybe }),
  thresholds: fc.record({ staleDays: fc.integer({ min: 1, max: 120 }) }),
  now: time,
});

const quiet = {
  created_at: start,
  status_changed_at: null,
  last_activity_at: null,
  last_token_at: null,
  heartbeat_at: null,
};
const at = (days: number) => start + days * dayMs;
const aCase = (change: Partial<StalenessInput>): StalenessInput => ({
  agent: quiet,
  activity: { lastEvidenceAt: null },
  telemetry: { lastEvidenceAt: at(99), lastGatewayAt: null },
  thresholds: { staleDays: 30 },
  now: at(100),
  ...change,
});

describe('staleness', () => {
  it('is true from the threshold after the last activity on, with its basis', () => {
    expect(stalenessOf(aCase({ activity: { lastEvidenceAt: at(40) } }))).toEqual({
      stale: true,
      since: toTimestamp(at(70)),
      threshold_days: 30,
      basis: [
        `evidence ${toTimestamp(at(40))}`,
        `registration ${toTimestamp(start)}`,
        `telemetry ${toTimestamp(at(99))}`,
      ],
    });
  });

  it.each([
    ['token', { last_token_at: at(71) }],
    ['heartbeat', { heartbeat_at: at(71) }],
    ['call', { last_activity_at: at(71) }],
    ['status_change', { status_changed_at: at(71) }],
    ['registration', { created_at: at(71) }],
  ])('is false while a %s is younger', (kind, change) => {
    const { stale, since, basis } = stalenessOf(aCase({ agent: { ...quiet, ...change } }));
    expect([stale, since, basis[0]]).toEqual([false, null, `${kind} ${toTimestamp(at(71))}`]);
  });

  it('is true exactly from the threshold on', () => {
    const agent = { ...quiet, heartbeat_at: at(70) };
    expect(stalenessOf(aCase({ agent, now: at(100) - 1 })).stale).toBe(false);
    expect(stalenessOf(aCase({ agent })).stale).toBe(true);
  });

  it('is unknown without recent telemetry of the organisation', () => {
    const never = stalenessOf(aCase({ telemetry: { lastEvidenceAt: null, lastGatewayAt: null } }));
    expect([never.stale, never.since, never.basis.at(-1)]).toEqual(['unknown', null, 'telemetry never']);
    const lately = stalenessOf(aCase({ telemetry: { lastEvidenceAt: at(60), lastGatewayAt: at(65) } }));
    expect([lately.stale, lately.since]).toEqual(['unknown', toTimestamp(at(95))]);
  });

  it('names a token also recorded as activity once', () => {
    const agent = { ...quiet, last_token_at: at(90), last_activity_at: at(90) };
    expect(stalenessOf(aCase({ agent })).basis.map((sign) => sign.split(' ')[0])).toEqual([
      ...['token', 'registration', 'telemetry'],
    ]);
  });

  it('is true only if all signs are old and the telemetry is not, false only for a young sign, otherwise unknown', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { agent, activity, telemetry, thresholds, now } = input;
        const isYoung = (sign: number | null) => sign !== null && now - sign < thresholds.staleDays * dayMs;
        const signs = [...Object.values(agent), activity.lastEvidenceAt];
        const isActive = signs.some(isYoung);
        const isHeard = isYoung(telemetry.lastEvidenceAt) || isYoung(telemetry.lastGatewayAt);
        expect(stalenessOf(input).stale).toBe(isActive ? false : isHeard ? true : 'unknown');
      }),
    );
  });

  it('only goes from false to true to unknown while time passes without activity', () => {
    const order = [false, true, 'unknown'];
    fc.assert(
      fc.property(inputs, fc.nat({ max: 200 * dayMs }), (input, later) => {
        const before = order.indexOf(stalenessOf(input).stale);
        expect(order.indexOf(stalenessOf({ ...input, now: input.now + later }).stale)).toBeGreaterThanOrEqual(before);
      }),
    );
  });

  it('never begins by another activity', () => {
    const kinds = ['last_activity_at', 'last_token_at', 'heartbeat_at', 'status_changed_at'] as const;
    fc.assert(
      fc.property(inputs, fc.constantFrom(...kinds), time, (input, kind, sign) => {
        const agent = { ...input.agent, [kind]: Math.max(input.agent[kind] ?? 0, sign) };
        if (stalenessOf(input).stale === false) expect(stalenessOf({ ...input, agent }).stale).toBe(false);
      }),
    );
  });

  it('a longer threshold never makes an agent stale', () => {
    fc.assert(
      fc.property(inputs, fc.integer({ min: 1, max: 100 }), (input, more) => {
        const longer = { staleDays: input.thresholds.staleDays + more };
        if (stalenessOf(input).stale === false) expect(stalenessOf({ ...input, thresholds: longer }).stale).toBe(false);
      }),
    );
  });

  it('since is never in the future', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { since } = stalenessOf(input);
        if (since !== null) expect(Date.parse(since)).toBeLessThanOrEqual(input.now);
      }),
    );
  });
});
