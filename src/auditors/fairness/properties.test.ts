/** Properties of every table. */
import type { Claim } from '@assay/sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ask, read } from './ask.fixture.ts';
import { measures, rangeOf } from './measures.ts';
import { rateNames } from './rates.ts';

interface Row {
  readonly group: string;
  readonly y_pred: number;
  readonly y_true: number;
  readonly features: readonly number[];
}

const bit = fc.constantFrom(0, 1);
const aRow = fc.record({
  group: fc.constantFrom('a', 'b', 'c'),
  y_pred: bit,
  y_true: bit,
  // Few values, so that many rows are equally far apart.
  features: fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 })),
});
const someRows = fc.array(aRow, { minLength: 1, maxLength: 40 });
const anAlpha = fc.oneof(
  fc.constantFrom(-1, 0, 1, 2),
  fc.double({ min: 1e-6, max: 10, noNaN: true }),
  fc.double({ min: -10, max: -1e-6, noNaN: true }),
);

const measuresOf = async (rows: readonly Row[], settings: Record<string, unknown> = {}, privileged = 'a') =>
  ask({ rows, privileged }, { neighbors: 3, ...settings });

/** Every number in the claims, by path. */
function numbersOf(claims: Awaited<ReturnType<typeof ask>>): Map<string, number> {
  const numbers = new Map<string, number>();
  const walk = (value: unknown, path: string) => {
    if (typeof value === 'number') numbers.set(path, value);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) walk(member, `${path}.${key}`);
  };
  for (const [name, { value }] of claims) walk(value, name);
  return numbers;
}

function expectClose(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): void {
  expect([...left.keys()].sort()).toEqual([...right.keys()].sort());
  for (const [path, value] of left) {
    expect(Math.abs(value - Number(right.get(path))), path).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(value)));
  }
}

const isRate = (path: string) => !/\.(n|selected|tp|fp|tn|fn)$|sample_count|consistency/.test(path);
const onlyRates = (numbers: ReadonlyMap<string, number>) => new Map([...numbers].filter(([path]) => isRate(path)));

describe('the result', () => {
  it('does not depend on the order of rows', async () => {
    const shuffled = someRows.chain((rows) =>
      fc.shuffledSubarray(rows, { minLength: rows.length }).map((other) => [rows, other] as const),
    );
    await fc.assert(
      fc.asyncProperty(shuffled, anAlpha, async ([rows, other], alpha) => {
        expectClose(numbersOf(await measuresOf(rows, { alpha })), numbersOf(await measuresOf(other, { alpha })));
      }),
    );
  });

  it('keeps every rate and measure when all rows are doubled', async () => {
    await fc.assert(
      fc.asyncProperty(someRows, async (rows) => {
        const once = onlyRates(numbersOf(await measuresOf(rows)));
        expectClose(once, onlyRates(numbersOf(await measuresOf([...rows, ...rows]))));
      }),
    );
  });

  it('is the same from rows, from columns and from counts', async () => {
    await fc.assert(
      fc.asyncProperty(someRows, async (rows) => {
        const bare = rows.map(({ group, y_pred, y_true }) => ({ group, y_pred, y_true }));
        const columns = {
          group: bare.map(({ group }) => group),
          y_pred: bare.map(({ y_pred }) => y_pred === 1),
          y_true: bare.map(({ y_true }) => String(y_true)),
        };
        const expected = [...(await ask({ rows: bare, privileged: 'b' })).values()].map(stripTime);
        expect([...(await ask({ columns, privileged: ['b'] })).values()].map(stripTime)).toEqual(expected);
        const counts = { counts: countRows(bare), privileged: { group: 'b' } };
        expect([...(await ask(counts)).values()].map(stripTime)).toEqual(expected);
      }),
    );
  });
});

const stripTime = ({ name, value, detail, provenance }: Claim) => ({
  name,
  value,
  detail,
  provenance,
});

function countRows(rows: readonly Pick<Row, 'group' | 'y_pred' | 'y_true'>[]) {
  const count = (group: string, y_pred: number, y_true: number) =>
    rows.filter((row) => row.group === group && row.y_pred === y_pred && row.y_true === y_true).length;
  const names = [...new Set(rows.map(({ group }) => group))];
  return Object.fromEntries(
    names.map((group) => {
      const truth = { tp: count(group, 1, 1), fp: count(group, 1, 0), tn: count(group, 0, 0), fn: count(group, 0, 1) };
      return [group, { n: truth.tp + truth.fp + truth.tn + truth.fn, selected: truth.tp + truth.fp, ...truth }];
    }),
  );
}

