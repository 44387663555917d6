/** Shapes of organisations, workspaces and agents, with the members that the CLI shows. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NullableText, pageOf } from './wire-page.ts';

const AuditorRefs = Type.Optional(Type.Array(Type.Object({ auditorId: Type.String() })));

const ChainShape = Type.Object({
  items: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        image: Type.String(),
        port: Type.Integer(),
        url: Type.Optional(Type.String()),
      }),
    ),
  ),
  auditorChain: Type.Optional(Type.Object({ preRequest: AuditorRefs, postResponse: AuditorRefs })),
});

const members = {
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  chain: ChainShape,
  revision: Type.Integer(),
  created_at: Type.String(),
  created_by: Type.String(),
  updated_at: Type.String(),
};

const OrganizationShape = Type.Object(members);
const WorkspaceShape = Type.Object({ ...members, org_id: Type.String() });

const OutboundRulesShape = Type.Object({
  org_id: Type.String(),
  allow: Type.Array(Type.String()),
  revision: Type.Integer(),
  updated_at: NullableText,
  updated_by: NullableText,
});

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

export const organization = Compile(OrganizationShape);
export const organizationPage = Compile(pageOf(OrganizationShape));
export const workspace = Compile(WorkspaceShape);
export const workspacePage = Compile(pageOf(WorkspaceShape));
export const outboundRules = Compile(OutboundRulesShape);
export const agent = Compile(AgentShape);
export const agentPage = Compile(pageOf(AgentShape));
export const agentRoles = Compile(AgentRolesShape);
export const heartbeat = Compile(HeartbeatShape);
export const identityDocument = Compile(IdentityDocumentShape);

export type ScopeChain = Type.Static<typeof ChainShape>;
export type Organization = Type.Static<typeof OrganizationShape>;
export type Workspace = Type.Static<typeof WorkspaceShape>;
export type OutboundRules = Type.Static<typeof OutboundRulesShape>;
export type Agent = Type.Static<typeof AgentShape>;
export type AgentRoles = Type.Static<typeof AgentRolesShape>;
export type Heartbeat = Type.Static<typeof HeartbeatShape>;
export type IdentityDocument = Type.Static<typeof IdentityDocumentShape>;
