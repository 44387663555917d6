/** Signals of abuse in a list of words: the target of a word, and denied, quoted or reported parts. */
import { weighGroup } from './group-attack.ts';
import { type Category, type Entry, entryOf } from './lexicon.ts';
import { phrasesByFirst } from './phrases.ts';
import { findInSentence, hasInSentence, matchesAt, type WordList } from './sentence.ts';
import { weighDesert, weighViolence } from './threat.ts';
import { bit } from './word-classes.ts';

export interface Signal {
  readonly category: Category;
  readonly score: number;
  readonly start: number;
  readonly end: number;
  /** True if somebody is addressed or a group is meant. */
  readonly aimed: boolean;
  /** True if it is denied, or quoted or reported in order to condemn it. */
  readonly softened: boolean;
}

/** A signal before the checks for denial and quotation, by word numbers [from, to). */
export interface Candidate {
  readonly category: Category;
  readonly score: number;
  readonly aimed: boolean;
  readonly from: number;
  readonly to: number;
}

const relevant = bit.entry | bit.phrase | bit.violenceVerb | bit.violencePast | bit.group;

export function findSignals(list: WordList): Signal[] {
  const signals: Signal[] = [];
  const push = (candidate: Candidate | undefined): void => {
    if (candidate !== undefined) signals.push(toSignal(list, candidate));
  };
  for (let index = 0; index < list.bits.length; index += 1) {
    const bits = list.bits[index] ?? 0;
    if ((bits & relevant) === 0) continue;
    const text = list.words[index]?.text ?? '';
    const entry = (bits & bit.entry) === 0 ? undefined : entryOf(text);
    if (entry !== undefined && !isHomonym(text, list.words[index + 1]?.text))
      push(weighWord(list, index, { entry, isYou: isEnglishYou }));
    if ((bits & bit.phrase) !== 0) {
      for (const { words, category, strength } of phrasesByFirst.get(text) ?? []) {
        if (!matchesAt(list, index, words)) continue;
        const aimed = category !== 'self_harm' || words.includes('yourself') || words.includes('your');
        push({ category, score: strength, aimed, from: index, to: index + words.length });
      }
    }
    if (entry?.category === 'profanity') push(weighCurse(list, index));
    if ((bits & bit.violenceVerb) !== 0) push(weighViolence(list, index));
    if ((bits & bit.violencePast) !== 0) push(weighDesert(list, index));
    if ((bits & bit.group) !== 0) push(weighGroup(list, index));
  }
  return signals;
}

/** Slurs and swear words that mean something else before certain words. */
const homonyms: Readonly<Record<string, RegExp>> = {
  chink: /^(?:of|in)$/,
  chinks: /^(?:of|in)$/,
  faggot: /^of$/,
  faggots: /^(?:of|and)$/,
  spic: /^(?:and|n)$/,
  homo: /^(?:sapiens|sapien|erectus|economicus|habilis|ludens)$/,
  fag: /^(?:break|breaks|end)$/,
  pussy: /^(?:willow|cat|riot)$/,
  cock: /^(?:crow|crowed|crows|and)$/,
  tits: /^(?:and|nest)$/,
  bastard: /^(?:sword|file)$/,
  abo: /^(?:blood|system|group)$/,
  dick: /^(?:tracy|cheney|clark|cavett|francis|turpin|van|durbin)$/,
  snowflake: /^(?:schema|database|inc|warehouse|design|pattern)$/,
};

const isHomonym = (word: string, next: string | undefined): boolean =>
  next !== undefined && homonyms[word]?.test(next) === true;

const isEnglishYou = (list: WordList, index: number): boolean => ((list.bits[index] ?? 0) & bit.you) !== 0;

interface WordRule {
  readonly entry: Entry;
  readonly isYou: (list: WordList, index: number) => boolean;
}

/** Scores an abusive word by its target. */
export function weighWord(list: WordList, index: number, { entry, isYou }: WordRule): Candidate {
  const { category, strength, aimedOnly } = entry;
  let aimed = isAddressed(list, index, isYou);
  let score = strength;
  if (category === 'profanity' && hasInSentence(list, index, { from: index - 1, to: index + 4, bits: bit.praise })) {
    aimed = false;
    score *= 0.7;
  }
  if (category === 'insult') {
    const ofPerson = hasInSentence(list, index, { from: index - 5, to: index, bits: bit.person | bit.group });
    if (aimed) score = Math.min(0.93, strength + (aimedOnly === true ? 0.08 : 0.15));
    else if (aimedOnly === true) score = ofPerson ? 0.4 : 0.12;
    else score = ofPerson ? strength - 0.05 : strength - 0.25;
    if (isSelf(list, index)) score = 0.15;
  }
  return { category, score, aimed, from: index, to: index + 1 };
}

