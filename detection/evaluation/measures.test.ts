import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../training/random.ts';
import { measureCalibration } from './calibration.ts';
import { aucInterval, bootstrapInterval, wilsonInterval } from './intervals.ts';
import { joinToLength, percentiles } from './latency.ts';
import {
  atFalsePositiveRate,
  averagePrecision,
  groupByScore,
  rocAuc,
  type ScoredLabel,
  toCurve,
  totals,
} from './ranking.ts';
import { breakDown, breakDownBy } from './rates.ts';

const aScore = fc.integer({ min: 0, max: 10 }).map((value) => value / 10);
const someRows = fc.array(fc.record({ score: aScore, label: fc.constantFrom<0 | 1>(0, 1) }), { maxLength: 40 });

const rowsOf = (positives: readonly number[], negatives: readonly number[]): ScoredLabel[] => [
  ...positives.map((score): ScoredLabel => ({ score, label: 1 })),
  ...negatives.map((score): ScoredLabel => ({ score, label: 0 })),
];

/** Positives and negatives drawn from two overlapping distributions. */
function drawn(count: number, seed: number): ScoredLabel[] {
  const random = createRandom(seed);
  const bell = () => random() + random() + random();
  return rowsOf(
    Array.from({ length: count }, () => 0.3 + bell()),
    Array.from({ length: count }, bell),
  );
}

describe('a ranking', () => {
  it('has the area given by comparing every positive with every negative', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        const wins = rows
          .filter(({ label }) => label === 1)
          .flatMap(({ score }) =>
            rows
              .filter(({ label }) => label === 0)
              .map((other) => (score > other.score ? 1 : score === other.score ? 0.5 : 0)),
          );
        const area = rocAuc(groupByScore(rows));
        if (wins.length === 0) expect(area).toBeUndefined();
        else expect(area).toBeCloseTo(wins.reduce((sum: number, win) => sum + win, 0) / wins.length, 12);
      }),
    );
  });

  it('has the average precision of its definition, with tied scores taken at once', () => {
    // By hand: at 0.9 one of one, at 0.5 two of four (one new of two), at 0.1 three of five.
    const rows = rowsOf([0.9, 0.5, 0.1], [0.5, 0.5]);
    expect(averagePrecision(groupByScore(rows))).toBeCloseTo((1 / 3) * 1 + (1 / 3) * (2 / 4) + (1 / 3) * (3 / 5), 12);
    expect(averagePrecision(groupByScore(rowsOf([0.5], [])))).toBe(1);
    expect(averagePrecision(groupByScore(rowsOf([], [0.5])))).toBeUndefined();
  });

  it('does not depend on the order of its rows', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        expect(groupByScore(rows)).toEqual(groupByScore(rows.toReversed()));
      }),
    );
  });

  it('finds the most at a false-positive rate without exceeding it', () => {
    fc.assert(
      fc.property(someRows, fc.constantFrom(0.01, 0.1, 0.3), (rows, limit) => {
        const found = atFalsePositiveRate(groupByScore(rows), limit);
        const { positives, negatives } = totals(groupByScore(rows));
        if (found === undefined) {
          expect(positives * negatives).toBe(0);
          return;
        }
        const taken = (label: 0 | 1, threshold: number) =>
          rows.filter((row) => row.label === label && row.score >= threshold).length;
        expect(found.falsePositiveRate).toBe(taken(0, found.threshold) / negatives);
        expect(found.recall).toBe(taken(1, found.threshold) / positives);
        expect(found.falsePositiveRate).toBeLessThanOrEqual(limit);
        for (const { score } of rows)
          if (taken(0, score) / negatives <= limit)
            expect(taken(1, score) / positives).toBeLessThanOrEqual(found.recall);
      }),
    );
  });

  it('has a curve from no rows to all rows', () => {
    const curve = toCurve(groupByScore(rowsOf([0.9, 0.2], [0.2, 0.1])));
    expect(curve.map(({ truePositives, falsePositives }) => [truePositives, falsePositives])).toEqual([
      [0, 0],
      [1, 0],
      [2, 1],
      [2, 2],
    ]);
  });
});

