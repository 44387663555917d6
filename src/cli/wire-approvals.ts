/** Shapes of approvals, with the members that the CLI shows. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NullableText, pageOf } from './wire-page.ts';

const Texts = Type.Optional(Type.Array(Type.String()));

const RequestedShape = Type.Object({
  scopes: Texts,
  resources: Texts,
  tools: Texts,
  max_uses: Type.Optional(Type.Integer()),
  ttl: Type.Optional(Type.Integer()),
  until: Type.Optional(Type.String()),
  emergency: Type.Optional(Type.Boolean()),
  purpose: Type.Optional(Type.String()),
  justification: Type.Optional(Type.String()),
});

const DisplayShape = Type.Object({
  title: Type.String(),
  lines: Type.Optional(Type.Array(Type.Object({ label: Type.String(), value: Type.String() }))),
  policies: Type.Optional(Type.Array(Type.Object({ id: Type.String(), reason: Type.Optional(Type.String()) }))),
  claims: Type.Optional(
    Type.Array(
      Type.Object({
        auditor_id: Type.String(),
        name: Type.String(),
        type: Type.String(),
        value: Type.Unknown(),
        confidence: Type.Optional(Type.Number()),
      }),
    ),
  ),
  preview: Type.Optional(Type.String()),
});

const ApprovalShape = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  status: Type.String(),
  requester: Type.Object({ id: Type.String(), kind: Type.String() }),
  actor: Type.Union([Type.Object({ id: Type.String(), verified: Type.Boolean() }), Type.Null()]),
  subject: NullableText,
  agent_id: NullableText,
  workspace_id: NullableText,
  resource: NullableText,
  action: NullableText,
  requested: RequestedShape,
  risk: Type.String(),
  evaluation_id: NullableText,
  approvers: Type.Array(Type.String()),
  policy: Type.Object({ quorum: Type.Integer(), separation_of_duties: Type.Boolean() }),
  display: DisplayShape,
  decisions: Type.Array(
    Type.Object({
      approver: Type.String(),
      verdict: Type.String(),
      reason: NullableText,
      decided_at: Type.String(),
    }),
  ),
  expires_at: Type.String(),
  decided_at: NullableText,
  result: Type.Union([
    Type.Object({
      approval: Type.Object({ id: Type.String(), approved_at: Type.String(), approved_until: Type.String() }),
      used_at: NullableText,
      used_by: NullableText,
    }),
    Type.Null(),
  ]),
  created_at: Type.String(),
  url: NullableText,
});

export const approval = Compile(ApprovalShape);
export const approvalPage = Compile(pageOf(ApprovalShape));

export type Approval = Type.Static<typeof ApprovalShape>;
