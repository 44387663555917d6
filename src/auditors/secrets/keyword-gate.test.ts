import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listSigns, rarestSign } from './keyword-gate.ts';

describe('the keyword gate', () => {
  it('never closes before a text that holds the keyword', () => {
    const word = fc.string({ minLength: 1, unit: 'binary' });
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), word, fc.string({ unit: 'binary' }), (before, keyword, after) => {
        expect(listSigns(before + keyword + after)[rarestSign(keyword)]).toBe(1);
      }),
    );
  });

  it('closes for keywords whose rare sign is not in the text', () => {
    const signs = listSigns('please tell me how the bakery plans its opening hours.');
    expect(['ghp_', 'AKIA', 'sk-ant-api03', '://'].map((keyword) => signs[rarestSign(keyword)])).toEqual([0, 0, 0, 0]);
  });

  it('goes by the rarest sign', () => {
    expect(String.fromCharCode(rarestSign('Bearer '))).toBe('B');
    expect(String.fromCharCode(rarestSign('xoxb-1_'))).toBe('_');
  });
});
