/** Histories of configuration records. */
import { type Static, Type } from 'typebox';
import { ScopeSchema } from '../control/scope.ts';

/** One entry of a record's history. */
export const ChangeViewSchema = Type.Object(
  {
    org_revision: Type.Integer({ description: "the organisation's revision from this change on" }),
    action: Type.String({ description: 'created, updated, removed, activated …' }),
    scope: ScopeSchema,
    revision: Type.Integer({ description: 'of the record after it; 0 when it is gone' }),
    document: Type.Unknown({ description: 'the record after it; null when it is gone' }),
    reason: Type.Union([Type.String(), Type.Null()]),
    changed_at: Type.String(),
    changed_by: Type.String(),
  },
  { $id: 'ConfigurationChange' },
);

export type ChangeView = Static<typeof ChangeViewSchema>;
