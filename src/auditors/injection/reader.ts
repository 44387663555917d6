/**
 * Reads a folded text with the trained weights: one pass sums the feature weights of each slot, and every window is a
 * whole number of slots. A logit is bias + sum / sqrt(mass), where the mass is the sum of the features' counts.
 */
import type { Head, LinearModel } from '../linear-model/model.ts';
import { eachFeature } from './features.ts';

/** Characters in one slot. Sizes and steps of windows are multiples of it. */
const slotSize = 20;

export interface WindowShape {
  readonly size: number;
  readonly step: number;
}

export interface WindowLogit {
  readonly logit: number;
  /** UTF-16 offsets into the folded text. */
  readonly start: number;
  readonly end: number;
}

/** The trained models, one head each. */
export interface InjectionModels {
  /** An attack on the model that reads the text. */
  readonly attack: LinearModel;
  /** Of an attack: that it is a jailbreak. */
  readonly jailbreak: LinearModel;
  /** An order to a model, in a document. */
  readonly indirect: LinearModel;
}

export type HeadName = keyof InjectionModels;

/** Positions of each head's sums in a slot; the mass comes first. */
const places: Readonly<Record<HeadName, number>> = { attack: 1, jailbreak: 2, indirect: 3 };
const width = 4;

/** A text that was read. */
export interface Reading {
  /** Logit of the text as a whole. */
  whole(head: HeadName): number;
  /** Windows start every `step` characters and are `size` long; the last one ends with the text. */
  strongest(head: HeadName, shape: WindowShape): WindowLogit;
}

/** Creates the reader of the models. @throws Error for a wrong model */
export function createReader(models: InjectionModels): (folded: string) => Reading {
  const heads = {
    attack: headOf(models, 'attack'),
    jailbreak: headOf(models, 'jailbreak'),
    indirect: headOf(models, 'indirect'),
  };
  const { attack, jailbreak, indirect } = models;
  // One table each, so that each has as many buckets as it needs.
  const [attackWeights, attackShift] = [attack.weights, 32 - attack.card.bits];
  const [jailbreakWeights, jailbreakShift] = [jailbreak.weights, 32 - jailbreak.card.bits];
  const [indirectWeights, indirectShift] = [indirect.weights, 32 - indirect.card.bits];
  let sums = new Int32Array(0);

  const add = (hash: number, start: number, value: number): void => {
    const place = Math.floor(start / slotSize) * width;
    sums[place] = (sums[place] ?? 0) + value;
    sums[place + 1] = (sums[place + 1] ?? 0) + value * (attackWeights[hash >>> attackShift] ?? 0);
    sums[place + 2] = (sums[place + 2] ?? 0) + value * (jailbreakWeights[hash >>> jailbreakShift] ?? 0);
    sums[place + 3] = (sums[place + 3] ?? 0) + value * (indirectWeights[hash >>> indirectShift] ?? 0);
  };

  return (folded) => {
    sums = new Int32Array(Math.ceil(folded.length / slotSize) * width);
    eachFeature(folded, add);
    const slots = { sums, number: sums.length / width, length: folded.length };
    sums = new Int32Array(0);
    return {
      whole: (name) => logitOf(slots, heads[name], places[name], 0, slots.number),
      strongest: (name, shape) => strongestOf(slots, heads[name], places[name], shape),
    };
  };
}

function headOf(models: InjectionModels, name: HeadName): Head {
  const { card } = models[name];
  const [head] = card.heads;
  if (head?.name !== name || card.heads.length !== 1)
    throw new Error(`model ${card.id} does not have the heads of ${name}`);
  return head;
}

interface Slots {
  readonly sums: Int32Array;
  readonly number: number;
  readonly length: number;
}

function strongestOf(slots: Slots, head: Head, offset: number, { size, step }: WindowShape): WindowLogit {
  let best: WindowLogit = { logit: -Infinity, start: 0, end: slots.length };
  for (let start = 0; ; start += step) {
    const end = Math.min(start + size, slots.length);
    const last = end === slots.length ? slots.number : end / slotSize;
    const logit = logitOf(slots, head, offset, start / slotSize, last);
    if (logit > best.logit) best = { logit, start, end };
    if (end === slots.length) return best;
  }
}

function logitOf({ sums }: Slots, { bias, scale }: Head, offset: number, from: number, to: number): number {
  let mass = 0;
  let sum = 0;
  for (let place = from * width; place < to * width; place += width) {
    mass += sums[place] ?? 0;
    sum += sums[place + offset] ?? 0;
  }
  return mass === 0 ? bias : bias + (scale * sum) / Math.sqrt(mass);
}
