/** Postal addresses: a street with its number, and the parts around it: a flat, a postal code, a city, a country. */
import { extendAddress } from './address-parts.ts';
import { particles } from './name-shape.ts';
import type { Entity } from './recogniser.ts';
import {
  afterName,
  ambiguousAfterName,
  ambiguousBeforeName,
  beforeName,
  isCompoundStreet,
  isSurelyStreet,
  rareAfterName,
} from './street-words.ts';
import type { Word } from './words.ts';

const maxNameWords = 4;
const numberBefore =
  /(?:\b(?:flat|apt|apartment|unit|suite|no|nr|n|house|plot|door)[ .#:°º]{0,2}[\w/-]{1,8}[,\s]{1,2} ?)?(?:(?<![\w.-])(?<!\d[ .\-/)])\d{1,5}[A-Za-z]?(?:[-/]\d{1,5}[A-Za-z]?)?(?:, | (?:bis |ter )?)(?:\d{1,5}[A-Za-z]? )?)?$/i;
const numberAfter =
  /[,.]?(?: ?(?:nr|no|n|num|numero|número)?[.°º]? ?)\d{1,5}(?!\d)(?:[- ]?[A-Za-z](?![\p{L}]))?(?:[-/]\d{1,4}[A-Za-z]?)?(?![\p{L}\d])/iuy;
const cue =
  /\b(?:addres(?:s|ses|sed)|adresse|direcci[óo]n|indirizzo|endere[çc]o|adres|liv(?:e|es|ed|ing)|resid(?:e|es|ing)|located|house|home|deliver(?:y|ed)?|ship(?:ped|ping)?|corner of|wohn(?:e|t|haft)|habite|vivo|vive|abito|moro|mieszkam|woon|meet|side of|stop|station is|bus)\b[^.!?\n]{0,24}$/i;

/** Finds streets with a number, or with words that say that somebody lives there. */
export function findAddresses(text: string, words: readonly Word[]): Entity[] {
  const found: Entity[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const street = streetAt(words, index, text);
    if (street === undefined) continue;
    const whole = withNumbers(text, street);
    if (whole.start < (found.at(-1)?.end ?? 0)) continue;
    const { end, parts } = extendAddress(text, whole.end);
    const score = scoreStreet(text, street, whole, parts);
    if (score > 0) found.push({ type: 'address', start: whole.start, end, score });
  }
  return found;
}

interface Street {
  readonly start: number;
  readonly end: number;
  /** True for an everyday word, which needs a number. */
  readonly isWeak: boolean;
  /** True if a number alone is not enough. */
  readonly isRare?: boolean;
}

interface Numbered {
  readonly start: number;
  readonly end: number;
  readonly hasNumber: boolean;
  readonly isNumberBefore: boolean;
}

function streetAt(words: readonly Word[], index: number, text: string): Street | undefined {
  const word = words[index];
  if (word === undefined) return undefined;
  if (afterName.has(word.key) && isStreetWord(word, text)) {
    const start = nameBefore(words, index, text);
    if (start !== undefined) return { start, end: withStop(text, word), isWeak: ambiguousAfterName.has(word.key) };
  }
  const next = words[index + 1];
  const isInside = next?.gap === 'blank' && afterName.has(next.key);
  if (word.isCapital && !isInside && rareAfterName.has(word.key)) {
    const start = nameBefore(words, index, text);
    if (start !== undefined) return { start, end: word.end, isWeak: true, isRare: true };
  }
  if (beforeName.has(word.key) && (word.key !== 'c' || text.charAt(word.end) === '/')) {
    const end = nameAfter(words, index, text);
    if (end !== undefined) return { start: word.start, end, isWeak: ambiguousBeforeName.has(word.key) };
  }
  if (!word.isCapital || !isCompoundStreet(word.key)) return undefined;
  const end = text.charAt(word.end) === '.' && word.key.endsWith('str') ? word.end + 1 : word.end;
  return { start: nameBefore(words, index, text) ?? word.start, end, isWeak: !isSurelyStreet(word.key) };
}

/** `place` and `row` in lower case are everyday words; `u` is Hungarian for street only with its full stop. */
function isStreetWord(word: Word, text: string): boolean {
  if (word.key === 'u') return text.charAt(word.end) === '.';
  return word.isCapital || !ambiguousAfterName.has(word.key) || word.key.length <= 4;
}

/** Finds the start of the capitalised words before a street word. */
function nameBefore(words: readonly Word[], index: number, text: string): number | undefined {
  let first = index;
  while (first > 0 && index - first < maxNameWords) {
    const word = words[first];
    const previous = words[first - 1];
    if (word === undefined || previous === undefined) break;
    const isJoined = word.gap === 'blank' || text.slice(previous.end, word.start) === '. ';
    if (!isJoined || !(previous.isCapital || particles.has(previous.key)) || isSentenceWord(previous)) break;
    first -= 1;
  }
  while (first < index && words[first]?.isCapital === false) first += 1;
  if (first < index) return words[first]?.start;
  const word = words[index];
  const ordinal = /(?<!\w)\d{1,3}(?:st|nd|rd|th) $/i.exec(text.slice(Math.max(0, (word?.start ?? 0) - 8), word?.start));
  return ordinal === null || word === undefined ? undefined : word.start - ordinal[0].length;
}

/** True for words that begin a sentence (`The`, `On`, `Our`), not for names of streets (`Oak`, `Church`). */
function isSentenceWord({ key }: Word): boolean {
  return sentenceWords.has(key);
}

const sentenceWords: ReadonlySet<string> = new Set(
  'the on our my your his her their its this that these those in at to of a an and or is are was were by for see go all any from with near visit send ship call meet take walk turn follow cross i we he she they it you'.split(
    ' ',
  ),
);

/** Finds the end of the words after `rue`, `Calle` and the like. */
function nameAfter(words: readonly Word[], index: number, text: string): number | undefined {
  let last = index;
  let end: number | undefined;
  while (last - index < maxNameWords + 1) {
    const word = words[last];
    const next = words[last + 1];
    if (word === undefined || next === undefined) break;
    const between = text.slice(word.end, next.start);
    if (between !== ' ' && between !== '. ' && !(word.key === 'c' && between === '/ ')) break;
    if (!next.isCapital && !particles.has(next.key)) break;
    last += 1;
    if (next.isCapital) end = next.end;
  }
  return end;
}

/** Includes the full stop of an abbreviation, but not that of a sentence. */
function withStop(text: string, word: Word): number {
  return text.charAt(word.end) === '.' && abbreviations.has(word.key) ? word.end + 1 : word.end;
}

const abbreviations: ReadonlySet<string> = new Set(
  'st str ave av rd ln dr blvd ct pl ter cir sq hwy pkwy cres cr gdns trl cad sok mah'.split(' '),
);

function withNumbers(text: string, { start, end }: Street): Numbered {
  const before = numberBefore.exec(text.slice(Math.max(0, start - 32), start))?.[0] ?? '';
  numberAfter.lastIndex = end;
  const after = numberAfter.exec(text)?.[0] ?? '';
  const hasNumber = /\d/.test(before) || after !== '';
  const isNumberBefore = /\d/.test(before);
  return { start: isNumberBefore ? start - before.length : start, end: end + after.length, hasNumber, isNumberBefore };
}

function scoreStreet(text: string, street: Street, whole: Numbered, parts: number): number {
  const before = text.slice(Math.max(0, whole.start - 48), whole.start);
  const isCued = cue.test(before) || /\b(?:at|to|from) $/i.test(before);
  if (street.isRare === true && !(whole.isNumberBefore && (parts > 0 || isCued))) return 0;
  if (street.isWeak && parts === 0 && !isCued) return whole.isNumberBefore ? 0.45 : 0;
  if (whole.hasNumber) return Math.min(88, 70 + 5 * parts + (isCued ? 5 : 0)) / 100;
  if (street.isWeak) return isCued && parts > 0 ? 0.55 : 0;
  return isCued ? 0.55 : 0.4;
}
