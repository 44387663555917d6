/** Shapes of delegations. */
import { type Static, Type } from 'typebox';
import { scopeToken } from '../../scope-token.ts';
import { pageQuery } from '../page.ts';
import { grantStatuses, revokeReasons } from './states.ts';

const orNull = <Schema extends Parameters<typeof Type.Optional>[0]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);
const texts = (maxLength: number, maxItems: number, description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength }), { maxItems, uniqueItems: true, description });
/** A space would turn one scope into two in a token. */
const scopes = (description: string) =>
  Type.Array(Type.String({ pattern: scopeToken }), { maxItems: 100, uniqueItems: true, description });

/** 8 hours. */
export const defaultTtlS = 28_800;
/** 90 days. */
export const maxTtlS = 7_776_000;

export const GrantConstraintsSchema = Type.Object(
  {
    tools: Type.Optional(texts(256, 100, 'Tools that it is for; all if absent')),
    max_uses: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'Highest number of tokens under it' }),
    ),
    ip: Type.Optional(texts(64, 20, 'Addresses or CIDR blocks from which tokens may be asked for')),
  },
  { $id: 'DelegationConstraints', additionalProperties: false },
);

export const DelegationGrantSchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    revision: Type.Integer(),
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
    granted_by: Type.String({ description: 'The subject, or the approver who consented for them' }),
    expires_at: Type.String(),
    revoked_at: orNull(Type.String()),
    revoked_by: orNull(Type.String()),
    revoke_reason: orNull(Type.Enum(revokeReasons)),
    last_used_at: orNull(Type.String()),
    use_count: Type.Integer(),
    policy_version: Type.String({ description: "Revision of the organisation's configuration at the consent" }),
    created_at: Type.String(),
    created_by: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'DelegationGrant' },
);
export type DelegationGrant = Static<typeof DelegationGrantSchema>;

export const GrantRequestSchema = Type.Object(
  {
    consent_request_id: Type.String({ maxLength: 200 }),
    approved_scopes: Type.Optional(scopes('Some of those that were asked for; all of them if absent')),
    resources: Type.Optional(texts(512, 50, 'Some of those that were asked for; all of them if absent')),
    ttl_seconds: Type.Optional(
      Type.Integer({ minimum: 60, maximum: maxTtlS, description: `${defaultTtlS} if absent` }),
    ),
    constraints: Type.Optional(GrantConstraintsSchema),
  },
  {
    $id: 'GrantDelegation',
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

/** An absent member changes nothing. */
export const NarrowRequestSchema = Type.Object(
  {
    approved_scopes: Type.Optional(scopes('Scopes that stay')),
    resources: Type.Optional(texts(512, 50, 'Resources that stay')),
    ttl_seconds: Type.Optional(
      Type.Integer({ minimum: 1, maximum: maxTtlS, description: 'Seconds from now; it never ends later than before' }),
    ),
    constraints: Type.Optional(GrantConstraintsSchema),
  },
  {
    $id: 'NarrowDelegation',
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
    status: Type.Optional(Type.Enum(grantStatuses, { description: 'Active if absent' })),
    subject_id: Type.Optional(Type.String({ maxLength: 200, description: 'Only those of this person' })),
  },
  { additionalProperties: false },
);
export const RevokeQuerySchema = Type.Object(
  {
    reason: Type.Optional(
      Type.String({ pattern: '^[^\\u0000-\\u001f]{1,500}$', description: 'Reason for the log of the configuration' }),
    ),
  },
  { additionalProperties: false },
);
