import { expect, it } from 'vitest';
import { createScorer } from '../linear-model/scorer.ts';
import { isEnglish } from './english.ts';
import { foldWords } from './fold.ts';
import { createLinearScorer } from './linear-scores.ts';
import { toWordList } from './sentence.ts';
import { loadShippedModel } from './shipped-model.ts';

const { linear } = loadShippedModel();
const fold = (text: string) => foldWords(toWordList(text, { multilingual: true }), isEnglish);

it('one chunk scores like the plain scorer, head by head', () => {
  const folded = fold('You are the reason why nobody likes to work here');
  const { whole, worst } = createLinearScorer(linear)(folded);
  const expected = createScorer(linear).logits(folded.chunks[0] ?? '');
  expect(folded.chunks.length).toBe(1);
  for (const [head, logit] of expected.entries()) {
    expect(whole[head]).toBeCloseTo(logit, 9);
    expect(worst[head]).toBeCloseTo(logit, 9);
  }
});

it('the worst chunk is found anywhere', () => {
  const plain = 'The train leaves in the morning and it arrives at noon in the city. '.repeat(3);
  const folded = fold(`${plain} You are a stupid, worthless idiot and everybody hates you, get lost. ${plain}`);
  const { worst, whole, worstChunk } = createLinearScorer(linear)(folded);
  const [from, to] = folded.spans[worstChunk[0] ?? 0] ?? [0, 0];
  expect(to - from).toBeGreaterThan(5);
  expect(folded.chunks[worstChunk[0] ?? 0]).toContain('idiot');
  expect(worst[0]).toBeGreaterThan(whole[0] ?? 0);
});

it('the model sees neither the specific group nor dialect', () => {
  expect(fold('all Muslims are here').chunks).toEqual(fold('all Jews are here').chunks);
  expect(fold('dat boy finna cook').chunks).toEqual(fold('that boy going to cook'.replace('to ', '')).chunks);
});

it('other languages are left out, but not English parts beside them', () => {
  expect(fold('Ты живёшь в городе и работаешь в школе').chunks).toEqual([]);
  expect(fold('Der Zug fährt morgens und kommt mittags in der Stadt an, wo viele Leute wohnen').chunks).toEqual([]);
  const german =
    'Der Zug fährt morgens los und kommt gegen Mittag in der kleinen Stadt an, wo sehr viele alte Leute wohnen und arbeiten. ';
  expect(fold(`${german} You should know what they have done to her.`).chunks.length).toBe(1);
});
