/** Finds signs of abuse in a list of words: who is meant, what is said of them, what is threatened. */
import {
  type Category,
  dehumanizers,
  type Entry,
  expulsions,
  grimVerbs,
  groups,
  hateVerbs,
  lexicon,
  negators,
  reportCues,
  secondPerson,
  takeovers,
  thirdPerson,
  violencePast,
  violenceVerbs,
} from './lexicon.ts';
import { type Phrase, phrasesByFirst } from './phrases.ts';
import type { Word } from './words.ts';

export interface Signal {
  readonly category: Category;
  readonly score: number;
  readonly start: number;
  readonly end: number;
  /** True when somebody is addressed or a group is meant. */
  readonly aimed: boolean;
}

const near = 6;

/** Finds English signals. */
export function findSignals(words: readonly Word[]): Signal[] {
  const signals: Signal[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (word === undefined) continue;
    const entry = lexicon.get(word.text);
    if (entry !== undefined) signals.push(weighWord(words, index, entry, secondPerson));
    for (const phrase of phrasesByFirst.get(word.text) ?? []) {
      if (matchesAt(words, index, phrase.words)) signals.push(weighPhrase(words, index, phrase));
    }
    if (violenceVerbs.has(word.text)) pushIf(signals, weighViolence(words, index));
    if (violencePast.has(word.text)) pushIf(signals, weighDesert(words, index));
    if (groups.has(word.text)) pushIf(signals, weighGroup(words, index));
  }
  return signals;
}

/** Scores one abusive word by whom it is aimed at. */
export function weighWord(words: readonly Word[], index: number, entry: Entry, you: ReadonlySet<string>): Signal {
  const { category, strength, aimedOnly } = entry;
  const aimed = isAddressed(words, index, you);
  let score = strength;
  if (category === 'insult') {
    if (aimed) score = Math.min(0.93, strength + 0.15);
    else if (aimedOnly === true) score = isAboutPerson(words, index) ? 0.45 : 0.12;
    else score = isAboutPerson(words, index) ? strength - 0.03 : strength - 0.2;
    if (isSelf(words, index)) score = 0.15;
  }
  return toSignal(words, index, index + 1, { category, score, aimed });
}

function weighPhrase(words: readonly Word[], index: number, phrase: Phrase): Signal {
  const { category, strength } = phrase;
  return toSignal(words, index, index + phrase.words.length, {
    category,
    score: strength,
    aimed: category !== 'self_harm',
  });
}

/** "I will kill you", "let's kill them all", "kill him". */
function weighViolence(words: readonly Word[], index: number): Signal | undefined {
  const verb = words[index]?.text ?? '';
  const target = targetAfter(words, index);
  if (target === undefined) return undefined;
  const grim = grimVerbs.has(verb);
  if (hasIntent(words, index)) {
    const score = target.kind === 'you' ? 0.92 : grim ? 0.85 : 0.6;
    return toSignal(words, index, target.end, { category: 'threat', score, aimed: true });
  }
  if (!grim) return undefined;
  const score = target.kind === 'group' ? 0.8 : 0.5;
  return toSignal(words, index, target.end, { category: 'violence', score, aimed: target.kind !== 'you' });
}

interface Target {
  readonly kind: 'you' | 'they' | 'group';
  readonly end: number;
}

function targetAfter(words: readonly Word[], index: number): Target | undefined {
  for (let next = index + 1; next <= index + 3; next += 1) {
    const word = words[next];
    if (word === undefined || word.sentence !== words[index]?.sentence) return undefined;
    if (secondPerson.has(word.text)) {
      // "your process" is no person; "your family" is.
      const owned = words[next + 1]?.text ?? '';
      if (word.text === 'your' || word.text === 'ur') {
        return /^(?:family|kids?|child(?:ren)?|mother|mom|father|dad|wife|husband|face|ass|throat|head|sister|brother|baby|whole)$/.test(
          owned,
        )
          ? { kind: 'you', end: next + 2 }
          : undefined;
      }
      return { kind: 'you', end: next + 1 };
    }
    if (/^(?:him|her|them|everyone|everybody|people|himself|someone)$/.test(word.text))
      return { kind: 'they', end: next + 1 };
    if (groups.has(word.text)) return { kind: 'group', end: next + 1 };
    if (!/^(?:all|the|every|those|these|each|fucking|of|some|a|another)$/.test(word.text)) return undefined;
  }
  return undefined;
}

/** A will to act in the four words before: "I'll", "gonna", "going to", "want to", "should". */
function hasIntent(words: readonly Word[], index: number): boolean {
  for (let before = index - 1; before >= Math.max(0, index - 4); before -= 1) {
    const word = words[before];
    if (word === undefined || word.sentence !== words[index]?.sentence) return false;
    const text = word.text;
    if (negators.has(text)) return false;
    const previous = words[before - 1]?.text ?? '';
    if (/^(?:gonna|wanna|lets|imma|finna)$/.test(text)) return true;
    if (text === 'ill' || text === 'well') return before === index - 1;
    if (text === 'will') return /^(?:i|we)$/.test(previous);
    if (text === 'to' && /^(?:going|want|like|love|have|need|about|ready|plan|planning)$/.test(previous)) {
      return !/^(?:you|they|he|she|it)$/.test(words[before - 2]?.text ?? '');
    }
    if (/^(?:should|must|shall)$/.test(text)) return /^(?:i|we|someone|somebody|they|you)$/.test(previous);
  }
  return false;
}

