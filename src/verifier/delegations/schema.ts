/** Shapes of delegation grants (platform model 3). */
import { type Static, Type } from 'typebox';
import { grantStatuses, revokeReasons } from './tables.ts';

const words = <Word extends string>(list: readonly Word[]) => Type.Union(list.map((word) => Type.Literal(word)));
const orNull = <Schema extends Parameters<typeof Type.Optional>[0]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);
const texts = (maxLength: number, maxItems: number, description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength }), { maxItems, uniqueItems: true, description });

/** 8 hours. */
export const defaultTtlS = 28_800;
/** 90 days. */
export const maxTtlS = 7_776_000;

export const GrantConstraintsSchema = Type.Object(
  {
    tools: Type.Optional(texts(256, 100, 'tools that it is for; absent: all')),
    max_uses: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'tokens under it' })),
    ip: Type.Optional(texts(64, 20, 'addresses or CIDR blocks that tokens may be asked for from')),
  },
  { additionalProperties: false },
);

export const DelegationGrantSchema = Type.Object(
  {
    ...{ id: Type.String(), org_id: Type.String(), revision: Type.Integer() },
    agent_id: Type.String(),
    subject_id: Type.String(),
    subject_issuer: Type.String(),
    account_domain: Type.String(),
    resources: Type.Array(Type.String()),
    scopes: Type.Array(Type.String()),
    purpose: Type.String(),
    constraints: GrantConstraintsSchema,
    status: words(grantStatuses),
    consent_request_id: Type.String(),
    granted_at: Type.String(),
    granted_by: Type.String({ description: 'the subject, or who was authorised to consent for them' }),
    expires_at: Type.String(),
    revoked_at: orNull(Type.String()),
    revoked_by: orNull(Type.String()),
    revoke_reason: orNull(words(revokeReasons)),
    last_used_at: orNull(Type.String()),
    use_count: Type.Integer(),
    policy_version: Type.String({ description: "revision of the organisation's configuration at the consent" }),
    ...{ created_at: Type.String(), created_by: Type.String(), updated_at: Type.String() },
  },
  { $id: 'DelegationGrant' },
);
export type DelegationGrant = Static<typeof DelegationGrantSchema>;

export const GrantRequestSchema = Type.Object(
  {
    consent_request_id: Type.String({ maxLength: 200 }),
    approved_scopes: Type.Optional(texts(128, 100, 'of those that were asked for; absent: all of them')),
    resources: Type.Optional(texts(512, 50, 'of those that were asked for; absent: all of them')),
    ttl_seconds: Type.Optional(Type.Integer({ minimum: 60, maximum: maxTtlS, description: `default ${defaultTtlS}` })),
    constraints: Type.Optional(GrantConstraintsSchema),
  },
  {
    additionalProperties: false,
    examples: [
      {
        consent_request_id: 'apr_0199a2b4-7c1e-7d3a-9f4b-2f1c5b7a9e10',
        approved_scopes: ['crm:read'],
        resources: ['https://crm.example.com'],
        ttl_seconds: 28800,
      },
    ],
  },
);
export type GrantRequest = Static<typeof GrantRequestSchema>;
