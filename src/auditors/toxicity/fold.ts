/**
 * The text as the linear model reads it: repaired words, one placeholder for every group of people, standard spelling for
 * dialect. The model cannot discriminate by what it does not see.
 */
import { dialect } from './dialect.ts';
import type { WordList } from './sentence.ts';
import { bit } from './word-classes.ts';

export interface Folded {
  /** Chunks of a few sentences. */
  readonly chunks: readonly string[];
  /** For each chunk, its first word and the end of its last (exclusive). */
  readonly spans: readonly (readonly [from: number, to: number])[];
}

/** True if the words [from, to) suit the model. */
export type IsFit = (list: WordList, from: number, to: number) => boolean;

/** Replaces any term for a group of people by one letter, so that it is one n-gram among many. */
const groupMark = 'ω';

/** A chunk ends with the sentence that passes this many characters, so that one bad sentence keeps its weight. */
const chunkLength = 120;
/** A longer sentence is cut. */
const longestChunk = 360;

/** Folds a list of words and cuts it into chunks of whole sentences; skips chunks unsuitable for the model. */
export function foldWords(list: WordList, isFit: IsFit): Folded {
  const { words, bits } = list;
  const chunks: string[] = [];
  const spans: [number, number][] = [];
  let chunk = '';
  let first = 0;
  let sentence = words[0]?.sentence ?? 0;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (word === undefined) break;
    if (word.sentence !== sentence) {
      sentence = word.sentence;
      chunk += '. ';
      if (chunk.length >= chunkLength) close(index);
    } else if (chunk.length >= longestChunk) close(index);
    chunk += ((bits[index] ?? 0) & bit.group) === 0 ? (dialect.get(word.text) ?? word.text) : groupMark;
    chunk += ' ';
  }
  if (chunk !== '') close(words.length);
  return { chunks, spans };

  function close(index: number): void {
    if (isFit(list, first, index)) {
      chunks.push(chunk);
      spans.push([first, index]);
    }
    chunk = '';
    first = index;
  }
}
