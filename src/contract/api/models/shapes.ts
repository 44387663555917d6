/** Wire shapes of `/v1/registry/models`. */
import { type Static, Type } from 'typebox';
import { idPattern } from '../../ids.ts';
import { pageQuery } from '../page.ts';
import { signatureStates } from '../publishers/states.ts';
import { fileStates, reviews, runKinds, runStatuses, verdicts, versionKinds, versionStatuses } from './states.ts';

const closed = { additionalProperties: false } as const;
const NullableText = Type.Union([Type.String(), Type.Null()]);
const textOf = (maxLength: number) => Type.String({ pattern: `^[^\\u0000-\\u001f]{1,${maxLength}}$` });

const NameSchema = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._/-]{0,127}$',
  description: 'unique in the organisation; never changes',
});
const DescriptionSchema = Type.String({ maxLength: 4_000 });
const TagsSchema = Type.Record(
  Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._/-]{0,63}$' }),
  Type.String({ maxLength: 256 }),
  { additionalProperties: false, maxProperties: 50 },
);
const ServedNameSchema = Type.String({ pattern: '^[\\x21-\\x7e]{1,200}$' });
const ServedAsSchema = Type.Array(ServedNameSchema, {
  maxItems: 50,
  uniqueItems: true,
  description: 'exact names that calls at gateways use for it; unique in the organisation',
});
const AliasSchema = Type.String({ pattern: '^[a-z][a-z0-9._-]{0,63}$' });
const ProtectedSchema = Type.Array(AliasSchema, {
  maxItems: 20,
  uniqueItems: true,
  description: 'aliases that move only if somebody else approves it; removing one from the list needs an admin',
});
const VersionNumber = Type.Integer({ minimum: 1, maximum: 1_000_000 });

export const FilePathSchema = Type.String({
  pattern: '^(?!.*(?:^|/)(?:\\.{1,2})?(?:/|$))[A-Za-z0-9._@+=, ()/-]{1,255}$',
  description: 'relative, with / between folders',
});
const Sha256Schema = Type.String({ pattern: '^[0-9a-f]{64}$' });

const DeclaredFileSchema = Type.Object(
  { path: FilePathSchema, size: Type.Integer({ minimum: 0 }), sha256: Sha256Schema },
  closed,
);
export const FindingSchema = Type.Object({ rule: Type.String(), level: Type.String(), message: Type.String() });
const FileSchema = Type.Object({
  ...DeclaredFileSchema.properties,
  state: Type.Enum(fileStates),
  format: NullableText,
  findings: Type.Array(FindingSchema),
  seen_at: NullableText,
});

const ProvenanceSchema = Type.Record(
  Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' }),
  Type.String({ maxLength: 2_000 }),
  {
    additionalProperties: false,
    maxProperties: 30,
    description: 'its origin: source, base_model, training_data …',
  },
);
const EvaluationRequest = {
  name: textOf(200),
  metric: textOf(100),
  value: Type.Number(),
  dataset: Type.Optional(textOf(300)),
};
export const EvaluationSchema = Type.Object({ ...EvaluationRequest, at: Type.String(), by: Type.String() });
const ApprovalNoteSchema = Type.Object({ by: Type.String(), at: Type.String(), comment: NullableText });
const SignatureRequest = Type.Object(
  {
    publisher_id: Type.String({ maxLength: 100 }),
    jws: Type.String({ maxLength: 4_096, description: 'compact JWS (release+jwt) over {name, version, model_hash}' }),
  },
  closed,
);

export const ModelSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    workspace_id: NullableText,
    tags: Type.Record(Type.String(), Type.String()),
    aliases: Type.Record(Type.String(), Type.Integer()),
    protected_aliases: Type.Array(Type.String()),
    served_as: Type.Array(Type.String()),
    versions: Type.Integer({ description: 'number of registered versions; the newest has this number' }),
    revision: Type.Integer(),
    created_at: Type.String(),
    created_by: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'RegisteredModel' },
);

