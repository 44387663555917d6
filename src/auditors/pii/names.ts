/** Names of persons: lists, forms and the words around them, each contributing to the score. */
import { known } from './lexicon/lexicon.ts';
import { introductions, organisationWords, personBefore, personVerbs, placePrepositions, titles } from './name-cues.ts';
import { endsLikeSurname, endsLikeWord, particles } from './name-shape.ts';
import type { Entity } from './recogniser.ts';
import { isCaseless, type Word } from './words.ts';

const maxNameWords = 6;

/** Finds names of persons in the words of a text. */
export function findNames(text: string, words: readonly Word[]): Entity[] {
  const found: Entity[] = [];
  const caseless = isCaseless(words);
  let index = 0;
  while (index < words.length) {
    const run = caseless ? caselessRun(words, index, text) : capitalRun(words, index, text);
    if (run === 0) {
      index += 1;
      continue;
    }
    const used = judgeRun(words, index, index + run, { text, caseless, found });
    index += Math.max(1, used);
  }
  return found;
}

interface Scene {
  readonly text: string;
  readonly caseless: boolean;
  readonly found: Entity[];
}

/** Judges the words from `from` up to `to`; returns the number of words processed. */
function judgeRun(words: readonly Word[], from: number, to: number, scene: Scene): number {
  const before = words[from - 1];
  if (organisationAt(words, to, scene.text) && to - from <= 4) return to - from;
  const start = from + (isRole(words[from], words[from + 1]) && to - from > 1 ? 1 : 0);
  let end = to;
  while (end > start + 1 && isNoLastName(words[end - 1])) end -= 1;
  const score = scoreName(words.slice(start, end), cueBefore(words, start, scene), cueAfter(words, end, scene), scene);
  const first = words[start];
  const last = words[end - 1];
  if (first === undefined || last === undefined) return to - from;
  if (score > 0) scene.found.push({ type: 'person', start: first.start, end: last.end, score });
  return score > 0 || before === undefined ? end - start : Math.max(1, end - start);
}

