/** Wire shapes of appraisal policies: requirements on the keys of an organisation's agents (RFC 9334 section 8.5). */
import { type Static, Type } from 'typebox';
import { idPattern } from '../../ids.ts';
import { TierSchema, TrustVectorSchema } from '../../passport.ts';
import { pageQuery } from '../page.ts';
import { appraisalKinds, kindAliases } from './kinds.ts';
import { ReportPolicySchema } from './report-policy.ts';

/** Names under which the built-in policy is read and activated. */
export const builtInPolicyId = 'default';

export const ReasonSchema = Type.String({ minLength: 1, maxLength: 1000, description: 'Stored in the history' });
export const NameSchema = Type.String({ pattern: '^[^\\u0000-\\u001f]{1,200}$' });
export const WorkspaceIdSchema = Type.String({ pattern: idPattern });
export const VersionSchema = Type.Integer({ minimum: 0, maximum: 1_000_000_000 });

const KindPolicySchema = Type.Object(
  {
    report: Type.Optional(ReportPolicySchema),
    reference_values: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), {
        maxItems: 32,
        uniqueItems: true,
        description:
          'Ids of sets. The report must match one of them as a whole; its registers replace those of `report`.',
      }),
    ),
  },
  { additionalProperties: false },
);

const kindNames = [...appraisalKinds, ...Object.keys(kindAliases)];

const SignersSchema = Type.Object(
  {
    spiffe_ids: Type.Optional(
      Type.Array(Type.String({ pattern: '^spiffe://[^\\s*]{1,500}\\*?$' }), {
        minItems: 1,
        maxItems: 256,
        description: 'Attestors, as `agent_instance` names them; a `*` at the end matches every suffix',
      }),
    ),
    kids: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }), {
        minItems: 1,
        maxItems: 256,
        description: 'Thumbprints of keys',
      }),
    ),
    id_key_digests: Type.Optional(
      Type.Array(Type.String({ pattern: '^[0-9a-fA-F]{96}$' }), {
        minItems: 1,
        maxItems: 256,
        description: 'AMD: digest of the key that signed the identity block of the guest',
      }),
    ),
  },
  { additionalProperties: false },
);

/** A policy as it is written and kept. */
export const AppraisalPolicyDocumentSchema = Type.Object(
  {
    name: NameSchema,
    description: Type.Optional(Type.String({ maxLength: 2000 })),
    kinds: Type.Record(Type.String({ pattern: `^(?:${kindNames.join('|')})$` }), KindPolicySchema, {
      additionalProperties: false,
      minProperties: 1,
      description:
        'Allowed kinds, with the requirements on the report of each; nvidia comes in addition to a processor',
    }),
    require_gpu: Type.Optional(Type.Boolean({ description: 'A GPU must be attested in addition to the processor' })),
    signers: Type.Optional(SignersSchema),
    regions: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
        minItems: 1,
        maxItems: 64,
        description: 'Allowed regions; the attestor declares its region and does not prove it',
      }),
    ),
    freshness: Type.Optional(
      Type.Enum(['any', 'verifier'], { description: 'verifier: the attestation must answer a challenge' }),
    ),
    max_attestation_age_s: Type.Optional(Type.Integer({ minimum: 60, maximum: 31_536_000 })),
    passport_ttl_s: Type.Optional(Type.Integer({ minimum: 60, maximum: 31_536_000 })),
    minimum_tier: Type.Optional(Type.Enum(['affirming', 'none', 'warning'])),
    authorize_deployment: Type.Optional(
      Type.Boolean({
        description: 'Passports that reach `minimum_tier` on real hardware have `deployment_authorized`',
      }),
    ),
  },
  { $id: 'AppraisalPolicyDocument', additionalProperties: false },
);

export const WritePolicySchema = Type.Object(
  { policy: AppraisalPolicyDocumentSchema, reason: Type.Optional(ReasonSchema) },
  { $id: 'WriteAppraisalPolicy', additionalProperties: false },
);

