/** Shapes of agents, with the members that the CLI shows. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NullableText, pageOf } from './wire-page.ts';

const AgentShape = Type.Object({
  id: Type.String(),
  org_id: Type.String(),
  workspace_id: Type.String(),
  name: Type.String(),
  model_id: NullableText,
  description: Type.String(),
  purpose: Type.String(),
  kind: Type.String(),
  framework: NullableText,
  deployment_type: Type.String(),
  spiffe_id: Type.String(),
  client_id: NullableText,
  injection_method: Type.String(),
  owner_id: NullableText,
  sponsor_ids: Type.Array(Type.String()),
  status: Type.String(),
  status_reason: NullableText,
  status_changed_at: NullableText,
  status_changed_by: NullableText,
  agent_epoch: Type.Integer(),
  last_activity_at: NullableText,
  attestation_due_at: NullableText,
  staleness: Type.Union([
    Type.Object({ stale: Type.Union([Type.Boolean(), Type.String()]), since: NullableText }),
    Type.Null(),
  ]),
  client_secret: Type.Optional(Type.String()),
  audit_mode: Type.String(),
  audit_mode_until: NullableText,
  audit_mode_reason: NullableText,
  audit_mode_by: NullableText,
  implicit: Type.Boolean(),
  public_passports: Type.Boolean(),
  revision: Type.Integer(),
  created_at: Type.String(),
  updated_at: Type.String(),
});

const AgentRolesShape = Type.Object({
  agent_id: Type.String(),
  owners: Type.Array(Type.String()),
  editors: Type.Array(Type.String()),
  viewers: Type.Array(Type.String()),
  revision: Type.Integer(),
});
const HeartbeatShape = Type.Object({ agent_id: Type.String(), status: Type.String(), heartbeat_at: Type.String() });
const IdentityDocumentShape = Type.Object({
  svid: Type.String(),
  spiffe_id: Type.String(),
  expires_at: Type.String(),
});

export const agent = Compile(AgentShape);
export const agentPage = Compile(pageOf(AgentShape));
export const agentRoles = Compile(AgentRolesShape);
export const heartbeat = Compile(HeartbeatShape);
export const identityDocument = Compile(IdentityDocumentShape);

export type Agent = Type.Static<typeof AgentShape>;
export type AgentRoles = Type.Static<typeof AgentRolesShape>;
export type Heartbeat = Type.Static<typeof HeartbeatShape>;
export type IdentityDocument = Type.Static<typeof IdentityDocumentShape>;
