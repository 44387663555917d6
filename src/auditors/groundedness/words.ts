/** Splits text into words: small, content and number words with their meaning as a number, and negations. */

import { meaningOf } from './meanings.ts';
import { stem } from './stem.ts';
import { flag, flagsOf, fullMonth, numberWords } from './word-lists.ts';

export interface Word {
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
  /** Equal for words of one meaning. */
  readonly id: number;
  /** Equal for one spelling, whatever its case. */
  readonly form: number;
  readonly flags: number;
  /** Written with a capital letter. */
  readonly capital: boolean;
  /** Value of a number. */
  readonly value: number | undefined;
}

/** Numbers for meanings, shared by all compared texts. */
export interface Vocabulary {
  /** Words of a part of a text. */
  cut(text: string, start: number, end: number): Word[];
  /** The meaning of a number. */
  meaning(id: number): string;
  /** The number of a meaning, if it has occurred. */
  find(meaning: string): number | undefined;
  /** The spelling of a number, in lower case. */
  spelling(form: number): string;
}

interface Entry {
  readonly id: number;
  readonly form: number;
  readonly flags: number;
  readonly value: number | undefined;
}

/** Longer runs are no words of a language. */
const longestWord = 64;

/** Makes the vocabulary of one comparison. */
export function createVocabulary(): Vocabulary {
  const ids = new Map<string, number>();
  const names: string[] = [];
  const entries = new Map<string, Entry>();
  const spellings: string[] = [];

  function idOf(name: string): number {
    const known = ids.get(name);
    if (known !== undefined) return known;
    names.push(name);
    ids.set(name, names.length - 1);
    return names.length - 1;
  }

  function entryOf(lower: string): Entry {
    const known = entries.get(lower);
    if (known !== undefined) return known;
    const value = numericValue(lower);
    const stemmed = value === undefined ? stem(lower) : lower;
    const flags = flagsOf(lower, stemmed);
    const meaning = value === undefined ? nameOf(lower, stemmed, flags) : `#${value}`;
    const entry = { id: idOf(meaning), form: spellings.length, flags, value };
    spellings.push(lower);
    entries.set(lower, entry);
    return entry;
  }

  return {
    cut(text, start, end) {
      const words: Word[] = [];
      for (let at = start; at < end; ) {
        if (!isWordUnit(text.charCodeAt(at))) {
          at += 1;
          continue;
        }
        const stop = endOfWord(text, at, Math.min(end, at + longestWord));
        if (isLoneTail(text, at, stop)) {
          at = stop;
          continue;
        }
        for (const [from, to, lower] of splitContraction(text, at, stop)) {
          const { id, form, flags, value } = entryOf(lower);
          words.push({ start: from, end: to, id, form, flags, capital: isCapital(text.charCodeAt(from)), value });
        }
        at = stop;
      }
      return words;
    },
    meaning: (id) => names[id] ?? '',
    find: (meaning) => ids.get(meaning),
    spelling: (form) => spellings[form] ?? '',
  };
}

/** Small words represent themselves: their stems say nothing. */
function nameOf(lower: string, stemmed: string, flags: number): string {
  if ((flags & flag.month) !== 0) return fullMonth(lower);
  if (lower.length > 2 && lower.endsWith('.')) return meaningOf(lower.slice(0, -1));
  return (flags & flag.small) !== 0 && (flags & flag.speech) === 0 ? lower : meaningOf(stemmed);
}

function numericValue(lower: string): number | undefined {
  const first = lower.charCodeAt(0);
  if (first < 48 || first > 57) return numberWords.get(lower);
  const ordinal = /^(\d+)(?:st|nd|rd|th)$/.exec(lower);
  const plain = ordinal?.[1] ?? lower;
  if (!/^\d+(?:,\d{3})*(?:\.\d+)?$/.test(plain)) return undefined;
  return Number(plain.replaceAll(',', ''));
}

/** `isn't` is `is` and `not`, `Smith's` is `Smith`; other words stay whole. */
function splitContraction(text: string, start: number, end: number): [from: number, to: number, lower: string][] {
  const lower = text.slice(start, end).toLowerCase().replaceAll('’', "'");
  const mark = lower.lastIndexOf("'");
  if (mark < 1) return [[start, end, lower]];
  const tail = lower.slice(mark + 1);
  // Tokenised text has `did n't`.
  if (lower === "n't") return [[start, end, 'not']];
  if (tail === 't' && lower.charAt(mark - 1) === 'n') {
    const verb = contractedVerbs[lower.slice(0, mark - 1)] ?? lower.slice(0, mark - 1);
    const cut = start + Math.max(1, mark - 1);
    if (verb !== '') {
      return [
        [start, cut, verb],
        [cut, end, 'not'],
      ];
    }
  }
  return contractionTails.has(tail) ? [[start, start + mark, lower.slice(0, mark)]] : [[start, end, lower]];
}

