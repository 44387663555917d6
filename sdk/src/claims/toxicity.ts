/** Standard claim about toxic content (contract 2.14). */
import { Type } from 'typebox';
import { type CommonParameters, commonParameters, createHelper, ScoreSchema } from './standard-claim.ts';

export interface ToxicityParameters extends CommonParameters {
  score: number;
  categories?: readonly string[] | undefined;
  threshold?: number | undefined;
  /** `score >= threshold`; another value is refused. */
  exceeded_threshold?: boolean | undefined;
  category_scores?: Readonly<Record<string, number>> | undefined;
}

/** `toxic_content`: the overall score. */
export const toxicityClaim = createHelper<ToxicityParameters>({
  helper: 'toxicityClaim',
  claim: 'toxic_content',
  type: 'score_normalized',
  parameters: Type.Object(
    {
      score: ScoreSchema,
      categories: Type.Optional(Type.Array(Type.String())),
      threshold: Type.Optional(ScoreSchema),
      exceeded_threshold: Type.Optional(Type.Boolean()),
      category_scores: Type.Optional(Type.Record(Type.String(), ScoreSchema)),
      ...commonParameters,
    },
    { additionalProperties: false },
  ),
  defaults: { threshold: 0.7, phase: 'response' },
  derive: ({ score, threshold = 0.7 }) => ({ exceeded_threshold: score >= threshold }),
  contradiction: ({ score, threshold = 0.7, exceeded_threshold: exceeded }) =>
    exceeded === score >= threshold
      ? undefined
      : `exceeded_threshold must be ${score >= threshold} for score ${score} and threshold ${threshold}; leave it out`,
  value: ({ score }) => score,
});