const versionMembers = {
  version: VersionSchema,
  sha256: Type.String({ description: '`sha256:<hex>` of the policy in canonical JSON (RFC 8785)' }),
  policy: AppraisalPolicyDocumentSchema,
  created_at: Type.String({ description: 'Time of this version' }),
  created_by: Type.String(),
  reason: Type.Union([Type.String(), Type.Null()]),
};

export const PolicyVersionSchema = Type.Object(versionMembers, { $id: 'AppraisalPolicyVersion' });

export const AppraisalPolicySchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    ...versionMembers,
    revision: Type.Integer({ description: 'Number of the newest version; the ETag' }),
    active: Type.Array(
      Type.Object({ workspace_id: Type.Union([Type.String(), Type.Null()]), version: VersionSchema }),
      { description: 'Where it decides now; `workspace_id` is null for the organisation' },
    ),
    archived_at: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'AppraisalPolicy' },
);

export const ActivatePolicySchema = Type.Object(
  {
    version: Type.Optional(VersionSchema),
    workspace_id: Type.Optional(WorkspaceIdSchema),
    reason: ReasonSchema,
  },
  { $id: 'ActivateAppraisalPolicy', additionalProperties: false },
);

export const InheritPolicySchema = Type.Object(
  { workspace_id: WorkspaceIdSchema, reason: ReasonSchema },
  { $id: 'InheritAppraisalPolicy', additionalProperties: false },
);

export const ActivationSchema = Type.Object(
  {
    policy_id: Type.Union([Type.String(), Type.Null()], { description: 'Null if the workspace inherits again' }),
    version: Type.Union([VersionSchema, Type.Null()]),
    workspace_id: Type.Union([Type.String(), Type.Null()], { description: 'Null for the organisation' }),
    activated_at: Type.String(),
    activated_by: Type.String(),
    reason: Type.String(),
  },
  { $id: 'AppraisalActivation' },
);

export const EvaluatePolicySchema = Type.Object(
  {
    version: Type.Optional(VersionSchema),
    workspace_id: Type.Optional(WorkspaceIdSchema),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  },
  { $id: 'EvaluateAppraisalPolicy', additionalProperties: false },
);

const outcomeMembers = { status: TierSchema, vector: TrustVectorSchema, notes: Type.Array(Type.String()) };

export const PolicyEvaluationSchema = Type.Object(
  {
    policy_id: Type.String(),
    version: VersionSchema,
    evaluated_at: Type.String(),
    changed: Type.Integer({ description: 'Number of key attestations whose status or vector would change' }),
    items: Type.Array(
      Type.Object({
        attestation_id: Type.String(),
        kid: Type.String(),
        kind: Type.String(),
        is_changed: Type.Boolean(),
        before: Type.Object(outcomeMembers),
        after: Type.Object(outcomeMembers),
      }),
      { description: 'Newest first' },
    ),
  },
  { $id: 'AppraisalPolicyEvaluation' },
);

export const RecordParamsSchema = Type.Object({ id: Type.String({ maxLength: 64 }) });
export const RecordListQuerySchema = Type.Object(pageQuery, { additionalProperties: false });
export const VersionQuerySchema = Type.Object(
  { version: Type.Optional(VersionSchema) },
  { additionalProperties: false },
);
export const ScopeQuerySchema = Type.Object(
  { workspace_id: Type.Optional(WorkspaceIdSchema) },
  { additionalProperties: false },
);

export type AppraisalPolicyDocument = Static<typeof AppraisalPolicyDocumentSchema>;
export type KindPolicy = Static<typeof KindPolicySchema>;
export type WritePolicy = Static<typeof WritePolicySchema>;
export type PolicyVersion = Static<typeof PolicyVersionSchema>;
export type AppraisalPolicy = Static<typeof AppraisalPolicySchema>;
export type ActivatePolicy = Static<typeof ActivatePolicySchema>;
export type Activation = Static<typeof ActivationSchema>;
export type PolicyEvaluation = Static<typeof PolicyEvaluationSchema>;
