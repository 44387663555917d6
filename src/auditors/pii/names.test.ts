import { describe, expect, it } from 'vitest';
import { findNames } from './names.ts';
import { listWords } from './words.ts';

function namesIn(text: string): string[] {
  return findNames(text, listWords(text)).flatMap(({ start, end, score }) =>
    score >= 0.5 ? [text.slice(start, end)] : [],
  );
}

const scoreIn = (text: string): number => Math.max(0, ...findNames(text, listWords(text)).map(({ score }) => score));

describe('a name is found', () => {
  it.each([
    ['with its family name', 'I spoke to Margaret Hughes about it.', ['Margaret Hughes']],
    ['with initials', 'The report is by J. R. Whitfield.', ['J. R. Whitfield']],
    ['with small words inside', 'We hired Ludwig van der Berg in May.', ['Ludwig van der Berg']],
    ['with capital small words inside', 'Send it to Matteo De Benedictis today.', ['Matteo De Benedictis']],
    ['with diacritics', 'Zuzana Kopecká and Björn Åkerlund agreed.', ['Zuzana Kopecká', 'Björn Åkerlund']],
    [
      'with a hyphen or an apostrophe',
      "Jean-Baptiste Corneau met Sinead O'Brien.",
      ['Jean-Baptiste Corneau', "Sinead O'Brien"],
    ],
    ['family name first', 'The form was signed by Nguyen Thanh.', ['Nguyen Thanh']],
    ['by a given name alone', 'Why is Natasha so late?', ['Natasha']],
    ['without its possessive', "This is Tamara's phone.", ['Tamara']],
    ['behind a title, which stays outside', 'Ask Dr. Achterberg or Mrs. Quillfeather.', ['Achterberg', 'Quillfeather']],
    ['behind an introduction', 'My name is Thrandwyn and I call you.', ['Thrandwyn']],
    ['as a sender', 'Kind regards,\nOlena Hrytsenko', ['Olena Hrytsenko']],
    ['as an addressee', 'Dear Thrandwyn,\nthank you.', ['Thrandwyn']],
    ['as a member of a record', '{"name": "Thrandwyn Ollo", "id": 4}', ['Thrandwyn Ollo']],
    ['among others', 'The founders are Novosel, Robinson and Holmes.', ['Robinson', 'Holmes']],
    ['behind a word of its part', 'Producer Jennifer Hussain spoke first.', ['Jennifer Hussain']],
    ['in a text without capitals', 'please call natasha higuchi tomorrow', ['natasha higuchi']],
    ['in a text of capitals', 'PLEASE CALL NATASHA HIGUCHI TOMORROW', ['NATASHA HIGUCHI']],
    ['before an age', 'Thrandwyn Skell (34) won the race.', ['Thrandwyn Skell']],
  ])('%s: %s', (_, text, expected) => {
    expect(namesIn(text)).toEqual(expect.arrayContaining(expected));
  });
});

describe('no name', () => {
  it.each([
    ['a capitalised word', 'The Wisdom of Crowds is a Book about Discipline.'],
    ['words that are names elsewhere', 'Mark the date: May will bring Grace and Hope, Rose.'],
    ['a company', 'Smith Holdings Ltd and the Robinson Group merged.'],
    ['a university or a bank', 'She studied at Stanford University and works at Lloyds Bank.'],
    ['a product', 'Use React, Kubernetes and Jenkins with Visual Studio.'],
    ['a name in code', 'const MyComponent = render(anna_test, peter2);'],
    ['an abbreviation', 'The EMI shield and the DAN switch failed.'],
    ['a street', 'Turn left on Wall Street.'],
    ['days, months and peoples', 'On Friday in March the French met the Germans.'],
    ['a salutation without a name', 'Dear Customer Service, dear Sir or Madam,'],
    ['a heading', 'Getting Started With Machine Learning'],
  ])('is %s: %s', (_, text) => {
    expect(namesIn(text)).toEqual([]);
  });
});

describe('confidence', () => {
  it('stays below that of values with a check digit', () => {
    expect(scoreIn('My name is Margaret Hughes.')).toBeLessThanOrEqual(0.9);
  });

  it('grows with the context', () => {
    expect(scoreIn('Thrandwyn')).toBeLessThan(0.5);
    expect(scoreIn('Margaret')).toBeLessThan(scoreIn('Margaret Hughes'));
    expect(scoreIn('The Margaret Hughes')).toBeLessThan(scoreIn('My name is Margaret Hughes'));
  });
});
