/** Wire shapes of `/v1/agents`. */
import { type Static, Type } from 'typebox';
import { AuditModeSchema } from '../../evidence.ts';
import { idPattern } from '../../ids.ts';
import { pageQuery } from '../page.ts';
import { AccessManifestSchema, AccessManifestViewSchema } from './manifest.ts';
import { StalenessSchema } from './staleness.ts';
import { agentKinds, agentStatuses, deploymentTypes, injectionMethods } from './states.ts';

export const AgentIdSchema = Type.String({ pattern: idPattern });
const NameSchema = Type.String({ pattern: '^[^\\u0000-\\u001f]{1,200}$' });
const LongTextSchema = Type.String({ pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f]{0,2000}$' });
const TimeSchema = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?(?:Z|[+-]\\d{2}:\\d{2})$',
});
/** A person, or a built-in operator. */
export const PrincipalSchema = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$' });
const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const StoredTextSchema = Type.Union([Type.String(), Type.Null()]);
const StoredTimeSchema = Type.Union([Type.String(), Type.Null()]);

const agentMembers = {
  id: Type.String(),
  org_id: Type.String(),
  workspace_id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  purpose: Type.String(),
  kind: Type.Enum(agentKinds),
  framework: StoredTextSchema,
  deployment_type: Type.Enum(deploymentTypes),
  labels: Type.Record(Type.String(), Type.String()),
  model_id: Type.Union([Type.String(), Type.Null()], { description: 'The model that the agent is meant for' }),
  spiffe_id: Type.String({ description: 'SPIFFE identity of the agent; it never changes' }),
  client_id: Type.Union([Type.String(), Type.Null()], {
    description: 'OAuth client of the agent; null without a credential',
  }),
  injection_method: Type.Enum(injectionMethods, {
    description:
      'How the agent gets access tokens. It does not limit API keys, or calls on loopback without a credential',
  }),
  access_manifest: AccessManifestViewSchema,
  owner_id: Type.Union([Type.String(), Type.Null()], { description: 'The first owner; null if there is none' }),
  sponsor_ids: Type.Array(Type.String()),
  audit_mode: AuditModeSchema,
  audit_mode_until: Type.Union([Type.String(), Type.Null()], {
    description: 'End of observe mode, after which the agent is enforced again; null if there is no end',
  }),
  audit_mode_reason: StoredTextSchema,
  audit_mode_by: StoredTextSchema,
  status: Type.Enum(agentStatuses),
  status_reason: StoredTextSchema,
  status_changed_at: StoredTimeSchema,
  status_changed_by: StoredTextSchema,
  agent_epoch: Type.Integer({ description: 'Number in the tokens of the agent; raising it makes them invalid' }),
  last_activity_at: StoredTimeSchema,
  last_token_at: StoredTimeSchema,
  heartbeat_at: StoredTimeSchema,
  last_attested_at: StoredTimeSchema,
  attestation_due_at: StoredTimeSchema,
  implicit: Type.Boolean({ description: 'Whether the agent is known only from evidence and nobody registered it' }),
  public_passports: Type.Boolean({ description: 'Whether anybody may read its passports by their ids' }),
  revision: Type.Integer({ description: 'The ETag' }),
  created_at: Type.String(),
  created_by: Type.String(),
  updated_at: Type.String(),
};

const viewMembers = {
  ...agentMembers,
  staleness: Type.Union([StalenessSchema, Type.Null()], {
    description: 'Whether the agent shows no sign of life; null where no lifecycle runs',
  }),
};
export const AgentSchema = Type.Object(viewMembers, { $id: 'Agent' });

/** The only answer that shows the client secret. */
export const AgentWithSecretSchema = Type.Object(
  {
    ...viewMembers,
    client_secret: Type.Optional(
      Type.String({
        description: 'Secret of the OAuth client; shown in this answer only, and not in the answer of a repeat',
      }),
    ),
  },
  { $id: 'AgentWithSecret' },
);
const StoredAgentSchema = Type.Object(agentMembers);

const ModelIdSchema = Type.String({ pattern: '^[^\\u0000-\\u001f]{1,200}$' });
const LabelsSchema = Type.Record(
  Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._/-]{0,62}$' }),
  Type.String({ pattern: '^[^\\u0000-\\u001f]{0,200}$' }),
  { additionalProperties: false, maxProperties: 50, description: 'Your own names and values' },
);

