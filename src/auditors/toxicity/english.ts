/** Tells whether words are English enough for the model, which knows no other language. */
import { dialect } from './dialect.ts';
import type { WordList } from './sentence.ts';
import { bit } from './word-classes.ts';

/** Common English words that no other language of Latin script commonly uses. */
const common = new Set(
  `the and you that with are this have not but they what your from will would there been were their who which can get
  like just know people how when why if about all out up my she her his him them our us does did dont im its it of to for
  be being should could much more some any other into over than then these those here where because been only very well
  make made take go going want think see say said look good new time way day thing things really right even never every
  shit fuck fucking ass bitch stupid hate love kill women men black white your youre u ur i is he was one or by please
  write give tell help explain find let need use first most many such after before between each work world year years`.split(
    /\s+/,
  ),
);

const fewestWords = 4;
const leastShare = 0.12;
const latin = /^[a-z0-9]/;

/**
 * True if the words [from, to) read like English; a few words in Latin letters may be. Ignores short dialect spellings and first
 * words of phrases ("an", "in"), which are words of other languages too.
 */
export function isEnglish({ words, bits }: WordList, from: number, to: number): boolean {
  let known = 0;
  let inLatin = 0;
  for (let index = from; index < to; index += 1) {
    const text = words[index]?.text ?? '';
    if (common.has(text) || ((bits[index] ?? 0) & ~bit.phrase) !== 0 || (text.length > 3 && dialect.has(text)))
      known += 1;
    if (latin.test(text)) inLatin += 1;
  }
  const count = to - from;
  return inLatin * 2 > count && (count <= fewestWords || known >= count * leastShare);
}
