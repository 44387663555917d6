/** Scores from the signals alone, by rules that a person can follow, without the trained model. */
import { categories, type ScoreName } from './categories.ts';
import type { Category } from './lexicon.ts';
import type { Signal } from './signals.ts';

export interface LexicalScores {
  readonly overall: number;
  readonly scores: Readonly<Record<ScoreName, number>>;
}

const maxScore = 0.99;

/** Takes the strongest signal of a category; each further one adds a fifth of the remainder. */
export function scoreSignals(signals: readonly Signal[]): LexicalScores {
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
    return Math.min(maxScore, 1 - (1 - top) * 0.8 ** Math.min(4, (sums.get(category) ?? 0) - top));
  };
  const [threat, insult, identity] = [score('threat'), score('insult'), score('identity_attack')];
  const scores = {
    threat,
    insult,
    identity_attack: identity,
    profanity: score('profanity'),
    sexually_explicit: score('sexually_explicit'),
    self_harm: score('self_harm'),
    violence: score('violence'),
    severe_toxicity: Math.max(threat * 0.85, identity * 0.8, insult >= 0.9 ? insult * 0.5 : 0, hostileSelfHarm * 0.8),
  };
  return { overall: combine(scores, signals), scores };
}

/** Weight of a category in the overall score: profanity alone is not toxic, despair is no attack. */
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
