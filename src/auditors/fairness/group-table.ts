/** The basis of all measures: counts by group, one table for each protected attribute. */
import { invalid } from './invalid.ts';
import { type Counts, maxCount, pool } from './rates.ts';

export interface Group {
  /** The value of the attribute. */
  readonly value: string;
  /** Unique in the request: the value, or `attribute=value` if there are several attributes, joined in combinations. */
  readonly label: string;
  readonly counts: Counts;
}

export interface GroupTable {
  readonly attribute: string;
  /** Sorted by label. */
  readonly groups: readonly Group[];
  readonly hasTruth: boolean;
}

/** Groups of one attribute, still without labels. */
export interface RawTable {
  readonly attribute: string;
  /** For combinations: their values are complete labels. */
  readonly isCombined?: boolean;
  readonly groups: readonly { readonly value: string; readonly counts: Counts }[];
}

/** Bounds that keep every claim within the contract's size, for any request. */
export const maxGroups = 64;
export const maxLabelBytes = 8 * 1024;
export const maxAttributes = 8;

export function toGroupTables(raw: readonly RawTable[]): readonly GroupTable[] {
  const isOne = raw.length === 1;
  const tables = raw.map(({ attribute, isCombined = false, groups }) => ({
    attribute,
    groups: groups.map((group) => {
      return { ...group, label: isOne || isCombined ? group.value : `${attribute}=${group.value}` };
    }),
  }));
  assertBounded(tables.flatMap(({ groups }) => groups.map(({ label }) => label)));
  return tables
    .map(({ attribute, groups }) => {
      const hasTruth = groups.every(({ counts }) => counts.truth !== undefined);
      if (pool(groups.map(({ counts }) => counts)).n > maxCount) {
        throw invalid('', `the groups of one attribute have more than ${maxCount} rows in total`);
      }
      return { attribute, groups: groups.toSorted((left, right) => byText(left.label, right.label)), hasTruth };
    })
    .sort((left, right) => byText(left.attribute, right.attribute));
}

function assertBounded(labels: readonly string[]): void {
  if (labels.length > maxGroups) throw tooManyGroups();
  if (new Set(labels).size < labels.length) throw invalid('', 'two groups have the same name; name them differently');
  const bytes = labels.reduce((sum, label) => sum + Buffer.byteLength(JSON.stringify(label)), 0);
  if (bytes > maxLabelBytes) {
    throw invalid('', `the names of all groups have more than ${maxLabelBytes} bytes in total; use shorter names`);
  }
}

export function tooManyGroups(): Error {
  return invalid('', `there are more than ${maxGroups} groups; send fewer, larger ones (age bands, not ages)`);
}

/** Code unit order, which no locale changes. */
export function byText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
