import { describe, expect, it } from 'vitest';
import { restoreCapitals } from './capitals.ts';
import { judgeAnswer } from './judge.ts';
import { knownNames } from './known-names.ts';
import { indexSources } from './source-index.ts';
import { loadSupportModel } from './support-model.ts';
import { flag, flagsOf } from './word-lists.ts';
import { createVocabulary } from './words.ts';

const model = loadSupportModel();
const sources = [
  {
    id: 'club',
    text:
      "The club's owner, Mary Drew, hired Jon Hale in March. Supporters of Melford Town did not expect it. " +
      'The town hall was full. Hale will earn 40,000 euros a year, Drew said (before tax).',
  },
];
const supportOf = (answer: string): number => judgeAnswer(answer, sources, model).support;

describe('an answer in lower case, split into words', () => {
  it.each([
    ["The club's owner, Mary Drew, hired Jon Hale.", "the club 's owner , mary drew , hired jon hale ."],
    ['Supporters of Melford Town didn’t expect it.', "supporters of melford town did n't expect it ."],
    ['Hale will earn 40,000 euros a year (before tax).', 'hale will earn 40,000 euros a year -lrb- before tax -rrb- .'],
  ])('has the support of the same words as written: %s', (written, cut) => {
    expect(supportOf(cut)).toBeCloseTo(supportOf(written), 6);
  });

  it('has an unknown name found, though nothing marks it', () => {
    const [claim] = judgeAnswer('mary drew hired gareth hale in cardiff .', sources, model).claims;
    expect(claim?.reasons).toContain('entity_unknown');
  });

  it('has a month found that differs from the source', () => {
    const [claim] = judgeAnswer('mary drew hired jon hale in october .', sources, model).claims;
    expect(claim?.reasons).toContain('date_mismatch');
  });
});

it('no known name is also a small word, a date or a title', () => {
  for (const name of knownNames) expect(flagsOf(name, name), name).toBe(flag.known);
});

describe('capitals', () => {
  const vocabulary = createVocabulary();
  const index = indexSources(sources, vocabulary);
  const capitals = (text: string): string[] =>
    restoreCapitals(vocabulary.cut(text, 0, text.length), index)
      .filter(({ capital }) => capital)
      .map(({ start, end }) => text.slice(start, end));

  it('are restored for words that the sources always capitalise', () => {
    expect(capitals('the town hall of melford and jon hale')).toEqual(['melford', 'jon', 'hale']);
  });

  it('are unchanged in a text that has some', () => {
    expect(capitals('The hall of melford')).toEqual(['The']);
  });
});
