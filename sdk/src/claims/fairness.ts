/** Standard claim about group fairness (contract 2.14). */
import { Type } from 'typebox';
import { type CommonParameters, commonParameters, createHelper, ScoreSchema } from './standard-claim.ts';

export interface FairnessParameters extends CommonParameters {
  /** Difference of selection rates: 0 is equal. */
  demographic_parity?: number | undefined;
  /** Difference of error rates: 0 is equal. */
  equalized_odds?: number | undefined;
  /** Smallest selection rate over the largest: 1 is equal. */
  disparate_impact_ratio?: number | undefined;
  protected_attributes?: readonly string[] | undefined;
  group_metrics?: Readonly<Record<string, unknown>> | undefined;
  threshold?: number | undefined;
}

/**
 * `fairness_threshold_met`: the disparate impact ratio reaches the threshold (0.8 is the four-fifths rule). Without
 * the ratio both given differences must stay within `1 - threshold`.
 */
export const fairnessClaim = createHelper<FairnessParameters>({
  helper: 'fairnessClaim',
  claim: 'fairness_threshold_met',
  type: 'boolean',
  parameters: Type.Object(
    {
      demographic_parity: Type.Optional(ScoreSchema),
      equalized_odds: Type.Optional(ScoreSchema),
      disparate_impact_ratio: Type.Optional(ScoreSchema),
      protected_attributes: Type.Optional(Type.Array(Type.String())),
      group_metrics: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      threshold: Type.Optional(ScoreSchema),
      ...commonParameters,
    },
    { additionalProperties: false },
  ),
  defaults: { threshold: 0.8 },
  value: isThresholdMet,
});

function isThresholdMet(parameters: FairnessParameters): boolean {
  const {
    disparate_impact_ratio: ratio,
    demographic_parity: parity,
    equalized_odds: odds,
    threshold = 0.8,
  } = parameters;
  if (ratio !== undefined) return ratio >= threshold;
  const differences = [parity, odds].filter((difference) => difference !== undefined);
  if (differences.length === 0) throw new TypeError('fairnessClaim: at least one fairness metric must be given');
  return differences.every((difference) => 1 - difference >= threshold);
}
