import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTrainingHalf, toNormalForm, withoutRepeats } from './normal-form.ts';
import {
  assertNoOverlap,
  collectTrainedRows,
  countBySource,
  decodeTrainedRows,
  encodeTrainedRows,
  splitOverlap,
  withoutOverlap,
} from './overlap.ts';
import type { Row } from './row.ts';

const aRow = (text: string, source = 's'): Row => ({ text, label: 0, source });

describe('the normal form', () => {
  it.each([
    ['  Hello,   WORLD!! ', 'hello world'],
    ['ｆｕｌｌ—width', 'full width'],
    ['snake_case 42', 'snake_case 42'],
    ['Ünïcode\u0301', 'ünïcodé'],
    ['漢字。テスト', '漢字 テスト'],
    ['हिन्दी', 'हिन्दी'],
  ])('of %j is %j', (text, form) => {
    expect(toNormalForm(text)).toBe(form);
  });

  it('distinguishes texts without any word', () => {
    expect(toNormalForm('🙂')).not.toBe(toNormalForm('🙁'));
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        // Case folding may produce characters that NFKC composes; a second pass settles them.
        const settled = toNormalForm(toNormalForm(text));
        expect(toNormalForm(settled)).toBe(settled);
      }),
    );
  });

  it('puts two spellings of a text into one half', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abcdefg') }), (text) => {
        expect(isTrainingHalf(`  ${text.toUpperCase()} !`)).toBe(isTrainingHalf(text === '' ? '!' : text));
      }),
    );
  });

  it('splits texts into halves of about the same size', () => {
    const inTraining = Array.from({ length: 2000 }, (_, index) => `text number ${index}`).filter(isTrainingHalf);
    expect(Math.abs(inTraining.length - 1000)).toBeLessThan(120);
  });

  it('drops repeats and keeps the first', () => {
    const rows = [aRow('One two', 'a'), aRow('one, two!', 'b'), aRow('three', 'c')];
    expect(withoutRepeats(rows).map(({ source }) => source)).toEqual(['a', 'c']);
  });
});

describe('the overlap gate', () => {
  it('names counts and sources of overlapping rows', () => {
    const training = [aRow('Do this now', 'train-a'), aRow('other', 'train-b')];
    const development = [
      aRow('do this, NOW!', 'dev-1'),
      aRow('do this now', 'dev-1'),
      aRow('Other.', 'dev-2'),
      aRow('new'),
    ];
    expect(() => assertNoOverlap('injection', training, development)).toThrow(
      'injection: 3 development rows were trained on: 2 of dev-1 (trained on in train-a), 1 of dev-2 (trained on in train-b)',
    );
  });

  it('passes once common rows are removed from the training', () => {
    const training = [aRow('Do this now', 'a'), aRow('other', 'b')];
    const development = [aRow('do this, NOW!', 'c')];
    const left = withoutOverlap(training, development);
    expect(left).toEqual([aRow('other', 'b')]);
    expect(() => assertNoOverlap('injection', left, development)).not.toThrow();
  });

  it('passes new rows', () => {
    expect(() => assertNoOverlap('pii', [aRow('one')], [aRow('two')])).not.toThrow();
  });

  it("separates a file's rows by the hashes of training rows, also after storage", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: fc.constantFrom(...'abcd') }), { maxLength: 20 }), (texts) => {
        const trained = texts.slice(0, 7).map((text) => aRow(text));
        const fresh = texts.slice(7).map((text) => aRow(text));
        const stored = decodeTrainedRows(encodeTrainedRows(trained));
        for (const known of [stored, collectTrainedRows(trained)]) {
          expect(splitOverlap([...fresh, ...trained], known)).toEqual({ kept: fresh, overlapping: trained });
          expect(known.size).toBe(trained.length);
        }
      }),
    );
  });

  it('stores the same six bytes per row for any order', () => {
    const rows = ['x', 'y', 'z', 'X!'].map((text) => aRow(text));
    expect(encodeTrainedRows(rows)).toEqual(encodeTrainedRows(rows.toReversed()));
    expect(encodeTrainedRows(rows).length).toBe(3 * 6);
  });

  it('refuses a truncated list', () => {
    expect(() => decodeTrainedRows(encodeTrainedRows([aRow('x')]).subarray(1))).toThrow('was cut');
  });

  it('counts rows by source', () => {
    expect(countBySource([aRow('x', 'b'), aRow('y', 'a'), aRow('z', 'b')])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });
});
