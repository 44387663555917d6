/**
 * The mean and the weighted mean detector of tournament sampling, SynthID-Text's scheme (Dathathri et al., Nature
 * 634, 2024), over our own keyed hash: bit l of the upper half of F(6, context, token) is the g-value of layer l.
 */
import { deriveKey, hashTournament } from './green-list.ts';
import { normalTail } from './normal.ts';

export interface TournamentOptions {
  readonly key: string;
  readonly contextWidth: number;
  readonly layers: number;
}

export interface TournamentCount {
  /** Tokens scored: the first of each distinct context, since generation masks contexts already seen. */
  readonly scored: number;
  /** Sum of all g-values: Binomial(scored * layers, 1/2) in text without this watermark. */
  readonly ones: number;
  /** Mean of the g-values with weights falling from 10 to 1 over the layers, 0 to 1. */
  readonly weightedMean: number;
  /** Its normal p-value; no exact tail is computed for the weighted mean. */
  readonly weightedP: number;
}

/** The g-value of a layer, 0 or 1. */
export function bitOf(high: number, layer: number): number {
  return (high >>> layer) & 1;
}

/** Sums the g-values of a text. */
export function countTournament(
  tokens: ArrayLike<number>,
  { key, contextWidth, layers }: TournamentOptions,
): TournamentCount {
  const sipKey = deriveKey(key);
  const seen = new Set<string>();
  const perLayer = new Array<number>(layers).fill(0);
  for (let at = contextWidth; at < tokens.length; at++) {
    let context = '';
    for (let index = at - contextWidth; index < at; index++) context += `${tokens[index] ?? 0},`;
    if (seen.has(context)) continue;
    seen.add(context);
    const { high } = hashTournament(sipKey, tokens, at, contextWidth);
    for (let layer = 0; layer < layers; layer++) perLayer[layer] = (perLayer[layer] ?? 0) + bitOf(high, layer);
  }
  const ones = perLayer.reduce((sum, count) => sum + count, 0);
  return { scored: seen.size, ones, ...weigh(perLayer, seen.size) };
}

function weigh(perLayer: readonly number[], scored: number): Pick<TournamentCount, 'weightedMean' | 'weightedP'> {
  const last = Math.max(1, perLayer.length - 1);
  const weights = perLayer.map((_, layer) => 10 - (9 * layer) / last);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const squares = weights.reduce((sum, weight) => sum + weight * weight, 0);
  const sum = perLayer.reduce((all, count, layer) => all + count * (weights[layer] ?? 0), 0);
  if (scored === 0) return { weightedMean: 0.5, weightedP: 1 };
  const z = (sum - (scored * total) / 2) / Math.sqrt((scored * squares) / 4);
  return { weightedMean: sum / (scored * total), weightedP: normalTail(z) };
}
