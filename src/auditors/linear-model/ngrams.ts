/**
 * Hashed n-grams of a text: words of one to three, characters of three to five. One pass, no text is cut out, so the
 * cost is a few multiplications a character.
 */

/** N-grams in the order of their first character. The next call reuses the list. */
export interface Ngrams {
  /** Bucket of each n-gram, below `2 ** bits`; only the first `count` are valid. */
  readonly buckets: Uint32Array;
  readonly count: number;
}

const maxWords = 3;
const shortestChars = 3;
const longestChars = 5;
const perCharacter = maxWords + longestChars - shortestChars + 1;

/** FNV-1a over UTF-16 units, finished by the mixer of MurmurHash3, so that low bits depend on all of the text. */
const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;
const wordSeed = 0x9e3779b9;

let buckets = new Uint32Array(0);
let kinds = new Uint8Array(0);
/** Longest text whose arrays are kept: those of one mebibyte take 25 MB. */
const longestKept = 65_536;

/**
 * Hashes a folded text (lower case, separators turned into blanks). Characters other than letters and digits separate words and
 * are part of character n-grams only. In scripts without blanks each character is a word.
 *
 * @param bits 8..24: the number of buckets is `2 ** bits`.
 */
export function hashNgrams(text: string, bits: number): Ngrams {
  reserve(text.length);
  const shift = 32 - bits;
  const { length } = text;
  let count = 0;
  for (let at = 0; at < length; at += 1) kinds[at] = kindOf(text.charCodeAt(at));
  for (let at = 0; at < length; at += 1) {
    if (startsWord(at)) {
      let hash = wordSeed;
      let end = at;
      for (let words = 1; words <= maxWords; words += 1) {
        const wordEnd = endOfWord(end, length);
        for (; end < wordEnd; end += 1) hash = Math.imul(hash ^ text.charCodeAt(end), prime);
        buckets[count] = mix(hash) >>> shift;
        count += 1;
        while (end < length && kinds[end] === separator) end += 1;
        if (end >= length) break;
        hash = Math.imul(hash ^ 0x20, prime);
      }
    }
    let hash = offsetBasis;
    const stop = Math.min(at + longestChars, length);
    for (let end = at; end < stop; end += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(end), prime);
      if (end - at + 1 < shortestChars) continue;
      buckets[count] = mix(hash) >>> shift;
      count += 1;
    }
  }
  const ngrams = { buckets, count };
  if (length > longestKept) release();
  return ngrams;
}

const separator = 0;
const letter = 1;
const ideograph = 2;

function kindOf(code: number): number {
  if (code < 128)
    return (code > 96 && code < 123) || (code > 64 && code < 91) || (code > 47 && code < 58) ? letter : separator;
  if (code < 0xaa || code === 0xd7 || code === 0xf7) return separator;
  if (code >= 0x2000 && code <= 0x2bff) return separator;
  if (code >= 0x3000 && code <= 0x303f) return separator;
  // Kana, ideographs and their surrogates, Thai: written without blanks.
  if ((code >= 0x3040 && code <= 0x9fff) || (code >= 0xd840 && code <= 0xdfff) || (code >= 0x0e01 && code <= 0x0e4e)) {
    return ideograph;
  }
  return letter;
}

function startsWord(at: number): boolean {
  const kind = kinds[at];
  return kind === ideograph || (kind === letter && (at === 0 || kinds[at - 1] !== letter));
}

function endOfWord(start: number, length: number): number {
  if (kinds[start] === ideograph) return start + 1;
  let end = start;
  while (end < length && kinds[end] === letter) end += 1;
  return end;
}

function mix(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

function release(): void {
  kinds = new Uint8Array(0);
  buckets = new Uint32Array(0);
}

function reserve(length: number): void {
  if (kinds.length >= length) return;
  kinds = new Uint8Array(length);
  buckets = new Uint32Array(length * perCharacter);
}
