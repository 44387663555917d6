/** Attacks on groups: a group term with a hostile statement. The term alone scores nothing. */
import { entryOf } from './lexicon.ts';
import { findInSentence, hasInSentence, type WordList } from './sentence.ts';
import type { Candidate } from './signals.ts';
import { bit } from './word-classes.ts';

/** Weighs the words around a group term. */
export function weighGroup(list: WordList, index: number): Candidate | undefined {
  const has = (from: number, to: number, bits: number): boolean => hasInSentence(list, index, { from, to, bits });
  // "Not all ...", "... are not ...": counter-speech.
  if (has(index - 2, index, bit.negator) || has(index + 1, index + 4, bit.negator)) return undefined;
  const make = (to: number, score: number): Candidate => ({
    category: 'identity_attack' as const,
    score,
    aimed: true,
    from: index,
    to,
  });
  const said = findDehumanizer(list, index);
  if (said !== -1) return make(said + 1, 0.82);
  if (has(index - 3, index, bit.hateVerb) && isFirstPerson(list, index)) return make(index + 1, 0.85);
  if (has(index - 1, index, bit.contempt)) return make(index + 1, 0.75);
  if (isInsultBeside(list, index)) return make(index + 2, 0.72);
  const expelled = findInSentence(list, index, { from: index + 1, to: index + 8, bits: bit.expulsion });
  if (expelled !== -1 && has(index + 1, expelled, bit.obligation)) return make(expelled + 1, 0.85);
  const taking = findInSentence(list, index, { from: index + 1, to: index + 4, bits: bit.takeover });
  if (taking !== -1 && has(taking + 1, taking + 4, bit.owner)) return make(taking + 1, 0.72);
  return undefined;
}

/** True for a group name before an insult ("... idiot"), where the group is part of the insult, as in "that's so gay". */
function isInsultBeside(list: WordList, index: number): boolean {
  const [here, next, before] = [list.words[index], list.words[index + 1], list.words[index - 1]];
  if (here === undefined) return false;
  if (here.text === 'gay' && before?.sentence === here.sentence && /^(?:so|mad|super|hella|thats)$/.test(before.text)) {
    return next?.sentence !== here.sentence || !/^(?:friendly|people|men|bar|club)$/.test(next.text);
  }
  if (next === undefined || next.sentence !== here.sentence) return false;
  const entry = entryOf(next.text);
  return entry?.category === 'insult' && entry.aimedOnly !== true && entry.strength >= 0.7;
}

/** Finds a dehumanising word within four words after an "are" that follows the group term. */
function findDehumanizer(list: WordList, index: number): number {
  const copula = findInSentence(list, index, { from: index + 1, to: index + 5, bits: bit.copula });
  if (copula === -1) return -1;
  const said = findInSentence(list, index, { from: copula + 1, to: copula + 5, bits: bit.dehumanizer });
  // "are obsessed with monsters" is no statement about the group.
  for (let between = copula + 1; between < said; between += 1) {
    if (prepositions.test(list.words[between]?.text ?? '')) return -1;
  }
  return said;
}

const prepositions = /^(?:with|by|of|about|from|for|to|against|called|in|on|at)$/;

function isFirstPerson(list: WordList, index: number): boolean {
  for (let place = index - 1; place >= Math.max(0, index - 5); place -= 1) {
    const text = list.words[place]?.text;
    if (text === 'i' || text === 'we') return true;
  }
  return false;
}
