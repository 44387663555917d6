/** The settings of the auditor's methods, and their combination with the request. */
import { type InferSettings, setting } from '@assay/sdk';
import { isRecord } from '@assay/sdk/contract';
import type { Aggregation, Comparison } from './between-groups.ts';
import { maxGroups } from './group-table.ts';
import { confidenceLevels, isConfidenceLevel } from './intervals.ts';
import { invalid, isMissing } from './invalid.ts';
import { readName } from './names.ts';

const comparisons: readonly Comparison[] = ['between_groups', 'to_overall'];
const aggregations: readonly Aggregation[] = ['worst_case', 'mean'];

/** How the request's rows are read. If unset, the request decides. */
export const tableSettings = {
  positive_label: setting.string({
    label: 'Positive label',
    description: 'The favourable outcome. If unset: the value in the request, else 1 and true',
    default: null,
  }),
  score_threshold: setting.number({
    label: 'Score threshold',
    description: 'Score from which a row without a prediction counts as positive. If unset: the value in the request',
    default: null,
    step: 0.01,
  }),
  intersections: setting.boolean({
    label: 'Intersections',
    description: 'Also compare combinations of groups. If unset: the value in the request, else no',
    default: null,
  }),
};

/** How groups are compared. If unset, the request decides. */
export const comparisonSettings = {
  method: setting.string({
    label: 'Comparison',
    description:
      'Compare groups with each other, or each group with all rows. If unset: the value in the request, else with each other',
    default: null,
    control: 'select',
    options: comparisons,
  }),
  agg: setting.string({
    label: 'Aggregation',
    description:
      'Equalized odds: the worse of both rates, or their mean. If unset: the value in the request, else the worse',
    default: null,
    control: 'select',
    options: aggregations,
  }),
};

export const thresholdSettings = {
  threshold: setting.number({
    label: 'Threshold',
    description: 'Lowest disparate impact ratio that meets the requirement; 0.8 is the four-fifths rule',
    default: 0.8,
    min: 0,
    max: 1,
    step: 0.05,
    control: 'slider',
    stricter: 'higher',
  }),
};

export const intervalSettings = {
  confidence_level: setting.string({
    label: 'Confidence level',
    description: 'Confidence level of the intervals in detail',
    default: '0.95',
    control: 'select',
    options: Object.keys(confidenceLevels),
  }),
};

export const measureSettings = {
  privileged: setting.stringList({
    label: 'Privileged groups',
    description: 'Groups (value, or attribute=value) to compare the others with. If empty: the value in the request',
    default: [],
  }),
  alpha: setting.number({
    label: 'Alpha',
    description: 'Alpha of the generalized entropy index: 0, 1 (Theil), 2 or another number',
    default: 2,
    min: -10,
    max: 10,
    step: 0.5,
  }),
  neighbors: setting.number({
    label: 'Neighbours',
    description: 'Number of nearest rows that consistency compares with, including the row itself',
    default: 5,
    min: 2,
    max: 50,
    step: 1,
  }),
};

type Metadata = Readonly<Record<string, unknown>>;

/** Positive label: the setting, otherwise the request's. */
export function choosePositiveLabel(
  { positive_label }: InferSettings<typeof tableSettings>,
  metadata: Metadata,
): string | undefined {
  const label = positive_label ?? metadata['positive_label'];
  return isMissing(label) ? undefined : readName(label, 'positive_label');
}

/** Score threshold: the setting, otherwise the request's. There is no default, because it would be a guess. */
export function chooseScoreThreshold(
  { score_threshold }: InferSettings<typeof tableSettings>,
  metadata: Metadata,
): number | undefined {
  const threshold = score_threshold ?? metadata['score_threshold'];
  if (isMissing(threshold)) return undefined;
  if (typeof threshold === 'number' && Number.isFinite(threshold)) return threshold;
  throw invalid('score_threshold', 'must be a finite number');
}

/** Tells whether combinations are wanted: the setting, otherwise the request's value, otherwise no. */
export function chooseIntersections(
  { intersections }: InferSettings<typeof tableSettings>,
  metadata: Metadata,
): boolean {
  const wanted = intersections ?? metadata['intersections'];
  if (isMissing(wanted)) return false;
  if (typeof wanted === 'boolean') return wanted;
  throw invalid('intersections', 'must be true or false');
}

/** Comparison and aggregation: the settings, otherwise the request's, otherwise Fairlearn's defaults. */
export function chooseComparison(
  { method, agg }: InferSettings<typeof comparisonSettings>,
  metadata: Metadata,
): { readonly comparison: Comparison; readonly aggregation: Aggregation } {
  return {
    comparison: choose('method', method ?? metadata['method'], comparisons),
    aggregation: choose('agg', agg ?? metadata['agg'], aggregations),
  };
}

/**
 * Privileged groups: the setting, otherwise the request's text, list, or `{attribute: text or list}`. Each entry is a
 * value, or `attribute=value`.
 */
export function choosePrivileged(privileged: readonly string[], metadata: Metadata): readonly string[] {
  if (privileged.length > 0) return privileged;
  const given = metadata['privileged'];
  if (isMissing(given)) return [];
  const names = isRecord(given)
    ? Object.entries(given).flatMap(([attribute, list]) => listNames(list).map((name) => `${attribute}=${name}`))
    : listNames(given);
  if (names.length > maxGroups) throw invalid('privileged', `must name at most ${maxGroups} groups`);
  return names;
}

export function chooseQuantile(level: string): number {
  if (!isConfidenceLevel(level)) throw new Error('a confidence level outside its options');
  return confidenceLevels[level];
}

/** The first option means none. */
function choose<T extends string>(member: string, value: unknown, options: readonly T[]): T {
  const chosen = isMissing(value) ? options[0] : options.find((option) => option === value);
  if (chosen === undefined) throw invalid(member, `must be one of: ${options.join(', ')}`);
  return chosen;
}

function listNames(names: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(names) ? names : [names];
  return list.map((name) => {
    if (typeof name === 'string' || typeof name === 'boolean' || Number.isSafeInteger(name)) return String(name);
    throw invalid('privileged', 'must be the name of a group, a list of names, or {attribute: name or list}');
  });
}
