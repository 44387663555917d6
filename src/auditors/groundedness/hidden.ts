/** Finds copied words that lost their denial or doubt: "yet to take place" told as "took place". */
import type { Fragment } from './fragments.ts';
import type { SourceIndex } from './source-index.ts';
import { flag } from './word-lists.ts';
import type { Word } from './words.ts';

export interface Hidden {
  /** Copied runs that the source denies and the claim does not. */
  readonly denial: boolean;
  /** Copied runs that the source calls possible, planned or alleged and the claim does not. */
  readonly doubt: boolean;
}

/** Number of source words before a copied run that may govern it. */
const reach = 4;
const doubtBits = flag.possible | flag.future;

/** Compares the words before each copied run: in the source those that govern it, in the claim whether they were kept. */
export function findHidden(words: readonly Word[], fragments: readonly Fragment[], index: SourceIndex): Hidden {
  let [denial, doubt] = [false, false];
  for (const [at, fragment] of fragments.entries()) {
    const before = fragments[at - 1];
    const told = bitsOf(words, Math.max(0, fragment.from - reach), fragment.to);
    const known = bitsInFront(fragment, before, index);
    if ((known & flag.refusal) !== 0 && (told & flag.refusal) === 0) denial = true;
    if ((known & doubtBits) !== 0 && (told & doubtBits) === 0) doubt = true;
  }
  return { denial, doubt };
}

function bitsOf(words: readonly Word[], from: number, to: number): number {
  let bits = 0;
  for (let at = from; at < to; at += 1) bits |= plainBits(words[at]);
  return bits;
}

/** Gives the bits of the source words before a run, back to the end of the claim's previous run. */
function bitsInFront({ place, sentence }: Fragment, before: Fragment | undefined, index: SourceIndex): number {
  const source = index.sentences[sentence];
  if (source === undefined) return 0;
  const inside = place - source.first;
  let from = Math.max(0, inside - reach);
  if (before?.sentence === sentence && before.place < place) {
    from = Math.max(from, before.place + before.to - before.from - source.first);
  }
  let bits = 0;
  for (let at = from; at < inside; at += 1) {
    const word = source.words[at];
    // Another part of the sentence begins: the words before it govern something else.
    if (endsPart(source.words, at)) bits = 0;
    bits |= plainBits(word);
  }
  return endsPart(source.words, inside) ? 0 : bits;
}

/** A capitalised month is no possibility. */
const plainBits = (word: Word | undefined): number =>
  word === undefined || (word.capital && (word.flags & flag.month) !== 0) ? 0 : word.flags;

const endsPart = (words: readonly Word[], at: number): boolean =>
  (words[at]?.start ?? 0) - (words[at - 1]?.end ?? words[at]?.start ?? 0) > 1;
