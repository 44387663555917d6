/** Undoes obfuscated spellings: symbols and digits for letters, masks, stretched, missing and swapped letters, look-alikes. */

/** Words that repairs may produce. */
export interface Vocabulary {
  has(word: string): boolean;
  /** Gives the long word of which this is a misspelling, if any. */
  slipOf(word: string): string | undefined;
}

const plain = /^[a-z]+$/;
/** "don't": the most common kind of irregular word. */
const contracted = /^[a-z'’]+$/;
const stretched = /(.)\1\1/;
const leet: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
};
/** Cyrillic and Greek letters that look like Latin ones. */
const lookAlikes = new Map(
  Array.from('аaеeоoрpсcхxуyіiјjѕsԁdһhкkмmтtвbнhοoαaεeιiκkνvρpτtυu'.matchAll(/(.)(.)/gu), toPair),
);
const maxRepaired = 40;

function toPair([, from = '', to = '']: RegExpMatchArray): [string, string] {
  return [from, to];
}

/** Gives the intended word in lower case, without accents and apostrophes. */
export function repair(value: string, vocabulary: Vocabulary, unmask: Unmask): string {
  const lower = value.toLowerCase();
  if (value.length > maxRepaired || /^\d+$/.test(value)) return lower;
  if (plain.test(lower)) return repairLetters(lower, vocabulary);
  if (contracted.test(lower)) return repairLetters(lower.replaceAll(/['’]/g, ''), vocabulary);
  let bare = lower
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’_`\u00ad\u200b-\u200f\u2060\ufeff\u180e]/g, '')
    .replaceAll('ß', 'ss');
  // Latin letters among others are a disguise; a word entirely in another script belongs to that script.
  if (/[\u0370-\u052f]/.test(bare) && /[a-z]/.test(bare)) {
    bare = bare.replaceAll(/[\u0370-\u052f]/g, (char) => lookAlikes.get(char) ?? char);
  }
  if (plain.test(bare)) return repairLetters(bare, vocabulary);
  const read = bare.replaceAll(/[013457@$!|]/g, (char) => leet[char] ?? char);
  if (read.includes('*')) return unmask(read);
  if (vocabulary.has(read)) return read;
  if (stretched.test(read)) return unstretch(read, vocabulary);
  return plain.test(read) ? (vocabulary.slipOf(read) ?? bare) : bare;
}

/** Repairs a word of ASCII letters in lower case. */
export function repairLetters(word: string, vocabulary: Vocabulary): string {
  if (word.length <= maxRepaired && stretched.test(word)) return unstretch(word, vocabulary);
  return word;
}

/** `stuuupid`: tries two of a letter first, then one. */
function unstretch(word: string, vocabulary: Vocabulary): string {
  const two = word.replaceAll(/(.)\1{2,}/g, '$1$1');
  if (vocabulary.has(two)) return two;
  const one = word.replaceAll(/(.)\1{2,}/g, '$1');
  if (vocabulary.has(one)) return one;
  // "kkk" and "www" are not stretched words.
  return two.length < 3 ? word : two;
}

export type Unmask = (masked: string) => string;

const maskLetters = 'uiaoetcksgn';
/** Masked spellings tried per text; more of them are an attack on running time. */
const maxTried = 64;

/**
 * Makes a function that replaces a mask of one or two characters by letters: `f*ck`, `sh**`. One per text: it remembers its
 * attempts.
 */
export function createUnmask(vocabulary: Vocabulary): Unmask {
  const tried = new Map<string, string>();
  return (masked) => {
    const known = tried.get(masked);
    if (known !== undefined) return known;
    const bare = masked.replaceAll('*', '');
    const parts = masked.split('*');
    if (tried.size >= maxTried || parts.length > 3 || masked.length > 14 || masked.length < 4) return bare;
    let candidates = [parts[0] ?? ''];
    for (const part of parts.slice(1)) {
      candidates = candidates.flatMap((left) => Array.from(maskLetters, (char) => left + char + part));
    }
    const found = candidates.find((word) => vocabulary.has(word)) ?? vocabulary.slipOf(bare) ?? bare;
    tried.set(masked, found);
    return found;
  };
}
