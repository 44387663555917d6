/** Turns rows into what the model is trained on: folded texts, whole and in windows, with the truth for each head. */
import { attackWindow, longestWhole, orderWindow, windowedFrom } from '../../../src/auditors/injection/classifier.ts';
import { fold } from '../../../src/auditors/injection/fold.ts';
import type { HeadName } from '../../../src/auditors/injection/reader.ts';
import { createRandom } from '../../training/random.ts';
import type { WeightedRow } from './training-rows.ts';

/** Windows of one long text, and how much each counts. */
const benignWindows = { count: 4, weight: 0.5 } as const;
/** A window of a long attack may hold nothing of the attack. */
const attackWindows = { count: 2, weight: 0.3 } as const;

const jailbreakFamilies = new Set(
  `persona fiction refusal training pressure role jailbreak story-frame developer-mode two-answer token-game hypothetical
  opposite-day grandmother terminal moral-blackmail many-turn forum-long refusal-suppression prefix-forcing fake-policy
  roleplay role-play jailbreak-story no-limits emotional`.split(/\s+/),
);
/** Families hidden in documents that are attacks wherever they stand; the others are ordinary requests in a prompt. */
const attackAnywhere = new Set([
  'addressed',
  'order-override',
  'order-jailbreak',
  'order-prompt-leak',
  'order-fake-system',
]);
/** Ordinary texts that a document may well hold. */
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

/** In the order of the truth. */
export const heads: readonly HeadName[] = ['attack', 'jailbreak', 'indirect'];

/** Truth for each head; `undefined` where it is not known. */
export type Truth = readonly (0 | 1 | undefined)[];

export interface RowExample {
  /** Folded. */
  readonly text: string;
  readonly labels: Truth;
  /** How much it counts; 1 is ordinary. */
  readonly weight: number;
  /** Number of the row that it was made of. */
  readonly row: number;
}

type Example = Omit<RowExample, 'row'>;

const windowSize = attackWindow.size;

/** Share of the words that are left out of the second copy of an example. */
const leftOut = 0.25;

/**
 * Examples of rows, in the order of the rows. Each stands there twice, the second time with a part of its words left
 * out, so that no single word decides and much of what goes together does.
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
  // A script without blanks has one word a character.
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

/** What a row says to each head. */
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
 * A document is judged in windows only: one that holds no attack teaches by some of its windows, another one by a
 * window in which all or most of the attack stands, and by the attack alone.
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
