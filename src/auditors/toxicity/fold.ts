/**
 * The text as the linear model reads it: repaired words, one placeholder for every group of people, standard spelling
 * for dialect. What the model cannot see it cannot hold against anybody.
 */
import { dialect } from './dialect.ts';
import type { WordList } from './sentence.ts';
import { bit } from './word-classes.ts';

export interface Folded {
  /** Parts of some sentences each. */
  readonly chunks: readonly string[];
  /** For each chunk the number of its first word and of the one after its last. */
  readonly spans: readonly (readonly [from: number, to: number])[];
}

/** Says whether the words [from, to) are fit for the model. */
export type IsFit = (list: WordList, from: number, to: number) => boolean;

/** Stands for any term for a group of people: one letter, so that it is one n-gram among many and not twenty. */
const groupMark = 'ω';

/** A chunk ends with the sentence that passes this many characters; so that one bad sentence is not drowned. */
const chunkLength = 120;
/** A sentence without end is cut. */
const longestChunk = 360;

/** Folds a list of words and cuts it into chunks of whole sentences; chunks that are not fit are left out. */
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
