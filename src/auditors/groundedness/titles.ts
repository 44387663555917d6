/** Finds titles of people: "mayor Ivo Kranz", "Lars Ottesen, spokesman of the firms". */
import { flag } from './word-lists.ts';
import { isContent, type Word } from './words.ts';

/** A name (its last word) with its titles, as meanings. */
export interface Titled {
  readonly name: number;
  readonly title: number;
}

/** Largest distance of a title after a name: ", the former treasurer". */
const reach = 4;

/** Finds titles beside names in a sentence. */
export function listTitles(words: readonly Word[]): Titled[] {
  const titled: Titled[] = [];
  for (const [at, { flags, id }] of words.entries()) {
    if ((flags & flag.title) === 0) continue;
    const name = nameBehind(words, at) ?? nameBefore(words, at);
    if (name !== undefined) titled.push({ name, title: id });
  }
  return titled;
}

const isName = (word: Word | undefined): word is Word =>
  word?.capital === true && isContent(word) && (word.flags & flag.title) === 0;

/** `An auditor, Finn Calder`, `Dr Owen Pryce`. */
function nameBehind(words: readonly Word[], at: number): number | undefined {
  let next = at + 1;
  // "Dr", "Prof" and the like.
  if (words[next]?.capital === true && ((words[next]?.flags ?? 0) & flag.small) !== 0) next += 1;
  if (!isName(words[next])) return undefined;
  while (isName(words[next + 1]) && gap(words, next + 1) === 1) next += 1;
  return words[next]?.id;
}

/** Only after a comma: in "Kranz told the director" both are separate. */
function nameBefore(words: readonly Word[], at: number): number | undefined {
  for (let distance = 1; distance <= reach; distance += 1) {
    const place = at - distance + 1;
    if (gap(words, place) > 1) {
      const before = words[place - 1];
      return isName(before) ? before.id : undefined;
    }
  }
  return undefined;
}

function gap(words: readonly Word[], at: number): number {
  const [before, word] = [words[at - 1], words[at]];
  return before === undefined || word === undefined ? 0 : word.start - before.end;
}
