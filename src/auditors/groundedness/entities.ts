/** Finds names in a claim and whether the sources know them: completely, partly, or elsewhere than the claim says. */

import { namePartLength, type SourceIndex } from './source-index.ts';
import { flag } from './word-lists.ts';
import type { Word } from './words.ts';

/** Words of a name, as places in the claim: start and end (exclusive). */
export interface Name {
  readonly from: number;
  readonly to: number;
}

/** Runs of capitalised words. The first word of a sentence is capitalised for its position. */
export function findNames(words: readonly Word[], index: SourceIndex): Name[] {
  const names: Name[] = [];
  for (let at = 0; at < words.length; at += 1) {
    if (!isNameWord(words, at, index)) continue;
    let to = at + 1;
    while (to < words.length && isNameWord(words, to, index) && isJoined(words[to - 1], words[to])) to += 1;
    names.push({ from: at, to });
    at = to - 1;
  }
  return names;
}

const isJoined = (left: Word | undefined, right: Word | undefined): boolean =>
  (right?.start ?? 0) - (left?.end ?? 0) <= 3;

function isNameWord(words: readonly Word[], at: number, index: SourceIndex): boolean {
  const word = words[at];
  if (word === undefined || !word.capital || word.value !== undefined) return false;
  if ((word.flags & (flag.small | flag.month | flag.weekday)) !== 0) return false;
  if (at > 0) return true;
  // A name at the start continues with a capital, or is written so in the sources.
  const next = words[1];
  return (
    (next?.capital === true && (next.flags & flag.small) === 0) ||
    (index.hasNamePart(index.vocabulary.spelling(word.form).slice(0, namePartLength)) && !index.hasLower(word.form))
  );
}

export interface NameFindings {
  /** Names without any word in the sources. */
  readonly unknown: readonly Name[];
  /** Names with only some words in the sources. */
  readonly partial: readonly Name[];
  /** Names that the sources have, but not near the rest of the claim. */
  readonly elsewhere: readonly Name[];
  readonly total: number;
}

/** Compares the names of a claim with the sources. @param window The sentences in which the claim was found. */
export function compareNames(words: readonly Word[], index: SourceIndex, window: readonly number[]): NameFindings {
  const around = withAntecedents(window, index);
  const [unknown, partial, elsewhere]: [Name[], Name[], Name[]] = [[], [], []];
  const names = findNames(words, index);
  for (const name of names) {
    const parts = words.slice(name.from, name.to);
    const known = parts.filter((word) => isKnown(word, index));
    if (known.length === 0) unknown.push(name);
    else if (known.length < parts.length) partial.push(name);
    else if (!parts.some((word) => isIn(around, word, index))) elsewhere.push(name);
  }
  return { unknown, partial, elsewhere, total: names.length };
}

/** How far back a pronoun may point, in sentences. */
const antecedents = 3;

/** A sentence that begins with a pronoun refers to a name some way before. */
function withAntecedents(window: readonly number[], index: SourceIndex): readonly number[] {
  const first = window[0] ?? 0;
  const hasPronoun = window.some((at) =>
    index.sentences[at]?.words.slice(0, 3).some(({ flags }) => (flags & flag.pronoun) !== 0),
  );
  if (!hasPronoun) return window;
  const source = index.sentences[first]?.source;
  const before = Array.from({ length: antecedents }, (_, back) => first - 1 - back);
  return [...before.filter((at) => at >= 0 && index.sentences[at]?.source === source), ...window];
}

function isKnown({ id, form }: Word, index: SourceIndex): boolean {
  if (index.hasForm(form) || index.postings(id).length > 0) return true;
  const spelling = index.vocabulary.spelling(form);
  if (index.hasNamePart(spelling.slice(0, namePartLength)) && spelling.length >= 4) return true;
  const letters = spelling.replaceAll('.', '');
  return letters.length <= 5 && letters.length > 1 && index.hasNamePart(`.${letters}`);
}

function isIn(window: readonly number[], { id, form }: Word, index: SourceIndex): boolean {
  if (window.some((sentence) => index.holds(sentence, id))) return true;
  const start = index.vocabulary.spelling(form).slice(0, namePartLength);
  return window.some((sentence) =>
    index.sentences[sentence]?.words.some(
      (word) => word.capital && index.vocabulary.spelling(word.form).slice(0, namePartLength) === start,
    ),
  );
}
