/** Wire shapes of the auditor catalog. */
import {
  CatalogEntrySchema,
  ClaimTypeSchema,
  catalogCategories,
  catalogPhases,
  SettingDefinitionSchema,
} from '@assay/sdk/contract';
import { type Static, Type } from 'typebox';

/** The catalog entry of the contract with facts of the deployment. */
export const CatalogAuditorSchema = Type.Object(
  {
    ...CatalogEntrySchema.properties,
    built_in: Type.Boolean(),
    version: Type.String({ description: 'Version that the auditor reports' }),
    vocabulary_digest: Type.String({ description: 'sha256:<hex> of the vocabulary in canonical form (RFC 8785)' }),
    phases: Type.Array(Type.String(), { description: 'Phases in which the auditor can be asked' }),
    config: Type.Array(SettingDefinitionSchema, { description: 'Settings of the auditor itself' }),
    image: Type.Optional(Type.String()),
    url: Type.Optional(Type.String()),
    revision: Type.Integer({ description: 'Revision of the record, also its ETag; 0 for a built-in auditor' }),
    created_at: Type.Optional(Type.String()),
    created_by: Type.Optional(Type.String()),
    updated_at: Type.Optional(Type.String()),
    vocabulary_at: Type.Optional(Type.String({ description: 'Time at which the vocabulary was fetched or sent' })),
  },
  { $id: 'CatalogAuditor' },
);

const SecretSettingSchema = Type.Object({
  ...SettingDefinitionSchema.properties,
  secret: Type.Optional(Type.Literal(true, { description: 'Set in the environment of the auditor only' })),
});

/** The settings that an auditor takes. */
export const AuditorSettingsSchemaSchema = Type.Object(
  {
    auditor_id: Type.String(),
    version: Type.String(),
    vocabulary_digest: Type.String(),
    settings: Type.Array(SecretSettingSchema, { description: 'Settings of the auditor itself, named by their key' }),
    claims: Type.Array(
      Type.Object({
        name: Type.String(),
        type: ClaimTypeSchema,
        settings: Type.Array(SecretSettingSchema, { description: 'Settings of the claim, named `<claim>.<key>`' }),
      }),
    ),
  },
  { $id: 'AuditorSettingsSchema' },
);

const line = (maxLength: number) => Type.String({ pattern: `^[^\\u0000-\\u001f]{1,${maxLength}}$` });
const text = Type.String({ pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f]{0,2000}$' });

const FreeDefinitionSchema = Type.Object(
  {
    ...SettingDefinitionSchema.properties,
    options: Type.Optional(Type.Array(Type.String({ maxLength: 1_024 }), { maxItems: 256 })),
  },
  { additionalProperties: false },
);

/** Completes a definition of the vocabulary, which gives key, type and default. */
const CompletedDefinitionSchema = Type.Object(
  {
    ...Type.Omit(FreeDefinitionSchema, ['label', 'type', 'default', 'key']).properties,
    key: Type.String({ maxLength: 64 }),
    label: Type.Optional(line(200)),
  },
  { additionalProperties: false },
);

const presentation = {
  name: Type.Optional(line(200)),
  description: Type.Optional(text),
  category: Type.Optional(Type.Enum(catalogCategories)),
  phase: Type.Optional(Type.Enum(catalogPhases)),
  icon: Type.Optional(line(64)),
  color: Type.Optional(line(64)),
  envVariables: Type.Optional(
    Type.Array(
      Type.Object(
        { name: line(128), description: text, default: Type.Unknown(), type: line(32) },
        { additionalProperties: false },
      ),
      { maxItems: 256 },
    ),
  ),
  policyOptions: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: 64 })),
  defaultPolicy: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  config: Type.Optional(Type.Array(FreeDefinitionSchema, { maxItems: 256 })),
  claims: Type.Optional(
    Type.Array(
      Type.Object(
        { name: Type.String({ maxLength: 64 }), settings: Type.Array(CompletedDefinitionSchema, { maxItems: 256 }) },
        { additionalProperties: false },
      ),
      { maxItems: 256, description: 'Labels, bounds and controls of settings that the vocabulary declares' },
    ),
  ),
};

const source = {
  image: Type.Optional(line(512)),
  url: Type.Optional(Type.String({ pattern: '^https?://', maxLength: 2_048 })),
  port: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 65_535, description: '8080 if neither this member nor the url names one' }),
  ),
  vocabulary: Type.Optional(
    Type.Unknown({
      description: 'Vocabulary of an auditor that the verifier cannot reach; the verifier then fetches nothing',
    }),
  ),
};

/** Names an auditor by `image`, or by `url`, from which vocabulary and health are fetched. */
export const WriteAuditorSchema = Type.Object(
  { ...source, ...presentation },
  { $id: 'WriteAuditor', additionalProperties: false, examples: [{ url: 'https://tone.example', name: 'Tone' }] },
);
export const PatchAuditorSchema = Type.Object(
  { ...source, ...presentation },
  {
    $id: 'UpdateAuditor',
    additionalProperties: false,
    minProperties: 1,
    examples: [{ description: 'Friendly or not' }],
  },
);

export const AuditorParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });

export type CatalogAuditorView = Static<typeof CatalogAuditorSchema>;
export type AuditorSettingsSchemaView = Static<typeof AuditorSettingsSchemaSchema>;
export type WriteAuditor = Static<typeof WriteAuditorSchema>;
