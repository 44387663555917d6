/** Places: a city or country is personal if the text ties it to a person; alone it stays below the threshold. */
import { known, placesBeginningWith } from './lexicon/lexicon.ts';
import { placePrepositions, placeTies } from './name-cues.ts';
import { endsLikeWord } from './name-shape.ts';
import type { Entity } from './recogniser.ts';
import { isCaseless, type Word } from './words.ts';

const bare = 0.35;
const tied = 0.6;
const reach = 5;

/** Finds places in the words of a text. */
export function findLocations(text: string, words: readonly Word[]): Entity[] {
  const found: Entity[] = [];
  const caseless = isCaseless(words);
  for (let index = 0; index < words.length; ) {
    const count = placeAt(words, index, text);
    const guessed = count === 0 ? guessAt(words, index, caseless) : 0;
    const size = count === 0 ? guessed : count;
    const first = words[index];
    const last = words[index + size - 1];
    if (size === 0 || first === undefined || last === undefined) {
      index += 1;
      continue;
    }
    const isTied = hasTie(words, index) || hasTieBehind(words, index + size);
    const score = count === 0 ? 0.52 : isTied ? tied : bare;
    found.push({ type: 'location', start: first.start, end: last.end, score });
    index += size;
  }
  return found;
}

/** Gives the number of words of a listed place. */
function placeAt(words: readonly Word[], index: number, text: string): number {
  const word = words[index];
  if (word === undefined || word.key.length < 3) return 0;
  for (const rest of placesBeginningWith(word.key) ?? []) {
    const count = rest.split(' ').length;
    const last = words[index + count];
    if (last === undefined || last.end - word.start > 60) continue;
    const between = words.slice(index + 1, index + count + 1);
    if (between.every(({ gap }) => gap === 'blank') && between.map(({ key }) => key).join(' ') === rest)
      return count + 1;
  }
  if ((word.bits & known.place) === 0) return 0;
  if ((word.bits & (known.given | known.surname)) !== 0 && isBesideName(words, index)) return 0;
  const isOther = (word.bits & (known.common | known.given | known.surname)) !== 0;
  if (!word.isCapital && isOther) return 0;
  return isOther && !/[A-Z]/.test(text.charAt(word.start)) ? 0 : 1;
}

/** `Sofia Marin`, `Mrs. Sydney`: beside another word of a name it is a name itself. */
function isBesideName(words: readonly Word[], index: number): boolean {
  const before = words[index - 1];
  const word = words[index];
  const after = words[index + 1];
  const isNamed = (one: Word | undefined): boolean =>
    one?.isCapital === true && (one.bits & (known.place | known.common)) === 0;
  return (word?.gap === 'blank' && isNamed(before)) || (after?.gap === 'blank' && isNamed(after));
}

/** Matches an unknown capitalised word right after `lives in`, `moved here from` and the like. */
function guessAt(words: readonly Word[], index: number, caseless: boolean): number {
  const word = words[index];
  const isNamed = caseless ? word?.bits === 0 : word?.isCapital === true;
  if (word === undefined || !isNamed || word.gap !== 'blank' || word.key.length < 3) return 0;
  if ((word.bits & known.common) !== 0 || endsLikeWord(word.key)) return 0;
  const before = words[index - 1];
  if (before === undefined || !isBeforePlace(before.key) || !hasStrongTie(words, index)) return 0;
  let count = 1;
  while (count < 4) {
    const next = words[index + count];
    if (next === undefined || !next.isCapital || caseless || next.gap !== 'blank' || (next.bits & known.common) !== 0)
      break;
    count += 1;
  }
  return count;
}

/** True if a word a few words before ties the place to a person, with a preposition in between. */
function hasTie(words: readonly Word[], index: number): boolean {
  for (let step = 1; step <= reach; step += 1) {
    const after = words[index - step + 1];
    const word = words[index - step];
    if (word === undefined || after === undefined || after.gap === 'stop' || after.gap === 'line') return false;
    if (placeTies.has(word.key)) return true;
    if (word.key === 'from' && step === 1) return true;
    if (word.key === 'in' && isFirstPerson(words[index - step - 1]?.key)) return true;
  }
  return false;
}

function hasTieBehind(words: readonly Word[], index: number): boolean {
  for (let step = 0; step < 6; step += 1) {
    const word = words[index + step];
    if (word === undefined || word.gap === 'stop' || word.gap === 'line') return false;
    if (tiesBehind.has(word.key)) return true;
  }
  return false;
}

function isBeforePlace(key: string): boolean {
  return placePrepositions.has(key) || key === 'from' || key === 'to' || settlements.has(key);
}

/** True for a word that only speaks of where somebody lives or comes from. */
function hasStrongTie(words: readonly Word[], index: number): boolean {
  for (let step = 1; step <= 4; step += 1) {
    const word = words[index - step];
    if (word === undefined || words[index - step + 1]?.gap === 'stop') return false;
    if (strongTies.has(word.key) || (step === 1 && settlements.has(word.key))) return true;
    if (word.key === 'in' && step === 1 && isFirstPerson(words[index - 2]?.key)) return true;
    if (word.key === 'from' && step === 1 && isFirstPerson(words[index - 2]?.key)) return true;
  }
  return false;
}

const settlements: ReadonlySet<string> = new Set([
  'city',
  'town',
  'village',
  'hometown',
  'ciudad',
  'ville',
  'stadt',
  'citta',
]);
const strongTies: ReadonlySet<string> = new Set(
  'live lives lived living reside resides resided residing born raised grew moved relocated originally based hometown wohne wohnt wohnhaft vivo vive naci habite abito nato nata moro mora woon woont mieszkam mieszka'.split(
    ' ',
  ),
);
const tiesBehind: ReadonlySet<string> = new Set('visit visiting visited live lived'.split(' '));

function isFirstPerson(key: string | undefined): boolean {
  return key === "i'm" || key === 'i’m' || key === 'am' || key === "we're" || key === 'we’re';
}

/** Counts a place near a person, an address or contact data as part of what is said about them. */
export function linkPlaces(entities: readonly Entity[]): Entity[] {
  if (!entities.some(({ type, score }) => type === 'location' && score < linked)) return [...entities];
  const anchors = entities
    .filter(({ type, score }) => score >= 0.5 && personal.has(type))
    .sort((a, b) => a.start - b.start);
  if (anchors.length === 0) return [...entities];
  return entities.map(({ type, start, end, score }) => {
    const isLinked = type === 'location' && score < linked && isNear({ start, end }, anchors);
    return { type, start, end, score: isLinked ? linked : score };
  });
}

const linked = 0.5;
const linkReach = 100;
const personal: ReadonlySet<string> = new Set(['person', 'address', 'email', 'phone', 'date_of_birth']);

/** Finds the nearest anchors by bisection; they are in text order. */
function isNear({ start, end }: Pick<Entity, 'start' | 'end'>, anchors: readonly Entity[]): boolean {
  let low = 0;
  let high = anchors.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((anchors[middle]?.end ?? 0) < start - linkReach) low = middle + 1;
    else high = middle;
  }
  const next = anchors[low];
  return next !== undefined && next.start <= end + linkReach;
}
