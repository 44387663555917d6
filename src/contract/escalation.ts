/**
 * Request and answer of a gateway whose policies ask for a person's approval. An approval lets nothing through by itself:
 * the gateway puts it to its policies as one more fact of a new evaluation.
 */
import { ClaimSchema, PhaseSchema } from '@assay/sdk/contract';
import { type Static, Type } from 'typebox';

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const hexHash = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** What alone an approval is good for; everything in it is part of the binding. */
export const EscalationBindingSchema = Type.Object({
  agent_id: text(128),
  workspace_id: text(128),
  phase: PhaseSchema,
  tool: Type.Union([text(256), Type.Null()]),
  /** Of a call of a tool, the server that has it: the same name is another tool at another one. */
  server: Type.Optional(text(256)),
  model_id: Type.Union([text(512), Type.Null()]),
  /** Path and query that were called: the same bytes mean another thing to another API. */
  endpoint: text(2_048),
  /** Hex SHA-256 of the caller's headers that go on to the model server; null where there are none. */
  headers_hash: Type.Union([hexHash, Type.Null()]),
  /** Hex SHA-256 of the bytes of the request, or of the canonical JSON of the data that was judged without a model. */
  request_hash: hexHash,
  /** Of what stands to be released in the response phase; null in the others. */
  response_hash: Type.Union([hexHash, Type.Null()]),
  /** How the caller was known, e.g. the key id or the person; `local` on loopback. */
  principal: text(300),
  policy_set_hash: text(128),
  /** Ids of the policies that ask, sorted. */
  policies: Type.Array(text(256), { minItems: 1, maxItems: 50 }),
});
export type EscalationBinding = Static<typeof EscalationBindingSchema>;

/** What an auditor found, and which one; its metadata is not shown to approvers. */
export const EscalationClaimSchema = Type.Object({
  ...ClaimSchema.properties,
  auditor_id: Type.Optional(text(256)),
});

export const EscalationRequestSchema = Type.Object(
  {
    binding: EscalationBindingSchema,
    /** Of the exchange that asks: the one that will be refused, or will pass. */
    evidence_id: Type.String({ pattern: '^ev_[0-9a-f-]{36}$' }),
    trace_id: text(64),
    session_id: text(256),
    policy_id: text(256),
    /** The policies that ask, with the words of their `@reason`, and the highest `@quorum` and `@risk` among them. */
    reasons: Type.Array(Type.Object({ id: text(256), reason: Type.Optional(Type.String({ maxLength: 1_000 })) }), {
      maxItems: 50,
    }),
    quorum: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
    risk: Type.Optional(Type.Union([Type.Literal('low'), Type.Literal('medium'), Type.Literal('high')])),
    claims: Type.Array(EscalationClaimSchema, { maxItems: 100 }),
    /** The API key or token that was shown; never its secret. */
    credential_id: Type.Optional(text(200)),
    /** The person whom a delegated call is for. */
    on_behalf_of: Type.Optional(text(200)),
    preview: Type.Optional(Type.String({ maxLength: 8_000 })),
  },
  { additionalProperties: false },
);
export type EscalationRequest = Static<typeof EscalationRequestSchema>;

/** Why something that needs an approval does not pass, and what helps (AuthZEN ARAP). */
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
    /** Compact JWS, typ `approval-grant+jwt`; only with `approved`, and used up by the evidence id that asked. */
    grant: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'EscalationAnswer' },
);
export type EscalationAnswer = Static<typeof EscalationAnswerSchema>;

export const approvalGrantType = 'approval-grant+jwt';

/** What the verifier signs (ES256, the key of bundles) when an approval is used: for one exchange of one gateway. */
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
