/**
 * Fits the support model: features of each row, weights that balance length and kinds, a logistic regression, its calibration.
 */
import { cutClaims } from '../../../src/auditors/groundedness/claims.ts';
import { compareClaim, featureNames } from '../../../src/auditors/groundedness/features.ts';
import { indexSources, type SourceIndex } from '../../../src/auditors/groundedness/source-index.ts';
import { type SupportModel, supportLogit } from '../../../src/auditors/groundedness/support-model.ts';
import { createVocabulary } from '../../../src/auditors/groundedness/words.ts';
import type { Row } from '../../data/row.ts';
import { calibrationTable } from '../../training/calibrate.ts';
import { fitSigned } from './fit-signed.ts';
import { hardSource, newsSource } from './rows.ts';
import { toLowerCase } from './summaries.ts';

/** A row with its features. */
export interface Look {
  readonly row: Row;
  readonly features: readonly number[];
  /** Share of copied text, 0 to 1. */
  readonly copied: number;
  readonly words: number;
}

/** Computes the features of rows; the sources of rows that share them are indexed once. */
export function lookAtRows(rows: readonly Row[]): Look[] {
  const indexes = new Map<string, SourceIndex>();
  return rows.flatMap((row) => {
    const key = JSON.stringify(row.sources ?? []);
    const index = indexes.get(key) ?? indexSources(row.sources ?? [], createVocabulary());
    indexes.set(key, index);
    return [row.text, toLowerCase(row.text)].flatMap((text) => lookAtText(row, text, index));
  });
}

/** All claims of a faithful row are true. Of an unfaithful row it takes the claim that copies least. */
function lookAtText(row: Row, text: string, index: SourceIndex): Look[] {
  const looks = cutClaims(text).flatMap(({ start, end }) => {
    const words = index.vocabulary.cut(text, start, end);
    if (words.length === 0) return [];
    const { features, copied } = compareClaim(words, text, index);
    return [{ row, features, copied, words: words.length }];
  });
  if (row.label === 0) return looks;
  return looks.toSorted((left, right) => (left.features[runs] ?? 0) - (right.features[runs] ?? 0)).slice(0, 1);
}

const runs = featureNames.indexOf('triples');

/** Relative weight of each family of rows. */
const masses: Readonly<Record<string, number>> = {
  news: 1000,
  free: 1300,
  hard: 70,
  close: 200,
  copied: 1600,
  answers: 100,
};

/**
 * `news`: sentences about articles of real length. `free`: freely worded. `close`: our own small changes of the source. `copied`:
 * made of the source's own words. `answers`: short answers to questions. `hard`: true in other words, false in those of the
 * source.
 */
function familyOf({ source, category }: Row): string {
  if (source === 'halueval-qa') return 'answers';
  if (source === hardSource) return 'hard';
  if (source === newsSource) return 'news';
  if (source.endsWith('articles-made') || source.endsWith('passages-made') || source.endsWith('news-made'))
    return 'copied';
  return source === 'own.summaries-made' || category === 'faithful' || category === 'invented' ? 'free' : 'close';
}

const lengths = [3, 6, 9, 12, 16, 21, 28];
const lengthBin = (words: number): number => lengths.filter((limit) => words > limit).length;

/**
 * Balances both labels at every length of a family: hallucinated answers are longer, so an unbalanced model would learn only
 * length. `close` rows have one label; the faithful rows of `free` balance them.
 */