/** Tokenised text has `the club 's`, and `-lrb-` for a bracket. */
function isLoneTail(text: string, start: number, end: number): boolean {
  if (end - start > 3) return false;
  const before = text.charCodeAt(start - 1);
  if (before === 0x27 || before === 0x2019) return contractionTails.has(text.slice(start, end).toLowerCase());
  if (before !== 0x2d || text.charCodeAt(end) !== 0x2d || end - start !== 3) return false;
  return /^[lr][rsc]b$/i.test(text.slice(start, end));
}

const contractedVerbs: Readonly<Record<string, string>> = { ca: 'can', wo: 'will', sha: 'shall' };
const contractionTails = new Set(['s', 'll', 're', 've', 'd', 'm']);

function endOfWord(text: string, start: number, limit: number): number {
  const first = text.charCodeAt(start);
  if (isIdeograph(first)) return start + 1;
  let end = start + 1;
  const numeric = isDigit(first);
  for (; end < limit; end += 1) {
    const unit = text.charCodeAt(end);
    if (isWordUnit(unit) && !isIdeograph(unit)) {
      // `10km` is a number and its unit, `3rd` is one word.
      if (numeric && !isDigit(unit) && isDigit(text.charCodeAt(end - 1)) && !isOrdinal(text, end)) break;
      continue;
    }
    const next = end + 1 < limit ? text.charCodeAt(end + 1) : 0;
    const isInner = (unit === 0x27 || unit === 0x2019) && !numeric && isLetter(next);
    const isPoint = (unit === 0x2e || unit === 0x2c) && numeric && isDigit(next) && isDigit(text.charCodeAt(end - 1));
    const isAcronym = unit === 0x2e && end - start === 1 && isLetter(next) && !isLongWord(text, end + 1, limit);
    const goesOn = unit === 0x2e && end - start > 1 && text.charCodeAt(end - 2) === 0x2e && isLetter(next);
    if (isInner || isPoint || isAcronym || goesOn) continue;
    break;
  }
  return end;
}

/** `U.S.` consists of single letters; `a.Then` does not. */
function isLongWord(text: string, at: number, limit: number): boolean {
  return at + 1 < limit && isLetter(text.charCodeAt(at + 1));
}

function isOrdinal(text: string, at: number): boolean {
  return /^(?:st|nd|rd|th)(?![a-z])/i.test(text.slice(at, at + 3));
}

const isDigit = (unit: number): boolean => unit > 47 && unit < 58;
const isLetter = (unit: number): boolean => isWordUnit(unit) && !isDigit(unit);

function isCapital(unit: number): boolean {
  if (unit < 128) return unit > 64 && unit < 91;
  const letter = String.fromCharCode(unit);
  return letter !== letter.toLowerCase();
}

/** Letters and digits of any script. */
export function isWordUnit(unit: number): boolean {
  if (unit < 128) return (unit > 96 && unit < 123) || (unit > 64 && unit < 91) || isDigit(unit);
  if (unit < 0xc0) return unit === 0xaa || unit === 0xb5 || unit === 0xba;
  if (unit === 0xd7 || unit === 0xf7) return false;
  if (unit >= 0x2000 && unit <= 0x2bff) return false;
  if ((unit >= 0x3000 && unit <= 0x3004) || (unit >= 0x3008 && unit <= 0x303f)) return false;
  return !(unit >= 0xfe00 && unit <= 0xfe6f) && !(unit >= 0xff00 && unit <= 0xff0f) && unit < 0xfff0 && unit !== 0xfeff;
}

/** Kana, ideographs, Thai: written without blanks, so each character is a word. */
function isIdeograph(unit: number): boolean {
  return (unit >= 0x3040 && unit <= 0x9fff) || (unit >= 0x0e01 && unit <= 0x0e4e);
}

/** A word that carries meaning: neither small nor a number. */
export function isContent(word: Word): boolean {
  return (word.flags & flag.small) === 0 && word.value === undefined;
}