/** Members of both a registration and a change. */
const described = {
  name: Type.Optional(NameSchema),
  description: Type.Optional(LongTextSchema),
  purpose: Type.Optional(LongTextSchema),
  kind: Type.Optional(Type.Enum(agentKinds)),
  framework: Type.Optional(orNull(NameSchema, 'Framework that the agent is built with')),
  deployment_type: Type.Optional(Type.Enum(deploymentTypes)),
  labels: Type.Optional(LabelsSchema),
  model_id: Type.Optional(orNull(ModelIdSchema, 'The model that the agent is meant for')),
  injection_method: Type.Optional(Type.Enum(injectionMethods)),
  access_manifest: Type.Optional(AccessManifestSchema),
  sponsor_ids: Type.Optional(
    Type.Array(PrincipalSchema, {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      description: 'People who are responsible for the agent in the business; default its owner',
    }),
  ),
};

/** Public keys of an agent. */
export const JwksSchema = Type.Object(
  {
    keys: Type.Array(Type.Record(Type.String({ maxLength: 64 }), Type.Unknown()), { minItems: 1, maxItems: 10 }),
  },
  {
    additionalProperties: false,
    description: 'Public keys that the client assertions of the agent are checked with (RFC 7523)',
  },
);

export const CreateAgentSchema = Type.Object(
  {
    id: Type.Optional(AgentIdSchema),
    workspace_id: Type.Optional(AgentIdSchema),
    ...described,
    owner_id: Type.Optional(PrincipalSchema),
    jwks: Type.Optional(JwksSchema),
  },
  {
    $id: 'CreateAgent',
    additionalProperties: false,
    examples: [
      {
        id: 'billing-bot',
        name: 'Billing bot',
        workspace_id: 'support',
        model_id: 'gpt-5',
        purpose: 'answers questions about invoices',
        kind: 'interactive',
        framework: 'langgraph',
        access_manifest: { account_domains: ['example.com'], scopes: ['crm.read'] },
      },
    ],
  },
);

const auditModeMembers = {
  audit_mode: Type.Optional(AuditModeSchema),
  audit_mode_until: Type.Optional(
    orNull(TimeSchema, 'End of observe mode, at most 7 days away, or null for no end; required for observe'),
  ),
  audit_mode_reason: Type.Optional(
    orNull(Type.String({ pattern: '^[^\\u0000-\\u001f]{1,500}$' }), 'Reason of observe mode; required for it'),
  ),
};

export const UpdateAgentSchema = Type.Object(
  {
    ...described,
    ...auditModeMembers,
    public_passports: Type.Optional(Type.Boolean()),
  },
  {
    $id: 'UpdateAgent',
    additionalProperties: false,
    minProperties: 1,
    examples: [{ audit_mode: 'observe', audit_mode_until: '2026-11-22T18:00:00Z', audit_mode_reason: 'incident 42' }],
  },
);

export const AgentListQuerySchema = Type.Object(
  {
    ...pageQuery,
    workspace_id: Type.Optional(AgentIdSchema),
    status: Type.Optional(Type.Enum(agentStatuses)),
    stale: Type.Optional(Type.Enum(['true', 'false', 'unknown'] as const)),
    owner_id: Type.Optional(PrincipalSchema),
  },
  { additionalProperties: false },
);

export const AgentParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });

export const HeartbeatSchema = Type.Object(
  {
    agent_id: Type.String(),
    status: Type.Enum(agentStatuses),
    agent_epoch: Type.Integer(),
    heartbeat_at: Type.String(),
  },
  { $id: 'AgentHeartbeat' },
);
export type Heartbeat = Static<typeof HeartbeatSchema>;

/** A stored agent. Views add the staleness. */
export type Agent = Static<typeof StoredAgentSchema>;
export type AgentView = Static<typeof AgentSchema>;
export type UpdateAgent = Static<typeof UpdateAgentSchema>;
export type CreateAgent = Static<typeof CreateAgentSchema>;
export type Jwks = Static<typeof JwksSchema>;

/** An agent in an applied file. Members that are left out keep their value. */
export type PutAgent = Omit<UpdateAgent, 'public_passports'> & { readonly id: string; readonly workspace_id: string };