it('swapping the two sides negates differences and inverts ratios', async () => {
  const twoGroups = fc.array(
    aRow.map((row) => ({ ...row, group: row.group === 'c' ? 'b' : row.group })),
    { minLength: 2, maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(twoGroups, async (rows) => {
      const [left, right] = [await measuresOf(rows, {}, 'a'), await measuresOf(rows, {}, 'b')];
      for (const { name, kind } of measures) {
        const values = [read(left, 'fairness_metrics', name), read(right, 'fairness_metrics', name)].map(Number);
        const [one = Number.NaN, other = Number.NaN] = values;
        if (Number.isNaN(one) || Number.isNaN(other)) continue;
        if (kind === 'signed_difference') expect(one + other, name).toBe(0);
        if (kind === 'open_ratio') expect(one * other, name).toBeCloseTo(1, 12);
      }
    }),
  );
});

it('every measure and rate stays within its bounds, and is either a value or listed as undefined', async () => {
  const settings = fc.record({
    alpha: anAlpha,
    method: fc.constantFrom('between_groups', 'to_overall'),
    agg: fc.constantFrom('worst_case', 'mean'),
  });
  await fc.assert(
    fc.asyncProperty(someRows, settings, fc.constantFrom('a', 'b', 'nobody'), async (rows, options, privileged) => {
      const claims = await measuresOf(rows, options, privileged);
      const missing = claims.get('fairness_undefined')?.value;
      for (const { name, kind } of measures) {
        const value = read(claims, 'fairness_metrics', name);
        if (value === undefined) {
          expect(missing).toContain(name);
          continue;
        }
        expect(missing).not.toContain(name);
        const { minimum, maximum = Number.POSITIVE_INFINITY } = rangeOf(kind);
        expect(value, name).toSatisfy((number: number) => number >= minimum && number <= maximum);
      }
      for (const group of new Set(rows.map((row) => row.group))) {
        for (const rate of rateNames) {
          const value = read(claims, 'group_metrics', group, rate);
          if (value === undefined) expect(missing).toContain(`${rate}:${group}`);
          else expect(value, rate).toSatisfy((number: number) => number >= 0 && number <= 1);
        }
      }
    }),
  );
});

it('the mean difference never exceeds the worse one, and comparing with all rows never finds more than between groups', async () => {
  await fc.assert(
    fc.asyncProperty(someRows, async (rows) => {
      const worst = await measuresOf(rows);
      const mean = await measuresOf(rows, { agg: 'mean' });
      const overall = await measuresOf(rows, { method: 'to_overall' });
      const pairs = [
        [mean.get('equalized_odds'), worst.get('equalized_odds')],
        [overall.get('demographic_parity'), worst.get('demographic_parity')],
        [worst.get('demographic_parity_ratio'), overall.get('demographic_parity_ratio')],
      ];
      for (const [low, high] of pairs) {
        expect(low === undefined).toBe(high === undefined);
        if (low !== undefined) expect(Number(low.value)).toBeLessThanOrEqual(Number(high?.value) + 1e-15);
      }
    }),
  );
});

it('intervals contain their value', async () => {
  await fc.assert(
    fc.asyncProperty(someRows, fc.constantFrom('0.9', '0.95', '0.99'), async (rows, confidence_level) => {
      const claims = await measuresOf(rows, { confidence_level });
      const found = [
        ...pairsOf(claims.get('group_metrics'), (label) => read(claims, 'group_metrics', label)),
        ...pairsOf(claims.get('fairness_metrics'), () => claims.get('fairness_metrics')?.value),
      ];
      for (const { path, interval, value } of found) {
        const [low = Number.NaN, high = Number.NaN] = interval;
        expect(low, path).toBeLessThanOrEqual(Number(value) + 1e-12);
        expect(high, path).toBeGreaterThanOrEqual(Number(value) - 1e-12);
      }
      expect(found.length).toBeGreaterThan(0);
    }),
  );
});

function pairsOf(claim: Claim | undefined, valuesOf: (label: string) => unknown) {
  const intervals: unknown = claim?.detail?.['intervals'];
  return Object.entries(Object(intervals)).flatMap(([label, byName]) =>
    Object.entries(Object(byName)).map(([name, interval]) => ({
      path: `${label}.${name}`,
      interval: Array.isArray(interval) ? interval.map(Number) : [],
      value: Reflect.get(Object(valuesOf(label)), name),
    })),
  );
}
