/** Splits a text into words for the recognisers of names and places: one pass, offsets kept. */
import { fold, lookUp } from './lexicon/lexicon.ts';

export interface Word {
  readonly start: number;
  readonly end: number;
  /** Lower case, without diacritics. */
  readonly key: string;
  /** Bits of `known`. */
  readonly bits: number;
  readonly isCapital: boolean;
  /** True for capitals throughout, judged by the second letter. */
  readonly isShouted: boolean;
  /** The text before it: start of a line or text, a full stop, one blank, or anything else. */
  readonly gap: Gap;
}

export type Gap = 'line' | 'stop' | 'blank' | 'comma' | 'other';

const letter = /[\p{L}\p{M}]/u;
const upper = /\p{Lu}/u;
const maxWord = 40;

/** Lists the words of a text. A possessive `'s` is not part of its word. Characters other than letters are left out. */
export function listWords(text: string): Word[] {
  const words: Word[] = [];
  let last = 0;
  let isBehindToken = false;
  let index = 0;
  while (index < text.length) {
    if (!isLetterAt(text, index)) {
      index += 1;
      continue;
    }
    if (isElided(text, index)) index += 2;
    const start = index;
    index = endOfWord(text, index);
    const end = trimPossessive(text, start, index);
    const isToken = index - start > maxWord || isPartOfToken(text, start - 1) || isPartOfToken(text, index);
    if (!isToken) {
      const key = fold(text.slice(start, end));
      const bits = bitsOf(key);
      const isCapital = isUpperAt(text, start) && !(bits === 0 && isCamelCase(text.slice(start, end)));
      const isShouted = isCapital && end - start > 1 && isUpperAt(text, start + 1);
      words.push({
        start,
        end,
        key,
        bits,
        isCapital,
        isShouted,
        gap: isBehindToken ? 'other' : gapOf(text, last, start),
      });
    }
    last = index;
    isBehindToken = isToken;
  }
  return words;
}

/** `j'habite`, `l'adresse`: the article or pronoun is not part of the word; `I'm` and `o'clock` are English. */
function isElided(text: string, index: number): boolean {
  const mark = text.charCodeAt(index + 1);
  if ((mark !== 0x27 && mark !== 0x2019) || !/[jlndmsctq]/i.test(text.charAt(index))) return false;
  return isLetterAt(text, index + 3) && !isUpperAt(text, index + 2) && isLetterAt(text, index + 2);
}

/** Letters, with an apostrophe or a hyphen between two of them. */
function endOfWord(text: string, start: number): number {
  let index = start;
  while (index < text.length) {
    if (isLetterAt(text, index)) index += 1;
    else if (isJoiner(text.charCodeAt(index)) && isLetterAt(text, index + 1)) index += 2;
    else break;
  }
  return index;
}

function isJoiner(unit: number): boolean {
  return unit === 0x27 || unit === 0x2d || unit === 0x2019;
}

function trimPossessive(text: string, start: number, end: number): number {
  if (end - start < 3 || (text[end - 1] !== 's' && text[end - 1] !== 'S')) return end;
  const mark = text.charCodeAt(end - 2);
  return mark === 0x27 || mark === 0x2019 ? end - 2 : end;
}

/** True for names in code such as `MyComponent`, but not for `McDonald` and `DeVito`. */
function isCamelCase(word: string): boolean {
  return /\p{Ll}\p{Lu}/u.test(word) && !/^(?:Ma?c|De|Di|Du|La|Le|Van|Fitz|O)\p{Lu}/u.test(word);
}

/** A joined name counts by its first part if the whole is not listed. */
function bitsOf(key: string): number {
  const bits = lookUp(key);
  if (bits !== 0) return bits;
  const joint = key.search(/['’-]/);
  return joint < 2 ? 0 : lookUp(key.slice(0, joint));
}

/** A digit, `_` or `@` next to a word makes it a technical name. */
function isPartOfToken(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return (unit >= 48 && unit <= 57) || unit === 0x5f || unit === 0x40;
}

function isLetterAt(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  if (unit < 128) return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90);
  return unit > 0xa9 && letter.test(text.charAt(index));
}

function isUpperAt(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit < 128 ? unit >= 65 && unit <= 90 : upper.test(text.charAt(index));
}

function gapOf(text: string, last: number, start: number): Gap {
  if (last === 0 && start === 0) return 'line';
  if (start - last === 1 && text.charCodeAt(last) === 32) return 'blank';
  const between = text.slice(last, Math.min(start, last + 64));
  if (between.includes('\n') || (last === 0 && between.trim() === '')) return 'line';
  if (/[.!?:;"“”«»()[\]{}]/.test(between)) return 'stop';
  return between.includes(',') ? 'comma' : 'other';
}

/** True if (nearly) all words have one case, so that capitals carry no information. */
export function isCaseless(words: readonly Word[]): boolean {
  let capitals = 0;
  let shouted = 0;
  let long = 0;
  for (const { isCapital, isShouted, end, start } of words) {
    if (isCapital) capitals += 1;
    if (end - start < 2) continue;
    long += 1;
    if (isShouted) shouted += 1;
  }
  return capitals <= words.length * 0.02 || (long > 3 && shouted >= long * 0.95);
}
