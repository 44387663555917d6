import { AuditorFailure } from '@assay/sdk';
import { expect, it } from 'vitest';
import { boundSpans } from './bound-spans.ts';

const spansOf = (count: number, document?: string) =>
  Array.from({ length: count }, (_, index) => ({
    type: 'email',
    start: index * 10,
    end: index * 10 + 5,
    score: 0.9,
    ...(document === undefined ? {} : { document }),
  }));

it('a list that fits is kept unchanged', () => {
  expect(boundSpans(spansOf(1024))).toEqual(spansOf(1024));
});

it('findings that do not fit stay covered by one span per text', () => {
  const spans = [...spansOf(2000), ...spansOf(300, 'd1')];
  const bounded = boundSpans(spans);
  expect(bounded.length).toBeLessThanOrEqual(1024);
  for (const span of spans) {
    const isCovered = bounded.some(
      (one) =>
        one.document === ('document' in span ? span.document : undefined) &&
        one.start <= span.start &&
        one.end >= span.end,
    );
    expect(isCovered).toBe(true);
  }
});

it('findings in more texts than can be covered fail the call', () => {
  const spans = Array.from({ length: 2000 }, (_, index) => spansOf(1, `d${index}`)).flat();
  expect(() => boundSpans(spans)).toThrow(AuditorFailure);
});