export function balance(looks: readonly Look[]): number[] {
  const keyOf = ({ row, words }: Look, label: number): string => `${familyOf(row)} ${lengthBin(words)} ${label}`;
  const counts = new Map<string, number>();
  for (const look of looks) {
    const key = keyOf(look, look.row.label);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const raw = looks.map((look) => {
    const [same = 0, other = 0] = [look.row.label, 1 - look.row.label].map((label) => counts.get(keyOf(look, label)));
    if (familyOf(look.row) === 'close') return 1;
    // Weighs as many as the rarer label has, so that a length with one label teaches nothing.
    return Math.min(same, other) / same;
  });
  const totals = new Map<string, number>();
  for (const [at, look] of looks.entries()) {
    const key = familyOf(look.row);
    totals.set(key, (totals.get(key) ?? 0) + (raw[at] ?? 0));
  }
  return looks.map((look, at) => {
    const family = familyOf(look.row);
    return ((raw[at] ?? 0) * (masses[family] ?? 0)) / (totals.get(family) ?? 1);
  });
}

export interface Fit {
  readonly bias: number;
  readonly weights: readonly number[];
}

const ridge = 3;

/** From this feature on, more never speaks for support; before it, more never speaks against. */
const firstFalling = featureNames.indexOf('jumps');
/** A gap between two runs may be a compression or a distortion. */
const free = featureNames.indexOf('onward');

const toRising = (value: number, at: number): number => (at >= firstFalling && at !== free ? -value : value);

/**
 * Families with their own level during the fit. A lie in copied words shares more words with its source than a freely worded
 * truth; pooled together, shared words would get the wrong sign.
 */
const levels = ['free', 'copied', 'answers'];
/** Below 1, regularisation keeps the levels small: an answer does not tell its family. */
const levelShare = 0.4;

const levelsOf = (row: Row): number[] => {
  const family = familyOf(row);
  return levels.map((level) => (level === (family === 'close' ? 'copied' : family) ? levelShare : 0));
};

const dot = (left: readonly number[], right: readonly number[]): number =>
  left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);

function mean(weighted: readonly (readonly [value: number, weight: number])[]): number {
  const total = weighted.reduce((sum, [, weight]) => sum + weight, 0);
  return weighted.reduce((sum, [value, weight]) => sum + value * weight, 0) / total;
}

/** Fits bias and weights; the regression's label is support. */
export function fitSupport(looks: readonly Look[]): Fit {
  const weights = balance(looks);
  const observations = looks.map(({ row, features }, at) => ({
    features: [...features.map(toRising), ...levelsOf(row)],
    label: 1 - row.label,
    weight: weights[at] ?? 0,
  }));
  const size = featureNames.length;
  const anySign = [free, ...levels.map((_, at) => size + at)];
  const { bias, weights: fitted } = fitSigned(observations, { ridge, anySign });
  const level = mean(
    observations.map(({ features, weight }) => [dot(features.slice(size), fitted.slice(size)), weight]),
  );
  return { bias: round(bias + level), weights: fitted.slice(0, size).map(toRising).map(round) };
}

const folds = 5;
/**
 * Assumed ratio of supported to unsupported claims: answers to questions over sources are mostly right, and more often where they
 * copy. Our own copied rows contain more lies than summaries do, because they are training material.
 */
const supportedPerUnsupported = { copied: 4, free: 2 };

/** Calibrates copying and other claims separately, on rows outside the fit: fold by fold, each source in one fold. */
export function calibrateSupport(looks: readonly Look[]): SupportModel['calibration'] {
  const foldOf = new Map<string, number>();
  for (const { row } of looks) {
    const id = row.sources?.[0]?.text ?? '';
    if (!foldOf.has(id)) foldOf.set(id, foldOf.size % folds);
  }
  const weights = balance(looks);
  const scored = Array.from({ length: folds }, (_, fold) => fold).flatMap((fold) => {
    const isInside = ({ row }: Look): boolean => foldOf.get(row.sources?.[0]?.text ?? '') === fold;
    const fit = fitSupport(looks.filter((look) => !isInside(look)));
    return looks.flatMap((look, at) => {
      if (!isInside(look)) return [];
      const label = look.row.label === 0 ? 1 : 0;
      const logit = supportLogit(fit, look.features);
      return [{ logit, label, weight: weights[at] ?? 0, copied: look.copied } as const];
    });
  });
  const tableOf = (share: (copied: number) => number, prior: number): [number, number][] =>
    calibrationTable(
      scored
        .map(({ logit, label, weight, copied }) => ({
          logit,
          label,
          weight: weight * share(copied) * (label === 1 ? prior : 1),
        }))
        .filter(({ weight }) => weight > 0),
    );
  return {
    copied: tableOf((copied) => copied, supportedPerUnsupported.copied),
    free: tableOf((copied) => 1 - copied, supportedPerUnsupported.free),
  };
}

const round = (value: number): number => Math.round(value * 1e5) / 1e5;
