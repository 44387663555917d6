/**
 * The fairness auditor (port 8095) measures whether outcomes differ between groups, from the rows or counts of the
 * request.
 */
import { type ClaimDraft, defineAuditor, method } from '@assay/sdk';
import { oncePerInput } from '../once-per-input.ts';
import { showGroups, showIntervals } from './group-metrics.ts';
import { measureClaims, metricsSchema } from './measure-claims.ts';
import { parityClaims } from './parity.ts';
import { defaultPolicy, policyOptions } from './policy.ts';
import { readPopulation } from './population.ts';
import {
  chooseComparison,
  choosePrivileged,
  chooseQuantile,
  comparisonSettings,
  intervalSettings,
  measureSettings,
  tableSettings,
  thresholdSettings,
} from './settings.ts';

const noRows = 'the request has no rows, columns or counts';
const notComparable = `${noRows}, there is only one group, or a rate is 0/0 (see fairness_undefined)`;

/** Methods share one pass over the rows; only these settings change its result. */
const lookAtPeople = oncePerInput(readPopulation);

const parity = method({
  name: 'parity',
  produces: {
    demographic_parity: {
      type: 'score_normalized',
      description:
        'Difference between selection rates: 0 means equal; the largest value if there are several attributes',
      absent: notComparable,
    },
    demographic_parity_ratio: {
      type: 'score_normalized',
      description:
        'Ratio of selection rates, the smaller divided by the larger: 1 means equal; the smallest value if there are several attributes',
      absent: notComparable,
    },
    equalized_odds: {
      type: 'score_normalized',
      description:
        'Difference between true and false positive rates: 0 means equal; the largest value if there are several attributes',
      absent: `${notComparable}, or the request has no true labels`,
    },
    disparate_impact_ratio: {
      type: 'score_normalized',
      description:
        'Smallest selection rate divided by the largest: 1 means equal; the smallest value if there are several attributes',
      absent: notComparable,
    },
    fairness_threshold_met: {
      type: 'boolean',
      description: 'True when the disparate impact ratio of every attribute reaches the threshold',
      absent: `${notComparable}, unless another attribute is below the threshold`,
    },
  },
  settings: { ...tableSettings, ...comparisonSettings, ...thresholdSettings },
  run(input, { settings: { threshold, method: comparison, agg, ...table } }) {
    const population = lookAtPeople(input, table);
    if (population.tables.length === 0) return [];
    const chosen = chooseComparison({ method: comparison, agg }, input.metadata);
    return parityClaims(population, { threshold, phase: input.phase, ...chosen });
  },
});

const groups = method({
  name: 'groups',
  produces: {
    protected_attributes: { type: 'string_list', description: 'Compared attributes, sorted', absent: noRows },
    group_metrics: {
      type: 'object',
      description: 'Counts and rates of each group; a rate of 0/0 is omitted',
      absent: noRows,
    },
    fairness_sample_count: { type: 'count', description: 'Number of rows behind the measures' },
  },
  settings: { ...tableSettings, ...intervalSettings },
  run(input, { settings: { confidence_level, ...table } }) {
    const { tables, attributes, sampleCount, reading } = lookAtPeople(input, table);
    const count: ClaimDraft = { name: 'fairness_sample_count', value: sampleCount };
    if (tables.length === 0) return [{ ...count, detail: { reason: noRows } }];
    const detail = {
      ...(reading.positiveLabel === undefined ? {} : { positive_label: reading.positiveLabel }),
      ...(reading.scoreThreshold === undefined ? {} : { score_threshold: reading.scoreThreshold }),
      confidence_level: Number(confidence_level),
      interval: 'wilson',
      intervals: showIntervals(tables, chooseQuantile(confidence_level)),
    };
    return [
      count,
      { name: 'protected_attributes', value: attributes },
      { name: 'group_metrics', value: showGroups(tables), detail },
    ];
  },
});

const metrics = method({
  name: 'metrics',
  produces: {
    fairness_metrics: {
      type: 'object',
      description: 'Every measure with a value: the worst of all attributes, and by attribute',
      valueSchema: metricsSchema,
      absent: noRows,
    },
    fairness_undefined: {
      type: 'string_list',
      description:
        'Measures without a value, and rate:group for each rate of a group that is 0/0; detail gives the reason',
      absent: noRows,
    },
  },
  settings: { ...tableSettings, ...comparisonSettings, ...measureSettings, ...intervalSettings },
  run(input, { settings: { method: comparison, agg, privileged, alpha, neighbors, confidence_level, ...table } }) {
    const population = lookAtPeople(input, table);
    if (population.tables.length === 0) return [];
    return measureClaims(population, {
      ...chooseComparison({ method: comparison, agg }, input.metadata),
      privileged: choosePrivileged(privileged, input.metadata),
      alpha,
      neighbors,
      confidenceLevel: confidence_level,
      z: chooseQuantile(confidence_level),
    });
  },
});

/** Observes group fairness of predictions. */
export const fairness = defineAuditor({
  id: 'fairness',
  name: 'Fairness',
  description:
    'Measures whether outcomes differ between groups; reports every 0/0 and gives intervals for small groups',
  category: 'compliance',
  catalogPhase: 'output_policy',
  icon: 'scale',
  color: 'green',
  defaultPort: 8095,
  policyOptions,
  defaultPolicy,
  phases: ['response'],
  methods: [parity, groups, metrics],
});