/** "Fuck ..." at the start of a sentence targets the next word, unless that is a thing or a cheer. */
function weighCurse(list: WordList, index: number): Candidate | undefined {
  const [word, next] = [list.words[index], list.words[index + 1]];
  if (word === undefined || next === undefined || next.sentence !== word.sentence) return undefined;
  if (!curses.has(word.text) || list.words[index - 1]?.sentence === word.sentence) return undefined;
  if (noTargets.has(next.text) || ((list.bits[index + 1] ?? 0) & bit.praise) !== 0) return undefined;
  return { category: 'insult', score: 0.78, aimed: true, from: index, to: index + 2 };
}

const curses = new Set(['fuck', 'fck', 'fuk', 'screw']);
const noTargets = new Set(
  'this that it me yes yeah yea yep no the a my i im we all if what why how when everything around up with about man dude bro'.split(
    ' ',
  ),
);

/** "you are a ...", "you ...", "... you": true if the addressee is tied to the word, not merely near it. */
function isAddressed(list: WordList, index: number, isYou: WordRule['isYou']): boolean {
  const sentence = list.words[index]?.sentence;
  for (let place = Math.max(0, index - 5); place <= Math.min(list.bits.length - 1, index + 2); place += 1) {
    if (list.words[place]?.sentence === sentence && isYou(list, place)) return true;
  }
  return false;
}

/** "I am such an idiot" hurts nobody else. */
function isSelf(list: WordList, index: number): boolean {
  const sentence = list.words[index]?.sentence;
  for (let place = index - 1; place >= Math.max(0, index - 5); place -= 1) {
    if (list.words[place]?.sentence !== sentence) return false;
    const text = list.words[place]?.text ?? '';
    if (((list.bits[place] ?? 0) & bit.you) !== 0) return false;
    if (text === 'im' || text === 'myself') return true;
    if (text === 'i') return /^(?:am|was|feel|felt)$/.test(list.words[place + 1]?.text ?? '');
  }
  return false;
}

/** Lowers the score of a denied, quoted or reported signal, and gives its place in the text. */
export function toSignal(list: WordList, { category, score, aimed, from, to }: Candidate): Signal {
  const first = list.words[from];
  const last = list.words[Math.min(to, list.words.length) - 1];
  if (first === undefined || last === undefined) throw new Error('a signal lies outside its words');
  const reported = hasInSentence(list, from, { from: from - 8, to: to + 6, bits: bit.report });
  const denied = category !== 'profanity' && isDenied(list, from);
  const reproached = category === 'identity_attack' && isReproached(list, from, to);
  let weighed = score;
  if (denied) weighed *= 0.4;
  if (reproached) weighed *= 0.3;
  if (first.quoted) weighed *= reported ? 0.35 : 0.75;
  else if (reported && !aimed) weighed *= 0.6;
  const softened = denied || reproached || (first.quoted && reported);
  return { category, score: weighed, aimed, softened, start: first.start, end: last.end };
}

/** "not stupid", "not all ... are criminals": true if denied within three words, or further away with a group between. */
function isDenied(list: WordList, from: number): boolean {
  const near = findInSentence(list, from, { from: from - 6, to: from, bits: bit.negator });
  if (near === -1) return false;
  return near >= from - 3 || hasInSentence(list, from, { from: near + 1, to: from, bits: bit.group });
}

/** "Claiming that ... are inferior is a lie": true if the statement is attributed to others and condemned. */
function isReproached(list: WordList, from: number, to: number): boolean {
  if (!hasInSentence(list, from, { from: from - 6, to: from, bits: bit.speech })) return false;
  if (hasInSentence(list, from, { from: from - 8, to: from, bits: bit.negator })) return true;
  return (
    hasInSentence(list, from, { from: to, to: to + 9, bits: bit.reproach }) ||
    hasInSentence(list, from, { from: from - 9, to: from, bits: bit.reproach })
  );
}
