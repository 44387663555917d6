/** Signs of abuse in a list of words: whom a word is aimed at, and what is denied, quoted or reported. */
import { weighGroup } from './group-attack.ts';
import { type Category, type Entry, lexicon } from './lexicon.ts';
import { phrasesByFirst } from './phrases.ts';
import { findInSentence, hasInSentence, matchesAt, type WordList } from './sentence.ts';
import { weighDesert, weighViolence } from './threat.ts';
import { bit } from './word-classes.ts';

export interface Signal {
  readonly category: Category;
  readonly score: number;
  readonly start: number;
  readonly end: number;
  /** True when somebody is addressed or a group is meant. */
  readonly aimed: boolean;
}

/** A signal before denial and quotation are looked at, by word numbers [from, to). */
export interface Candidate {
  readonly category: Category;
  readonly score: number;
  readonly aimed: boolean;
  readonly from: number;
  readonly to: number;
}

const relevant = bit.entry | bit.phrase | bit.violenceVerb | bit.violencePast | bit.group;

/** Finds English signals. */
export function findSignals(list: WordList): Signal[] {
  const signals: Signal[] = [];
  const push = (candidate: Candidate | undefined): void => {
    if (candidate !== undefined) signals.push(toSignal(list, candidate));
  };
  for (let index = 0; index < list.bits.length; index += 1) {
    const bits = list.bits[index] ?? 0;
    if ((bits & relevant) === 0) continue;
    const text = list.words[index]?.text ?? '';
    const entry = (bits & bit.entry) === 0 ? undefined : lexicon.get(text);
    if (entry !== undefined) push(weighWord(list, index, { entry, isYou: isEnglishYou }));
    if ((bits & bit.phrase) !== 0) {
      for (const { words, category, strength } of phrasesByFirst.get(text) ?? []) {
        if (!matchesAt(list, index, words)) continue;
        const aimed = category !== 'self_harm' || words.includes('yourself') || words.includes('your');
        push({ category, score: strength, aimed, from: index, to: index + words.length });
      }
    }
    if ((bits & bit.violenceVerb) !== 0) push(weighViolence(list, index));
    if ((bits & bit.violencePast) !== 0) push(weighDesert(list, index));
    if ((bits & bit.group) !== 0) push(weighGroup(list, index));
  }
  return signals;
}

const isEnglishYou = (list: WordList, index: number): boolean => ((list.bits[index] ?? 0) & bit.you) !== 0;

interface WordRule {
  readonly entry: Entry;
  readonly isYou: (list: WordList, index: number) => boolean;
}

/** Scores one abusive word by whom it is aimed at. */
export function weighWord(list: WordList, index: number, { entry, isYou }: WordRule): Candidate {
  const { category, strength, aimedOnly } = entry;
  const aimed = isAddressed(list, index, isYou);
  let score = strength;
  if (category === 'insult') {
    const ofPerson = hasInSentence(list, index, { from: index - 5, to: index, bits: bit.person | bit.group });
    if (aimed) score = Math.min(0.93, strength + (aimedOnly === true ? 0.1 : 0.15));
    else if (aimedOnly === true) score = ofPerson ? 0.4 : 0.12;
    else score = ofPerson ? strength - 0.05 : strength - 0.25;
    if (isSelf(list, index)) score = 0.15;
  }
  return { category, score, aimed, from: index, to: index + 1 };
}

/** "you are a ...", "you ...", "... you": the one addressed is tied to the word, not merely near it. */
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

/** Lowers what is denied, quoted or reported, and places it in the text. */
export function toSignal(list: WordList, { category, score, aimed, from, to }: Candidate): Signal {
  const first = list.words[from];
  const last = list.words[Math.min(to, list.words.length) - 1];
  if (first === undefined || last === undefined) throw new Error('a signal lies outside its words');
  const reported = hasInSentence(list, from, { from: from - 8, to: to + 6, bits: bit.report });
  const denied = findInSentence(list, from, { from: from - 3, to: from, bits: bit.negator }) !== -1;
  let weighed = score;
  if (denied && category !== 'profanity') weighed *= 0.4;
  if (first.quoted) weighed *= reported ? 0.35 : 0.75;
  else if (reported && !aimed) weighed *= 0.6;
  return { category, score: weighed, aimed, start: first.start, end: last.end };
}
