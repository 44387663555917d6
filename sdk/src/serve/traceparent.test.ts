import fc from 'fast-check';
import { expect, it } from 'vitest';
import { traceIdOf } from './traceparent.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';

it.each([
  [`00-${trace}-00f067aa0ba902b7-01`, trace],
  [`01-${trace}-00f067aa0ba902b7-01-later`, trace],
  [`00-${trace}-00f067aa0ba902b7-01-later`, undefined],
  [`ff-${trace}-00f067aa0ba902b7-01`, undefined],
  [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, undefined],
  [`00-${trace}-0000000000000000-01`, undefined],
  [`00-${trace.toUpperCase()}-00f067aa0ba902b7-01`, undefined],
  ['', undefined],
  [undefined, undefined],
  [[`00-${trace}-00f067aa0ba902b7-01`], undefined],
])('%j gives %s', (header, id) => expect(traceIdOf(header)).toBe(id));

it('any header gives an id of 32 hex digits or nothing', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      expect(traceIdOf(header) ?? trace).toMatch(/^[0-9a-f]{32}$/);
    }),
  );
});
