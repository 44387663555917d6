/** Shapes of delegation grants (platform model 3). */

import { type Static, Type } from 'typebox';
import { pageQuery } from '../../contract/api/page.ts';
import { scopeToken } from '../../contract/api/scope-token.ts';
import { grantStatuses, revokeReasons } from './tables.ts';

const orNull = <Schema extends Parameters<typeof Type.Optional>[0]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);
const texts = (maxLength: number, maxItems: number, description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength }), { maxItems, uniqueItems: true, description });
/** One scope each: a space in one would make two of it in a token. */
const scopes = (description: string) =>
  Type.Array(Type.String({ pattern: scopeToken }), { maxItems: 100, uniqueItems: true, description });

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
    status: Type.Enum(grantStatuses),
    consent_request_id: Type.String(),
    granted_at: Type.String(),
    granted_by: Type.String({ description: 'the subject, or who was authorised to consent for them' }),
    expires_at: Type.String(),
    revoked_at: orNull(Type.String()),
    revoked_by: orNull(Type.String()),
    revoke_reason: orNull(Type.Enum(revokeReasons)),
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
    approved_scopes: Type.Optional(scopes('of those that were asked for; absent: all of them')),
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

/** Members that are absent leave that as it is. */
export const NarrowRequestSchema = Type.Object(
  {
    approved_scopes: Type.Optional(scopes('scopes that stay')),
    resources: Type.Optional(texts(512, 50, 'resources that stay')),
    ttl_seconds: Type.Optional(
      Type.Integer({ minimum: 1, maximum: maxTtlS, description: 'seconds from now, no later than it ends today' }),
    ),
    constraints: Type.Optional(GrantConstraintsSchema),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    examples: [{ approved_scopes: ['crm:read'], constraints: { tools: ['search_contacts'] } }],
  },
);

const idText = Type.String({ minLength: 1, maxLength: 200 });
export const AgentParamsSchema = Type.Object({ agent_id: idText });
export const GrantParamsSchema = Type.Object({ agent_id: idText, grant_id: idText });
export const PendingQuerySchema = Type.Object(pageQuery, { additionalProperties: false });
export const GrantListQuerySchema = Type.Object(
  {
    ...pageQuery,
    status: Type.Optional(Type.Enum(grantStatuses, { description: 'active if absent' })),
    subject_id: Type.Optional(Type.String({ maxLength: 200, description: 'only those of this person' })),
  },
  { additionalProperties: false },
);
export const RevokeQuerySchema = Type.Object(
  {
    reason: Type.Optional(
      Type.String({ pattern: '^[^\\u0000-\\u001f]{1,500}$', description: 'why, for the log of the configuration' }),
    ),
  },
  { additionalProperties: false },
);
