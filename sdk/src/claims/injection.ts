/** Standard claim about prompt injection (contract 2.14). */
import { Type } from 'typebox';
import { type CommonParameters, commonParameters, createHelper, ScoreSchema } from './standard-claim.ts';

export const injectionTypes = ['direct', 'indirect', 'jailbreak'] as const;
export type InjectionType = (typeof injectionTypes)[number];

export interface InjectionParameters extends CommonParameters {
  detected: boolean;
  injection_type?: InjectionType | undefined;
  /** 1 when left out and detected, 0 when not. */
  score?: number | undefined;
  /** The id of a rule, never the text that matched. */
  pattern_matched?: string | undefined;
}

/** `injection_risk`: the score. */
export const injectionClaim = createHelper<InjectionParameters>({
  helper: 'injectionClaim',
  claim: 'injection_risk',
  type: 'score_normalized',
  parameters: Type.Object(
    {
      detected: Type.Boolean(),
      injection_type: Type.Optional(Type.Enum(injectionTypes)),
      score: Type.Optional(ScoreSchema),
      pattern_matched: Type.Optional(Type.String()),
      ...commonParameters,
    },
    { additionalProperties: false },
  ),
  defaults: { score: 0 },
  derive: ({ detected }) => (detected ? { score: 1 } : {}),
  contradiction({ detected, score, injection_type: type }) {
    if (detected && score === 0) return 'score must be above 0 where an injection is detected; left out it is 1';
    if (!detected && score === 1) return 'detected must be true for a score of 1';
    if (!detected && type !== undefined) return 'injection_type is only for a detected injection';
    return undefined;
  },
  value: ({ score }) => score,
});
