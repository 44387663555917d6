/** Words written letter by letter ("i d i o t") and words run together ("killthemall"). */
import type { Vocabulary } from './repair.ts';
import type { Word } from './words.ts';

const longestSpelled = 16;
const shortestSpelled = 3;

/** Joins separated letters that spell a known word. */
export function joinSpaced(words: readonly Word[], vocabulary: Vocabulary): Word[] {
  const joined: Word[] = [];
  for (let index = 0; index < words.length; ) {
    const first = words[index];
    if (first === undefined) break;
    const end = isLetter(first) ? endOfSpelled(words, index, vocabulary) : -1;
    const last = words[end - 1];
    if (last === undefined) {
      joined.push(first);
      index += 1;
      continue;
    }
    let text = '';
    for (let at = index; at < end; at += 1) text += words[at]?.text ?? '';
    joined.push({ text, start: first.start, end: last.end, sentence: first.sentence, quoted: first.quoted });
    index = end;
  }
  return joined;
}

/** Finds the end of the longest known word spelled from an index; -1 without one. */
function endOfSpelled(words: readonly Word[], index: number, vocabulary: Vocabulary): number {
  let text = '';
  let found = -1;
  for (let at = index; at < words.length && at - index < longestSpelled && isLetter(words[at]); at += 1) {
    text += words[at]?.text ?? '';
    if (text.length >= shortestSpelled && vocabulary.has(text)) found = at + 1;
  }
  return found;
}

/** True for a single letter; digits spell no word. */
export function isLetter(word: Word | undefined): boolean {
  return word !== undefined && word.text.length === 1 && word.text > '9';
}

const longestRun = 40;
const longestPart = 14;
const unreached = 255;
const between = new Set(
  'i im you are is a an the all to of and we they should will must be people go your my our so u'.split(' '),
);

/** Ordinary words that split into such parts. */
const ordinaryRuns = new Set('therapist therapists manslaughter'.split(' '));

/**
 * Splits a word that consists of known words and short ones between them, at least one of them known; else undefined. Takes the
 * split with the fewest parts.
 */
export function splitRun(word: string, vocabulary: Vocabulary): string[] | undefined {
  const { length } = word;
  if (length > longestRun || ordinaryRuns.has(word)) return undefined;
  /** For each end: the fewest parts to reach it, and the start of the last one. */
  const fewest = new Uint8Array(length + 1).fill(unreached);
  const starts = new Uint8Array(length + 1);
  fewest[0] = 0;
  for (let start = 0; start < length; start += 1) {
    const before = fewest[start] ?? unreached;
    if (before === unreached) continue;
    for (let end = start + 1; end <= Math.min(length, start + longestPart); end += 1) {
      if (before + 1 >= (fewest[end] ?? unreached)) continue;
      const part = word.slice(start, end);
      if (!between.has(part) && !(part.length > 2 && vocabulary.has(part))) continue;
      fewest[end] = before + 1;
      starts[end] = start;
    }
  }
  if ((fewest[length] ?? 255) === unreached) return undefined;
  const parts: string[] = [];
  for (let end = length; end > 0; end = starts[end] ?? 0) parts.unshift(word.slice(starts[end] ?? 0, end));
  return parts.some((part) => !between.has(part)) ? parts : undefined;
}
