/** Finds lexicon phrases in folded text by one walk over a prefix tree: the work does not grow with the lexicon. */

interface Node {
  readonly next: Map<number, Node>;
  /** Classes of a phrase that ends here, at a word's end. */
  whole: number;
  /** Classes of an entry written with a trailing `*`: any ending of the word may follow. */
  stem: number;
}

export interface PhraseHit {
  /** Bit set of classes. */
  readonly classes: number;
  readonly start: number;
  readonly end: number;
  /** Number of the word it starts at, for distances. */
  readonly word: number;
  readonly sentence: number;
}

export interface PhraseTrie {
  /** Adds an entry; a trailing `*` lets the word go on. */
  add(entry: string, classes: number): void;
  /** Lists the longest phrase at each word (`anywhere`: at each character, words' ends ignored). */
  find(text: string, options?: { anywhere?: boolean; unspaced?: boolean }): PhraseHit[];
}

const blank = 0x20;
const stop = 0x2e;
const isGap = (unit: number): boolean => unit === blank || unit === stop || Number.isNaN(unit);
/** Scripts written without blanks: a word may start and end anywhere. */
const isUnspaced = (unit: number): boolean =>
  (unit >= 0x3040 && unit <= 0x30ff) || (unit >= 0x3400 && unit <= 0x9fff) || (unit >= 0x0e01 && unit <= 0x0e4e);

/** Makes an empty tree. */
export function createPhraseTrie(): PhraseTrie {
  const root = newNode();

  const add = (entry: string, classes: number): void => {
    const stem = entry.endsWith('*');
    const text = stem ? entry.slice(0, -1) : entry;
    if (text === '') throw new TypeError('a lexicon entry must not be empty');
    let node = root;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      const next = node.next.get(unit) ?? newNode();
      node.next.set(unit, next);
      node = next;
    }
    if (stem) node.stem |= classes;
    else node.whole |= classes;
  };

  const find: PhraseTrie['find'] = (text, { anywhere = false, unspaced = false } = {}) => {
    const hits: PhraseHit[] = [];
    let word = 0;
    let sentence = 0;
    let atStart = true;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      if (unit === blank || unit === stop) {
        atStart = true;
        if (unit === stop) sentence += 1;
        continue;
      }
      const free = anywhere || (unspaced && isUnspaced(unit));
      if (!atStart && !free) continue;
      word += 1;
      atStart = false;
      const found = longestAt(root, text, index, anywhere);
      if (found.classes === 0) continue;
      hits.push({ classes: found.classes, start: index, end: found.end, word, sentence });
      // Words inside a phrase are not looked at again, but they count for distances.
      if (free) index = found.end - 1;
      else {
        word += countBlanks(text, index, found.end);
        index = found.end - 1;
      }
    }
    return hits;
  };

  return { add, find };
}

/** Longest entry that starts at an index; `classes` is 0 when there is none. */
function longestAt(root: Node, text: string, start: number, anywhere: boolean): { classes: number; end: number } {
  let node: Node | undefined = root;
  let classes = 0;
  let end = start;
  for (let index = start; index <= text.length; index += 1) {
    if (index > start) {
      const atEnd = anywhere || isGap(text.charCodeAt(index)) || isUnspaced(text.charCodeAt(index - 1));
      if (node.stem !== 0 || (node.whole !== 0 && atEnd)) {
        classes = node.stem | (atEnd ? node.whole : 0);
        end = index;
      }
    }
    node = node.next.get(text.charCodeAt(index));
    if (node === undefined) break;
  }
  return { classes, end };
}

function countBlanks(text: string, from: number, to: number): number {
  let count = 0;
  for (let index = from; index < to; index += 1) if (text.charCodeAt(index) === blank) count += 1;
  return count;
}

function newNode(): Node {
  return { next: new Map(), whole: 0, stem: 0 };
}
