/** One table over all lists: known meanings of a folded word, as bits. */
import { commonWords } from './common-words.ts';
import { easternGivenNames } from './given-names-eastern.ts';
import { englishGivenNames } from './given-names-english.ts';
import { germanicGivenNames } from './given-names-germanic.ts';
import { romanceGivenNames } from './given-names-romance.ts';
import { worldGivenNames } from './given-names-world.ts';
import { cities, countries, regions } from './places.ts';
import { surnames } from './surnames.ts';

/** Meanings of a word, as bits. */
export const known = { given: 1, surname: 2, place: 4, common: 8 } as const;

const lexicon = new Map<string, number>();
add(
  [englishGivenNames, germanicGivenNames, romanceGivenNames, easternGivenNames, worldGivenNames].flatMap((list) =>
    list.trim().split(/\s+/),
  ),
  known.given,
);
add(surnames, known.surname);
add(commonWords, known.common);
add(
  [...countries, ...regions, ...cities].filter((name) => !name.includes(' ')),
  known.place,
);

/** First word of a place of several words, mapped to the rest of each such place. */
const longPlaces = new Map<string, string[]>();
for (const name of [...countries, ...regions, ...cities]) {
  const space = name.indexOf(' ');
  if (space === -1) continue;
  const rest = longPlaces.get(name.slice(0, space)) ?? [];
  longPlaces.set(
    name.slice(0, space),
    [...rest, name.slice(space + 1)].sort((left, right) => right.length - left.length),
  );
}

/** Gives the bits of a folded word; 0 if it is unknown. */
export function lookUp(word: string): number {
  return lexicon.get(word) ?? 0;
}

/** Gives the continuations of a word to a place of several words, longest first. */
export function placesBeginningWith(word: string): readonly string[] | undefined {
  return longPlaces.get(word);
}

/** Lower case without diacritics, the form of the lists. */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  if (isAscii(lower)) return lower;
  return lower.normalize('NFD').replaceAll(/[\u0300-\u036fßøłæđðıœþ]/g, (sign) => plain.get(sign) ?? '');
}

const plain = new Map(Object.entries({ ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', đ: 'd', ð: 'd', ı: 'i', œ: 'oe', þ: 'th' }));

function isAscii(word: string): boolean {
  for (let index = 0; index < word.length; index += 1) if (word.charCodeAt(index) > 127) return false;
  return true;
}

function add(words: readonly string[], bit: number): void {
  for (const word of words) lexicon.set(word, (lexicon.get(word) ?? 0) | bit);
}
