/** Reads what a request says about people: counts by group and, if sent, their features. */
import type { InferSettings, MethodInput } from '@assay/sdk';
import { type Columns, columnsFromColumns, columnsFromRows } from './columns.ts';
import { type Individuals, isComparable } from './consistency.ts';
import { countByGroup } from './count-by-group.ts';
import { readCounts } from './counts-input.ts';
import { type GroupTable, toGroupTables } from './group-table.ts';
import { invalid, isMissing } from './invalid.ts';
import { readName } from './names.ts';
import { noValue, type Outcome } from './outcome.ts';
import { type OutcomeOptions, type Outcomes, readOutcomes } from './outcomes.ts';
import { pool } from './rates.ts';
import { chooseIntersections, choosePositiveLabel, chooseScoreThreshold, type tableSettings } from './settings.ts';

export interface Population {
  /** One table for each protected attribute, and one of their combinations if requested; empty without rows. */
  readonly tables: readonly GroupTable[];
  /** Names of the protected attributes, sorted, without combinations. */
  readonly attributes: readonly string[];
  /** Number of rows. If the same people are counted once for each attribute, this is the largest count of any attribute. */
  readonly sampleCount: number;
  readonly individuals: Outcome<Individuals>;
  /** How labels and scores were read, if the request or a setting defines more than 0 and 1. */
  readonly reading: OutcomeOptions;
}

const asBits: OutcomeOptions = { positiveLabel: undefined, scoreThreshold: undefined };
const nobody: Population = {
  tables: [],
  attributes: [],
  sampleCount: 0,
  individuals: noValue('no_features'),
  reading: asBits,
};
/** Keeps squares of differences finite. */
const maxFeature = 1e100;

/** @throws AuditorFailure INVALID_REQUEST for a table that cannot be read completely; nothing is left out silently. */
export function readPopulation(
  { metadata }: Pick<MethodInput, 'metadata'>,
  settings: InferSettings<typeof tableSettings>,
): Population {
  const { rows, columns, counts } = metadata;
  const given = [rows, columns, counts].filter((table) => !isMissing(table));
  if (given.length === 0) return nobody;
  if (given.length > 1) throw invalid('', 'send only one of rows, columns and counts');
  const attribute = isMissing(metadata['attribute']) ? 'group' : readName(metadata['attribute'], 'attribute');
  if (!isMissing(counts)) {
    const raw = readCounts(counts, attribute);
    assertCombinable(raw.length, settings, metadata);
    const attributes = raw.map((table) => table.attribute);
    return { ...toPopulation(toGroupTables(raw), attributes), individuals: noValue('no_features'), reading: asBits };
  }
  const read = isMissing(rows) ? columnsFromColumns(columns, attribute) : columnsFromRows(rows, attribute);
  if (read.size === 0) return nobody;
  const reading = {
    positiveLabel: choosePositiveLabel(settings, metadata),
    scoreThreshold: chooseScoreThreshold(settings, metadata),
  };
  const outcomes = readOutcomes(read, reading);
  const raw = countByGroup(read, outcomes, chooseIntersections(settings, metadata));
  if (read.attributeOfRow !== undefined) assertCombinable(raw.length, settings, metadata);
  const plain = read.attributeOfRow === undefined ? raw.slice(0, read.attributes.length) : raw;
  const attributes = plain.map((table) => table.attribute);
  return { ...toPopulation(toGroupTables(raw), attributes), individuals: readIndividuals(read, outcomes), reading };
}

/** Refuses combinations of counts: counts do not show who is in two groups. */
function assertCombinable(
  attributes: number,
  settings: InferSettings<typeof tableSettings>,
  metadata: MethodInput['metadata'],
): void {
  if (attributes > 1 && chooseIntersections(settings, metadata)) {
    throw invalid('', 'combinations of groups need rows or columns with groups: {attribute: group}');
  }
}

function toPopulation(
  tables: readonly GroupTable[],
  attributes: readonly string[],
): Pick<Population, 'tables' | 'attributes' | 'sampleCount'> {
  const sizes = tables.map(({ groups }) => pool(groups.map(({ counts }) => counts)).n);
  return { tables, attributes: [...attributes].sort(), sampleCount: Math.max(0, ...sizes) };
}

function readIndividuals({ features, pathOf, size }: Columns, { selected }: Outcomes): Outcome<Individuals> {
  if (features === undefined) return noValue('no_features');
  const first = features(0);
  const dimensions = Array.isArray(first) ? first.length : 0;
  if (!isComparable(size, dimensions)) return noValue('too_many_rows');
  const flat = new Float64Array(size * dimensions);
  for (let row = 0; row < size; row += 1) {
    const list = features(row);
    if (!Array.isArray(list) || list.length !== dimensions || dimensions === 0 || !list.every(isFeature)) {
      throw invalid(pathOf(row, 'features'), 'must be a list of numbers, as long as in the first row');
    }
    flat.set(list, row * dimensions);
  }
  return { value: { features: flat, dimensions, selected } };
}

function isFeature(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) <= maxFeature;
}
