/** The vocabulary response (contract 2.6): the claims of an auditor, with their settings. */
import { type Static, Type } from 'typebox';
import { ClaimTypeSchema } from './claim.ts';
import { VocabularySettingSchema } from './settings.ts';

export const VocabularyEntrySchema = Type.Object({
  name: Type.String(),
  type: ClaimTypeSchema,
  description: Type.String(),
  value_schema: Type.Record(Type.String(), Type.Unknown(), {
    description: 'JSON-Schema-like; "x-absent" says when the claim is left out, "x-phases" in which phases it is made',
  }),
  settings: Type.Array(VocabularySettingSchema),
});

export const VocabularySchema = Type.Object(
  {
    auditor_id: Type.String(),
    version: Type.String(),
    vocabulary: Type.Array(VocabularyEntrySchema),
    phases: Type.Array(Type.String()),
  },
  { $id: 'Vocabulary' },
);

export type Vocabulary = Static<typeof VocabularySchema>;
export type VocabularyEntry = Static<typeof VocabularyEntrySchema>;
