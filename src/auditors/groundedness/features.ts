/** Measures how a claim agrees with sources: the inputs of the support model, and the findings behind them. */
import { restoreCapitals } from './capitals.ts';
import { type Clashes, findClashes } from './clashes.ts';
import { compareNames, type NameFindings } from './entities.ts';
import {
  type Changes,
  countChanges,
  countJunctions,
  type Fragment,
  findSharedRuns,
  type SharedRuns,
} from './fragments.ts';
import { findHidden, type Hidden } from './hidden.ts';
import { isSameValue, type Quantity, readQuantities } from './quantities.ts';
import { findSupport, listTerms, type Support, type Term } from './retrieval.ts';
import { hasOtherSpeaker, hasOtherTitle, hasSwappedRoles } from './roles.ts';
import type { SourceIndex } from './source-index.ts';
import { isContent, type Word } from './words.ts';

/** Names of the features, in the order of the model's weights. */
export const featureNames = [
  'whole_coverage',
  'window_coverage',
  'best_coverage',
  'pairs',
  'triples',
  'fours',
  'content_pairs',
  'skip_pairs',
  'order',
  'longest_run',
  'short_exact',
  'in_best',
  'in_window',
  'jumps',
  'onward',
  'novel_share',
  'novel_run',
  'names_unknown',
  'names_partial',
  'names_elsewhere',
  'numbers_unknown',
  'numbers_elsewhere',
  'numbers_other_role',
  'numbers_other_unit',
  'negation',
  'denial',
  'opposite',
  'certainty',
  'doubt',
  'extreme',
  'date',
  'roles',
  'speaker',
  'title',
  'replaced',
  'inserted',
  'opposite_best',
  'quantifier',
  'done',
  'hidden_denial',
  'hidden_doubt',
] as const;

export interface Comparison {
  readonly features: readonly number[];
  /** How much the claim copies, 0 to 1. Names and numbers do not count: a wrong one must not make it look less copied. */
  readonly copied: number;
  readonly support: Support;
  readonly numbers: NumberFindings;
  readonly names: NameFindings;
  readonly clashes: Clashes;
  /** Copied words that lost their denial or doubt. */
  readonly hidden: Hidden;
  readonly swapped: boolean;
  readonly otherSpeaker: boolean;
  readonly otherTitle: boolean;
  /** Words changed inside of copied ones. */
  readonly replaced: number;
  /** Consecutive words that no source has. */
  readonly novelRun: number;
  /** Places where the claim continues with words of another sentence. */
  readonly jumps: number;
}

/** Answers of this few words have no useful runs; they count if a source has them unchanged. */
const shortAnswer = 5;

/** Compares the words of a claim with sources. @param text The text of the words. */
export function compareClaim(told: readonly Word[], text: string, index: SourceIndex): Comparison {
  const words = restoreCapitals(told, index);
  const terms = listTerms(words, index);
  const support = findSupport(terms, index);
  const window = new Set(support.window);
  const runs = findSharedRuns(words, index, window);
  const names = compareNames(words, index, support.window);
  const numbers = compareNumbers(words, text, index, support.window);
  const clashes = findClashes(words, index, support);
  const swapped = hasSwappedRoles(words, index, support.best);
  const otherSpeaker = hasOtherSpeaker(words, index, support.window);
  const otherTitle = hasOtherTitle(words, index);
  const changes = countChanges(words, runs.fragments, (word) => isContent(word) || word.value !== undefined);
  const hidden = findHidden(words, runs.fragments, index);
  const novel = countNovel(words, index);
  const longest = runs.longest.reduce((most, run) => Math.max(most, run), 0);
  const junctions = countJunctions(runs.fragments);
  const features = [
    support.wholeCoverage,
    support.windowCoverage,
    support.bestCoverage,
    shareOfRuns(runs, 2),
    shareOfRuns(runs, 3),
    shareOfRuns(runs, 4),
    ...contentPairs(terms, index, support),
    longest / Math.max(1, words.length),
    Number(words.length > 0 && words.length <= shortAnswer && longest >= words.length),
    shareIn(runs.fragments, words.length, (sentence) => sentence === support.best),
    shareIn(runs.fragments, words.length, (sentence) => window.has(sentence)),
    Math.min(3, junctions.elsewhere) / 3,
    Math.min(3, junctions.onward) / 3,
    novel.share,
    Math.min(4, novel.run) / 4,
    ...listFindings({ names, numbers, clashes, hidden, swapped, otherSpeaker, otherTitle, changes }),
  ];
  return {
    features,
    copied: copiedShare(words, index),
    support,
    numbers,
    names,
    clashes,
    hidden,
    swapped,
    otherSpeaker,
    otherTitle,
    replaced: changes.replaced,
    novelRun: novel.run,
    jumps: junctions.elsewhere,
  };
}

