import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrate } from '../../src/auditors/linear-model/scorer.ts';
import { calibrationTable, type Scored } from './calibrate.ts';
import { createRandom } from './random.ts';

const scored = fc
  .array(
    fc.record({
      logit: fc.integer({ min: -60, max: 60 }).map((value) => value / 10),
      label: fc.constantFrom(0 as const, 1 as const),
      weight: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 2, maxLength: 25 },
  )
  .filter((rows) => rows.some(({ label }) => label === 1) && rows.some(({ label }) => label === 0));

describe('calibrationTable', () => {
  it('rises in both columns and avoids certainty', () => {
    fc.assert(
      fc.property(scored, (rows) => {
        const table = calibrationTable(rows);
        for (const [index, [logit, probability]] of table.entries()) {
          const before = table[index - 1];
          if (before !== undefined) expect(logit).toBeGreaterThan(before[0]);
          if (before !== undefined) expect(probability).toBeGreaterThanOrEqual(before[1]);
          expect(probability).toBeGreaterThan(0);
          expect(probability).toBeLessThan(1);
        }
      }),
    );
  });

  it('has the blocks of a naive search for the best monotone fit', () => {
    fc.assert(
      fc.property(scored, (rows) => {
        // Rows of one logit are indistinguishable, so the fit is over distinct logits.
        const distinct = [...new Map(rows.map((row) => [row.logit, row])).values()];
        fc.pre(distinct.some(({ label }) => label === 1) && distinct.some(({ label }) => label === 0));
        const inner = calibrationTable(distinct).slice(1, -1);
        const fitted = naiveIsotonic(distinct);
        for (const [logit, probability] of inner) {
          const block = fitted.find((candidate) => Math.abs(candidate.logit - logit) < 1e-5);
          expect(block, `block at ${logit}`).toBeDefined();
          expect(probability).toBeCloseTo(Math.min(0.999, Math.max(0.001, block?.probability ?? 0)), 5);
        }
        const values = fitted.map((block) => Math.min(0.999, Math.max(0.001, block.probability)));
        expect(inner.length).toBe(new Set(values).size);
      }),
    );
  });

  it('brings scores near the share of positives', () => {
    const random = createRandom(11);
    // Logits twice as large as the truth, i.e. overconfident.
    const rows: Scored[] = Array.from({ length: 20_000 }, () => {
      const truth = random() * 8 - 4;
      return { logit: truth * 2, label: random() < 1 / (1 + Math.exp(-truth)) ? 1 : 0, weight: 1 };
    });
    const table = calibrationTable(rows);
    expect(table.length).toBeLessThanOrEqual(34);
    const head = { name: 'h', bias: 0, scale: 1, calibration: table };
    for (const truth of [-3, -1, 0, 1, 3])
      expect(Math.abs(calibrate(head, truth * 2) - 1 / (1 + Math.exp(-truth)))).toBeLessThan(0.06);
  });

  it('distinguishes logits past the ends of the data', () => {
    const rows: Scored[] = [-1, 0, 1, 2].map((logit, index) => ({ logit, label: index % 2 === 0 ? 0 : 1, weight: 1 }));
    const head = { name: 'h', bias: 0, scale: 1, calibration: calibrationTable(rows) };
    expect(calibrate(head, 6)).toBeGreaterThan(calibrate(head, 3));
    expect(calibrate(head, -6)).toBeLessThan(calibrate(head, -3));
  });

  it('gives rows of one logit one score, for any labels', () => {
    const rows: Scored[] = [0, 1, 0, 1].map((label) => ({ logit: 0.5, label: label === 1 ? 1 : 0, weight: 1 }));
    expect(calibrationTable(rows).slice(1, -1)).toEqual([[0.5, 0.5]]);
  });

  it('refuses data of one label', () => {
    expect(() => calibrationTable([{ logit: 1, label: 1, weight: 1 }])).toThrow('rows of both labels');
  });
});

/** Isotonic regression by its min-max formula: the fit at i is the max over a <= i of the min over b >= i of the mean of a..b. */
function naiveIsotonic(rows: readonly Scored[]): { logit: number; probability: number }[] {
  const sorted = rows.toSorted((left, right) => left.logit - right.logit);
  const mean = (from: number, to: number): number => {
    const part = sorted.slice(from, to + 1);
    const weight = part.reduce((sum, row) => sum + row.weight, 0);
    return part.reduce((sum, row) => sum + row.label * row.weight, 0) / weight;
  };
  const fit = sorted.map((_, at) => {
    const lows = Array.from({ length: at + 1 }, (__, from) =>
      Math.min(...Array.from({ length: sorted.length - at }, (___, more) => mean(from, at + more))),
    );
    return Math.max(...lows);
  });
  const blocks: { rows: Scored[]; probability: number }[] = [];
  for (const [index, row] of sorted.entries()) {
    const probability = fit[index] ?? 0;
    const last = blocks.at(-1);
    if (last !== undefined && Math.abs(last.probability - probability) < 1e-9) last.rows.push(row);
    else blocks.push({ rows: [row], probability });
  }
  return blocks.map(({ rows: members, probability }) => {
    const weight = members.reduce((sum, row) => sum + row.weight, 0);
    return { logit: members.reduce((sum, row) => sum + row.logit * row.weight, 0) / weight, probability };
  });
}
