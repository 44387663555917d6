/** Toxicity of one text by the lexical model `assay-lexical-1`: signals of each category, combined to scores. */

import { rankLanguages } from './language.ts';
import { type ForeignLexicon, foreignLexicons, isForeignWord } from './languages.ts';
import type { Category } from './lexicon.ts';
import { matchesAt, toWordList, type WordList } from './sentence.ts';
import { findSignals, type Signal, toSignal, weighWord } from './signals.ts';

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
    ...{ identity_attack: 0, insult: 0, profanity: 0, self_harm: 0 },
    ...{ severe_toxicity: 0, sexually_explicit: 0, threat: 0, violence: 0 },
  },
  spans: [],
};

const maxScore = 0.99;
const maxSpans = 256;

/** Judges one text. `multilingual` also uses the lexicon of the language the text is in. */
export function detectToxicity(text: string, { multilingual }: { readonly multilingual: boolean }): ToxicityFinding {
  const list = toWordList(text, (word) => multilingual && isForeignWord(word));
  const languages = multilingual ? rankLanguages(text, list.words) : [];
  const foreign = languages.flatMap((language) => {
    const known = foreignLexicons.get(language);
    return known === undefined ? [] : findForeign(list, known);
  });
  const signals = [...findSignals(list), ...foreign];
  if (signals.length === 0) return none;
  const scores = scoreCategories(signals);
  return {
    overall: round(combine(scores, signals)),
    scores,
    spans: signals
      .toSorted((left, right) => right.score - left.score)
      .slice(0, maxSpans)
      .map(({ category, score, start, end }) => ({ type: category, start, end, score: round(score) })),
  };
}

function findForeign(list: WordList, { entries, secondPerson, threats }: ForeignLexicon): Signal[] {
  const signals: Signal[] = [];
  const isYou = (words: WordList, index: number): boolean => secondPerson.has(words.words[index]?.text ?? '');
  for (const [index, word] of list.words.entries()) {
    const entry = entries.get(word.text);
    if (entry !== undefined) signals.push(toSignal(list, weighWord(list, index, { entry, isYou })));
    for (const phrase of threats) {
      if (phrase[0] !== word.text || !matchesAt(list, index, phrase)) continue;
      const place = { from: index, to: index + phrase.length };
      signals.push(toSignal(list, { category: 'threat', score: 0.88, aimed: true, ...place }));
    }
  }
  return signals;
}

/** Strongest signal of a category; each further one closes a fifth of what is left. */
function scoreCategories(signals: readonly Signal[]): Record<ScoreName, number> {
  const best = new Map<Category, number>();
  const sums = new Map<Category, number>();
  let hostileSelfHarm = 0;
  for (const { category, score, aimed } of signals) {
    best.set(category, Math.max(best.get(category) ?? 0, score));
    sums.set(category, (sums.get(category) ?? 0) + score);
    if (category === 'self_harm' && aimed) hostileSelfHarm = 0.9;
  }
  const score = (category: Category): number => {
    const top = best.get(category) ?? 0;
    return round(Math.min(maxScore, 1 - (1 - top) * 0.8 ** Math.min(4, (sums.get(category) ?? 0) - top)));
  };
  const [threat, insult, identity] = [score('threat'), score('insult'), score('identity_attack')];
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

function combine(scores: Readonly<Record<ScoreName, number>>, signals: readonly Signal[]): number {
  let miss = 1;
  for (const name of categories) {
    if (name !== 'severe_toxicity') miss *= 1 - scores[name] * weights[name];
  }
  // Swearing at somebody, and telling somebody to hurt themselves, is abuse.
  const aimed = (category: Category, weight: number): number =>
    signals.some((one) => one.category === category && one.aimed) ? scores[category] * weight : 0;
  return Math.min(maxScore, Math.max(1 - miss, aimed('profanity', 0.85), aimed('self_harm', 0.95)));
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
