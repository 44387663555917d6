/**
 * Results of Fairlearn and AIF360 for tables (from scripts/compare-fairness), and the intended differences of the
 * auditor.
 */
import { readFileSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { ask, read, type Settings } from './ask.fixture.ts';

const PeerValue = Type.Union([Type.Number(), Type.Null(), Type.Enum(['inf', '-inf'])]);
const FairlearnValues = Type.Record(Type.String(), PeerValue);
const PeerTableSchema = Type.Object({
  name: Type.String(),
  group: Type.String({ description: 'One letter for each row' }),
  y_true: Type.String({ description: 'One digit for each row' }),
  y_pred: Type.String({ description: 'One digit for each row' }),
  privileged: Type.String({ description: 'The letters of the privileged groups' }),
  features: Type.Optional(Type.Array(Type.Array(Type.Number()))),
  fairlearn: Type.Object({ between_groups: FairlearnValues, to_overall: FairlearnValues }),
  aif360: Type.Record(Type.String(), Type.Union([PeerValue, Type.Record(Type.String(), PeerValue)])),
});
const PeerFile = Compile(
  Type.Object({ peers: Type.Record(Type.String(), Type.String()), tables: Type.Array(PeerTableSchema) }),
);

export type PeerTable = Static<typeof PeerTableSchema>;

export function readPeerTables(file: string | URL): readonly PeerTable[] {
  return PeerFile.Parse(JSON.parse(readFileSync(file, 'utf8'))).tables;
}

export interface Comparison {
  readonly measure: string;
  /** `undefined` if the auditor has no value. */
  readonly ours: unknown;
  /** `undefined` if the peer has no number, or gives 0 or 1 for 0/0. */
  readonly theirs: number | undefined;
}

/** Fairlearn's differences and ratios, both methods, both aggregations. */
export async function compareWithFairlearn(table: PeerTable): Promise<Comparison[]> {
  const found: Comparison[] = [];
  for (const method of ['between_groups', 'to_overall'] as const) {
    for (const [key, value] of Object.entries(table.fairlearn[method])) {
      const [measure = '', agg = 'worst_case'] = key.split('.');
      const ours = await measureOf(table, measure, { method, agg });
      const theirs = typeof value === 'number' && !isZeroedByFairlearn(table, measure) ? value : undefined;
      found.push({ measure: `${measure} ${method} ${agg}`, ours, theirs });
    }
  }
  return found;
}

/** AIF360's signed measures, inequality indices and consistency. */
export async function compareWithAif360(table: PeerTable): Promise<Comparison[]> {
  const { entropy, consistency, ...measures } = table.aif360;
  const found: Comparison[] = [];
  for (const [measure, value] of Object.entries(measures)) {
    const theirs = typeof value === 'number' && !isZeroedByAif360(table, measure) ? value : undefined;
    found.push({ measure, ours: await measureOf(table, measure), theirs });
  }
  for (const [alpha, value] of Object.entries(Object(entropy))) {
    const ours = await measureOf(table, 'generalized_entropy_index', { alpha: Number(alpha) });
    found.push({ measure: `generalized_entropy_index ${alpha}`, ours, theirs: numberOrNone(value) });
  }
  for (const [neighbors, value] of Object.entries(Object(consistency))) {
    const ours = await measureOf(table, 'consistency', { neighbors: Number(neighbors) });
    found.push({ measure: `consistency ${neighbors}`, ours, theirs: numberOrNone(value) });
  }
  return found;
}

async function measureOf(table: PeerTable, measure: string, settings: Settings = {}): Promise<unknown> {
  const { group, y_true, y_pred, features } = table;
  const columns = { group: [...group], y_true: [...y_true].map(Number), y_pred: [...y_pred].map(Number), features };
  return read(await ask({ columns, privileged: [...table.privileged] }, settings), 'fairness_metrics', measure);
}

const numberOrNone = (value: unknown) => (typeof value === 'number' ? value : undefined);

/** Counts rows of some groups with some labels, independent of the code under test. */
function count(table: PeerTable, isIn: (group: string) => boolean, y_true: RegExp, y_pred: RegExp): number {
  const labels = [...table.group].map(
    (group, row) => [group, table.y_true[row] ?? '', table.y_pred[row] ?? ''] as const,
  );
  return labels.filter(([group, truth, prediction]) => isIn(group) && y_true.test(truth) && y_pred.test(prediction))
    .length;
}

/** Fairlearn gives 0 for a rate with divisor 0, and skips a ratio of 0 to 0. */
function isZeroedByFairlearn(table: PeerTable, measure: string): boolean {
  const groups = [...new Set(table.group)];
  if (groups.length < 2) return true;
  const labels = measure.startsWith('demographic') ? [/./] : [/1/, /0/];
  return labels.some((label) => {
    const isEmpty = groups.some((group) => count(table, (name) => name === group, label, /./) === 0);
    return isEmpty || (measure.includes('ratio') && count(table, () => true, label, /1/) === 0);
  });
}

const predictionsOf: ReadonlyMap<string, RegExp> = new Map([
  ['false_omission_rate_difference', /0/],
  ['false_discovery_rate_difference', /1/],
  ['predictive_parity_difference', /1/],
  ['error_rate_difference', /./],
  ['error_rate_ratio', /./],
]);

/** AIF360 gives 0 for a predictive value without predictions of that side, and for the accuracy of an empty group. */
function isZeroedByAif360(table: PeerTable, measure: string): boolean {
  const label = predictionsOf.get(measure);
  if (label === undefined) return false;
  return [true, false].some((isPrivileged) => {
    return count(table, (name) => table.privileged.includes(name) === isPrivileged, /./, label) === 0;
  });
}
