/** Splits text into words with their offsets and repairs obfuscated spellings: leetspeak, masks, stretched letters. */

export interface Word {
  /** Lower case; accents and apostrophes gone, obfuscation repaired. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly sentence: number;
  /** True inside quotation marks. */
  readonly quoted: boolean;
}

const letter = 1;
const sign = 2;
const quote = 3;
const stop = 4;

/** Kinds of ASCII characters: letters and digits, signs that may stand for letters, quotation marks, stops. */
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[a-z0-9]/i.test(char)) return letter;
  if ("@$*!|'_".includes(char)) return sign;
  if (char === '"') return quote;
  return /[.?;\n]/.test(char) ? stop : 0;
});

const known = new Map<number, number>();

function kindOf(code: number): number {
  if (code < 128) return kinds[code] ?? 0;
  const seen = known.get(code);
  if (seen !== undefined) return seen;
  const char = String.fromCharCode(code);
  let kind = /[\p{L}\p{N}\p{M}\ud800-\udfff]/u.test(char) || (code >= 0xd800 && code <= 0xdfff) ? letter : 0;
  if (char === '’') kind = sign;
  if (/[“”„«»]/.test(char)) kind = quote;
  if (/[。！？؟।…]/.test(char)) kind = stop;
  if (known.size < 8192) known.set(code, kind);
  return kind;
}

/** A quotation that does not close within this many characters is none. */
const maxQuotation = 400;

/** Splits a text; `isKnown` says which spellings are worth repairing to. */
export function splitWords(text: string, isKnown: (word: string) => boolean): Word[] {
  const words: Word[] = [];
  let sentence = 0;
  let opened = -1;
  let singles = 0;
  for (let index = 0; index < text.length; ) {
    const kind = kindOf(text.charCodeAt(index));
    if (kind !== letter && kind !== sign) {
      if (kind === stop) sentence += 1;
      if (kind === quote) opened = opened === -1 ? index : -1;
      index += 1;
      continue;
    }
    const start = index;
    const { end, simple, capital } = scanWord(text, start);
    index = end;
    if (opened !== -1 && end - opened > maxQuotation) opened = -1;
    const quoted = opened !== -1;
    const word = simple
      ? { text: capital ? text.slice(start, end).toLowerCase() : text.slice(start, end), start, end, sentence, quoted }
      : trimSigns(text, { start, end, sentence, quoted }, isKnown);
    if (word === undefined) continue;
    if (isLetter(word)) singles += 1;
    words.push(word);
    // A shout ends its sentence.
    if (text.charCodeAt(end - 1) === 0x21) sentence += 1;
  }
  return singles >= 3 ? joinSpaced(words, isKnown) : words;
}

/** End of the word that starts at an index; simple means ASCII letters only, none three times in a row. */
function scanWord(text: string, start: number): { end: number; simple: boolean; capital: boolean } {
  let simple = true;
  let capital = false;
  let run = 0;
  let previous = 0;
  let index = start;
  for (; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const kind = kindOf(code);
    if (kind !== letter && kind !== sign) break;
    if ((code | 32) < 97 || (code | 32) > 122 || code > 127) simple = false;
    if (code < 97) capital = true;
    run = code === previous ? run + 1 : 1;
    if (run > 2) simple = false;
    previous = code;
  }
  return { end: index, simple, capital };
}

/** Signs at the edges are punctuation, unless the letters need them. */
function trimSigns(text: string, place: Omit<Word, 'text'>, isKnown: (word: string) => boolean): Word | undefined {
  let { start, end } = place;
  while (start < end && "'’_*!|".includes(text[start] ?? '')) start += 1;
  while (end > start && "'’_!|".includes(text[end - 1] ?? '')) end -= 1;
  return start === end ? undefined : { ...place, start, end, text: repair(text.slice(start, end), isKnown) };
}

const plain = /^[a-z]+$/;
const stretched = /(.)\1\1/;
const leet: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i', '|': 'i' },
};
const maxRepaired = 40;

function repair(value: string, isKnown: (word: string) => boolean): string {
  const lower = value.toLowerCase();
  if (plain.test(lower))
    return lower.length <= maxRepaired && stretched.test(lower) ? unstretch(lower, isKnown) : lower;
  if (value.length > maxRepaired || /^\d+$/.test(value)) return lower;
  const bare = lower
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’_]/g, '')
    .replaceAll('ß', 'ss');
  if (plain.test(bare)) return bare;
  const read = bare.replaceAll(/[013457@$!|]/g, (char) => leet[char] ?? char);
  if (read.includes('*')) return unmask(read, isKnown);
  if (isKnown(read)) return read;
  return stretched.test(read) ? unstretch(read, isKnown) : bare;
}

/** `stuuupid`: two of a letter first, then one. */
function unstretch(word: string, isKnown: (word: string) => boolean): string {
  const two = word.replaceAll(/(.)\1{2,}/g, '$1$1');
  if (isKnown(two)) return two;
  const one = word.replaceAll(/(.)\1{2,}/g, '$1');
  return isKnown(one) ? one : word;
}

const maskLetters = 'uiaoetcksgn';

/** Puts letters for a mask of one or two signs: `f*ck`, `sh**`. */
function unmask(masked: string, isKnown: (word: string) => boolean): string {
  const parts = masked.split('*');
  if (parts.length > 3 || masked.length > 14 || masked.length < 4) return masked.replaceAll('*', '');
  let candidates = [parts[0] ?? ''];
  for (const part of parts.slice(1)) {
    candidates = candidates.flatMap((left) => Array.from(maskLetters, (char) => left + char + part));
  }
  return candidates.find(isKnown) ?? masked.replaceAll('*', '');
}

/** Joins single letters set apart ("i d i o t") when they spell a known word. */
function joinSpaced(words: readonly Word[], isKnown: (word: string) => boolean): Word[] {
  const joined: Word[] = [];
  for (let index = 0; index < words.length; ) {
    const first = words[index];
    if (first === undefined) break;
    let end = index;
    while (end - index < 16 && isLetter(words[end])) end += 1;
    const last = words[end - 1];
    const spelled = end - index < 3 ? '' : joinTexts(words, index, end);
    if (last !== undefined && spelled !== '' && isKnown(spelled)) {
      joined.push({ ...first, text: spelled, end: last.end });
      index = end;
    } else {
      joined.push(first);
      index += 1;
    }
  }
  return joined;
}

/** One letter standing alone; digits spell no word. */
function isLetter(word: Word | undefined): boolean {
  return word !== undefined && word.text.length === 1 && word.text > '9';
}

function joinTexts(words: readonly Word[], from: number, to: number): string {
  let text = '';
  for (let index = from; index < to; index += 1) text += words[index]?.text ?? '';
  return text;
}
