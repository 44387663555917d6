/** The auditor catalog entry (contract 2.8). */
import { type Static, Type } from 'typebox';
import { ClaimTypeSchema } from './claim.ts';
import { SettingDefinitionSchema } from './settings.ts';

export const catalogCategories = ['security', 'compliance', 'observability', 'evaluation', 'provenance'] as const;
export const catalogPhases = ['artifact_safety', 'input_guarding', 'execution_monitoring', 'output_policy'] as const;

export const CatalogEntrySchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    category: Type.Enum(catalogCategories),
    phase: Type.Enum(catalogPhases),
    icon: Type.String(),
    color: Type.String(),
    defaultPort: Type.Integer(),
    envVariables: Type.Array(
      Type.Object({ name: Type.String(), description: Type.String(), default: Type.Unknown(), type: Type.String() }),
    ),
    policyOptions: Type.Array(Type.Record(Type.String(), Type.Unknown())),
    defaultPolicy: Type.Record(Type.String(), Type.Unknown()),
    claims: Type.Array(
      Type.Object({
        name: Type.String(),
        type: ClaimTypeSchema,
        description: Type.String(),
        settings: Type.Array(SettingDefinitionSchema),
      }),
    ),
  },
  { $id: 'AuditorCatalogEntry' },
);

export type CatalogEntry = Static<typeof CatalogEntrySchema>;
export type CatalogCategory = (typeof catalogCategories)[number];
export type CatalogPhase = (typeof catalogPhases)[number];
