/** Finds agents, objects and speakers: a claim that swaps both ends of a verb, or gives words to another speaker. */

import type { SourceIndex } from './source-index.ts';
import { listTitles } from './titles.ts';
import { flag } from './word-lists.ts';
import { isContent, type Word } from './words.ts';

/** The places beside a verb: the agent and the object. */
interface Ends {
  readonly actor: number;
  readonly other: number;
}

const reach = 6;

/** True when a shared verb has its two ends swapped. */
export function hasSwappedRoles(words: readonly Word[], index: SourceIndex, best: number): boolean {
  const sentence = index.sentences[best];
  if (sentence === undefined) return false;
  const shared = new Set(sentence.words.filter(isContent).map(({ id }) => id));
  const seen = new Set<number>();
  for (const [at, verb] of words.entries()) {
    if (!isContent(verb) || verb.capital || !shared.has(verb.id) || seen.has(verb.id)) continue;
    seen.add(verb.id);
    const told = endsOf(words, at, shared);
    if (told === undefined) continue;
    for (const [place, word] of sentence.words.entries()) {
      if (word.id !== verb.id) continue;
      const known = endsOf(sentence.words, place, new Set([told.actor, told.other]));
      if (known !== undefined && known.actor === told.other && known.other === told.actor) return true;
    }
  }
  return false;
}

/** Finds the nearest meanings of a set on both sides of a verb; "was … by" swaps them. */
function endsOf(words: readonly Word[], at: number, among: ReadonlySet<number>): Ends | undefined {
  const before = nearest(words, at, -1, among);
  const after = nearest(words, at, 1, among);
  if (before === undefined || after === undefined || before === after) return undefined;
  return isPassive(words, at) ? { actor: after, other: before } : { actor: before, other: after };
}

function nearest(words: readonly Word[], at: number, step: 1 | -1, among: ReadonlySet<number>): number | undefined {
  for (let distance = 1; distance <= reach; distance += 1) {
    const word = words[at + step * distance];
    if (word === undefined) return undefined;
    if (among.has(word.id) && isContent(word) && word.id !== words[at]?.id) return word.id;
  }
  return undefined;
}

function isPassive(words: readonly Word[], at: number): boolean {
  const hasBe = [1, 2, 3].some((back) => ((words[at - back]?.flags ?? 0) & flag.be) !== 0);
  return hasBe && [1, 2, 3, 4].some((on) => ((words[at + on]?.flags ?? 0) & flag.by) !== 0);
}

/** True when the claim attributes a statement to another speaker than the sources do. */
export function hasOtherSpeaker(words: readonly Word[], index: SourceIndex, window: readonly number[]): boolean {
  const told = speakersOf(words);
  if (told.size === 0) return false;
  let known = false;
  for (const at of window) {
    const sentence = index.sentences[at]?.words ?? [];
    const speakers = speakersOf(sentence);
    if (speakers.size === 0) continue;
    for (const id of speakers) if (told.has(id)) return false;
    known = true;
  }
  return known;
}

/** Finds names and nouns beside a verb of speech, and after "according to". */
function speakersOf(words: readonly Word[]): Set<number> {
  const speakers = new Set<number>();
  for (const [at, word] of words.entries()) {
    if ((word.flags & flag.speech) === 0) continue;
    for (let distance = 1; distance <= 4; distance += 1) {
      const before = words[at - distance];
      if (before !== undefined && isContent(before) && before.capital) speakers.add(before.id);
    }
    for (let distance = 1; distance <= 3; distance += 1) {
      const after = words[at + distance];
      if (after !== undefined && isContent(after) && after.capital) speakers.add(after.id);
    }
  }
  return speakers;
}

/** True when the claim gives a person another title than the sources, or the title to another person. */
export function hasOtherTitle(words: readonly Word[], index: SourceIndex): boolean {
  return listTitles(words).some(({ name, title }) => {
    if (index.postings(name).length === 0) return false;
    const known = index.titlesOf(name);
    return known.size > 0 ? !known.has(title) : index.hasTitle(title);
  });
}
