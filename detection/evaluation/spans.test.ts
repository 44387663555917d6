import { describe, expect, it } from 'vitest';
import { measureSpans } from './spans.ts';

const span = (type: string, start: number, end: number) => ({ type, start, end });

describe('measureSpans', () => {
  it('distinguishes exact from overlapping spans, by type', () => {
    const rows = [
      { expected: [span('email', 0, 10), span('phone', 20, 30)], found: [span('email', 0, 10), span('phone', 22, 30)] },
      { expected: [span('email', 5, 9)], found: [span('phone', 5, 9)] },
    ];
    const [email, phone, all, any] = measureSpans(rows);
    expect(email).toMatchObject({ type: 'email', expected: 2, found: 1, exact: { precision: 1, recall: 0.5 } });
    expect(email?.exact.f2).toBeCloseTo((5 * 1 * 0.5) / (4 * 1 + 0.5), 12);
    expect(phone).toMatchObject({
      exact: { precision: 0, recall: 0, f2: 0 },
      overlapping: { precision: 0.5, recall: 1 },
    });
    expect(all).toMatchObject({ type: 'all', expected: 3, found: 3, overlapping: { precision: 2 / 3, recall: 2 / 3 } });
    expect(any).toMatchObject({ type: 'all, of any type', overlapping: { precision: 1, recall: 1, f2: 1 } });
  });

  it('matches one found span with one expected span, also when two are equal', () => {
    const [line] = measureSpans([{ expected: [span('t', 0, 5)], found: [span('t', 0, 5), span('t', 0, 5)] }]);
    expect(line?.exact).toMatchObject({ precision: 0.5, recall: 1 });
  });

  it('does not call neighbours overlapping', () => {
    const [line] = measureSpans([{ expected: [span('t', 0, 5)], found: [span('t', 5, 9)] }]);
    expect(line?.overlapping).toEqual({ precision: 0, recall: 0, f2: 0 });
  });

  it('has no value when nothing was expected or found', () => {
    expect(measureSpans([{ expected: [], found: [span('t', 0, 1)] }])).toMatchObject([
      { exact: { precision: 0, recall: null, f2: null } },
    ]);
    expect(measureSpans([{ expected: [span('t', 0, 1)], found: [] }])).toMatchObject([
      { exact: { precision: null, recall: 0, f2: 0 } },
    ]);
    expect(measureSpans([])).toEqual([]);
  });
});
