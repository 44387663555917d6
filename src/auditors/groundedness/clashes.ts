/**
 * Finds where a claim says the opposite of, or more than, its source sentences: denial, opposites, certainty,
 * extremes, dates.
 */
import { tellsAsDone } from './deeds.ts';
import { oppositesOf } from './opposites.ts';
import type { SourceIndex, SourceSentence } from './source-index.ts';
import { flag } from './word-lists.ts';
import { isContent, type Word } from './words.ts';

export interface Clashes {
  /** One of the two denies what the other says. */
  readonly negation: boolean;
  /** The claim denies something where the source denies nothing. */
  readonly denial: boolean;
  /** The claim has a word whose opposite is in the source. */
  readonly opposite: boolean;
  /** The claim states as done what the source calls possible, planned or alleged. */
  readonly certainty: boolean;
  /** The claim states as possible what the source states as done. */
  readonly doubt: boolean;
  /** "First", "only", "all" and the like that the source does not say. */
  readonly extreme: boolean;
  /** "All", "none" where the source has "some", "most", a share. */
  readonly quantifier: boolean;
  /** Stated as done where the source plans, hopes or makes it conditional. */
  readonly done: boolean;
  /** An opposite in the most relevant sentence itself. */
  readonly oppositeBest: boolean;
  /** A month or weekday that differs from the source's. */
  readonly date: boolean;
}

/** Compares a claim with its source window; `best` is the most relevant sentence. */
export function findClashes(
  words: readonly Word[],
  index: SourceIndex,
  { best, window }: { readonly best: number; readonly window: readonly number[] },
): Clashes {
  const sentence = index.sentences[best];
  const around = window.flatMap((at) => index.sentences[at]?.words ?? []);
  if (sentence === undefined) {
    return {
      negation: false,
      denial: false,
      opposite: false,
      certainty: false,
      doubt: false,
      extreme: hasAny(words, flag.extreme),
      quantifier: false,
      done: false,
      oppositeBest: false,
      date: false,
    };
  }
  const ids = new Set(around.map(({ id }) => id));
  return {
    negation: deniesOther(words, sentence, around),
    denial: hasAny(words, flag.denial) && !hasAny(around, flag.denial),
    opposite: hasOpposite(words, ids, index),
    certainty: isMoreCertain(words, sentence.words),
    doubt: isMoreCertain(sentence.words, words),
    extreme: words.some((word) => (word.flags & flag.extreme) !== 0 && !ids.has(word.id)),
    quantifier:
      words.some((word) => (word.flags & flag.absolute) !== 0 && !ids.has(word.id)) &&
      (hasAny(sentence.words, flag.partial) || sentence.words.some(({ value }) => value !== undefined)),
    done: tellsAsDone(words, index, window),
    oppositeBest: hasOpposite(words, new Set(sentence.words.map(({ id }) => id)), index),
    date: hasOtherDate(words, around),
  };
}

const hasAny = (words: readonly Word[], bits: number): boolean => words.some(({ flags }) => (flags & bits) !== 0);

/** How far a denial reaches to the right. */
const reach = 3;

/** Lists the meanings of content words, each with whether it is denied. */
function listDenied(words: readonly Word[]): Map<number, { plain: boolean; denied: boolean }> {
  const denied = new Map<number, { plain: boolean; denied: boolean }>();
  let left = 0;
  for (const [at, word] of words.entries()) {
    if ((word.flags & flag.denial) !== 0) {
      // "Not only" denies nothing.
      left = (words[at + 1]?.flags ?? 0) & flag.extreme ? 0 : reach + 1;
    } else if ((word.flags & flag.clause) !== 0) left = 0;
    left = Math.max(0, left - 1);
    if (!isContent(word) || word.capital) continue;
    const known = denied.get(word.id) ?? { plain: false, denied: false };
    denied.set(word.id, { plain: known.plain || left === 0, denied: known.denied || left > 0 });
  }
  return denied;
}

/** The nearest sentence decides about a word; the others only about words that it lacks. */
function deniesOther(words: readonly Word[], sentence: SourceSentence, around: readonly Word[]): boolean {
  const told = listDenied(words);
  const [near, far] = [listDenied(sentence.words), listDenied(around)];
  for (const [id, { plain, denied }] of told) {
    const known = near.get(id) ?? far.get(id);
    if (known === undefined || (plain && denied) || (known.plain && known.denied)) continue;
    if (denied !== known.denied) return true;
  }
  return false;
}

function hasOpposite(words: readonly Word[], ids: ReadonlySet<number>, index: SourceIndex): boolean {
  return words.some((word) => {
    if (ids.has(word.id)) return false;
    for (const opposite of oppositesOf(index.vocabulary.meaning(word.id))) {
      const id = index.vocabulary.find(opposite);
      if (id !== undefined && ids.has(id)) return true;
    }
    return false;
  });
}

/** Largest distance of a word of possibility from its subject: "may soon be **closed**". */
const possibleReach = 4;

/** True if one side calls something possible that the other states without any word of possibility. */
function isMoreCertain(certain: readonly Word[], doubtful: readonly Word[]): boolean {
  if (hasAny(certain, flag.possible)) return false;
  const told = new Set(certain.filter(isContent).map(({ id }) => id));
  let left = 0;
  for (const word of doubtful) {
    const isMonth = (word.flags & flag.month) !== 0 && word.capital;
    if ((word.flags & flag.possible) !== 0 && !isMonth) left = possibleReach;
    else if (left > 0) {
      left -= 1;
      if (!isContent(word) || word.capital) continue;
      if (told.has(word.id)) return true;
      // Only the next word that means something is called possible.
      left = 0;
    }
  }
  return false;
}

const dateBits = flag.month | flag.weekday;

function hasOtherDate(words: readonly Word[], around: readonly Word[]): boolean {
  const isDate = (word: Word): boolean => (word.flags & dateBits) !== 0 && word.capital;
  const known = around.filter(isDate);
  return words.some(
    (word) =>
      isDate(word) &&
      !known.some(({ id }) => id === word.id) &&
      known.some(({ flags }) => (flags & word.flags & dateBits) !== 0),
  );
}
