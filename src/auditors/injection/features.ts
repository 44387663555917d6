/**
 * The model's features of a folded text: words and pairs of words, pairs of word beginnings with up to two words
 * between them, four characters in a row, and cues with the cues before them in their sentence. One pass; nothing is
 * cut out.
 */
import { findCues } from './cues.ts';
import type { PhraseHit } from './phrase-trie.ts';

/**
 * Takes one feature.
 *
 * @param hash 32 bits; a table of `2 ** bits` buckets takes the upper ones.
 * @param start Offset of the character at which the feature, or its last word, starts.
 * @param value How much it counts.
 */
export type Emit = (hash: number, start: number, value: number) => void;

/** A cue represents many words, so it has more weight than each of them. */
export const cueValue = 10;

const prime = 0x01000193;
const wordSeed = 0x9e3779b9;
const stemSeed = 0x51ed270b;
const charSeed = 0x811c9dc5;
const pairSeed = 0x1234567;
const stemPairSeed = 0x7654321;
const cueSeed = 0x3c6ef372;
const cuePairSeed = 0x2545f491;

/** Number of characters in the beginning of a word. */
const stemLength = 4;
const charLength = 4;
/** Most earlier cues that pair with a cue, and the largest distance in words. */
const maxBefore = 6;
const cueDistance = 8;

/** Lists the features of a folded text in order of `start`. Linear in its length. */
export function eachFeature(text: string, emit: Emit): void {
  const { length } = text;
  const cues = findCues(text);
  let nextCue = 0;
  let wordEnd = 0;
  let previous = 0;
  // Beginnings of the last three words, 0 where there was none.
  let stem1 = 0;
  let stem2 = 0;
  let stem3 = 0;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (at >= wordEnd && !isGap(code)) {
      let word = wordSeed;
      let stem = stemSeed;
      wordEnd = at;
      let unit = code;
      do {
        word = Math.imul(word ^ unit, prime);
        if (wordEnd - at < stemLength) stem = Math.imul(stem ^ unit, prime);
        wordEnd += 1;
        unit = wordEnd < length ? text.charCodeAt(wordEnd) : blank;
      } while (!isGap(unit) && !isWordByItself(code) && !isWordByItself(unit));
      word = mix(word);
      stem = mix(stem) | 1;
      emit(word, at, 1);
      if (previous !== 0) emit(pairOf(pairSeed, previous, word), at, 1);
      if (stem1 !== 0) emit(pairOf(stemPairSeed, stem1, stem), at, 1);
      if (stem2 !== 0) emit(pairOf(stemPairSeed, stem2, stem), at, 1);
      if (stem3 !== 0) emit(pairOf(stemPairSeed, stem3, stem), at, 1);
      previous = word;
      stem3 = stem2;
      stem2 = stem1;
      stem1 = stem;
    }
    for (; cues[nextCue]?.start === at; nextCue += 1) emitCue(cues, nextCue, emit);
    if (at + charLength <= length) emit(hashChars(text, at), at, 1);
  }
}

function emitCue(cues: readonly PhraseHit[], index: number, emit: Emit): void {
  const cue = cues[index];
  if (cue === undefined) return;
  for (let kinds = cue.classes; kinds !== 0; kinds &= kinds - 1) {
    const kind = lowestBit(kinds);
    emit(mix(Math.imul(cueSeed ^ kind, prime)), cue.start, cueValue);
    for (let other = index - 1; other >= 0 && other >= index - maxBefore; other -= 1) {
      const before = cues[other];
      if (before === undefined || before.sentence !== cue.sentence || cue.word - before.word > cueDistance) break;
      for (let earlier = before.classes; earlier !== 0; earlier &= earlier - 1) {
        emit(pairOf(cuePairSeed, lowestBit(earlier) + 1, kind + 1), cue.start, cueValue);
      }
    }
  }
}

function hashChars(text: string, at: number): number {
  let hash = charSeed;
  for (let index = at; index < at + charLength; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), prime);
  return mix(hash);
}

function pairOf(seed: number, first: number, second: number): number {
  return mix(Math.imul(Math.imul(seed ^ first, prime) ^ second, prime));
}

const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits);

const blank = 0x20;
const stop = 0x2e;

/** Folding left no other separators. */
const isGap = (code: number): boolean => code === blank || code === stop;

/** Kana, ideographs and their surrogates, Thai: written without blanks. */
const isWordByItself = (code: number): boolean =>
  code >= 0x0e01 && (code <= 0x0e4e || (code >= 0x3040 && code <= 0x9fff) || (code >= 0xd840 && code <= 0xdfff));

/** The mixer of MurmurHash3: the upper bits depend on all of them. */
function mix(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
