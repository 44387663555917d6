/** Shapes of approvals. */
import { type Static, Type } from 'typebox';
import { requestTime } from '../../request-time.ts';
import { scopeToken } from '../../scope-token.ts';
import { approvalKinds, approvalStatuses, risks, verdicts } from './states.ts';

const id = Type.String({ minLength: 1, maxLength: 200 });
const orNull = <Schema extends Parameters<typeof Type.Optional>[0]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

/** The acting agent. `act` holds the agents before it, for display only. */
export const ApprovalActorSchema = Type.Object(
  {
    id,
    issuer: Type.Optional(Type.String()),
    type: Type.Literal('ai_agent'),
    verified: Type.Boolean({ description: 'True if the verifier itself identified it' }),
    act: Type.Optional(Type.Unknown()),
  },
  { $id: 'ApprovalActor' },
);
export type ApprovalActor = Static<typeof ApprovalActorSchema>;

/** The request itself; its members depend on the kind of the approval. */
export const RequestedSchema = Type.Object(
  {
    scopes: Type.Optional(Type.Array(Type.String({ pattern: scopeToken }), { maxItems: 100, uniqueItems: true })),
    resources: Type.Optional(Type.Array(Type.String({ maxLength: 512 }), { maxItems: 50, uniqueItems: true })),
    tools: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { minItems: 1, maxItems: 100, uniqueItems: true }),
    ),
    max_uses: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
    ttl: Type.Optional(Type.Integer({ minimum: 1, maximum: 7_776_000, description: 'Requested duration in seconds' })),
    until: Type.Optional(requestTime()),
    emergency: Type.Optional(Type.Boolean()),
    purpose: Type.Optional(Type.String({ maxLength: 500 })),
    justification: Type.Optional(Type.String({ maxLength: 2_000 })),
  },
  { $id: 'RequestedAccess', additionalProperties: false },
);
export type Requested = Static<typeof RequestedSchema>;

/** The facts for an approver. It holds a part of a payload only where the gateway is set to show one. */
export const ApprovalDisplaySchema = Type.Object(
  {
    title: Type.String({ maxLength: 300 }),
    lines: Type.Optional(Type.Array(Type.Object({ label: Type.String(), value: Type.String() }), { maxItems: 50 })),
    policies: Type.Optional(
      Type.Array(Type.Object({ id: Type.String(), reason: Type.Optional(Type.String()) }), {
        maxItems: 50,
        description: 'Policies that asked for an escalation, and why',
      }),
    ),
    claims: Type.Optional(
      Type.Array(
        Type.Object({
          auditor_id: Type.String(),
          name: Type.String(),
          type: Type.String(),
          value: Type.Unknown(),
          confidence: Type.Optional(Type.Number()),
        }),
        { maxItems: 100 },
      ),
    ),
    preview: Type.Optional(
      Type.String({ maxLength: 8_000, description: 'Start of the payload, with its sensitive parts replaced' }),
    ),
  },
  { $id: 'ApprovalDisplay' },
);
export type ApprovalDisplay = Static<typeof ApprovalDisplaySchema>;

export const ApprovalDecisionSchema = Type.Object(
  {
    approver: Type.String(),
    verdict: Type.Enum(verdicts),
    reason: orNull(Type.String()),
    decided_at: Type.String(),
  },
  { $id: 'ApprovalDecision' },
);

export const ApprovalSchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    revision: Type.Integer(),
    kind: Type.Enum(approvalKinds),
    status: Type.Enum(approvalStatuses),
    requester: Type.Object({ id: Type.String(), kind: Type.String() }),
    actor: orNull(ApprovalActorSchema),
    subject: orNull(Type.String({ description: 'Person it is for' })),
    agent_id: orNull(Type.String()),
    workspace_id: orNull(Type.String()),
    resource: orNull(Type.String()),
    action: orNull(Type.String()),
    requested: RequestedSchema,
    risk: Type.Enum(risks),
    evaluation_id: orNull(Type.String({ description: 'Evidence of the refusal' })),
    approvers: Type.Array(Type.String(), {
      description: 'Members who alone may decide; empty if everybody with the role may',
    }),
    policy: Type.Object({ quorum: Type.Integer(), separation_of_duties: Type.Boolean() }),
    display: ApprovalDisplaySchema,
    decisions: Type.Array(ApprovalDecisionSchema),
    expires_at: Type.String(),
    decided_at: orNull(Type.String()),
    result: orNull(
      Type.Object({
        approval: Type.Object({
          id: Type.String(),
          approved_at: Type.String(),
          approved_until: Type.String({ description: 'The approval is valid until then' }),
        }),
        used_at: orNull(Type.String()),
        used_by: orNull(Type.String({ description: 'Delegation or Evidence that used it up' })),
      }),
    ),
    created_at: Type.String(),
    created_by: Type.String(),
    updated_at: Type.String(),
    url: orNull(Type.String({ description: 'Page where a person decides' })),
  },
  { $id: 'Approval' },
);
export type Approval = Static<typeof ApprovalSchema>;
