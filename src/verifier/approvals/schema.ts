/** Shapes of approvals (platform model 4). */

import { type Static, Type } from 'typebox';
import { scopeToken } from '../../contract/api/scope-token.ts';
import { requestTime } from '../../contract/request-time.ts';
import { approvalKinds, approvalStatuses, risks, verdicts } from './words.ts';

const id = Type.String({ minLength: 1, maxLength: 200 });
const orNull = <Schema extends Parameters<typeof Type.Optional>[0]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

/** Who acts, outermost first; history below `act` is told, never gone by. */
export const ApprovalActorSchema = Type.Object({
  id,
  issuer: Type.Optional(Type.String()),
  type: Type.Literal('ai_agent'),
  /** True when the verifier itself knows who it was. */
  verified: Type.Boolean(),
  act: Type.Optional(Type.Unknown()),
});
export type ApprovalActor = Static<typeof ApprovalActorSchema>;

/** What was asked for; which members are there depends on the kind. */
export const RequestedSchema = Type.Object(
  {
    scopes: Type.Optional(Type.Array(Type.String({ pattern: scopeToken }), { maxItems: 100, uniqueItems: true })),
    resources: Type.Optional(Type.Array(Type.String({ maxLength: 512 }), { maxItems: 50, uniqueItems: true })),
    tools: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { minItems: 1, maxItems: 100, uniqueItems: true }),
    ),
    max_uses: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
    ttl: Type.Optional(Type.Integer({ minimum: 1, maximum: 7_776_000, description: 'seconds that it is asked for' })),
    until: Type.Optional(requestTime()),
    emergency: Type.Optional(Type.Boolean()),
    purpose: Type.Optional(Type.String({ maxLength: 500 })),
    justification: Type.Optional(Type.String({ maxLength: 2_000 })),
  },
  { additionalProperties: false },
);
export type Requested = Static<typeof RequestedSchema>;

/** What an approver needs to judge, in words and figures; never a payload unless the gateway was told to show a part of it. */
export const ApprovalDisplaySchema = Type.Object({
  title: Type.String({ maxLength: 300 }),
  lines: Type.Optional(Type.Array(Type.Object({ label: Type.String(), value: Type.String() }), { maxItems: 50 })),
  /** Of an escalation: which policies asked, and why. */
  policies: Type.Optional(
    Type.Array(Type.Object({ id: Type.String(), reason: Type.Optional(Type.String()) }), { maxItems: 50 }),
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
  /** The start of what is to pass, with what auditors found sensitive replaced. */
  preview: Type.Optional(Type.String({ maxLength: 8_000 })),
});
export type ApprovalDisplay = Static<typeof ApprovalDisplaySchema>;

export const ApprovalDecisionSchema = Type.Object({
  approver: Type.String(),
  verdict: Type.Enum(verdicts),
  reason: orNull(Type.String()),
  decided_at: Type.String(),
});

export const ApprovalSchema = Type.Object(
  {
    ...{ id: Type.String(), org_id: Type.String(), revision: Type.Integer() },
    kind: Type.Enum(approvalKinds),
    status: Type.Enum(approvalStatuses),
    requester: Type.Object({ id: Type.String(), kind: Type.String() }),
    actor: orNull(ApprovalActorSchema),
    subject: orNull(Type.String({ description: 'for whom it is' })),
    agent_id: orNull(Type.String()),
    workspace_id: orNull(Type.String()),
    resource: orNull(Type.String()),
    action: orNull(Type.String()),
    requested: RequestedSchema,
    risk: Type.Enum(risks),
    evaluation_id: orNull(Type.String({ description: 'the Evidence of what was refused' })),
    approvers: Type.Array(Type.String(), { description: 'who alone may decide; empty: whoever may by role' }),
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
          approved_until: Type.String({ description: 'until when it counts' }),
        }),
        used_at: orNull(Type.String()),
        used_by: orNull(Type.String({ description: 'the grant or the Evidence that it was used for, once' })),
      }),
    ),
    ...{ created_at: Type.String(), created_by: Type.String(), updated_at: Type.String() },
    url: orNull(Type.String({ description: 'where a person decides' })),
  },
  { $id: 'Approval' },
);
export type Approval = Static<typeof ApprovalSchema>;
