/** Threats: an intent, a verb of violence, and a target. */

import { hasInSentence, type WordList } from './sentence.ts';
import type { Candidate } from './signals.ts';
import { bit } from './word-classes.ts';

const closeToYou =
  /^(?:family|kids?|child(?:ren)?|mother|mom|father|dad|wife|husband|face|ass|throat|head|sister|brother|baby|whole)$/;

/** "I will kill you", "let's kill them all", "kill him". */
export function weighViolence(list: WordList, index: number): Candidate | undefined {
  const target = targetAfter(list, index);
  if (target === undefined) return undefined;
  const isGrim = ((list.bits[index] ?? 0) & bit.grimVerb) !== 0;
  const place = { from: index, to: target.end };
  if (hasIntent(list, index)) {
    const score = target.kind === 'you' ? 0.92 : isGrim ? 0.85 : 0.55;
    return { ...place, category: 'threat', score, aimed: true };
  }
  if (!isGrim) return undefined;
  return {
    ...place,
    category: 'violence',
    score: target.kind === 'group' ? 0.8 : 0.45,
    aimed: target.kind === 'group',
  };
}

interface Target {
  readonly kind: 'you' | 'they' | 'group';
  readonly end: number;
}

function targetAfter(list: WordList, index: number): Target | undefined {
  const sentence = list.words[index]?.sentence;
  for (let next = index + 1; next <= index + 3; next += 1) {
    const word = list.words[next];
    const bits = list.bits[next] ?? 0;
    if (word === undefined || word.sentence !== sentence) return undefined;
    if ((bits & bit.you) !== 0) {
      if (word.text !== 'your' && word.text !== 'ur') return { kind: 'you', end: next + 1 };
      // "your process" is no person; "your family" is one.
      return closeToYou.test(list.words[next + 1]?.text ?? '') ? { kind: 'you', end: next + 2 } : undefined;
    }
    if ((bits & bit.group) !== 0) return { kind: 'group', end: next + 1 };
    if ((bits & bit.other) !== 0) return { kind: 'they', end: next + 1 };
    // "kill all of them", but not "the murder of women".
    const isOf = word.text === 'of' && list.words[next - 1]?.text !== 'all';
    if ((bits & bit.filler) === 0 || isOf) return undefined;
  }
  return undefined;
}

/** True if one of the four words before shows intent: "I'll", "gonna", "I want to", "we should". */
function hasIntent(list: WordList, index: number): boolean {
  const sentence = list.words[index]?.sentence;
  const textAt = (place: number): string => list.words[place]?.text ?? '';
  for (let before = index - 1; before >= Math.max(0, index - 4); before -= 1) {
    if (list.words[before]?.sentence !== sentence || ((list.bits[before] ?? 0) & bit.negator) !== 0) return false;
    const text = textAt(before);
    const previous = textAt(before - 1);
    if (/^(?:gonna|wanna|lets|imma|finna)$/.test(text)) return true;
    if (text === 'ill') return true;
    if (text === 'will') return /^(?:i|we)$/.test(previous);
    if (text === 'to' && /^(?:going|want|like|love|have|need|about|ready|planning)$/.test(previous)) {
      return /^(?:i|im|we|were|am|id|lets|really|just)$/.test(textAt(before - 2));
    }
    if (/^(?:should|must|shall)$/.test(text)) return /^(?:i|we|someone|somebody)$/.test(previous);
  }
  return false;
}

/** "They should be shot", "deserves to be hanged". */
export function weighDesert(list: WordList, index: number): Candidate | undefined {
  const range = { from: index - 6, to: index };
  const has = (bits: number): boolean => hasInSentence(list, index, { ...range, bits });
  const isPassive =
    /^(?:be|get)$/.test(list.words[index - 1]?.text ?? '') || /^(?:be|get)$/.test(list.words[index - 2]?.text ?? '');
  if (!isPassive || !has(bit.obligation) || has(bit.negator)) return undefined;
  const ofGroup = has(bit.group);
  if (!ofGroup && !has(bit.you | bit.third | bit.person)) return undefined;
  return { category: ofGroup ? 'identity_attack' : 'threat', score: 0.82, aimed: true, from: index, to: index + 1 };
}

/** Things that people kill, shoot, beat and burn every day. */
const things = new Set(
  `process processes thread threads job jobs task tasks server session daemon container instance app program script tab window
  pod node signal port connection time hour minutes lights light engine battery weeds ants bugs bug mold germs bacteria virus
  mosquitoes flies fleas lice ticks slugs pests cockroaches calories fat hoops pool film video photo photos picture boss level
  record eggs garlic cream candle cd wood`.split(/\s+/),
);

/** True if every verb of violence has a thing for its object: "kill the process". */
export function isAimedAtThings(list: WordList): boolean {
  let found = false;
  for (let index = 0; index < list.bits.length; index += 1) {
    if (((list.bits[index] ?? 0) & bit.violenceVerb) === 0) continue;
    if (![1, 2, 3].some((offset) => things.has(list.words[index + offset]?.text ?? ''))) return false;
    found = true;
  }
  return found;
}
