import { describe, expect, it } from 'vitest';
import { compareClaim } from './features.ts';
import { indexSources } from './source-index.ts';
import { createVocabulary } from './words.ts';

const source =
  'Police said that formal identification had yet to take place. The health agency advised against using sweeteners to lose weight. ' +
  'He had shown little remorse for the fraud. The house of the couple has not found a buyer, and the garden was sold in May. ' +
  'The union may call a second strike at the harbour in autumn.';

function hiddenIn(claim: string) {
  const vocabulary = createVocabulary();
  const index = indexSources([{ id: 'one', text: source }], vocabulary);
  return compareClaim(vocabulary.cut(claim, 0, claim.length), claim, index).hidden;
}

describe('a denial', () => {
  it.each([
    'The health agency recommended using sweeteners to lose weight.',
    'He had shown remorse for the fraud.',
    'The house of the couple has found a buyer.',
  ])('dropped from copied words is found: %s', (claim) => {
    expect(hiddenIn(claim).denial).toBe(true);
  });

  it.each([
    'The agency advised against using sweeteners to lose weight.',
    'He showed little remorse for the fraud.',
    'The house never found a buyer.',
    'The garden was sold in May.',
    'Sweeteners are used.',
  ])('kept, or part of other words, is not reported: %s', (claim) => {
    expect(hiddenIn(claim).denial).toBe(false);
  });
});

describe('a doubt', () => {
  it('dropped from copied words is found', () => {
    expect(hiddenIn('The union has to call a second strike at the harbour in autumn.').doubt).toBe(true);
  });

  it('kept is not reported', () => {
    expect(hiddenIn('The union might call a second strike at the harbour in autumn.').doubt).toBe(false);
  });
});