/** "They should be shot", "deserves to be hanged". */
function weighDesert(words: readonly Word[], index: number): Signal | undefined {
  const before = words.slice(Math.max(0, index - 6), index).filter((word) => word.sentence === words[index]?.sentence);
  const texts = before.map((word) => word.text);
  if (!texts.includes('be') || texts.some((text) => negators.has(text))) return undefined;
  if (!texts.some((text) => /^(?:should|must|deserves?|needs?|ought|need|gonna|to)$/.test(text))) return undefined;
  if (!texts.some((text) => secondPerson.has(text) || thirdPerson.has(text) || groups.has(text) || text === 'people'))
    return undefined;
  if (!texts.some((text) => /^(?:should|must|deserves?|ought|need|needs|gonna)$/.test(text))) return undefined;
  const group = before.some((word) => groups.has(word.text));
  const first = Math.max(0, index - before.length);
  return toSignal(words, first, index + 1, {
    category: group ? 'identity_attack' : 'threat',
    score: 0.82,
    aimed: true,
  });
}

/** A group term with a hostile word said of it. The term alone scores nothing. */
function weighGroup(words: readonly Word[], index: number): Signal | undefined {
  const sentence = words[index]?.sentence;
  const window = (from: number, to: number): Word[] =>
    words.slice(Math.max(0, from), Math.max(0, to)).filter((word) => word.sentence === sentence);
  const after = window(index + 1, index + 8);
  const before = window(index - 4, index).map((word) => word.text);
  const denied = [...before.slice(-2), ...after.slice(0, 3).map((word) => word.text)].some((text) =>
    negators.has(text),
  );
  if (denied) return undefined;
  const copula = after.findIndex((word) => /^(?:are|is|r|were|be|all)$/.test(word.text));
  const said = after.findIndex(
    (word, place) => dehumanizers.has(word.text) && copula !== -1 && place > copula && place - copula <= 4,
  );
  const make = (length: number, score: number): Signal =>
    toSignal(words, index, index + 1 + length, { category: 'identity_attack', score, aimed: true });
  if (said !== -1) return make(said + 1, 0.82);
  if (before.slice(-3).some((text) => hateVerbs.has(text)) && before.includes('i')) return make(0, 0.85);
  if (before.slice(-2).some((text) => /^(?:filthy|dirty|fucking|disgusting|stupid|damn|dumb)$/.test(text)))
    return make(0, 0.75);
  const expelled = after.findIndex((word) => expulsions.has(word.text));
  if (expelled !== -1 && after.some((word) => /^(?:should|must|need|deserve|ought)$/.test(word.text)))
    return make(expelled + 1, 0.85);
  const taking = after.findIndex((word, place) => takeovers.has(word.text) && place <= 2);
  if (taking !== -1 && after.slice(taking).some((word) => /^(?:our|my|this|the|your)$/.test(word.text)))
    return make(taking + 1, 0.75);
  return undefined;
}

/** The one addressed stands within a few words, in the same sentence, and is not praised or denied. */
function isAddressed(words: readonly Word[], index: number, you: ReadonlySet<string>): boolean {
  const sentence = words[index]?.sentence;
  for (let place = Math.max(0, index - near); place <= Math.min(words.length - 1, index + 4); place += 1) {
    const word = words[place];
    if (word !== undefined && word.sentence === sentence && you.has(word.text)) return true;
  }
  return false;
}

const person =
  /^(?:he|she|they|him|her|them|hes|shes|theyre|this|guy|man|woman|people|person|who|whos|those|these|all|bunch|such|his)$/;

function isAboutPerson(words: readonly Word[], index: number): boolean {
  const sentence = words[index]?.sentence;
  return words
    .slice(Math.max(0, index - 5), index)
    .some((word) => word.sentence === sentence && (person.test(word.text) || groups.has(word.text)));
}

/** "I am such an idiot" hurts nobody else. */
function isSelf(words: readonly Word[], index: number): boolean {
  const texts = words.slice(Math.max(0, index - 5), index).map((word) => word.text);
  const own = texts.findLastIndex((text) => /^(?:im|i|myself)$/.test(text));
  return (
    own !== -1 &&
    (texts[own] !== 'i' || /^(?:am|was|feel|felt)$/.test(texts[own + 1] ?? '')) &&
    !texts.slice(own).some((text) => secondPerson.has(text))
  );
}

export function matchesAt(words: readonly Word[], index: number, wanted: readonly string[]): boolean {
  return wanted.every((text, offset) => words[index + offset]?.text === text);
}

interface SignalBase {
  readonly category: Category;
  readonly score: number;
  readonly aimed: boolean;
}

/** Makes a signal, lowered where the words are denied, quoted or reported. */
export function toSignal(words: readonly Word[], from: number, to: number, base: SignalBase): Signal {
  const first = words[from];
  const last = words[Math.min(to, words.length) - 1];
  if (first === undefined || last === undefined) throw new Error('a signal lies outside its words');
  const around = words
    .slice(Math.max(0, from - 8), Math.min(words.length, to + 6))
    .filter((word) => word.sentence === first.sentence);
  const before = words.slice(Math.max(0, from - 3), from).filter((word) => word.sentence === first.sentence);
  const reported = around.some((word) => reportCues.has(word.text));
  let score = base.score;
  if (before.some((word) => negators.has(word.text)) && base.category !== 'profanity') score *= 0.4;
  if (first.quoted && reported) score *= 0.35;
  else if (first.quoted) score *= 0.75;
  else if (reported && !base.aimed) score *= 0.6;
  return { category: base.category, score, aimed: base.aimed, start: first.start, end: last.end };
}

function pushIf(signals: Signal[], signal: Signal | undefined): void {
  if (signal !== undefined) signals.push(signal);
}
