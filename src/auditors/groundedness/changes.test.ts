import { describe, expect, it } from 'vitest';
import { compareClaim, featureNames } from './features.ts';
import { isSameValue, readQuantities } from './quantities.ts';
import { indexSources } from './source-index.ts';
import { createVocabulary } from './words.ts';

const source =
  'Mayor Ivo Kranz regretted the news and said the council would review in April whether it could pay for a delivery service. ' +
  'The shop of Hedda Lorch, the owner, was open for 11 years. The bridge will stay closed for seven weeks, and most of the pupils were divided. ' +
  'About 12 percent of 900 lorries use the road. Work on the river was stopped in June.';

function findings(claim: string): string[] {
  const vocabulary = createVocabulary();
  const index = indexSources([{ id: 'one', text: source }], vocabulary);
  const { features } = compareClaim(vocabulary.cut(claim, 0, claim.length), claim, index);
  return featureNames.filter((_, at) => (features[at] ?? 0) > 0);
}

describe('a statement told as done', () => {
  it.each([
    'The council has reviewed it and paid for a delivery service.',
    'A delivery service was paid for by the council.',
  ])('clashes when the source only considers it: %s', (claim) => {
    expect(findings(claim)).toContain('done');
  });

  it.each([
    'The council would review whether it could pay for a delivery service.',
    'Work on the river was stopped.',
    'The bridge is to stay closed for seven weeks.',
    'The council was considering whether it could pay for a delivery service.',
    'The council had been expected to review a delivery service.',
  ])('agrees when both are equal: %s', (claim) => {
    expect(findings(claim)).not.toContain('done');
  });
});

describe('a title', () => {
  it.each([
    'Director Ivo Kranz regretted the news.',
    'Mayor Hedda Lorch had a shop.',
    'Ivo Kranz, the owner, regretted the news.',
  ])('is reported when the source does not give it: %s', (claim) => {
    expect(findings(claim)).toContain('title');
  });

  it.each([
    'Mayor Ivo Kranz regretted the news.',
    'The owner, Hedda Lorch, had a shop.',
    'Ivo Kranz regretted the news.',
  ])('is no clash when the source gives it: %s', (claim) => {
    expect(findings(claim)).not.toContain('title');
  });
});

it('a number with another unit or noun counts something else', () => {
  expect(findings('The bridge will stay closed for seven months.')).toContain('numbers_other_unit');
  expect(findings('About 900 pupils use the road.')).toContain('numbers_other_unit');
  expect(findings('About 900 lorries use the road.')).not.toContain('numbers_other_unit');
});

it('"all" instead of "most" is found', () => {
  expect(findings('All of the pupils were divided.')).toContain('quantifier');
  expect(findings('Most of the pupils were divided.')).not.toContain('quantifier');
});

it('a word replaced inside copied words is found', () => {
  expect(findings('Mayor Ivo Kranz welcomed the news and said the council would review in April.')).toContain(
    'replaced',
  );
  expect(findings('Mayor Ivo Kranz regretted the news and said the council would review in April.')).not.toContain(
    'replaced',
  );
});

describe('numbers in other words', () => {
  const vocabulary = createVocabulary();
  const read = (text: string) => {
    const [first] = readQuantities(vocabulary.cut(text, 0, text.length), text, vocabulary);
    if (first === undefined) throw new Error(`no number in ${text}`);
    return first;
  };

  it.each([
    ['half a year', 'six months'],
    ['more than a decade', '11 years'],
    ['a tenth of it', '11 percent'],
    ['two in five people', '40 percent'],
    ['two thirds of them', '67 percent'],
    ['nearly two months', 'seven weeks'],
    ['a year and a half', '18 months'],
  ])('%s agrees with %s', (told, known) => {
    expect(isSameValue(read(told), read(known))).toBe(true);
  });

  it.each([
    ['half a year', 'six weeks'],
    ['a decade', 'six years'],
    ['a tenth of it', '40 percent'],
    ['nine weeks', 'nine months'],
    ['8,200 people', '820 people'],
  ])('%s contradicts %s', (told, known) => {
    const [one, other] = [read(told), read(known)];
    // The same figure with another duration.
    expect(isSameValue(one, other) && (one.days === 0 || one.days === other.days)).toBe(false);
  });
});
