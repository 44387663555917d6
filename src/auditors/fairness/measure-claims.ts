/** The claims with every measure, and with the measures without value and their reasons. */
import { AuditorFailure, type ClaimDraft } from '@assay/sdk';
import { consistency } from './consistency.ts';
import { dropUnknown, listUndefinedRates } from './group-metrics.ts';
import { byText } from './group-table.ts';
import {
  type MeasuredAttribute,
  type MeasureOptions,
  measureAttribute,
  measures,
  rangeOf,
  worstValue,
} from './measures.ts';
import { type Reason, reasons } from './outcome.ts';
import type { Population } from './population.ts';
import { listPrivileged } from './privileged.ts';

export interface MeasureClaimOptions extends MeasureOptions {
  readonly neighbors: number;
  readonly confidenceLevel: string;
}

/** Members of `fairness_metrics` that a policy may read, with their ranges. */
export const metricsSchema = {
  properties: {
    ...Object.fromEntries(measures.map(({ name, kind }) => [name, { type: 'number', ...rangeOf(kind) }])),
    by_attribute: { type: 'object' },
  },
};

export function measureClaims(population: Population, options: MeasureClaimOptions): ClaimDraft[] {
  const { tables, individuals } = population;
  assertSettings(options);
  const similarity = individuals.value === undefined ? individuals : consistency(individuals.value, options.neighbors);
  const measured = tables.map((table) => measureAttribute(table, similarity, options));
  return [
    {
      name: 'fairness_metrics',
      value: showMeasures(measured),
      detail: {
        method: options.comparison,
        agg: options.aggregation,
        privileged: showPrivileged(tables, options.privileged),
        confidence_level: Number(options.confidenceLevel),
        intervals: Object.fromEntries(
          measured.map(({ attribute, intervals }) => [attribute, Object.fromEntries(intervals)]),
        ),
      },
    },
    {
      name: 'fairness_undefined',
      value: [...new Set(measured.flatMap(listUndefined).map(({ name }) => name)), ...listUndefinedRates(tables)],
      detail: explainUndefined(measured),
    },
  ];
}

/** Checks what a range cannot express. An alpha next to 0 would only show rounding. */
function assertSettings({ neighbors, alpha }: MeasureClaimOptions): void {
  if (!Number.isInteger(neighbors)) {
    throw new AuditorFailure('INVALID_SETTING', 'The setting neighbors must be an integer');
  }
  if (alpha !== 0 && Math.abs(alpha) < 1e-6) {
    throw new AuditorFailure('INVALID_SETTING', 'The setting alpha must be 0 or at least 0.000001 away from it');
  }
}

/** Shows the worst of all attributes, and each attribute by itself. */
function showMeasures(measured: readonly MeasuredAttribute[]): Record<string, unknown> {
  const worst = measures.map((measure) => [measure.name, worstValue(measured, measure)] as const);
  const byAttribute = measured.map(({ attribute, outcomes }) => {
    const values = Array.from(outcomes, ([name, { value }]) => [name, value] as const);
    return [attribute, dropUnknown(values)] as const;
  });
  return { by_attribute: Object.fromEntries(byAttribute), ...dropUnknown(worst) };
}

/** Shows the privileged groups, from the request or a setting. */
function showPrivileged(tables: Population['tables'], names: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(
    tables.map((table) => [table.attribute, listPrivileged(table, names).map(({ label }) => label)]),
  );
}

interface UndefinedMeasure {
  readonly name: string;
  readonly reason: Reason;
}

function listUndefined({ outcomes }: MeasuredAttribute): UndefinedMeasure[] {
  return Array.from(outcomes, ([name, { reason }]) => (reason === undefined ? [] : [{ name, reason }])).flat();
}

function explainUndefined(measured: readonly MeasuredAttribute[]): Record<string, unknown> {
  const byAttribute = measured.map((one) => {
    const names = listUndefined(one).map(({ name, reason }) => [name, reason] as const);
    return [one.attribute, Object.fromEntries(names)] as const;
  });
  const used = [...new Set(measured.flatMap(listUndefined).map(({ reason }) => reason))].sort(byText);
  return {
    by_attribute: Object.fromEntries(byAttribute),
    reasons: Object.fromEntries(used.map((reason) => [reason, reasons[reason]])),
  };
}
