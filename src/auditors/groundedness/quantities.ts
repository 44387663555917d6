/** Reads numbers with what they count: value with its magnitude, percent or currency, the noun beside it. */
import { magnitudes } from './word-lists.ts';
import { isContent, type Vocabulary, type Word } from './words.ts';

export interface Quantity {
  readonly value: number;
  readonly kind: 'plain' | 'percent' | 'money' | 'year';
  /** Meaning of the noun behind it, or before it where there is none; -1 for none. */
  readonly unit: number;
  /** Place of its first word. */
  readonly at: number;
}

/** Numbers among the words of a sentence or claim. `one` and `zero` are mostly no counts. */
export function readQuantities(words: readonly Word[], text: string, vocabulary: Vocabulary): Quantity[] {
  const quantities: Quantity[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word?.value === undefined || (word.value === 1 && text.charCodeAt(word.start) > 57)) continue;
    const { value, next } = readValue(words, at, vocabulary);
    const last = words[next - 1] ?? word;
    quantities.push({
      value,
      kind: kindOf(word, last, { value, text, following: words[next], vocabulary }),
      unit: unitOf(words, at, next, vocabulary),
      at,
    });
    at = next - 1;
  }
  return quantities;
}

function readValue(words: readonly Word[], at: number, vocabulary: Vocabulary): { value: number; next: number } {
  let value = words[at]?.value ?? 0;
  let next = at + 1;
  const following = words[next];
  // Twenty-one.
  if (value >= 20 && value < 100 && value % 10 === 0 && following?.value !== undefined && following.value < 10) {
    if (following.start - (words[at]?.end ?? 0) === 1 && following.value >= 1) {
      value += following.value;
      next += 1;
    }
  }
  for (let rounds = 0; rounds < 2; rounds += 1) {
    const magnitude = magnitudes.get(vocabulary.spelling(words[next]?.form ?? -1));
    if (magnitude === undefined || (words[next]?.start ?? 0) - (words[next - 1]?.end ?? 0) > 1) break;
    value *= magnitude;
    next += 1;
  }
  return { value, next };
}

interface Surroundings {
  readonly value: number;
  readonly text: string;
  readonly following: Word | undefined;
  readonly vocabulary: Vocabulary;
}

function kindOf(first: Word, last: Word, { value, text, following, vocabulary }: Surroundings): Quantity['kind'] {
  if (text.charAt(last.end) === '%' || vocabulary.meaning(following?.id ?? -1) === 'percent') return 'percent';
  if (/[$€£¥₹]/.test(text.slice(Math.max(0, first.start - 2), first.start))) return 'money';
  if (following !== undefined && moneyWords.has(vocabulary.spelling(following.form))) return 'money';
  const isYear = value >= 1000 && value <= 2100 && Number.isInteger(value) && last.end - first.start === 4;
  return isYear ? 'year' : 'plain';
}

const moneyWords = new Set('dollar dollars euro euros pound pounds yen rupees pence cents usd eur gbp'.split(' '));

function unitOf(words: readonly Word[], at: number, next: number, vocabulary: Vocabulary): number {
  for (let place = next; place < next + 3; place += 1) {
    const word = words[place];
    if (word !== undefined && isContent(word) && vocabulary.meaning(word.id) !== 'percent') return word.id;
  }
  const before = words[at - 1];
  return before !== undefined && isContent(before) ? before.id : -1;
}

/** True when one number may be told as the other: equal, or rounded. */
export function isSameValue(told: Quantity, known: Quantity): boolean {
  if (told.value === known.value) return true;
  if (told.kind === 'year' || known.kind === 'year') return false;
  if (told.value === 0.5 && known.kind === 'percent') return known.value >= 48 && known.value <= 52;
  const size = Math.abs(known.value);
  // Small counts are told exactly.
  if (size < 20 && Number.isInteger(known.value)) return false;
  return Math.abs(told.value - known.value) <= size * 0.025;
}
