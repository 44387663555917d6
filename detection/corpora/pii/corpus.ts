/** Our own texts with marked personal data, and harmless ones; deterministic. */
import type { LabelledSpan, Row } from '../../data/row.ts';
import { createRandom } from '../../training/random.ts';
import { harmlessSentences, personalSentences } from './sentences.ts';
import { type Random, slots } from './values.ts';

const rounds = 30;

/** All rows: each sentence filled many times, each harmless sentence once. */
export function piiRows(): Row[] {
  const random = createRandom(20_240_611);
  const filled = personalSentences.flatMap((sentence) => Array.from({ length: rounds }, () => fill(sentence, random)));
  const harmless = harmlessSentences.map((text): Row => ({ text, label: 0, source: 'own.harmless', spans: [] }));
  return [...new Map([...filled, ...harmless].map((row) => [row.text, row])).values()];
}

function fill(sentence: string, random: Random): Row {
  const spans: LabelledSpan[] = [];
  let text = '';
  let last = 0;
  for (const match of sentence.matchAll(/\{([a-z]+)\}/g)) {
    const slot = slots[match[1] ?? ''];
    if (slot === undefined) throw new Error(`No slot of this name: ${match[0]}`);
    text += sentence.slice(last, match.index);
    const value = slot.make(random);
    spans.push({ type: slot.type, start: text.length, end: text.length + value.length });
    text += value;
    last = match.index + match[0].length;
  }
  return { text: text + sentence.slice(last), label: 1, source: 'own.personal', spans };
}
