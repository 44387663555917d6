/**
 * Toxicity of one text. Words are repaired and looked up; signals (target, denial, quotation) and a small linear model judge
 * them; a calibrated combination of both is the score.
 */
import type { LinearModel } from '../linear-model/model.ts';
import { categories, heads, type ScoreName } from './categories.ts';
import { type Combination, type Combinations, combine } from './combination.ts';
import { isEnglish } from './english.ts';
import { categoryFeatures, overallFeatures, type Seen } from './features.ts';
import { foldWords } from './fold.ts';
import { findForeignSignals } from './foreign.ts';
import { rankLanguages } from './language.ts';
import { type LexicalScores, scoreSignals } from './lexical-scores.ts';
import { createLinearScorer } from './linear-scores.ts';
import { toWordList, type WordList } from './sentence.ts';
import { findSignals, type Signal } from './signals.ts';
import { isAimedAtThings } from './threat.ts';

export interface Span {
  /** A category, or `model.chunk` for the sentences with the highest model score. */
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

export interface ToxicityFinding {
  readonly overall: number;
  readonly scores: Readonly<Record<ScoreName, number>>;
  readonly spans: readonly Span[];
}

export interface ToxicityModel {
  readonly linear: LinearModel;
  readonly combinations: Combinations;
}

export type Detect = (text: string, options: { readonly multilingual: boolean }) => ToxicityFinding;

const maxScore = 0.99;
const maxSpans = 256;
/** Least model score for which its place is shown. */
const shownFrom = 0.5;

/** Share of a harmful category without a target in the overall score. */
const shares: readonly (readonly [name: ScoreName, share: number])[] = [
  ['sexually_explicit', 0.95],
  ['self_harm', 0.7],
  ['violence', 0.7],
];

/** Makes the detector of a model. `multilingual` also uses the lexicon of the text's language. */
export function createDetector({ linear, combinations }: ToxicityModel): Detect {
  const scoreLinear = createLinearScorer(linear);
  const [overall, ...byCategory] = heads.map((name) => get(combinations, name));
  if (overall === undefined) throw new Error('the model has no combination for the overall score');

  return (text, { multilingual }) => {
    const list = toWordList(text, { multilingual });
    const english = findSignals(list);
    const foreign = multilingual ? findForeignSignals(list, rankLanguages(text, list.words)) : [];
    const signals = foreign.length === 0 ? english : [...english, ...foreign];
    const lexical = scoreSignals(signals);
    const folded = foldWords(list, isEnglish);
    if (folded.chunks.length === 0) return toFinding(lexical.overall, lexical.scores, toSpans(signals));
    const seen: Seen = { list, signals, lexical, linear: scoreLinear(folded) };
    const combined = combine(overall, overallFeatures(seen));
    const attack = Math.max(
      isHarmless(seen, folded.chunks.length) ? Math.min(combined, maxHarmless) : combined,
      lexical.overall * trustInRules,
    );
    const scores = { ...lexical.scores };
    for (let index = 0; index < categories.length; index += 1) {
      const [name, combination] = [categories[index], byCategory[index]];
      if (name === undefined || combination === undefined) continue;
      scores[name] = Math.max(combine(combination, categoryFeatures(seen, index)), lexical.scores[name]);
    }
    const worst = folded.spans[seen.linear.worstChunk[0] ?? 0];
    const spans = toSpans(signals);
    if (attack >= shownFrom && worst !== undefined) spans.push(toSpan(list, worst, attack));
    return toFinding(attack, scores, spans);
  };
}

/** Highest score of swearing, despair, and denied or condemned statements: below the default threshold. */
const maxHarmless = 0.6;

/**
 * True if neither rules nor model see an attack on anybody: swearing and despair alone are no abuse; nor is a sentence whose
 * hostile parts are all denied or condemned, or in which a thing is killed. (In a longer text the model may have scored another
 * part.)
 */
function isHarmless({ list, signals, linear }: Seen, chunks: number): boolean {
  if (signals.length === 0 && chunks === 1 && isAimedAtThings(list)) return true;
  if (signals.length > 0 && chunks === 1 && signals.every(({ softened }) => softened)) return true;
  if (attackHeads.some((head) => (linear.worst[head] ?? 0) > 0)) return false;
  return signals.every(({ category, aimed }) => !aimed && (category === 'profanity' || category === 'self_harm'));
}

const attackHeads = (['threat', 'insult', 'identity_attack'] as const).map((name) => heads.indexOf(name));

/** Signals that a person can follow count even if the model scores nothing. */
const trustInRules = 0.97;

function get(combinations: Combinations, name: string): Combination {
  const combination = combinations[name];
  if (combination === undefined) throw new Error(`the model has no combination for ${name}`);
  return combination;
}

function toFinding(attack: number, scores: LexicalScores['scores'], spans: Span[]): ToxicityFinding {
  let overall = attack;
  for (const [name, share] of shares) overall = Math.max(overall, scores[name] * share);
  return {
    overall: round(overall),
    scores: {
      severe_toxicity: round(scores.severe_toxicity),
      threat: round(scores.threat),
      insult: round(scores.insult),
      identity_attack: round(scores.identity_attack),
      profanity: round(scores.profanity),
      sexually_explicit: round(scores.sexually_explicit),
      self_harm: round(scores.self_harm),
      violence: round(scores.violence),
    },
    spans,
  };
}

function toSpans(signals: readonly Signal[]): Span[] {
  return signals
    .toSorted((left, right) => right.score - left.score)
    .slice(0, maxSpans - 1)
    .map(({ category, score, start, end }) => ({ type: category, start, end, score: round(score) }));
}

function toSpan({ words }: WordList, [from, to]: readonly [number, number], score: number): Span {
  const [first, last] = [words[from], words[to - 1]];
  if (first === undefined || last === undefined) throw new Error('a chunk lies outside its words');
  return { type: 'model.chunk', start: first.start, end: last.end, score: round(score) };
}

function round(value: number): number {
  return Math.round(Math.min(maxScore, value) * 1000) / 1000;
}
