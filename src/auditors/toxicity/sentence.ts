/** A text as words with their class bits, and the window tests that the signals are made of. */
import { bit, wordBits } from './word-classes.ts';
import { splitWords, type Word } from './words.ts';

export interface WordList {
  readonly words: readonly Word[];
  /** Class bits of each word. */
  readonly bits: Int32Array;
}

const repairable = bit.entry | bit.violenceVerb | bit.violencePast | bit.dehumanizer;

/** Splits a text and looks up each word once; `isForeign` knows the words of a further lexicon. */
export function toWordList(text: string, isForeign: (word: string) => boolean): WordList {
  const words = splitWords(text, (word) => ((wordBits.get(word) ?? 0) & repairable) !== 0 || isForeign(word));
  const bits = new Int32Array(words.length);
  for (let index = 0; index < words.length; index += 1) bits[index] = wordBits.get(words[index]?.text ?? '') ?? 0;
  return { words, bits };
}

/** Index of the first word in [from, to) of the same sentence as `of` that has one of the bits, else -1. */
export function findInSentence(list: WordList, of: number, range: { from: number; to: number; bits: number }): number {
  const sentence = list.words[of]?.sentence;
  const end = Math.min(range.to, list.bits.length);
  for (let index = Math.max(0, range.from); index < end; index += 1) {
    if (((list.bits[index] ?? 0) & range.bits) !== 0 && list.words[index]?.sentence === sentence) return index;
  }
  return -1;
}

/** True when a word in [from, to) of the same sentence has one of the bits. */
export function hasInSentence(list: WordList, of: number, range: { from: number; to: number; bits: number }): boolean {
  return findInSentence(list, of, range) !== -1;
}

/** True when the words at an index are the wanted ones. */
export function matchesAt(list: WordList, index: number, wanted: readonly string[]): boolean {
  for (let offset = 0; offset < wanted.length; offset += 1) {
    if (list.words[index + offset]?.text !== wanted[offset]) return false;
  }
  return true;
}