export const VersionSchema = Type.Object(
  {
    model_id: Type.String(),
    name: Type.String(),
    version: Type.Integer(),
    kind: Type.Enum(versionKinds),
    status: Type.Enum(versionStatuses),
    review: Type.Enum(reviews),
    review_reason: NullableText,
    model_hash: Type.String({
      description: 'hash of the single file, of the sorted list of files, or of {provider, model_id}; sha256:…',
    }),
    format: NullableText,
    provider: NullableText,
    hosted_model_id: NullableText,
    files: Type.Array(FileSchema),
    provenance: Type.Record(Type.String(), Type.String()),
    license: NullableText,
    evaluations: Type.Array(EvaluationSchema),
    approvals: Type.Array(ApprovalNoteSchema),
    signature: Type.Union([
      Type.Object({
        publisher_id: Type.String(),
        kid: Type.String(),
        state: Type.Enum(signatureStates),
      }),
      Type.Null(),
    ]),
    served_as: Type.Array(Type.String()),
    verification: Type.Object({ verdict: Type.Enum(verdicts), detail: Type.String(), at: NullableText }),
    revision: Type.Integer(),
    created_at: Type.String(),
    created_by: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'ModelVersion' },
);

export const RunSchema = Type.Object(
  {
    id: Type.String(),
    kind: Type.Enum(runKinds),
    status: Type.Enum(runStatuses),
    checks: Type.Array(
      Type.Object({
        name: Type.String({ description: 'path of the file' }),
        status: Type.Enum(['passed', 'failed', 'skipped']),
        detail: Type.String(),
        findings: Type.Array(FindingSchema),
      }),
    ),
    started_at: Type.String(),
    started_by: Type.String(),
    ended_at: NullableText,
  },
  { $id: 'ModelVerification' },
);

export const CreateModelSchema = Type.Object(
  {
    name: NameSchema,
    description: Type.Optional(DescriptionSchema),
    workspace_id: Type.Optional(Type.String({ pattern: idPattern })),
    tags: Type.Optional(TagsSchema),
    protected_aliases: Type.Optional(ProtectedSchema),
    served_as: Type.Optional(ServedAsSchema),
  },
  {
    ...closed,
    examples: [
      { name: 'support-chat', served_as: ['gpt-4o-mini'], protected_aliases: ['served'], tags: { team: 'cx' } },
    ],
  },
);

export const PatchModelSchema = Type.Object(
  {
    description: Type.Optional(DescriptionSchema),
    workspace_id: Type.Optional(Type.Union([Type.String({ pattern: idPattern }), Type.Null()])),
    tags: Type.Optional(TagsSchema),
    protected_aliases: Type.Optional(ProtectedSchema),
    served_as: Type.Optional(ServedAsSchema),
  },
  { ...closed, minProperties: 1, examples: [{ tags: { team: 'cx', stage: 'canary' } }] },
);

const versionParts = {
  provenance: Type.Optional(ProvenanceSchema),
  license: Type.Optional(textOf(200)),
};

export const CreateVersionSchema = Type.Object(
  {
    version: Type.Optional(VersionNumber),
    files: Type.Optional(
      Type.Array(DeclaredFileSchema, { minItems: 1, maxItems: 500, description: 'kind artifact: all of its files' }),
    ),
    hosted: Type.Optional(
      Type.Object(
        { provider: textOf(100), model_id: ServedNameSchema },
        { ...closed, description: 'kind hosted: the verifier has no files of it, so it cannot scan them' },
      ),
    ),
    format: Type.Optional(textOf(60)),
    served_as: Type.Optional(ServedAsSchema),
    evaluations: Type.Optional(Type.Array(Type.Object(EvaluationRequest, closed), { maxItems: 100 })),
    signature: Type.Optional(SignatureRequest),
    ...versionParts,
  },
  {
    ...closed,
    examples: [
      {
        files: [{ path: 'model.safetensors', size: 1024, sha256: 'a'.repeat(64) }],
        format: 'safetensors',
        license: 'Apache-2.0',
        provenance: { source: 'https://models.example.com/chat' },
      },
      { hosted: { provider: 'openai', model_id: 'gpt-4o-mini' } },
    ],
  },
);

