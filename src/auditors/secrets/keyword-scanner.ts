/**
 * Finds every keyword of every rule in one pass (Aho and Corasick, 1975), so that the cost of a text does not grow with the
 * number of rules. Case is ignored here; rules check case themselves.
 */

export interface KeywordScanner {
  /** Calls back for each keyword that ends at a character, with its number in the list and its start. */
  scan(text: string, onHit: (keyword: number, start: number) => void): void;
}

interface Trie {
  /** For each state, the next state by class of character. */
  readonly next: Uint16Array;
  /** For each state, its own keywords and those of its suffixes. */
  readonly outputs: readonly (readonly number[])[];
}

const maxStates = 0xffff;
const maxClasses = 0xff;

/** Builds the scanner. */
export function createKeywordScanner(keywords: readonly string[]): KeywordScanner {
  const folded = keywords.map((keyword) => keyword.toLowerCase());
  const { classOf, classCount } = classifySigns(folded);
  const { next, outputs } = buildTrie(folded, classOf, classCount);
  const hasOutput = Uint8Array.from(outputs, (list) => (list.length > 0 ? 1 : 0));
  const lengths = folded.map((keyword) => keyword.length);
  return {
    scan(text, onHit) {
      let state = 0;
      for (let index = 0; index < text.length; index += 1) {
        const unit = text.charCodeAt(index);
        state = next[state * classCount + (classOf[unit] ?? 0)] ?? 0;
        if (hasOutput[state] === 0) continue;
        for (const keyword of outputs[state] ?? []) onHit(keyword, index + 1 - (lengths[keyword] ?? 0));
      }
    },
  };
}

/** Assigns classes: 0 to every character outside all keywords, one class to both cases of a letter. */
function classifySigns(folded: readonly string[]): { classOf: Uint8Array; classCount: number } {
  const classOf = new Uint8Array(0x10000);
  let classCount = 1;
  for (const keyword of folded) {
    if (keyword === '') throw new TypeError('a keyword must not be empty');
    for (const sign of keyword) {
      const unit = sign.charCodeAt(0);
      if (classOf[unit] !== 0) continue;
      if (classCount > maxClasses) throw new RangeError('too many different signs in keywords');
      classOf[unit] = classCount;
      classOf[sign.toUpperCase().charCodeAt(0)] = classCount;
      classCount += 1;
    }
  }
  return { classOf, classCount };
}

function buildTrie(folded: readonly string[], classOf: Uint8Array, classCount: number): Trie {
  const most = 1 + folded.reduce((sum, keyword) => sum + keyword.length, 0);
  if (most > maxStates) throw new RangeError('too many keywords for 16-bit states');
  const next = new Uint16Array(most * classCount);
  const outputs: number[][] = [[]];
  for (const [number, keyword] of folded.entries()) {
    let state = 0;
    for (const sign of keyword) {
      const slot = state * classCount + (classOf[sign.charCodeAt(0)] ?? 0);
      if (next[slot] === 0) next[slot] = outputs.push([]) - 1;
      state = next[slot] ?? 0;
    }
    outputs[state]?.push(number);
  }
  linkFailures(next, outputs, classCount);
  return { next: next.slice(0, outputs.length * classCount), outputs };
}

/** Fills the missing transitions of each state from its longest proper suffix, breadth first. */
function linkFailures(next: Uint16Array, outputs: number[][], classCount: number): void {
  const failure = new Uint16Array(outputs.length);
  const queue: number[] = [];
  for (let signClass = 0; signClass < classCount; signClass += 1) {
    const child = next[signClass] ?? 0;
    if (child !== 0) queue.push(child);
  }
  for (const state of queue) {
    const suffix = failure[state] ?? 0;
    outputs[state]?.push(...(outputs[suffix] ?? []));
    for (let signClass = 0; signClass < classCount; signClass += 1) {
      const slot = state * classCount + signClass;
      const fallback = next[suffix * classCount + signClass] ?? 0;
      const child = next[slot] ?? 0;
      if (child === 0) next[slot] = fallback;
      else {
        failure[child] = fallback;
        queue.push(child);
      }
    }
  }
}
