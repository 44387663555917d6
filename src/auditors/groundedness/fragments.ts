/**
 * Finds the runs of words that a claim shares with the sources, and whether it continues in one sentence or jumps to
 * another (after Grusky et al., 2018).
 */
import type { SourceIndex } from './source-index.ts';
import type { Word } from './words.ts';

export interface Fragment {
  /** Places in the claim: start and end (exclusive). */
  readonly from: number;
  readonly to: number;
  /** Place of the first word in the sources. */
  readonly place: number;
  readonly sentence: number;
}

export interface SharedRuns {
  /** Length of the longest shared run that begins at each word of the claim; 0 or 1 where no pair is shared. */
  readonly longest: Uint16Array;
  /** Runs of two words and more that cover the claim from left to right, the longest first taken. */
  readonly fragments: readonly Fragment[];
}

/** Finds them. @param near Sentences from which a run is taken when several have it. */
export function findSharedRuns(words: readonly Word[], index: SourceIndex, near: ReadonlySet<number>): SharedRuns {
  const longest = new Uint16Array(words.length);
  const fragments: Fragment[] = [];
  let covered = 0;
  for (let at = 0; at < words.length; at += 1) {
    // Inside a run the remainder is taken: searching for a longer one at each word would cost the square of its length.
    if (at < covered - 1) {
      longest[at] = covered - at;
      continue;
    }
    const found = longestRun(words, at, index, near, fragments.at(-1));
    longest[at] = found?.length ?? (hasWord(words[at], index) ? 1 : 0);
    if (found === undefined || at < covered) continue;
    fragments.push({ from: at, to: at + found.length, place: found.place, sentence: found.sentence });
    covered = at + found.length;
  }
  return { longest, fragments };
}

const hasWord = (word: Word | undefined, index: SourceIndex): boolean =>
  word !== undefined && index.postings(word.id).length > 0;

function longestRun(
  words: readonly Word[],
  at: number,
  index: SourceIndex,
  near: ReadonlySet<number>,
  before: Fragment | undefined,
): { length: number; place: number; sentence: number } | undefined {
  const [first, second] = [words[at], words[at + 1]];
  if (first === undefined || second === undefined) return undefined;
  let best: { length: number; place: number; sentence: number; rank: number } | undefined;
  for (const place of index.pairPlaces(first.id, second.id)) {
    const sentence = index.sentenceOf[place] ?? 0;
    let length = 2;
    while (isSameWord(words[at + length], index, place + length, sentence)) length += 1;
    const rank = (sentence === before?.sentence ? 2 : 0) + (near.has(sentence) ? 1 : 0);
    if (best === undefined || length > best.length || (length === best.length && rank > best.rank)) {
      best = { length, place, sentence, rank };
    }
  }
  return best;
}

function isSameWord(word: Word | undefined, index: SourceIndex, place: number, sentence: number): boolean {
  return word !== undefined && index.sentenceOf[place] === sentence && index.ids[place] === word.id;
}

export interface Junctions {
  /** Runs that go on further along in the same sentence: something was left out between them. */
  readonly onward: number;
  /** Runs that continue in another sentence, or further back. */
  readonly elsewhere: number;
}

/** Counts how runs that follow each other closely in the claim hang together in the sources. */
export function countJunctions(fragments: readonly Fragment[]): Junctions {
  let [onward, elsewhere] = [0, 0];
  for (const [index, fragment] of fragments.entries()) {
    const before = fragments[index - 1];
    if (before === undefined || fragment.from - before.to > 2) continue;
    const isOnward = fragment.sentence === before.sentence && fragment.place > before.place;
    if (isOnward) onward += 1;
    else elsewhere += 1;
  }
  return { onward, elsewhere };
}

export interface Changes {
  /** Words of the claim in place of other words of the source, between two runs of one sentence. */
  readonly replaced: number;
  /** Words of the claim between two runs that follow each other directly in the source. */
  readonly inserted: number;
}

/** Longest examined change: more is another sentence. */
const longestChange = 3;

/** Counts changes inside copied words. @param isSignificant Words whose change may change the meaning. */
export function countChanges(
  words: readonly Word[],
  fragments: readonly Fragment[],
  isSignificant: (word: Word) => boolean,
): Changes {
  let [replaced, inserted] = [0, 0];
  for (const [index, fragment] of fragments.entries()) {
    const before = fragments[index - 1];
    if (before === undefined || before.sentence !== fragment.sentence) continue;
    const told = fragment.from - before.to;
    const known = fragment.place - (before.place + before.to - before.from);
    if (told < 1 || told > longestChange || known < 0 || known > longestChange) continue;
    if (!words.slice(before.to, fragment.from).some(isSignificant)) continue;
    if (known === 0) inserted += 1;
    else replaced += 1;
  }
  return { replaced, inserted };
}