/** Lists the findings against a claim, as features. */
function listFindings(found: Findings): number[] {
  const { names, numbers, clashes, hidden, swapped, otherSpeaker, otherTitle, changes } = found;
  return [
    Math.min(2, names.unknown.length) / 2,
    Math.min(2, names.partial.length) / 2,
    Math.min(2, names.elsewhere.length) / 2,
    Math.min(2, numbers.unknown.length) / 2,
    Math.min(2, numbers.elsewhere.length) / 2,
    Math.min(2, numbers.otherRole.length) / 2,
    Math.min(2, numbers.otherUnit.length) / 2,
    Number(clashes.negation),
    Number(clashes.denial),
    Number(clashes.opposite),
    Number(clashes.certainty),
    Number(clashes.doubt),
    Number(clashes.extreme),
    Number(clashes.date),
    Number(swapped),
    Number(otherSpeaker),
    Number(otherTitle),
    Math.min(2, changes.replaced) / 2,
    Math.min(2, changes.inserted) / 2,
    Number(clashes.oppositeBest),
    Number(clashes.quantifier),
    Number(clashes.done),
    Number(hidden.denial),
    Number(hidden.doubt),
  ];
}

type Findings = Pick<
  Comparison,
  'names' | 'numbers' | 'clashes' | 'hidden' | 'swapped' | 'otherSpeaker' | 'otherTitle'
> & {
  readonly changes: Changes;
};

/** Gives the share of the claim's runs of some length that are in the sources. */
function shareOfRuns({ longest }: SharedRuns, length: number): number {
  const count = longest.length - length + 1;
  // Too short for such a run: as far as its words go.
  if (count < 1)
    return longest.length === 0 ? 0 : longest.reduce((sum, run) => sum + Math.min(1, run), 0) / longest.length;
  let shared = 0;
  for (const run of longest) if (run >= length) shared += 1;
  return shared / count;
}

/**
 * Measured by pairs of plain words that are adjacent in a source too; in freely worded claims half of them are shared by chance.
 */
function copiedShare(words: readonly Word[], index: SourceIndex): number {
  let [pairs, shared] = [0, 0];
  const isPlain = (word: Word): boolean => !word.capital && word.value === undefined;
  for (const [at, word] of words.entries()) {
    const next = words[at + 1];
    if (next === undefined || !isPlain(word) || !isPlain(next)) continue;
    pairs += 1;
    if (index.pairPlaces(word.id, next.id).length > 0) shared += 1;
  }
  return pairs === 0 ? 1 : Math.min(1, Math.max(0, (shared / pairs - copiedFrom) / (copiedTo - copiedFrom)));
}

const copiedFrom = 0.5;
const copiedTo = 0.9;

function shareIn(fragments: readonly Fragment[], count: number, isThere: (sentence: number) => boolean): number {
  let inside = 0;
  for (const { from, to, sentence } of fragments) if (isThere(sentence)) inside += to - from;
  return count === 0 ? 0 : inside / count;
}

