/** Standard claim about personal data (contract 2.14). */
import { Type } from 'typebox';
import { type CommonParameters, commonParameters, createHelper, ScoreSchema } from './standard-claim.ts';

export interface PiiEntity {
  type: string;
  /** UTF-16 units. */
  start: number;
  end: number;
  score: number;
}

export interface PiiParameters extends CommonParameters {
  entities_found: readonly PiiEntity[];
  confidence?: number | undefined;
  redacted?: boolean | undefined;
  jurisdiction?: string | undefined;
}

const EntitySchema = Type.Object({
  type: Type.String({ minLength: 1 }),
  start: Type.Integer({ minimum: 0 }),
  end: Type.Integer({ minimum: 0 }),
  score: ScoreSchema,
});

/** `pii_found`: true when there is at least one entity. */
export const piiClaim = createHelper<PiiParameters>({
  helper: 'piiClaim',
  claim: 'pii_found',
  type: 'boolean',
  parameters: Type.Object(
    {
      entities_found: Type.Array(EntitySchema),
      confidence: Type.Optional(ScoreSchema),
      redacted: Type.Optional(Type.Boolean()),
      jurisdiction: Type.Optional(Type.String()),
      ...commonParameters,
    },
    { additionalProperties: false },
  ),
  defaults: { confidence: 0.95, redacted: false },
  contradiction: ({ entities_found: entities }) =>
    entities.some(({ start, end }) => end < start) ? 'an entity of entities_found ends before it starts' : undefined,
  value: ({ entities_found: entities }) => entities.length > 0,
  confidence: ({ confidence }) => confidence,
});

/** `pii_found` false, with no entities: the text was searched and nothing was found. */
export function piiNoneFound(
  parameters: Omit<PiiParameters, 'entities_found' | 'redacted'> = {},
): ReturnType<typeof piiClaim> {
  return piiClaim({ ...parameters, entities_found: [] });
}
