/**
 * Request and answer for policies that ask for a person's approval. An approval lets nothing through by itself: the
 * gateway gives it to its policies as one more fact of a new evaluation.
 */
import { ClaimSchema, PhaseSchema } from '@assay/sdk/contract';
import { type Static, Type } from 'typebox';

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const hexHash = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** The exact call that an approval is valid for. Every member is part of the binding. */
export const EscalationBindingSchema = Type.Object({
  agent_id: text(128),
  workspace_id: text(128),
  phase: PhaseSchema,
  tool: Type.Union([text(256), Type.Null()]),
  /** Server of a tool call. The same tool name at another server is another tool. */
  server: Type.Optional(text(256)),
  model_id: Type.Union([text(512), Type.Null()]),
  /** Called path and query. The same bytes mean something else to another API. */
  endpoint: text(2_048),
  /** Hex SHA-256 of the caller's headers that are forwarded to the model server; null if there are none. */
  headers_hash: Type.Union([hexHash, Type.Null()]),
  /** Hex SHA-256 of the request's bytes, or of the canonical JSON of data that was judged without a model. */
  request_hash: hexHash,
  /** Hash of the content to release in the response phase; null in the others. */
  response_hash: Type.Union([hexHash, Type.Null()]),
  /** How the caller was identified, e.g. the key id or the person; `local` on loopback. */
  principal: text(300),
  policy_set_hash: text(128),
  /** Ids of the escalating policies, sorted. */
  policies: Type.Array(text(256), { minItems: 1, maxItems: 50 }),
});
export type EscalationBinding = Static<typeof EscalationBindingSchema>;

/** A finding and its auditor. Approvers do not see its metadata. */
export const EscalationClaimSchema = Type.Object({
  ...ClaimSchema.properties,
  auditor_id: Type.Optional(text(256)),
});

export const EscalationRequestSchema = Type.Object(
  {
    binding: EscalationBindingSchema,
    /** The exchange that asks for the approval. */
    evidence_id: Type.String({ pattern: '^ev_[0-9a-f-]{36}$' }),
    trace_id: text(64),
    session_id: text(256),
    policy_id: text(256),
    /** The escalating policies with their `@reason`, and the highest `@quorum` and `@risk` among them. */
    reasons: Type.Array(Type.Object({ id: text(256), reason: Type.Optional(Type.String({ maxLength: 1_000 })) }), {
      maxItems: 50,
    }),
    quorum: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
    risk: Type.Optional(Type.Union([Type.Literal('low'), Type.Literal('medium'), Type.Literal('high')])),
    claims: Type.Array(EscalationClaimSchema, { maxItems: 100 }),
    /** Id of the presented API key or token; never its secret. */
    credential_id: Type.Optional(text(200)),
    /** The person of a delegated call. */
    on_behalf_of: Type.Optional(text(200)),
    preview: Type.Optional(Type.String({ maxLength: 8_000 })),
  },
  { additionalProperties: false },
);
export type EscalationRequest = Static<typeof EscalationRequestSchema>;

/** Next step of the caller when an approval is needed (AuthZEN ARAP). */
export const nextActions = ['request', 'retry', 'none'] as const;
export const escalationReasons = [
  'grant_pending',
  'policy_denied',
  'approval_expired',
  'out_of_scope',
  'approval_unverifiable',
] as const;

export const escalationStatuses = ['pending', 'approved', 'denied', 'refused'] as const;

export const EscalationAnswerSchema = Type.Object(
  {
    approval_id: Type.Union([Type.String(), Type.Null()]),
    status: Type.Enum(escalationStatuses, {
      description: 'refused: too many wait for this agent already',
    }),
    expires_at: Type.Union([Type.String(), Type.Null()]),
    /** Where a person decides. */
    url: Type.Union([Type.String(), Type.Null()]),
    /** Compact JWS, typ `approval-grant+jwt`. Present only with `approved`; the evidence id that asked uses it up. */
    grant: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'EscalationAnswer' },
);
export type EscalationAnswer = Static<typeof EscalationAnswerSchema>;

export const approvalGrantType = 'approval-grant+jwt';

/** Claims that the verifier signs (ES256, the key of bundles) when an approval is used, for one exchange of one gateway. */
export const ApprovalGrantSchema = Type.Object({
  iss: Type.String(),
  iat: Type.Integer(),
  exp: Type.Integer({ description: 'at most 60 s after iat' }),
  org_id: Type.String(),
  gateway_id: Type.String(),
  evidence_id: Type.String(),
  approval_id: Type.String(),
  /** Hex SHA-256 of the canonical JSON of the binding. */
  binding_hash: hexHash,
  approvers: Type.Array(Type.String(), { minItems: 1, maxItems: 20 }),
  approved_at: Type.String(),
  approved_until: Type.String(),
  risk: Type.String(),
});
export type ApprovalGrant = Static<typeof ApprovalGrantSchema>;
