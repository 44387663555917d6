/** Shapes of delegations, with the members that the CLI shows. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NullableText, pageOf } from './wire-page.ts';

const DelegationShape = Type.Object({
  id: Type.String(),
  agent_id: Type.String(),
  subject_id: Type.String(),
  subject_issuer: Type.String(),
  account_domain: Type.String(),
  resources: Type.Array(Type.String()),
  scopes: Type.Array(Type.String()),
  purpose: Type.String(),
  constraints: Type.Object({
    tools: Type.Optional(Type.Array(Type.String())),
    max_uses: Type.Optional(Type.Integer()),
    ip: Type.Optional(Type.Array(Type.String())),
  }),
  status: Type.String(),
  consent_request_id: Type.String(),
  granted_at: Type.String(),
  granted_by: Type.String(),
  expires_at: Type.String(),
  revoked_at: NullableText,
  revoked_by: NullableText,
  revoke_reason: NullableText,
  last_used_at: NullableText,
  use_count: Type.Integer(),
  revision: Type.Integer(),
});

export const delegation = Compile(DelegationShape);
export const delegationPage = Compile(pageOf(DelegationShape));

export type Delegation = Type.Static<typeof DelegationShape>;
