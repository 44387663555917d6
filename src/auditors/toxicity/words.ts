/** Splits text into words with their offsets, sentences and quotation, in the intended spelling. */
import { kind, kindOf } from './characters.ts';
import { isLetter, joinSpaced, splitRun } from './joined.ts';
import { createQuotes } from './quotes.ts';
import { createUnmask, repair, repairLetters, type Vocabulary } from './repair.ts';

export interface Word {
  /** Lower case without accents and apostrophes, with obfuscation repaired. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly sentence: number;
  /** True inside quotation marks. */
  readonly quoted: boolean;
}

/** Least number of single letters that may spell a word. */
const fewestSingles = 3;
/** Least length of a word that may be several words run together. */
const shortestRun = 9;

/** Splits a text; the vocabulary gives the targets of repairs. */
export function splitWords(text: string, vocabulary: Vocabulary): Word[] {
  const words: Word[] = [];
  const quotes = createQuotes(text);
  const unmask = createUnmask(vocabulary);
  const { length } = text;
  let sentence = 0;
  let singles = 0;
  for (let index = 0; index < length; ) {
    const kindHere = kindOf(text.charCodeAt(index));
    if (kindHere === kind.emoji) {
      words.push({
        text: text.slice(index, index + 2),
        start: index,
        end: Math.min(index + 2, length),
        sentence,
        quoted: false,
      });
      index += 2;
      continue;
    }
    if (kindHere !== kind.letter && kindHere !== kind.sign) {
      if (kindHere === kind.stop || (kindHere === kind.dot && endsSentence(text, index))) sentence += 1;
      else if (kindHere === kind.quote) quotes.meet(index);
      index += 1;
      continue;
    }
    const start = index;
    let shape = 0;
    let run = 0;
    let previous = 0;
    for (; index < length; index += 1) {
      const unit = text.charCodeAt(index);
      const lower = unit | 0x20;
      if (unit > 127 || lower < 97 || lower > 122) {
        const kindThere = kindOf(unit);
        if (kindThere !== kind.letter && kindThere !== kind.sign) break;
        shape |= isOdd;
      } else if (unit < 97) shape |= isCapital;
      run = lower === previous ? run + 1 : 1;
      if (run > 2) shape |= isStretched;
      previous = lower;
    }
    const added = push(start, index, shape);
    if (added !== undefined && isLetter(added)) singles += 1;
    // An exclamation mark ends its sentence.
    if (text.charCodeAt(index - 1) === 0x21) sentence += 1;
  }
  return singles >= fewestSingles ? joinSpaced(words, vocabulary) : words;

  function push(from: number, to: number, shape: number): Word | undefined {
    let [start, end] = [from, to];
    if ((shape & isOdd) !== 0) {
      while (start < end && isEdgeSign(text.charCodeAt(start), true)) start += 1;
      while (end > start && isEdgeSign(text.charCodeAt(end - 1), false)) end -= 1;
      if (start === end) return undefined;
    }
    const quoted = quotes.isQuoted(from, to);
    const raw = text.slice(start, end);
    let word =
      (shape & isOdd) === 0 ? ((shape & isCapital) === 0 ? raw : raw.toLowerCase()) : repair(raw, vocabulary, unmask);
    if ((shape & isOdd) === 0) {
      if ((shape & isStretched) !== 0) word = repairLetters(word, vocabulary);
      if (!vocabulary.has(word)) {
        if (word.length >= shortestRun && pushRun(word, { start, end, sentence, quoted })) return undefined;
        if (word.length > 3) word = vocabulary.slipOf(word) ?? word;
      }
    }
    const made: Word = { text: word, start, end, sentence, quoted };
    words.push(made);
    return made;
  }

  function pushRun(word: string, place: Omit<Word, 'text'>): boolean {
    const parts = splitRun(word, vocabulary);
    if (parts === undefined || parts.length < 2) return false;
    let { start } = place;
    for (const part of parts) {
      const end = start + part.length;
      words.push({ text: part, start, end, sentence: place.sentence, quoted: place.quoted });
      start = end;
    }
    return true;
  }
}

const isOdd = 1;
const isCapital = 2;
const isStretched = 4;

function endsSentence(text: string, index: number): boolean {
  return index + 1 >= text.length || kindOf(text.charCodeAt(index + 1)) !== kind.letter;
}

/** Characters at the edges are punctuation, unless the letters need them. */
function isEdgeSign(unit: number, isStart: boolean): boolean {
  const char = String.fromCharCode(unit);
  return (isStart ? "'’_*!|`" : "'’_!|`").includes(char) || (unit >= 0x200b && unit <= 0x200f) || unit === 0xfeff;
}
