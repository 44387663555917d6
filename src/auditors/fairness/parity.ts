/** The claims for policy decisions: parity of selection, equalized odds, and whether the threshold is met. */
import { type ClaimDraft, fairnessClaim } from '@assay/sdk';
import {
  type Aggregation,
  type Comparison,
  equalizedOdds,
  findExtremes,
  largestDifference,
  smallestRatio,
} from './between-groups.ts';
import { showGroups } from './group-metrics.ts';
import type { GroupTable } from './group-table.ts';
import type { Outcome } from './outcome.ts';
import type { Population } from './population.ts';

export interface ParityOptions {
  readonly comparison: Comparison;
  readonly aggregation: Aggregation;
  readonly threshold: number;
  readonly phase: string;
}

/** Four fifths, 29 CFR 1607.4 D. */
const fourFifths = 0.8;
const fourFifthsNote =
  'The four-fifths rule is a screening aid, not a legal finding: small numbers, their intervals and the context decide.';

interface Parity {
  readonly attribute: string;
  readonly difference: Outcome<number>;
  readonly ratio: Outcome<number>;
  readonly odds: Outcome<number>;
  /** Smallest over largest selection rate, whatever the comparison. */
  readonly impact: Outcome<number>;
  readonly lowest: string | undefined;
  readonly highest: string | undefined;
}

/**
 * Gives the claims with a value; the others are left out. With several attributes a value is the worst of those that
 * have one.
 */
export function parityClaims({ tables, attributes }: Population, options: ParityOptions): ClaimDraft[] {
  const parities = tables.map((table) => compareGroups(table, options));
  const { comparison, aggregation } = options;
  const difference = worst(parities, 'difference', Math.max);
  const ratio = worst(parities, 'ratio', Math.min);
  const odds = worst(parities, 'odds', Math.max);
  const impact = worst(parities, 'impact', Math.min);
  const claims: ClaimDraft[] = [];
  if (difference !== undefined) {
    const detail = { method: comparison, by_attribute: showOutcomes(parities, 'difference') };
    claims.push({ name: 'demographic_parity', value: difference, detail });
  }
  if (ratio !== undefined) {
    const detail = { method: comparison, by_attribute: showOutcomes(parities, 'ratio') };
    claims.push({ name: 'demographic_parity_ratio', value: ratio, detail });
  }
  if (odds !== undefined) {
    const detail = { method: comparison, agg: aggregation, by_attribute: showOutcomes(parities, 'odds') };
    claims.push({ name: 'equalized_odds', value: odds, detail });
  }
  if (impact === undefined) return claims;
  const screening = { four_fifths: { below: impact < fourFifths, note: fourFifthsNote }, by_attribute: show(parities) };
  claims.push({ name: 'disparate_impact_ratio', value: impact, detail: screening });
  // One failing attribute decides; "met" needs a known result of every attribute.
  const isKnown = impact < options.threshold || parities.every((parity) => parity.impact.value !== undefined);
  if (!isKnown) return claims;
  const claim = fairnessClaim({
    demographic_parity: difference,
    equalized_odds: odds,
    disparate_impact_ratio: impact,
    protected_attributes: attributes,
    group_metrics: showGroups(tables),
    threshold: options.threshold,
    phase: options.phase,
  });
  claims.push({ ...claim, detail: { ...claim.detail, method: comparison, agg: aggregation, ...screening } });
  return claims;
}

function compareGroups(table: GroupTable, options: ParityOptions): Parity {
  const extremes = findExtremes(table, 'selection_rate').value;
  return {
    attribute: table.attribute,
    difference: largestDifference(table, 'selection_rate', options.comparison),
    ratio: smallestRatio(table, 'selection_rate', options.comparison),
    odds: equalizedOdds(largestDifference, table, options),
    impact: smallestRatio(table, 'selection_rate', 'between_groups'),
    lowest: extremes?.low.label,
    highest: extremes?.high.label,
  };
}

type Compared = 'difference' | 'ratio' | 'odds' | 'impact';

function worst(
  parities: readonly Parity[],
  name: Compared,
  worseOf: (left: number, right: number) => number,
): number | undefined {
  const values = parities.map((parity) => parity[name].value).filter((value) => value !== undefined);
  return values.length === 0 ? undefined : values.reduce((left, right) => worseOf(left, right));
}

function showOutcomes(parities: readonly Parity[], name: Compared): Record<string, unknown> {
  return Object.fromEntries(parities.map((parity) => [parity.attribute, showOutcome(parity[name])]));
}

function show(parities: readonly Parity[]): Record<string, unknown> {
  return Object.fromEntries(
    parities.map(({ attribute, impact, lowest, highest }) => {
      const groups = lowest === undefined ? {} : { lowest_group: lowest, highest_group: highest };
      return [attribute, { disparate_impact_ratio: showOutcome(impact), ...groups }];
    }),
  );
}

/** A value, or the name of the reason that there is none. */
function showOutcome({ value, reason }: Outcome<number>): number | string {
  return value ?? reason ?? '';
}
