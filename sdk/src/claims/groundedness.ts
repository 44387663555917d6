/** Standard claim about an answer's support by its sources (contract 2.14). */
import { Type } from 'typebox';
import { type CommonParameters, CountSchema, commonParameters, createHelper, ScoreSchema } from './standard-claim.ts';

export interface GroundednessParameters extends CommonParameters {
  score: number;
  cited_sources?: number | undefined;
  total_claims?: number | undefined;
  supported_claims?: number | undefined;
  hallucination_detected?: boolean | undefined;
  threshold?: number | undefined;
}

/** `groundedness_score`: the score. */
export const groundednessClaim = createHelper<GroundednessParameters>({
  helper: 'groundednessClaim',
  claim: 'groundedness_score',
  type: 'score_normalized',
  parameters: Type.Object(
    {
      score: ScoreSchema,
      cited_sources: Type.Optional(CountSchema),
      total_claims: Type.Optional(CountSchema),
      supported_claims: Type.Optional(CountSchema),
      hallucination_detected: Type.Optional(Type.Boolean()),
      threshold: Type.Optional(ScoreSchema),
      ...commonParameters,
    },
    { additionalProperties: false },
  ),
  defaults: {
    cited_sources: 0,
    total_claims: 0,
    supported_claims: 0,
    hallucination_detected: false,
    threshold: 0.8,
    phase: 'response',
  },
  contradiction({ total_claims: total = 0, supported_claims: supported = 0, hallucination_detected: isInvented }) {
    if (supported > total) return 'supported_claims must be at most total_claims';
    if (isInvented === true && total > 0 && supported === total) {
      return 'hallucination_detected cannot be true where every claim is supported';
    }
    return undefined;
  },
  value: ({ score }) => score,
});
