import fc from 'fast-check';
import { expect, it } from 'vitest';
import { spansOf, toPieces } from './spans.ts';

const span = fc.record({ start: fc.nat(60), end: fc.nat(60), type: fc.constantFrom('email', 'name') });

it('the pieces of a text are the text, whatever the spans say', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.array(span, { maxLength: 8 }), (text, spans) => {
      const usable = spansOf({ detail: { spans } });
      const pieces = toPieces(text, usable);
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
      for (const { start, text: part, types } of pieces) {
        for (let at = start; at < start + part.length; at += 1) {
          const covering = usable.filter((one) => one.start <= at && at < one.end).map(({ type }) => type);
          expect(new Set(types)).toEqual(new Set(covering));
        }
      }
    }),
  );
});

it('spans that are no spans are left out', () => {
  const spans = [
    null,
    'x',
    { start: -1, end: 2 },
    { start: 3, end: 3 },
    { start: 0.5, end: 2 },
    { start: 0, end: 2 ** 60 },
  ];
  expect(spansOf({ detail: { spans } })).toEqual([]);
  expect(spansOf({})).toEqual([]);
});
