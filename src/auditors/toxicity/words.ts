/** Splits text into words with their offsets and repairs obfuscated spellings: leetspeak, masks, stretched letters. */

export interface Word {
  /** Lower case, accents and apostrophes gone, obfuscation repaired. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly sentence: number;
  /** True inside quotation marks. */
  readonly quoted: boolean;
}

const pattern = /[\p{L}\p{N}\p{M}@$*!|'’_]+|["“”„«»]|[.?!;\n]+/gu;
const leet: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i', '|': 'i' },
};
const maxWords = 200_000;

/** Splits a text. `isKnown` says which spellings are worth repairing to. */
export function splitWords(text: string, isKnown: (word: string) => boolean): Word[] {
  const words: Word[] = [];
  let sentence = 0;
  let open = 0;
  let quoted = false;
  for (const match of text.matchAll(pattern)) {
    const value = match[0];
    const sign = value.charCodeAt(0);
    if (isQuote(sign)) {
      quoted = !quoted;
      open = match.index;
      continue;
    }
    if (/^[.?!;\n]/.test(value)) {
      sentence += 1;
      continue;
    }
    // A quotation that never closes is none.
    if (quoted && match.index - open > 400) quoted = false;
    const { text: read, start, end } = trimSigns(value, match.index);
    if (read === '') continue;
    words.push({ text: repair(read, isKnown), start, end, sentence, quoted });
    if (words.length >= maxWords) break;
  }
  return joinSpaced(words, isKnown);
}

function isQuote(sign: number): boolean {
  return sign === 0x22 || (sign >= 0x201c && sign <= 0x201e) || sign === 0xab || sign === 0xbb;
}

/** Signs at the edges are punctuation, unless a digit or letter stands beyond them. */
function trimSigns(value: string, index: number): { text: string; start: number; end: number } {
  let from = 0;
  let to = value.length;
  while (from < to && /['’_*!|]/.test(value[from] ?? '')) from += 1;
  while (to > from && /['’_!|]/.test(value[to - 1] ?? '')) to -= 1;
  return { text: value.slice(from, to), start: index + from, end: index + to };
}

const plain = /^[a-z]+$/;

function repair(value: string, isKnown: (word: string) => boolean): string {
  const lower = value.toLowerCase();
  if (plain.test(lower) && !/(.)\1\1/.test(lower)) return lower;
  const bare = lower.normalize('NFKD').replaceAll(/[\u0300-\u036f'’_]/g, '');
  if (isKnown(bare) || /^\d+$/.test(bare)) return bare;
  const read = bare.replaceAll(/[013457@$!|]/g, (sign) => leet[sign] ?? sign);
  for (const candidate of [read, read.replaceAll(/(.)\1{2,}/g, '$1$1'), read.replaceAll(/(.)\1+/g, '$1')]) {
    if (isKnown(candidate)) return candidate;
  }
  return read.includes('*') ? unmask(read, isKnown) : bare;
}

/** Puts vowels for a mask of one or two signs: `f*ck`, `sh**`. */
function unmask(masked: string, isKnown: (word: string) => boolean): string {
  const parts = masked.split('*');
  if (parts.length > 3 || masked.length > 14) return masked;
  const letters = ['a', 'e', 'i', 'o', 'u', 't', 'c', 'k', 's', 'g'];
  let candidates = [parts[0] ?? ''];
  for (const part of parts.slice(1)) {
    candidates = candidates.flatMap((left) => letters.map((letter) => left + letter + part));
  }
  return candidates.find(isKnown) ?? masked.replaceAll('*', '');
}

/** Joins single letters set apart ("i d i o t") when they spell a known word. */
function joinSpaced(words: Word[], isKnown: (word: string) => boolean): Word[] {
  if (!words.some((word, index) => word.text.length === 1 && words[index + 1]?.text.length === 1)) return words;
  const joined: Word[] = [];
  for (let index = 0; index < words.length; ) {
    const first = words[index];
    if (first === undefined) break;
    let end = index;
    while (end < words.length && end - index < 16 && words[end]?.text.length === 1) end += 1;
    const last = words[end - 1];
    const spelled = words
      .slice(index, end)
      .map((word) => word.text)
      .join('');
    if (end - index >= 3 && last !== undefined && isKnown(spelled)) {
      joined.push({ ...first, text: spelled, end: last.end });
      index = end;
    } else {
      joined.push(first);
      index += 1;
    }
  }
  return joined;
}
