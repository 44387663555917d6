import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JudgedClaim, judgeAnswer } from './judge.ts';
import { loadSupportModel } from './support-model.ts';

const model = loadSupportModel();
const article = {
  id: 'bridge',
  text: `Engineers closed the Harrow Bridge in Weldon on Monday after finding cracks in two of its cables. The bridge carries
46,000 vehicles a day. Chief engineer Noor Haddad said that repairs could cost 55 million dollars. Ferries will run every twenty
minutes from Thursday. Brookline Motors acquired the shipyard in 2016. The mayor did not approve the toll.`,
};
const other = { id: 'tea', text: 'The estate sold forty kilograms of black tea to a shop in Shanghai.' };

const judge = (answer: string, sources = [article]) => judgeAnswer(answer, sources, model);
const only = (answer: string, sources = [article]): JudgedClaim => {
  const [claim] = judge(answer, sources).claims;
  if (claim === undefined) throw new Error('no claim was found');
  return claim;
};

describe('support', () => {
  it('is 1 for a sentence of the source, with its place', () => {
    const claim = only('Ferries will run every twenty minutes from Thursday.');
    expect(claim.support).toBe(1);
    expect(article.text.slice(claim.sourceStart, claim.sourceEnd)).toBe(
      'Ferries will run every twenty\nminutes from Thursday.',
    );
  });

  it('is low, with a reason, for a statement that no source mentions', () => {
    const claim = only('Penguins in Antarctica elected a singing toaster.');
    expect(claim.support).toBeLessThan(0.2);
    expect(claim.reasons).toContain('no_evidence');
  });

  it.each([
    ['number_mismatch', 'The bridge carries 64,000 vehicles a day.'],
    [
      'date_mismatch',
      'Engineers closed the Harrow Bridge in Weldon on Friday after finding cracks in two of its cables.',
    ],
    ['entity_unknown', 'Chief engineer Zelda Quorn said that repairs could cost 55 million dollars.'],
    ['role_swap', 'The shipyard acquired Brookline Motors in 2016.'],
    ['negation_clash', 'The mayor did approve the toll.'],
    ['modality_clash', 'Repairs cost 55 million dollars, Noor Haddad said.'],
  ] as const)('falls with %s', (reason, told) => {
    const claim = only(told);
    expect(claim.reasons).toContain(reason);
    expect(claim.support).toBeLessThan(1);
  });

  it('is lower for a changed number than for the right one in the same words', () => {
    expect(only('Each day the bridge carries 46,000 vehicles.').support).toBeGreaterThan(
      only('Each day the bridge carries 84,000 vehicles.').support,
    );
  });

  it('treats rounded numbers, words and magnitudes as the same number', () => {
    for (const told of [
      'The bridge carries 46 thousand vehicles a day.',
      'The bridge carries about 45,900 vehicles a day.',
    ]) {
      expect(only(told).reasons).not.toContain('number_mismatch');
    }
  });

  it('of the whole answer falls with its worst claim', () => {
    const good = judge('Ferries will run every twenty minutes from Thursday.');
    const mixed = judge('Ferries will run every twenty minutes from Thursday. Dragons burned the town hall of Paris.');
    expect(mixed.support).toBeLessThan(good.support);
    expect(mixed.claims).toHaveLength(2);
  });
});

describe('a citation', () => {
  const sources = [article, other];

  it('keeps the support when its source says it', () => {
    expect(only('The bridge carries 46,000 vehicles a day [1].', sources).support).toBe(1);
    expect(only('The bridge carries 46,000 vehicles a day (bridge).', sources).reasons).toEqual([]);
  });

  it('is unsupported when its source does not say it', () => {
    const claim = only('The bridge carries 46,000 vehicles a day [2].', sources);
    expect(claim.reasons).toContain('citation_unsupported');
    expect(claim.support).toBeLessThan(0.5);
  });

  it('is missing when its source does not exist', () => {
    const claim = only('The bridge carries 46,000 vehicles a day [7].', sources);
    expect(claim.reasons).toContain('citation_missing');
    expect(claim.support).toBeLessThan(0.5);
  });

  it('is counted once for each source', () => {
    const answer = 'The bridge carries 46,000 vehicles a day [1]. It sold tea [1][2]. More tea (tea).';
    expect(judge(answer, sources).citedSources).toBe(2);
  });
});

const aText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 100 }),
  fc
    .array(
      fc.constantFrom(
        'The bridge',
        'Ms Haddad',
        'did not',
        'carries',
        '46,000',
        '[1]',
        '(bridge)',
        '.',
        '\n- ',
        ';',
        'because',
        '55%',
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join(' ')),
);
const someSources = fc.array(fc.record({ id: fc.string({ maxLength: 6 }), text: aText }), {
  minLength: 1,
  maxLength: 4,
});

describe('any text', () => {
  it('gives claims and places within the answer and the source', () => {
    fc.assert(
      fc.property(aText, someSources, (answer, sources) => {
        const { claims, support } = judgeAnswer(answer, sources, model);
        expect(support).toBeGreaterThanOrEqual(0);
        expect(support).toBeLessThanOrEqual(1);
        let before = 0;
        for (const { start, end, support: own, source, sourceStart, sourceEnd, windowStart, windowEnd } of claims) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(answer.length);
          before = end;
          expect(own).toBeGreaterThanOrEqual(0);
          expect(own).toBeLessThanOrEqual(1);
          if (source === undefined) continue;
          expect(sourceEnd).toBeLessThanOrEqual(sources[source]?.text.length ?? -1);
          expect(windowStart).toBeLessThanOrEqual(sourceStart);
          expect(windowEnd).toBeGreaterThanOrEqual(sourceEnd);
        }
      }),
      { numRuns: 300 },
    );
  });

  const aWord = fc.constantFrom(
    'river',
    'Paris',
    'sold',
    'not',
    '12',
    'ships',
    'the',
    'in',
    'May',
    'rose',
    'said',
    'may',
  );
  const aSentence = fc.array(aWord, { minLength: 3, maxLength: 12 }).map((words) => `${words.join(' ')}.`);
  const someText = fc.array(aSentence, { minLength: 1, maxLength: 5 }).map((sentences) => sentences.join(' '));

  it('is fully supported when it is the source itself', () => {
    fc.assert(
      fc.property(someText, (text) => {
        expect(judgeAnswer(text, [{ id: 'same', text }], model).support).toBe(1);
      }),
    );
  });

  it('never loses support when its own words are added to the sources', () => {
    fc.assert(
      fc.property(aSentence, someText, (answer, text) => {
        const before = judgeAnswer(answer, [{ id: 'a', text }], model).support;
        const after = judgeAnswer(
          answer,
          [
            { id: 'a', text },
            { id: 'b', text: answer },
          ],
          model,
        ).support;
        expect(after).toBeGreaterThanOrEqual(before);
      }),
    );
  });

  it('is judged the same for any order of the sources', () => {
    fc.assert(
      fc.property(someText, fc.uniqueArray(someText, { minLength: 2, maxLength: 4 }), (answer, texts) => {
        const sources = texts.map((text, index) => ({ id: `s${index}`, text }));
        const supports = (list: typeof sources) =>
          judgeAnswer(answer, list, model).claims.map(({ support }) => support);
        expect(supports(sources.toReversed())).toEqual(supports(sources));
      }),
    );
  });
});