describe('an interval', () => {
  it('of a rate equals the literature', () => {
    // Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    const cases = [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const;
    for (const [hits, trials, low, high] of cases) {
      const interval = wilsonInterval(hits, trials);
      expect(interval?.[0]).toBeCloseTo(low, 4);
      expect(interval?.[1]).toBeCloseTo(high, 4);
    }
    expect(wilsonInterval(0, 0)).toBeUndefined();
    expect(wilsonInterval(7, 7)?.[1]).toBe(1);
  });

  it("of an area has DeLong's variance", () => {
    const rows = drawn(40, 3);
    const positives = rows.filter(({ label }) => label === 1);
    const negatives = rows.filter(({ label }) => label === 0);
    const wins = (one: number, other: number) => (one > other ? 1 : one === other ? 0.5 : 0);
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const ofPositives = positives.map(({ score }) => mean(negatives.map((other) => wins(score, other.score))));
    const ofNegatives = negatives.map(({ score }) => mean(positives.map((other) => wins(other.score, score))));
    const variance = (values: readonly number[]) =>
      values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / (values.length - 1);
    const error = Math.sqrt(variance(ofPositives) / 40 + variance(ofNegatives) / 40);
    const auc = mean(ofPositives);
    const [low, high] = aucInterval(groupByScore(rows)) ?? [0, 0];
    const logit = (value: number) => Math.log(value / (1 - value));
    expect((logit(high) - logit(low)) / 2).toBeCloseTo((1.959963984540054 * error) / (auc * (1 - auc)), 9);
    expect((logit(high) + logit(low)) / 2).toBeCloseTo(logit(auc), 9);
  });

  it('of an area contains the truth about as often as stated', () => {
    const truth = rocAuc(groupByScore(drawn(20_000, 99))) ?? 0;
    let held = 0;
    for (let seed = 1; seed <= 200; seed += 1) {
      const [low, high] = aucInterval(groupByScore(drawn(50, seed))) ?? [0, 0];
      if (low <= truth && truth <= high) held += 1;
    }
    expect(held / 200).toBeGreaterThan(0.9);
  });

  it('of a perfect ranking does not claim certainty', () => {
    expect(aucInterval(groupByScore(rowsOf([0.9, 0.8, 0.7], [0.1, 0.2])))).toEqual([0, 1]);
    const [low, high] = aucInterval(groupByScore(rowsOf(new Array(300).fill(1), new Array(400).fill(0)))) ?? [0, 0];
    expect([low, high]).toEqual([0.99, 1]);
    expect(aucInterval(groupByScore(rowsOf([1], [0, 0])))).toBeUndefined();
  });

  it('by the bootstrap contains the measure, is about as wide as the exact one, and is deterministic', () => {
    const groups = groupByScore(drawn(200, 5));
    const [low, high] = bootstrapInterval(groups, rocAuc) ?? [0, 0];
    const [exactLow, exactHigh] = aucInterval(groups) ?? [0, 0];
    expect(Math.abs(low - exactLow)).toBeLessThan(0.02);
    expect(Math.abs(high - exactHigh)).toBeLessThan(0.02);
    expect(bootstrapInterval(groups, rocAuc)).toEqual([low, high]);
    expect(bootstrapInterval(groupByScore(rowsOf([1], [])), rocAuc)).toBeUndefined();
  });
});

describe('decisions', () => {
  const rows = [
    { score: 0.9, label: 1, detected: true, source: 'b' },
    { score: 0.4, label: 1, detected: false, source: 'b' },
    { score: 0.8, label: 0, detected: true, source: 'a' },
    { score: 0.1, label: 0, detected: false, source: 'a' },
    { score: 0.1, label: 0, detected: false, source: undefined },
  ] as const;

  it('are counted at the shipped threshold', () => {
    const { name, positives, recall, false_positive_rate: alarms, accuracy, auc } = breakDown('all', rows);
    expect([name, positives, recall?.value, accuracy?.value]).toEqual(['all', 2, 0.5, 0.6]);
    expect(alarms?.value).toBeCloseTo(1 / 3, 12);
    expect(auc?.value).toBeCloseTo(5 / 6, 12);
  });

  it('have no measure where it is undefined', () => {
    const parts = breakDownBy(rows, ({ source }) => source);
    expect(parts.map(({ name, rows: count }) => [name, count])).toEqual([
      ['a', 2],
      ['b', 2],
    ]);
    expect(
      parts.map((part) =>
        (['auc', 'recall', 'false_positive_rate'] as const).filter((name) => part[name] !== undefined),
      ),
    ).toEqual([['false_positive_rate'], ['recall']]);
  });
});

describe('calibration', () => {
  it('sorts scores into tenths and weighs their distances', () => {
    const found = measureCalibration(rowsOf([0.9, 1, 0.25], [0.25, 0]));
    expect(found?.bins.map(({ from, rows, observed }) => [from, rows, observed])).toEqual([
      [0, 1, 0],
      [0.2, 2, 0.5],
      [0.9, 2, 1],
    ]);
    expect(found?.expected_calibration_error).toBeCloseTo((0 + 2 * 0.25 + 2 * 0.05) / 5, 12);
    expect(found?.brier_score).toBeCloseTo((0.01 + 0 + 0.5625 + 0.0625 + 0) / 5, 12);
    expect(measureCalibration([])).toBeUndefined();
  });

  it('refuses a score outside of 0 to 1', () => {
    expect(() => measureCalibration([{ score: -0.1, label: 0 }])).toThrow('not from 0 to 1');
  });
});

describe('latency', () => {
  it('uses the nearest rank', () => {
    const times = Array.from({ length: 200 }, (_, index) => 200 - index);
    expect(percentiles(times)).toEqual({ p50_ms: 100, p90_ms: 180, p99_ms: 198 });
    expect(percentiles([3])).toEqual({ p50_ms: 3, p90_ms: 3, p99_ms: 3 });
    expect(percentiles([])).toBeUndefined();
  });

  it('is measured on texts of exactly one length', () => {
    const rows = ['one', 'two words', ''].map((text) => ({ text, label: 0, source: 's' }) as const);
    expect(joinToLength(rows, 50, 4).map(({ text }) => text.length)).toEqual([50, 50, 50, 50]);
    expect(joinToLength([{ text: '', label: 0, source: 's' }], 50, 4)).toEqual([]);
  });
});
