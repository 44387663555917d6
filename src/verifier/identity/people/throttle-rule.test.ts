/** The rule of waits: they grow, they are bounded, and they end. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { throttleRules, toPlace } from './throttle.ts';
import { openAt, relevantFailures, type ThrottleRule, waitMs } from './throttle-rule.ts';

const rule: fc.Arbitrary<ThrottleRule> = fc
  .record({
    free: fc.integer({ min: 1, max: 30 }),
    baseMs: fc.integer({ min: 100, max: 5_000 }),
    factor: fc.integer({ min: 1, max: 1_000 }),
    windowMs: fc.integer({ min: 1_000, max: 3_600_000 }),
  })
  .map(({ free, baseMs, factor, windowMs }) => ({ free, baseMs, maxMs: baseMs * factor, windowMs }));
const times = fc
  .array(fc.integer({ min: 0, max: 10_000_000 }), { maxLength: 60 })
  .map((list) => list.sort((a, b) => a - b));

describe('the throttle', () => {
  it('never waits longer than its bound after the last failure, nor beyond its window', () => {
    fc.assert(
      fc.property(rule, times, fc.nat(20_000_000), (of, failures, now) => {
        const open = openAt(of, failures, now);
        const last = Math.min(failures.at(-1) ?? 0, now);
        expect(open).toBeLessThanOrEqual(Math.max(now, last + of.maxMs));
        if (now - last >= of.windowMs) expect(open).toBeLessThanOrEqual(now);
      }),
    );
  });

  it('one more failure never makes the wait shorter', () => {
    fc.assert(
      fc.property(rule, times, (of, failures) => {
        const now = failures.at(-1) ?? 0;
        expect(openAt(of, [...failures, now], now)).toBeGreaterThanOrEqual(openAt(of, failures, now));
        expect(waitMs(of, failures.length + 1)).toBeGreaterThanOrEqual(waitMs(of, failures.length));
      }),
    );
  });

  it('what is forgotten of a long history does not change the wait, and little is kept', () => {
    fc.assert(
      fc.property(rule, times, fc.nat(20_000_000), (of, failures, now) => {
        const kept = relevantFailures(of, failures, now);
        expect(openAt(of, kept, now)).toBe(openAt(of, failures, now));
        expect(kept.length).toBeLessThanOrEqual(of.free + 12);
        const all = failures.map((at) => Math.min(at, now)).filter((at) => now - at < of.windowMs);
        if (all.length >= of.free) expect(waitMs(of, kept.length)).toBe(waitMs(of, all.length));
      }),
    );
  });

  it('a few failures cost nothing, then each doubles the wait', () => {
    const { pair } = throttleRules;
    expect([4, 5, 6, 7, 30].map((count) => waitMs(pair, count))).toEqual([0, 2_000, 4_000, 8_000, 900_000]);
    expect(waitMs(throttleRules.account, 1_000)).toBe(60_000);
  });

  it('a clock that went back shuts nobody out for longer than the bound', () => {
    const failures = Array.from({ length: 9 }, (_, index) => 1_000_000_000 + index);
    expect(openAt(throttleRules.pair, failures, 1_000)).toBe(1_000 + waitMs(throttleRules.pair, 9));
  });
});

describe('places', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s is guessed from as %s', (address, place) => {
    expect(toPlace(address)).toBe(place);
  });
});
