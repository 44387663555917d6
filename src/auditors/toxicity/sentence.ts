/** A text as words with their class bits, and the window tests of the signals. */
import { isForeignWord } from './languages.ts';
import { entryOf } from './lexicon.ts';
import type { Vocabulary } from './repair.ts';
import { createSlips } from './slips.ts';
import { bit, wordBits } from './word-classes.ts';
import { splitWords, type Word } from './words.ts';

export interface WordList {
  readonly words: readonly Word[];
  /** Class bits of each word. */
  readonly bits: Int32Array;
}

const hostile =
  bit.entry | bit.violenceVerb | bit.violencePast | bit.dehumanizer | bit.hateVerb | bit.contempt | bit.expulsion;
const worthRepairing = hostile | bit.group;

const isWorth = (word: string): boolean => ((wordBits.get(word) ?? 0) & worthRepairing) !== 0;
const slipOf = createSlips([...wordBits].filter(([, bits]) => (bits & hostile) !== 0).map(([word]) => word));
const english: Vocabulary = { has: isWorth, slipOf };
const withForeign: Vocabulary = { has: (word) => isWorth(word) || isForeignWord(word), slipOf };

/** Splits a text and looks up each word once. `multilingual` also repairs words of other languages. */
export function toWordList(text: string, { multilingual }: { readonly multilingual: boolean }): WordList {
  const words = splitWords(text, multilingual ? withForeign : english);
  const bits = new Int32Array(words.length);
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]?.text ?? '';
    bits[index] = wordBits.get(word) ?? (entryOf(word) === undefined ? 0 : bit.entry);
    // "old people" are a group; an old car is not.
    if (index > 0 && ((bits[index] ?? 0) & bit.people) !== 0 && ((bits[index - 1] ?? 0) & bit.softGroup) !== 0) {
      bits[index - 1] = (bits[index - 1] ?? 0) | bit.group;
    }
  }
  return { words, bits };
}

/** Gives the first word in [from, to) of the same sentence as `of` that has one of the bits; else -1. */
export function findInSentence(list: WordList, of: number, range: { from: number; to: number; bits: number }): number {
  const sentence = list.words[of]?.sentence;
  const end = Math.min(range.to, list.bits.length);
  for (let index = Math.max(0, range.from); index < end; index += 1) {
    if (((list.bits[index] ?? 0) & range.bits) !== 0 && list.words[index]?.sentence === sentence) return index;
  }
  return -1;
}

/** True if a word in [from, to) of the same sentence has one of the bits. */
export function hasInSentence(list: WordList, of: number, range: { from: number; to: number; bits: number }): boolean {
  return findInSentence(list, of, range) !== -1;
}

/** True if the words at an index match. */
export function matchesAt(list: WordList, index: number, wanted: readonly string[]): boolean {
  for (let offset = 0; offset < wanted.length; offset += 1) {
    if (list.words[index + offset]?.text !== wanted[offset]) return false;
  }
  return true;
}
