/**
 * The composite passport: the verifier's appraisal of a whole workflow, as an EAR JWS of its own profile. It names
 * each member's passport by its hash, and is never better than the worst of them.
 */
import { type Static, Type } from 'typebox';
import { type Tier, TierSchema, TrustVectorSchema, tiers } from './passport.ts';

/** `typ` is {@link passportType}, as in passports. The profile tells them apart. */
export const compositeProfile = 'tag:assay.dev,2026:composite-passport/1';
/** SemVer of the claims: an unknown major is refused, an unknown minor accepted. */
export const compositeSchemaVersion = '1.0.0';

/** Reasons why a member has no valid passport. */
const memberGaps = ['missing', 'expired', 'revoked'] as const;
export type MemberGap = (typeof memberGaps)[number];
const memberStatuses = [...tiers, ...memberGaps] as const;
const compositeStatuses = [...tiers, 'incomplete'] as const;
export type CompositeStatus = (typeof compositeStatuses)[number];

/** Most nodes of one composite passport, including nodes of nested workflows. */
export const maxMembers = 2_000;

const nullable = <T extends import('typebox').TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const time = Type.String({ format: 'date-time' });

const CompositeMemberSchema = Type.Object({
  node_id: Type.String({
    maxLength: 512,
    description: 'id of the node; in workflows that stand in it, the ids of those nodes before it, with slashes',
  }),
  agent_id: nullable(Type.String({ maxLength: 512, description: 'null: the workflow of this node does not run' })),
  passport_id: nullable(Type.String({ maxLength: 128 })),
  digest: nullable(Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the passport JWS' })),
  status: Type.Enum(memberStatuses),
  evaluated_at: nullable(time),
});

const facts = {
  workflow_id: Type.String({ maxLength: 128 }),
  revision: Type.Integer({ minimum: 1, description: 'the revision that was deployed' }),
  graph_digest: Type.String({
    pattern: '^sha256:[0-9a-f]{64}$',
    description: 'of the graph, canonical JSON (RFC 8785)',
  }),
  members: Type.Array(CompositeMemberSchema, { maxItems: maxMembers, description: 'sorted by node_id' }),
  merkle_root: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'RFC 6962 Merkle root (hex) over the digests of the members that have one, in their order',
  }),
  status: Type.Enum(compositeStatuses, { description: 'of the worst member; incomplete where one has no passport' }),
  missing: Type.Array(Type.String(), { maxItems: maxMembers, description: 'node_id of each member without one' }),
  valid_until: nullable(Type.String({ format: 'date-time', description: 'earliest end of a member passport' })),
};

export const CompositeClaimsSchema = Type.Object({
  schema_version: Type.String({ pattern: '^\\d{1,6}\\.\\d{1,6}\\.\\d{1,6}$' }),
  eat_profile: Type.Literal(compositeProfile),
  iss: Type.String(),
  jti: Type.String({ pattern: '^cpp_[0-9a-f-]{36}$' }),
  iat: Type.Integer(),
  nbf: Type.Integer(),
  exp: Type.Integer(),
  'ear.verifier-id': Type.Object({ developer: Type.String(), build: Type.String() }),
  workspace_id: Type.String(),
  ...facts,
  submods: Type.Record(
    Type.String(),
    Type.Object({ 'ear.status': TierSchema, 'ear.trustworthiness-vector': TrustVectorSchema }),
    { description: 'by agent' },
  ),
});

/** A composite passport as the API shows it. */
export const CompositePassportSchema = Type.Object(
  {
    passport_id: Type.String(),
    ...facts,
    issued_at: time,
    expires_at: time,
    signature: Type.String({ description: 'of the JWS, ES256' }),
    jwt: Type.String({ description: 'the JWS, which is what counts' }),
  },
  { $id: 'CompositePassport' },
);

export type CompositeMember = Static<typeof CompositeMemberSchema>;
export type CompositeClaims = Static<typeof CompositeClaimsSchema>;
export type CompositePassport = Static<typeof CompositePassportSchema>;

/** True for a member without a valid passport. */
export function isGap(status: Tier | MemberGap): status is MemberGap {
  return memberGaps.some((gap) => gap === status);
}
