/** Finds the most relevant source sentences of a claim by weighted overlap of meanings. */

import type { SourceIndex, SourceSentence } from './source-index.ts';
import { flag } from './word-lists.ts';
import type { Word } from './words.ts';

/** A meaning of the claim and its weight. */
export interface Term {
  readonly id: number;
  readonly weight: number;
  /** Place of its first word in the claim. */
  readonly at: number;
}

export interface Support {
  /** Index of the most relevant sentence; -1 if there is none. */
  readonly best: number;
  /** The surrounding sentences of the same source, in order. */
  readonly window: readonly number[];
  /** Weighted shares of the claim's meanings. */
  readonly bestCoverage: number;
  readonly windowCoverage: number;
  readonly wholeCoverage: number;
}

/** Lists the informative meanings of a claim, each once. */
export function listTerms(words: readonly Word[], index: SourceIndex): Term[] {
  const terms = new Map<number, Term>();
  for (const [at, { id, flags }] of words.entries()) {
    if ((flags & flag.small) !== 0 || terms.has(id)) continue;
    terms.set(id, { id, weight: index.weight(id), at });
  }
  return [...terms.values()];
}

const candidates = 4;
const maxPostings = 400;

/** Retrieves the support of a claim. */
export function findSupport(terms: readonly Term[], index: SourceIndex): Support {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  const scores = new Map<number, number>();
  let known = 0;
  // Very common meanings find nothing; they are looked up only if a claim has no others.
  const isRare = ({ id }: Term): boolean => index.postings(id).length <= maxPostings;
  const someRare = terms.some((term) => index.postings(term.id).length > 0 && isRare(term));
  for (const term of terms) {
    const places = index.postings(term.id);
    if (places.length > 0) known += term.weight;
    if (someRare && !isRare(term)) continue;
    for (const sentence of places.slice(0, maxPostings)) {
      scores.set(sentence, (scores.get(sentence) ?? 0) + term.weight);
    }
  }
  const top = highest(scores, index.sentences);
  const best = top[0] ?? -1;
  const wholeCoverage = total === 0 ? 0 : known / total;
  if (best < 0 || total === 0) {
    return { best: -1, window: [], bestCoverage: 0, windowCoverage: 0, wholeCoverage };
  }
  let window: readonly number[] = [best];
  let windowScore = -1;
  for (const sentence of top) {
    const around = windowAround(sentence, index.sentences);
    const score = coveredBy(around, terms, index) + 1e-6 * (scores.get(sentence) ?? 0);
    if (score > windowScore) [window, windowScore] = [around, score];
  }
  return {
    best,
    window,
    bestCoverage: (scores.get(best) ?? 0) / total,
    windowCoverage: Math.min(1, windowScore / total),
    wholeCoverage,
  };
}

/** Gives the sentences with the highest scores; of equal ones the shorter, then the one whose words come first. */
function highest(scores: ReadonlyMap<number, number>, sentences: readonly SourceSentence[]): number[] {
  const top: { sentence: number; score: number }[] = [];
  for (const [sentence, sum] of scores) {
    const score = sum - 0.001 * (sentences[sentence]?.words.length ?? 0);
    const last = top.at(-1);
    if (top.length === candidates && last !== undefined && score < last.score) continue;
    let place = top.length;
    while (place > 0 && isBefore(sentence, score, top[place - 1])) place -= 1;
    top.splice(place, 0, { sentence, score });
    if (top.length > candidates) top.pop();
  }
  return top.map(({ sentence }) => sentence);
}

function isBefore(sentence: number, score: number, other: { sentence: number; score: number } | undefined): boolean {
  return other !== undefined && (score > other.score || (score === other.score && sentence < other.sentence));
}

function windowAround(sentence: number, sentences: readonly SourceSentence[]): number[] {
  const source = sentences[sentence]?.source;
  return [sentence - 1, sentence, sentence + 1].filter((at) => sentences[at]?.source === source && at >= 0);
}

function coveredBy(window: readonly number[], terms: readonly Term[], index: SourceIndex): number {
  let covered = 0;
  for (const { id, weight } of terms) {
    if (window.some((sentence) => index.holds(sentence, id))) covered += weight;
  }
  return covered;
}
