/** A toy language model that samples with and without watermarks, for the detectors' tests. */

import { createGreenList, deriveKey, type GreenList, type GreenListOptions, hashTournament } from './green-list.ts';
import { bitOf } from './tournament.ts';

/** Seeded uniform numbers in [0, 1) (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Logits of the next token: they depend on the last one, and leave a few nats of entropy. */
export function createToyModel(vocabulary: number, seed: number): (last: number) => Float64Array {
  const rows = new Map<number, Float64Array>();
  return (last) => {
    const known = rows.get(last);
    if (known !== undefined) return known;
    const random = createRandom(seed ^ Math.imul(last + 1, 0x9e3779b1));
    const row = Float64Array.from({ length: vocabulary }, () => 1.5 * Math.log(1 / (random() + 1e-9)));
    rows.set(last, row);
    return row;
  };
}

export interface StreamOptions {
  readonly length: number;
  readonly vocabulary: number;
  readonly modelSeed: number;
  readonly seed: number;
}

/** Samples without any watermark. */
export function generatePlain(options: StreamOptions): number[] {
  return generate(options, (logits, _tokens, random) => sample(logits, random));
}

/** Samples with delta added to the logits of green tokens. */
export function generateGreen(options: StreamOptions & { delta: number; list: GreenList }): number[] {
  const { delta, list } = options;
  return generate(options, (logits, tokens, random) => {
    if (tokens.length < list.contextWidth) return sample(logits, random);
    const biased = logits.map((logit, token) => {
      const { green } = list.look([...tokens.slice(-list.contextWidth), token], list.contextWidth);
      return green ? logit + delta : logit;
    });
    return sample(biased, random);
  });
}

/** The green list of a key, or another one, in the detector's form. */
export function keyed(options: Partial<GreenListOptions> = {}): GreenList {
  return createGreenList({ key: 'a key of the tests', scheme: 'left', gamma: 0.25, contextWidth: 1, ...options });
}

/** Samples by a tournament: of 2^layers candidates, each layer selects the higher g-value. */
export function generateTournament(
  options: StreamOptions & { key: string; contextWidth: number; layers: number },
): number[] {
  const { key, contextWidth, layers } = options;
  const sipKey = deriveKey(key);
  const seen = new Set<string>();
  return generate(options, (logits, tokens, random) => {
    const context = tokens.slice(-contextWidth);
    if (context.length < contextWidth || seen.has(context.join())) return sample(logits, random);
    seen.add(context.join());
    let players = Array.from({ length: 2 ** layers }, () => sample(logits, random));
    for (let layer = 0; layer < layers; layer++) {
      const winners: number[] = [];
      for (let index = 0; index < players.length; index += 2) {
        const [one = 0, other = 0] = players.slice(index, index + 2);
        const [left, right] = [one, other].map((token) =>
          bitOf(hashTournament(sipKey, [...context, token], contextWidth, contextWidth).high, layer),
        );
        winners.push(
          (left ?? 0) === (right ?? 0) ? (random() < 0.5 ? one : other) : (left ?? 0) > (right ?? 0) ? one : other,
        );
      }
      players = winners;
    }
    return players[0] ?? 0;
  });
}

type Choose = (logits: Float64Array, tokens: readonly number[], random: () => number) => number;

function generate({ length, vocabulary, modelSeed, seed }: StreamOptions, choose: Choose): number[] {
  const model = createToyModel(vocabulary, modelSeed);
  const random = createRandom(seed);
  const tokens = [Math.floor(random() * vocabulary)];
  while (tokens.length < length) tokens.push(choose(model(tokens.at(-1) ?? 0), tokens, random));
  return tokens;
}

function sample(logits: Float64Array, random: () => number): number {
  let best = Number.NEGATIVE_INFINITY;
  let winner = 0;
  // Gumbel's trick: the largest of logit + noise is a draw from the softmax.
  for (let token = 0; token < logits.length; token++) {
    const value = (logits[token] ?? 0) - Math.log(-Math.log(random() + 1e-300));
    if (value > best) {
      best = value;
      winner = token;
    }
  }
  return winner;
}