/** Pairs of meanings that follow each other in the claim: both in one sentence, close and in order there, share in order. */
function contentPairs(terms: readonly Term[], index: SourceIndex, support: Support): [number, number, number] {
  let [together, close, ordered, compared] = [0, 0, 0, 0];
  const places = support.window.map((sentence) => firstPlaces(sentence, index));
  for (let at = 1; at < terms.length; at += 1) {
    const [left, right] = [terms[at - 1]?.id ?? -1, terms[at]?.id ?? -1];
    let [isTogether, isClose] = [false, false];
    for (const known of places) {
      const [from, to] = [known.get(left), known.get(right)];
      if (from === undefined || to === undefined) continue;
      isTogether = true;
      compared += 1;
      if (to > from) ordered += 1;
      if (to > from && to - from <= skip) isClose = true;
    }
    together += Number(isTogether);
    close += Number(isClose);
  }
  const pairs = terms.length - 1;
  if (pairs < 1) return [support.windowCoverage, support.windowCoverage, 1];
  return [together / pairs, close / pairs, compared === 0 ? 1 : ordered / compared];
}

/** Largest distance between two words of a skip-gram. */
const skip = 6;

function firstPlaces(sentence: number, index: SourceIndex): Map<number, number> {
  const places = new Map<number, number>();
  for (const [at, { id }] of (index.sentences[sentence]?.words ?? []).entries())
    if (!places.has(id)) places.set(id, at);
  return places;
}

function countNovel(words: readonly Word[], index: SourceIndex): { share: number; run: number } {
  let [content, novel, run, longest] = [0, 0, 0, 0];
  for (const word of words) {
    if (!isContent(word)) continue;
    content += 1;
    run = index.postings(word.id).length > 0 ? 0 : run + 1;
    if (run > 0) novel += 1;
    longest = Math.max(longest, run);
  }
  return { share: content === 0 ? 0 : novel / content, run: longest };
}

export interface NumberFindings {
  readonly unknown: readonly Quantity[];
  /** In the sources, but not near the rest of the claim. */
  readonly elsewhere: readonly Quantity[];
  /** Beside a noun that has another number in the sources. */
  readonly otherRole: readonly Quantity[];
  /** There, but counting something else: weeks for months, cars for lorries. */
  readonly otherUnit: readonly Quantity[];
}

function compareNumbers(
  words: readonly Word[],
  text: string,
  index: SourceIndex,
  window: readonly number[],
): NumberFindings {
  const told = readQuantities(words, text, index.vocabulary);
  const found: { [kind in keyof NumberFindings]: Quantity[] } = {
    unknown: [],
    elsewhere: [],
    otherRole: [],
    otherUnit: [],
  };
  if (told.length === 0) return found;
  const near = window.flatMap((sentence) => index.quantities(sentence));
  for (const quantity of told) {
    const isSame = (known: Quantity): boolean => isSameValue(quantity, known);
    const beside = near.filter(({ unit, kind }) => unit === quantity.unit && unit >= 0 && kind === quantity.kind);
    const same = near.filter(isSame);
    if (beside.length > 0 && !beside.some(isSame) && !same.some(({ days }) => days > 0)) found.otherRole.push(quantity);
    if (same.length > 0) {
      if (same.every((known) => countsOther(quantity, known, index))) found.otherUnit.push(quantity);
    } else if (index.hasQuantity(quantity)) found.elsewhere.push(quantity);
    else found.unknown.push(quantity);
  }
  return found;
}

/** True when both numbers count different things, of which one is a measure or the claim's is known to the sources. */
function countsOther(told: Quantity, known: Quantity, index: SourceIndex): boolean {
  if (told.unit === known.unit || told.unit < 0 || known.unit < 0 || told.kind !== known.kind) return false;
  if (told.days > 0 && known.days > 0) return told.days !== known.days && told.value === known.value;
  return told.measure !== known.measure || (!told.measure && index.postings(told.unit).length > 0);
}
