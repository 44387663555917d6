/** Turns rows into training examples: folded texts, whole and in windows, with labels for each head. */
import { attackWindow, longestWhole, orderWindow, windowedFrom } from '../../../src/auditors/injection/classifier.ts';
import { fold } from '../../../src/auditors/injection/fold.ts';
import type { HeadName } from '../../../src/auditors/injection/reader.ts';
import { createRandom } from '../../training/random.ts';
import type { WeightedRow } from './training-rows.ts';

/** Windows of one long text, and the weight of each. */
const benignWindows = { count: 4, weight: 0.5 } as const;
/** A window of a long attack may hold nothing of the attack. */
const attackWindows = { count: 2, weight: 0.3 } as const;

const jailbreakFamilies = new Set(
  `persona fiction refusal training pressure role jailbreak story-frame developer-mode two-answer token-game hypothetical
  opposite-day grandmother terminal moral-blackmail many-turn forum-long refusal-suppression prefix-forcing fake-policy
  roleplay role-play jailbreak-story no-limits emotional`.split(/\s+/),
);
/** Families that are attacks in any document or prompt; the others are ordinary requests in a prompt. */
const attackAnywhere = new Set([
  'addressed',
  'order-override',
  'order-jailbreak',
  'order-prompt-leak',
  'order-fake-system',
]);
/** Ordinary texts that may occur in a document. */
const documentLike = new Set([
  'security',
  'harmful',
  'code',
  'abuse or comment',
  'question',
  'long',
  'keyword',
  'dialogue',
  'risky-question',
]);

/** In the order of the labels. */
export const heads: readonly HeadName[] = ['attack', 'jailbreak', 'indirect'];

/** Label for each head; `undefined` if unknown. */
export type Truth = readonly (0 | 1 | undefined)[];

export interface RowExample {
  /** Folded. */
  readonly text: string;
  readonly labels: Truth;
  /** Weight; 1 is normal. */
  readonly weight: number;
  /** Index of its row. */
  readonly row: number;
}

type Example = Omit<RowExample, 'row'>;

const windowSize = attackWindow.size;

/** Share of words left out of the second copy of an example. */
const leftOut = 0.25;

/**
 * Makes examples of rows, in order. Each has a second copy with some words left out, so that many words together decide and no
 * single one.
 */
export function toExamples(rows: readonly WeightedRow[], seed: number): RowExample[] {
  const random = createRandom(seed);
  return rows.flatMap((row, index) =>
    examplesOf(row, random).flatMap((example) =>
      [example, withWordsLeftOut(example, random)].map(({ text, labels, weight }) => ({
        text,
        labels,
        weight: weight / 2,
        row: index,
      })),
    ),
  );
}

function withWordsLeftOut(example: Example, random: () => number): Example {
  // In a script without blanks every character is a word.
  const words = example.text.split(/( |(?=[\u3040-\u30ff\u3400-\u9fff]))/u);
  return { ...example, text: words.filter((word) => word === ' ' || random() >= leftOut).join('') };
}

function examplesOf(row: WeightedRow, random: () => number): Example[] {
  const text = fold(row.text).text;
  const labels = truthOf(row);
  const { weight } = row;
  if (row.userInput !== undefined) return windowsOfDocument(row, text, labels, random);
  const whole: Example = { text: text.slice(0, longestWhole), labels, weight };
  if (text.length < windowedFrom) return [whole];
  const windows = row.label === 0 ? benignWindows : attackWindows;
  return [
    whole,
    ...Array.from({ length: windows.count }, () => {
      const start = Math.floor(random() * (text.length - windowSize));
      return { text: text.slice(start, start + windowSize), labels, weight: weight * windows.weight };
    }),
  ];
}

/** Label of a row for each head. */
export function truthOf({ label, category = '', userInput, source }: WeightedRow): Truth {
  if (userInput !== undefined) {
    const attack = label === 0 ? 0 : attackAnywhere.has(category) ? 1 : undefined;
    return [attack, undefined, label];
  }
  if (label === 0) return [0, undefined, documentLike.has(category) ? 0 : undefined];
  const indirect = source.startsWith('own') ? 1 : undefined;
  return [1, jailbreakFamilies.has(category) ? 1 : 0, indirect];
}

/** Windows of one clean document. */
const cleanWindows = 6;

/**
 * A document is judged in windows only. A clean document gives some of its windows; another one gives a window with all or most
 * of the attack, and the attack alone.
 */
function windowsOfDocument(row: WeightedRow, text: string, labels: Truth, random: () => number): Example[] {
  const { label, weight, hidden = '' } = row;
  const { size } = orderWindow;
  if (label === 0) {
    if (text.length <= size) return [{ text, labels, weight }];
    return Array.from({ length: Math.min(cleanWindows, Math.ceil(text.length / size)) }, () => {
      const start = Math.floor(random() * (text.length - size));
      return { text: text.slice(start, start + size), labels, weight };
    });
  }
  const inner = fold(hidden).text.replace(/[ .]+$/, '');
  const at = Math.max(0, text.indexOf(inner));
  const start = Math.max(0, Math.round(at - Math.max(size - inner.length, size / 4) * random()));
  return [
    { text: text.slice(start, start + size), labels, weight },
    { text: inner.slice(0, size), labels, weight: weight / 2 },
  ];
}
