/** Predictions and true labels of each row, as bits. */
import type { Column, Columns } from './columns.ts';
import { invalid, isMissing } from './invalid.ts';

export interface OutcomeOptions {
  /** The positive label; without it 1 and true are positive, 0 and false are negative. */
  readonly positiveLabel: string | undefined;
  /** Scores from here on are positive predictions, for rows with scores and no predictions. */
  readonly scoreThreshold: number | undefined;
}

export interface Outcomes {
  /** 1 where the prediction is positive. */
  readonly selected: Uint8Array;
  /** 1 where the true label is positive; `undefined` if no row has one. */
  readonly actual: Uint8Array | undefined;
}

/** @throws AuditorFailure INVALID_REQUEST for a row without a prediction or with an invalid label */
export function readOutcomes(columns: Columns, options: OutcomeOptions): Outcomes {
  const { predicted, actual, size, pathOf } = columns;
  const readLabel = labelReader(options.positiveLabel);
  const selected =
    predicted === undefined
      ? readScores(columns, options.scoreThreshold)
      : readLabels(predicted, { size, readLabel, pathOf: (index) => pathOf(index, 'y_pred') });
  if (actual === undefined) return { selected, actual: undefined };
  return { selected, actual: readLabels(actual, { size, readLabel, pathOf: (index) => pathOf(index, 'y_true') }) };
}

type LabelReader = (value: unknown) => 0 | 1 | undefined;

interface LabelOptions {
  readonly size: number;
  readonly readLabel: LabelReader;
  readonly pathOf: (index: number) => string;
}

function readLabels(at: Column, { size, readLabel, pathOf }: LabelOptions): Uint8Array {
  const bits = new Uint8Array(size);
  for (let index = 0; index < size; index += 1) {
    const value = at(index);
    const bit = readLabel(value);
    if (bit === undefined) throw invalid(pathOf(index), describeLabel(value));
    bits[index] = bit;
  }
  return bits;
}

/** Never treats an unknown label as negative: a misspelt label would make a group look worse. */
function labelReader(positiveLabel: string | undefined): LabelReader {
  if (positiveLabel === undefined) {
    return (value) => {
      if (value === 1 || value === true || value === '1' || value === 'true') return 1;
      return value === 0 || value === false || value === '0' || value === 'false' ? 0 : undefined;
    };
  }
  const positive = toLabel(positiveLabel);
  return (value) => {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
    return toLabel(value) === positive ? 1 : 0;
  };
}

/** 1, "1", true and "true" are one label, as without a named label. */
function toLabel(value: string | number | boolean): string {
  const text = String(value);
  if (text === 'true') return '1';
  return text === 'false' ? '0' : text;
}

function describeLabel(value: unknown): string {
  if (isMissing(value)) return 'is missing; give it for every row or for none';
  return 'must be 0 or 1, true or false; for other labels name the positive one in data.metadata.positive_label';
}

function readScores({ score, size, pathOf }: Columns, threshold: number | undefined): Uint8Array {
  if (score === undefined) throw invalid(pathOf(0, 'y_pred'), 'is missing; every row needs y_pred, or a score');
  if (threshold === undefined) {
    throw invalid(pathOf(0, 'y_pred'), 'is missing; if you send only scores, also send data.metadata.score_threshold');
  }
  const bits = new Uint8Array(size);
  for (let index = 0; index < size; index += 1) {
    const value = score(index);
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      throw invalid(pathOf(index, 'score'), 'must be a finite number, in every row');
    }
    bits[index] = value >= threshold ? 1 : 0;
  }
  return bits;
}