export const PatchVersionSchema = Type.Object(
  { ...versionParts, signature: Type.Optional(SignatureRequest) },
  { ...closed, minProperties: 1, examples: [{ license: 'Apache-2.0' }] },
);

export const VerifyVersionSchema = Type.Object(
  {
    urls: Type.Record(FilePathSchema, Type.String({ pattern: '^https?://[^\\s]{1,4000}$' }), {
      additionalProperties: false,
      minProperties: 1,
      maxProperties: 500,
      description: 'URL of each file by its path; never stored',
    }),
  },
  { ...closed, examples: [{ urls: { 'model.safetensors': 'https://models.example.com/model.safetensors' } }] },
);

export const CreateEvaluationSchema = Type.Object(EvaluationRequest, {
  ...closed,
  examples: [{ name: 'mmlu', metric: 'accuracy', value: 0.71, dataset: 'mmlu-pro' }],
});

export const ApproveVersionSchema = Type.Object(
  {
    comment: Type.Optional(Type.String({ maxLength: 1_000 })),
    accept_unchecked: Type.Optional(
      Type.Boolean({ description: 'true: an admin accepts a version that could not be scanned completely' }),
    ),
  },
  { ...closed, examples: [{ comment: 'Evaluated on 2026-11-20' }] },
);
export const ReasonSchema = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: 1_000 }) },
  { ...closed, examples: [{ reason: 'CVE-2026-1234 in its tokenizer' }] },
);
export const PutAliasSchema = Type.Object({ version: VersionNumber }, { ...closed, examples: [{ version: 3 }] });

export const AliasViewSchema = Type.Object(
  {
    name: Type.String(),
    version: Type.Union([Type.Integer(), Type.Null()]),
    protected: Type.Boolean(),
    pending: Type.Union([
      Type.Object({
        version: Type.Integer(),
        approval_id: Type.String(),
        asked_by: Type.String(),
        asked_at: Type.String(),
      }),
      Type.Null(),
    ]),
  },
  { $id: 'ModelAlias' },
);
export const AliasListSchema = Type.Object({ items: Type.Array(AliasViewSchema) });

const ModelIdSchema = Type.String({ maxLength: 128 });
export const ModelParamsSchema = Type.Object({ id: ModelIdSchema });
export const VersionParamsSchema = Type.Object({ id: ModelIdSchema, version: VersionNumber });
export const RunParamsSchema = Type.Object({
  ...VersionParamsSchema.properties,
  run_id: Type.String({ maxLength: 64 }),
});
export const AliasParamsSchema = Type.Object({ id: ModelIdSchema, name: AliasSchema });
export const ModelListQuerySchema = Type.Object({
  ...pageQuery,
  name: Type.Optional(Type.String({ maxLength: 128 })),
  workspace_id: Type.Optional(Type.String({ maxLength: 128 })),
  served_as: Type.Optional(Type.String({ maxLength: 200 })),
});
export const PageQuerySchema = Type.Object(pageQuery);

export type RegisteredModel = Static<typeof ModelSchema>;
export type ModelVersion = Static<typeof VersionSchema>;
export type ModelVerification = Static<typeof RunSchema>;
export type CreateModel = Static<typeof CreateModelSchema>;
export type PatchModel = Static<typeof PatchModelSchema>;
export type CreateVersion = Static<typeof CreateVersionSchema>;
export type PatchVersion = Static<typeof PatchVersionSchema>;
export type Evaluation = Static<typeof EvaluationSchema>;
export type CreateEvaluation = Static<typeof CreateEvaluationSchema>;
export type ApprovalNote = Static<typeof ApprovalNoteSchema>;
export type ApproveVersion = Static<typeof ApproveVersionSchema>;
export type Finding = Static<typeof FindingSchema>;
export type AliasView = Static<typeof AliasViewSchema>;
export type RunCheck = ModelVerification['checks'][number];
