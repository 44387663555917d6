/** The shipped form of a linear model: a card that a person can read, and the weights beside it as signed bytes. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** One output of the model, e.g. `overall` or `threat`. */
export interface Head {
  readonly name: string;
  readonly bias: number;
  /** Value of one step of a weight. */
  readonly scale: number;
  /**
   * Calibration: rising pairs of [logit, probability], made on development data. Linear between two pairs, flat outside of them.
   */
  readonly calibration: readonly (readonly [logit: number, probability: number])[];
  /** Calibration of the strongest window of a text: a maximum over many windows is higher by itself. */
  readonly windowCalibration?: readonly (readonly [logit: number, probability: number])[];
}

/** The content of the card file `<name>.json`. */
export interface ModelCard {
  /** Id in claims, e.g. `assay-injection-1`. */
  readonly id: string;
  readonly format: 'assay-linear/1';
  /** Number of buckets: `2 ** bits`. */
  readonly bits: number;
  readonly heads: readonly Head[];
  /** Hex SHA-256 of the weights file. */
  readonly weights_sha256: string;
  /** Every training file: path within the data folder, hex SHA-256. */
  readonly trained_on: readonly { readonly path: string; readonly sha256: string; readonly rows: number }[];
  /** Measurements, for people to read. */
  readonly notes: readonly string[];
}

export interface LinearModel {
  readonly card: ModelCard;
  /** One weight for each bucket and head; the heads of a bucket are adjacent. */
  readonly weights: Int8Array;
}

/**
 * Loads `<stem>.json` and `<stem>.bin`.
 *
 * @throws Error when the weights do not match the hash in the card.
 */
export function loadModel(stem: URL): LinearModel {
  const card: ModelCard = JSON.parse(readFileSync(new URL(`${stem.href}.json`), 'utf8'));
  const bytes = readFileSync(new URL(`${stem.href}.bin`));
  return checkModel(card, new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/** Combines card and weights. @throws Error when they do not match. */
export function checkModel(card: ModelCard, weights: Int8Array): LinearModel {
  if (card.format !== 'assay-linear/1') throw new Error(`model ${card.id} does not have the expected format`);
  if (weights.length !== 2 ** card.bits * card.heads.length)
    throw new Error(`the weights of model ${card.id} have the wrong size`);
  const hash = createHash('sha256').update(weights).digest('hex');
  if (hash !== card.weights_sha256) throw new Error(`the weights of model ${card.id} do not match its card`);
  return { card, weights };
}
