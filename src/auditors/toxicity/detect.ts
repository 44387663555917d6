/** Toxicity of one text by the lexical model `assay-lexical-1`: signals of each category, combined to scores. */

import { detectLanguage } from './language.ts';
import { foreignLexicons } from './languages.ts';
import { type Category, lexicon } from './lexicon.ts';
import { phrasesByFirst } from './phrases.ts';
import { findSignals, matchesAt, type Signal, toSignal, weighWord } from './signals.ts';
import { splitWords, type Word } from './words.ts';

export const categories = [
  'severe_toxicity',
  'threat',
  'insult',
  'identity_attack',
  'profanity',
  'sexually_explicit',
  'self_harm',
  'violence',
] as const;
export type ScoreName = (typeof categories)[number];

export interface ToxicityFinding {
  readonly overall: number;
  readonly scores: Readonly<Record<ScoreName, number>>;
  readonly spans: readonly { type: string; start: number; end: number; score: number }[];
}

const none: ToxicityFinding = {
  overall: 0,
  scores: {
    ...{ severe_toxicity: 0, threat: 0, insult: 0, identity_attack: 0 },
    ...{ profanity: 0, sexually_explicit: 0, self_harm: 0, violence: 0 },
  },
  spans: [],
};

const maxScore = 0.99;
const maxSpans = 256;

/** Judges one text. `multilingual` also uses the lexicon of the language the text is in. */
export function detectToxicity(text: string, { multilingual }: { readonly multilingual: boolean }): ToxicityFinding {
  const language = multilingual ? detectLanguage(text) : 'en';
  const foreign = foreignLexicons.get(language);
  const isKnown = (word: string): boolean =>
    lexicon.has(word) || phrasesByFirst.has(word) || foreign?.entries.has(word) === true;
  const words = splitWords(text, isKnown);
  const signals = findSignals(words);
  if (foreign !== undefined) signals.push(...findForeign(words, foreign));
  if (signals.length === 0) return none;
  const scores = scoreCategories(signals);
  return {
    overall: round(overall(scores, signals)),
    scores,
    spans: signals
      .toSorted((left, right) => right.score - left.score)
      .slice(0, maxSpans)
      .map(({ category, score, start, end }) => ({ type: category, start, end, score: round(score) })),
  };
}

type Foreign = NonNullable<ReturnType<typeof foreignLexicons.get>>;

function findForeign(words: readonly Word[], { entries, secondPerson, threats }: Foreign): Signal[] {
  const signals: Signal[] = [];
  for (const [index, word] of words.entries()) {
    const entry = entries.get(word.text);
    if (entry !== undefined) signals.push(weighWord(words, index, entry, secondPerson));
    for (const phrase of threats) {
      if (phrase[0] !== word.text || !matchesAt(words, index, phrase)) continue;
      signals.push(toSignal(words, index, index + phrase.length, { category: 'threat', score: 0.88, aimed: true }));
    }
  }
  return signals;
}

/** Strongest signal of a category; each further one closes a fifth of what is left. */
function scoreCategories(signals: readonly Signal[]): Record<ScoreName, number> {
  const score = (category: Category): number => {
    const own = signals.filter((signal) => signal.category === category).map((signal) => signal.score);
    if (own.length === 0) return 0;
    const best = Math.max(...own);
    const rest = own.reduce((sum, value) => sum + value, 0) - best;
    return round(Math.min(maxScore, 1 - (1 - best) * 0.8 ** Math.min(4, rest)));
  };
  const [threat, insult, identity] = [score('threat'), score('insult'), score('identity_attack')];
  const hostileSelfHarm = signals.some((one) => one.category === 'self_harm' && one.aimed) ? 0.9 : 0;
  return {
    threat,
    insult,
    identity_attack: identity,
    profanity: score('profanity'),
    sexually_explicit: score('sexually_explicit'),
    self_harm: score('self_harm'),
    violence: score('violence'),
    severe_toxicity: round(
      Math.max(threat * 0.85, identity * 0.8, insult >= 0.9 ? insult * 0.5 : 0, hostileSelfHarm * 0.8),
    ),
  };
}

/** Weight of a category in the overall score: profanity alone is not toxicity, despair is no attack. */
const weights: Readonly<Record<Exclude<ScoreName, 'severe_toxicity'>, number>> = {
  threat: 0.95,
  insult: 0.93,
  identity_attack: 0.95,
  profanity: 0.5,
  sexually_explicit: 0.6,
  self_harm: 0.5,
  violence: 0.6,
};

function overall(scores: Readonly<Record<ScoreName, number>>, signals: readonly Signal[]): number {
  let miss = 1;
  for (const name of categories) {
    if (name !== 'severe_toxicity') miss *= 1 - scores[name] * weights[name];
  }
  const aimedProfanity = signals.some((one) => one.category === 'profanity' && one.aimed) ? scores.profanity * 0.85 : 0;
  return Math.min(maxScore, Math.max(1 - miss, aimedProfanity));
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