/** Cue from the words before: 2 introduces a name, 1 suits a person, -1 suits something else. */
function cueBefore(words: readonly Word[], start: number, { text }: Scene): number {
  const first = words[start];
  const before = words[start - 1];
  if (first === undefined || before === undefined) return 0;
  const between = text.slice(before.end, first.start);
  if (between.length > 8) return 0;
  const isClose = first.gap === 'blank' || first.gap === 'other' || /^["']?[.:,=]?\s{0,4}["']?$/.test(between);
  if (!isClose) return 0;
  if (titles.has(before.key) && /^\.? $/.test(between)) return 2;
  if (isIntroduction(words, start, between)) return 2;
  if (first.gap === 'line' || first.gap === 'stop') return 0;
  if (speech.has(before.key)) return 1.5;
  if (personBefore.has(before.key)) return 1;
  if (before.key === 'to' || before.key === 'for') return 0.5;
  if (isPronoun.has(before.key) && isNaming.has(words[start - 2]?.key ?? '')) return 2;
  if (before.key === 'the' || placePrepositions.has(before.key)) return -1;
  return personVerbs.has(before.key) ? 0.5 : 0;
}

function isIntroduction(words: readonly Word[], start: number, between: string): boolean {
  const one = words[start - 1]?.key ?? '';
  const two = words[start - 2]?.key ?? '';
  const three = words[start - 3]?.key ?? '';
  if (/^["'\s]*[:=]["'\s]*$/.test(between)) return introductions.has(one) || (one === 'name' && two !== 'file');
  if (/^,?\s+$/.test(between) && introductions.has(one) && one !== 'by' && one !== 'names') {
    if (one === 'name' || one === 'surname' || one === 'nom' || one === 'nombre')
      return two === 'last' || two === 'first';
    return isGreeting.has(one) || !between.includes('\n');
  }
  if (one === 'is' || one === "name's" || one === 'ist' || one === 'es' || one === 'est' || one === 'e') {
    return isNameWord.has(two) || (two === 'this' && start <= 6 && three !== 'that');
  }
  if (one === "i'm" || one === 'i’m') return true;
  if (one === 'am') return two === 'i';
  return (one === 'me' && two === 'call') || (one === 'llamo' && two === 'me') || (one === 'as' && two === 'known');
}

const isPronoun: ReadonlySet<string> = new Set(['him', 'her', 'them', 'it', 'me', 'us', 'baby']);
const isNaming: ReadonlySet<string> = new Set(['named', 'called', 'call', 'name', 'calls', 'baptised']);
const isGreeting: ReadonlySet<string> = new Set(
  'dear hi hello hey hallo hola ola bonjour ciao liebe lieber cher chere caro cara regards sincerely cheers thanks yours'.split(
    ' ',
  ),
);
const isNameWord: ReadonlySet<string> = new Set(
  'name names surname nombre nom nome naam namn navn nimi isim vorname nachname wife husband son daughter brother sister father mother friend boss manager colleague'.split(
    ' ',
  ),
);

/** Cue from the words after. */
function cueAfter(words: readonly Word[], end: number, { text }: Scene): number {
  const last = words[end - 1];
  const after = words[end];
  if (last === undefined) return 0;
  const tail = text.slice(last.end, last.end + 24);
  if (/^,? \(?(?:age[ds]?\s)?\d{1,3}(?:[,)]|\s?(?:years?|yrs?|y\/o))/.test(tail) || /^\s*<[^>\s]*@/.test(tail))
    return 1;
  if (isAddressed(words[end - 1], tail)) return 1.5;
  if (isSpeaker(words[end - 1], tail) || isListed(words, end, tail)) return 1;
  if (after === undefined) return 0;
  if (/^['’]s /.test(tail) && kin.has(after.key)) return 1;
  if (/^['’]s /.test(tail)) return 0.5;
  return personVerbs.has(after.key) && after.gap === 'blank' ? 0.5 : 0;
}

/** `Anna: "Who is there?"` */
function isSpeaker(word: Word | undefined, tail: string): boolean {
  return word?.gap === 'line' && /^:\s*\\?["“„«]/.test(tail);
}

/** `Anna, could you help me?` at the start of a line. */
function isAddressed(word: Word | undefined, tail: string): boolean {
  return word?.gap === 'line' && /^, (?:can|could|please|would|will|are|do|did|thanks|thank|you|your|I)\b/.test(tail);
}

/** One of several capitalised names with commas or `and` between them. */
function isListed(words: readonly Word[], end: number, tail: string): boolean {
  const after = words[end];
  if (/^(?:, (?:and |y |und |et )?| (?:and|&|und|et|y|e) )$/.test(tail.slice(0, Math.max(0, tail.search(/\p{Lu}/u))))) {
    return isPlainName(after?.isCapital === true ? after : words[end + 1]);
  }
  const two = words[end - 3];
  return words[end - 2]?.key === 'and' && two?.isCapital === true && isPlainName(two);
}

/** True for a word that is listed as a name only. */
function isPlainName(word: Word | undefined): boolean {
  if (word === undefined || (word.bits & (known.place | known.common)) !== 0) return false;
  return (word.bits & (known.given | known.surname)) !== 0;
}

const speech: ReadonlySet<string> = new Set('says said asked replied told shouted whispered explained'.split(' '));

const kin: ReadonlySet<string> = new Set(
  'wife husband son daughter kid kids mother father mom mum dad brother sister parents address phone email birthday house home car account friend boss family killers baby child children'.split(
    ' ',
  ),
);

/** Score of a run as a name; 0 if it is none. */
function scoreName(run: readonly Word[], before: number, after: number, scene: Scene): number {
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined) return 0;
  const base = run.length === 1 ? scoreOneWord(first, scene.caseless) : scoreManyWords(run, first, last);
  const cue = Math.max(before, after) + (before > 0 && after > 0 ? 0.5 : 0);
  const isWeak = before === -1 && after <= 0;
  const raised = isWeak ? base - (run.length === 1 ? 0.25 : 0.1) : base + cue * 0.2;
  const bound = scene.caseless ? Math.min(raised, 0.7) : raised;
  return bound < 0.2 ? 0 : Math.round(Math.min(bound, 0.9) * 100) / 100;
}

function scoreOneWord({ key, bits, gap, isShouted }: Word, caseless: boolean): number {
  const isGiven = (bits & known.given) !== 0;
  const isSurname = (bits & known.surname) !== 0;
  const isCommon = (bits & known.common) !== 0;
  const isPlace = (bits & known.place) !== 0;
  if (key.length < 2 || /^i['’]/.test(key)) return 0;
  if (isCommon) return isGiven || isSurname ? (gap === 'line' || gap === 'stop' ? 0.1 : 0.25) : 0;
  if (isPlace) return isGiven ? 0.35 : 0.15;
  if (isGiven) return key.length < 3 || (isShouted && !caseless) || (caseless && key.length < 4) ? 0.3 : 0.6;
  if (isSurname) return key.length < 3 ? 0.15 : 0.42;
  if (endsLikeWord(key)) return 0;
  return endsLikeSurname(key) ? 0.32 : 0.24;
}

function scoreManyWords(run: readonly Word[], first: Word, last: Word): number {
  const middle = first.gap === 'line' || first.gap === 'stop' ? 0 : 0.06;
  const isGiven = (first.bits & known.given) !== 0;
  const isPlain = (first.bits & (known.common | known.place)) === 0;
  const isSurname = (last.bits & known.surname) !== 0 || endsLikeSurname(last.key);
  const lastIsPlain = (last.bits & (known.common | known.place)) === 0;
  if (run.some(({ key, bits }) => organisationWords.has(key) && (bits & (known.given | known.surname)) === 0)) return 0;
  if (isGiven && isPlain) return isSurname ? 0.8 : lastIsPlain && !endsLikeWord(last.key) ? 0.72 : 0.5;
  if (isGiven) return isSurname && lastIsPlain ? 0.68 : lastIsPlain && !endsLikeWord(last.key) ? 0.46 + middle : 0.3;
  if (first.key.length === 1) return isSurname ? 0.62 : lastIsPlain && !endsLikeWord(last.key) ? 0.4 : 0;
  if (!first.isCapital) return 0.52;
  if ((first.bits & known.common) !== 0 || (last.bits & known.common) !== 0) return 0.1;
  const isTurned = (first.bits & known.surname) !== 0 && (last.bits & known.given) !== 0;
  if (isTurned) return 0.68;
  if (!isPlain || !lastIsPlain || endsLikeWord(last.key) || endsLikeWord(first.key)) return 0.2;
  if (isSurname) return 0.46 + middle;
  return 0.34;
}

/** Gives the words of a name, counted from `index`: capitalised, or particles inside a name. */
function capitalRun(words: readonly Word[], index: number, text: string): number {
  const first = words[index];
  if (first === undefined || !(first.isCapital ? mayBeFirst(words, index) : isLeadingParticle(words, index))) return 0;
  let count = 1;
  while (count < maxNameWords) {
    const word = words[index + count];
    const previous = words[index + count - 1];
    if (word === undefined || previous === undefined || !isJoined(previous, word, text)) break;
    if (!(word.isCapital && mayFollow(word, first)) && !isParticleAt(words, index + count)) break;
    count += 1;
  }
  while (count > 1 && words[index + count - 1]?.isCapital === false) count -= 1;
  return count;
}

/** `van Dyck`, `von Ahn`: a leading particle that is no other word. */
function isLeadingParticle(words: readonly Word[], index: number): boolean {
  const key = words[index]?.key;
  const next = words[index + 1];
  return (key === 'van' || key === 'von') && isParticleAt(words, index) && next?.bits === 0;
}

/** A single capital before a name is an initial; a title or an ordinary word begins no name. */
function mayBeFirst(words: readonly Word[], index: number): boolean {
  const word = words[index];
  if (word === undefined || titles.has(word.key)) return false;
  if (word.key.length === 1) return word.key !== 'i' && word.key !== 'a';
  if (word.key.length < 4 && (word.bits & known.common) !== 0) return false;
  const isNamed = (word.bits & (known.given | known.surname)) !== 0;
  return isNamed || (word.bits & known.common) === 0;
}

function mayFollow({ key, bits, isShouted }: Word, first: Word): boolean {
  if (titles.has(key)) return false;
  if (bits === 0 && isShouted && !first.isShouted && first.key.length > 1) return false;
  return (bits & (known.given | known.surname)) !== 0 || (bits & (known.common | known.place)) === 0;
}

function isParticleAt(words: readonly Word[], index: number): boolean {
  const word = words[index];
  const next = words[index + 1];
  if (word === undefined || next === undefined || !particles.has(word.key) || next.gap !== 'blank') return false;
  return next.isCapital || (particles.has(next.key) && words[index + 2]?.isCapital === true);
}

/** True for one blank between the words, or an initial with its full stop. */
function isJoined(previous: Word, word: Word, text: string): boolean {
  if (word.gap === 'blank') return word.start - previous.end === 1;
  return previous.key.length === 1 && text.slice(previous.end, word.start) === '. ';
}

/** In a text without capitals (or without lower case), only listed given names begin a name. */
function caselessRun(words: readonly Word[], index: number, text: string): number {
  const first = words[index];
  if (first === undefined || first.key.length < 3) return 0;
  const before = words[index - 1];
  const between = text.slice(before?.end ?? 0, first.start);
  const isTitled = before !== undefined && titles.has(before.key) && /^\.? $/.test(between);
  const isIntroduced = isTitled || isIntroduction(words, index, between);
  const isGiven = (first.bits & known.given) !== 0;
  const isPlain = (first.bits & (known.common | known.place)) === 0;
  if (!(isGiven && isPlain) && !(isIntroduced && (first.bits & known.common) === 0)) return 0;
  let count = 1;
  while (count < 3) {
    const word = words[index + count];
    const previous = words[index + count - 1];
    if (word === undefined || previous === undefined || !isJoined(previous, word, text)) break;
    const isName = (word.bits & (known.given | known.surname)) !== 0 || (word.bits === 0 && !endsLikeWord(word.key));
    if (!isName || (word.bits & (known.common | known.place)) !== 0 || personVerbs.has(word.key)) break;
    count += 1;
  }
  return count;
}

/** `Producer Jane Doe`: an unknown word for a role, right before a listed given name. */
function isRole(word: Word | undefined, next: Word | undefined): boolean {
  if (word === undefined || next === undefined || word.bits !== 0) return false;
  return /(?:er|or|ist|ian|man|woman|eur|ant|ent|ee)$/.test(word.key) && (next.bits & known.given) !== 0;
}

function isNoLastName(word: Word | undefined): boolean {
  if (word === undefined) return false;
  const isNamed = (word.bits & (known.given | known.surname)) !== 0;
  return !isNamed && ((word.bits & known.common) !== 0 || particles.has(word.key));
}

/** Finds `Inc`, `Group` or the like right after a run. */
function organisationAt(words: readonly Word[], index: number, text: string): boolean {
  const word = words[index];
  const previous = words[index - 1];
  if (word === undefined || previous === undefined || !word.isCapital || !organisationWords.has(word.key)) return false;
  return word.start - previous.end <= 2 && !text.slice(previous.end, word.start).includes('\n');
}
