import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptsGzip, parseKnown, parseVersion, parseWait } from './prefer.ts';

describe('headers of a poll', () => {
  it.each([
    [undefined, 0],
    ['wait=30', 30],
    ['WAIT = "30"', 30],
    ['respond-async, wait=5; x=y', 5],
    ['wait=61', 60],
    ['wait=999999999', 60],
    ['wait=-1', 0],
    ['wait=3.5', 0],
    ['waiting=5', 0],
    ['wait=', 0],
  ])('a preference of %j is a wait of %d seconds', (prefer, seconds) => {
    expect(parseWait(prefer)).toBe(seconds);
  });

  it.each([
    [undefined, [], undefined],
    ['"cfg_1.7"', ['"cfg_1.7"'], 7],
    ['W/"cfg_1.7"', ['"cfg_1.7"'], 7],
    ['"cfg_1.6", "cfg_1.7"', ['"cfg_1.6"', '"cfg_1.7"'], 6],
    ['"none", "cfg_1.7"', ['"none"', '"cfg_1.7"'], undefined],
    ['*', [], undefined],
    ['cfg_1.7', [], undefined],
    ['"a b"', [], undefined],
    ['"1""2"', [], undefined],
  ])('of %j these are known, and the first is what runs', (header, etags, revision) => {
    const known = parseKnown(header);
    expect([[...known.etags], known.running?.revision]).toEqual([etags, revision]);
  });

  it('names at most eight bundles, and no version that is none', () => {
    expect(parseKnown(Array.from({ length: 20 }, (_, index) => `"l.${index}"`).join(',')).etags.size).toBe(8);
    for (const text of ['', '.', 'l.', '.1', 'l.1.2', 'l.x', 'l.1234567890123456'])
      expect(parseVersion(text)).toBeUndefined();
  });

  it('never fail to be read, whatever is in them', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('"', ',', ' ', 'W', '/', '.', '1', 'a', '=', ';', 'q', '0') }),
    );
    fc.assert(
      fc.property(text, (header) => {
        expect(parseWait(header)).toBeLessThanOrEqual(60);
        expect(parseKnown(header).etags.size).toBeLessThanOrEqual(8);
        expect(typeof acceptsGzip(header)).toBe('boolean');
      }),
    );
  });

  it.each([
    [undefined, false],
    ['gzip', true],
    ['br, GZIP;q=0.5', true],
    ['*', true],
    ['gzip;q=0', false],
    ['gzip; q=0.000', false],
    ['identity', false],
  ])('with %j an answer is packed: %s', (header, packed) => {
    expect(acceptsGzip(header)).toBe(packed);
  });
});
