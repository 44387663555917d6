/** Wire shapes of appraisal policies: what an organisation asks of the keys behind its agents (RFC 9334 section 8.5). */

import { type Static, Type } from 'typebox';
import { pageQuery } from '../../contract/api/page.ts';
import { idPattern } from '../../contract/ids.ts';
import { TierSchema, TrustVectorSchema } from '../../contract/passport.ts';
import { ReportPolicySchema } from '../../proof/reports/policy.ts';
import { appraisalKinds, kindAliases } from './kinds.ts';

/** Names under which the built-in policy is read and activated. */
export const builtInPolicyId = 'default';

export const ReasonSchema = Type.String({ minLength: 1, maxLength: 1000, description: 'why; kept in the history' });
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
          'ids of sets, one of which the report must match as a whole; its registers replace those of `report`',
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
        description: 'attestors, as `agent_instance` names them; `*` at the end stands for any rest',
      }),
    ),
    kids: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }), { minItems: 1, maxItems: 256, description: 'keys' }),
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
      description: 'kinds that are allowed, and what is asked of the report of each; nvidia stands beside a processor',
    }),
    require_gpu: Type.Optional(Type.Boolean({ description: 'a GPU must be attested beside the processor' })),
    signers: Type.Optional(SignersSchema),
    regions: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
        minItems: 1,
        maxItems: 64,
        description: 'the region that the attestor declares; declared, not proven',
      }),
    ),
    freshness: Type.Optional(Type.Enum(['any', 'verifier'], { description: 'verifier: a challenge must be answered' })),
    max_attestation_age_s: Type.Optional(Type.Integer({ minimum: 60, maximum: 31_536_000 })),
    passport_ttl_s: Type.Optional(Type.Integer({ minimum: 60, maximum: 31_536_000 })),
    minimum_tier: Type.Optional(Type.Enum(['affirming', 'none', 'warning'])),
    authorize_deployment: Type.Optional(
      Type.Boolean({ description: 'passports that reach `minimum_tier` on real hardware say deployment_authorized' }),
    ),
  },
  { $id: 'AppraisalPolicyDocument', additionalProperties: false },
);

export const WritePolicySchema = Type.Object(
  { policy: AppraisalPolicyDocumentSchema, reason: Type.Optional(ReasonSchema) },
  { additionalProperties: false },
);

const versionMembers = {
  version: VersionSchema,
  sha256: Type.String({ description: '`sha256:<hex>` of the policy, JCS' }),
  policy: AppraisalPolicyDocumentSchema,
  created_at: Type.String({ description: 'of this version' }),
  created_by: Type.String(),
  reason: Type.Union([Type.String(), Type.Null()]),
};

export const PolicyVersionSchema = Type.Object(versionMembers, { $id: 'AppraisalPolicyVersion' });

export const AppraisalPolicySchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    ...versionMembers,
    revision: Type.Integer({ description: 'newest version; the ETag' }),
    active: Type.Array(
      Type.Object({ workspace_id: Type.Union([Type.String(), Type.Null()]), version: VersionSchema }),
      { description: 'where it decides now; workspace_id null = the organisation' },
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
  { additionalProperties: false },
);

export const InheritPolicySchema = Type.Object(
  { workspace_id: WorkspaceIdSchema, reason: ReasonSchema },
  { additionalProperties: false },
);

export const ActivationSchema = Type.Object(
  {
    policy_id: Type.Union([Type.String(), Type.Null()], { description: 'null: the workspace inherits again' }),
    version: Type.Union([VersionSchema, Type.Null()]),
    workspace_id: Type.Union([Type.String(), Type.Null()], { description: 'null: the organisation' }),
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
  { additionalProperties: false },
);

const outcomeMembers = { status: TierSchema, vector: TrustVectorSchema, notes: Type.Array(Type.String()) };

export const PolicyEvaluationSchema = Type.Object(
  {
    policy_id: Type.String(),
    version: VersionSchema,
    evaluated_at: Type.String(),
    changed: Type.Integer({ description: 'key attestations whose status or vector would be another' }),
    items: Type.Array(
      Type.Object({
        attestation_id: Type.String(),
        kid: Type.String(),
        kind: Type.String(),
        is_changed: Type.Boolean(),
        before: Type.Object(outcomeMembers),
        after: Type.Object(outcomeMembers),
      }),
      { description: 'newest first' },
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
