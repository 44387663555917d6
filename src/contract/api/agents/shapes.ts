/** Wire shapes of agents (platform model 2). */

import { type Static, Type } from 'typebox';
import { pageQuery } from '../../contract/api/page.ts';
import { AuditModeSchema } from '../../contract/evidence.ts';
import { idPattern } from '../../contract/ids.ts';
import { StalenessSchema } from '../lifecycle/staleness.ts';
import { AccessManifestSchema } from './manifest.ts';
import { agentStatuses } from './status.ts';
import { agentKinds, deploymentTypes, injectionMethods } from './tables.ts';

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

const ManifestViewSchema = Type.Object({
  account_domains: Type.Array(Type.String()),
  resources: Type.Array(Type.String()),
  scopes: Type.Array(Type.String()),
  max_delegation_depth: Type.Integer(),
  max_token_ttl_s: Type.Integer(),
});

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
  model_id: Type.Union([Type.String(), Type.Null()], { description: 'the model it is meant for' }),
  spiffe_id: Type.String({ description: 'its identity; it never changes' }),
  client_id: Type.Union([Type.String(), Type.Null()], { description: 'its OAuth client; null without a credential' }),
  injection_method: Type.Enum(injectionMethods, { description: 'how credentials reach it' }),
  access_manifest: ManifestViewSchema,
  owner_id: Type.Union([Type.String(), Type.Null()], { description: 'the first of its owners; null without any' }),
  sponsor_ids: Type.Array(Type.String()),
  audit_mode: AuditModeSchema,
  audit_mode_until: Type.Union([Type.String(), Type.Null()], {
    description: 'end of observe mode: from then on the agent is enforced again; null without one',
  }),
  audit_mode_reason: StoredTextSchema,
  audit_mode_by: StoredTextSchema,
  status: Type.Enum(agentStatuses),
  status_reason: StoredTextSchema,
  status_changed_at: StoredTimeSchema,
  status_changed_by: StoredTextSchema,
  agent_epoch: Type.Integer({ description: 'stands in its tokens; a higher one kills them' }),
  last_activity_at: StoredTimeSchema,
  last_token_at: StoredTimeSchema,
  heartbeat_at: StoredTimeSchema,
  last_attested_at: StoredTimeSchema,
  attestation_due_at: StoredTimeSchema,
  implicit: Type.Boolean({ description: 'true: known only because evidence names it, nobody registered it' }),
  public_passports: Type.Boolean({ description: 'strangers may read its passports by their ids' }),
  revision: Type.Integer({ description: 'the ETag' }),
  created_at: Type.String(),
  created_by: Type.String(),
  updated_at: Type.String(),
};

const viewMembers = {
  ...agentMembers,
  staleness: Type.Union([StalenessSchema, Type.Null()], { description: 'derived; null where nobody watches' }),
};
export const AgentSchema = Type.Object(viewMembers, { $id: 'Agent' });

/** The answer that a secret is shown in, once. */
export const AgentWithSecretSchema = Type.Object(
  {
    ...viewMembers,
    client_secret: Type.Optional(
      Type.String({ description: 'of the OAuth client; it is shown now and never again, not to a repeat either' }),
    ),
  },
  { $id: 'AgentWithSecret' },
);
const StoredAgentSchema = Type.Object(agentMembers);

const ModelIdSchema = Type.String({ pattern: '^[^\\u0000-\\u001f]{1,200}$' });
const LabelsSchema = Type.Record(
  Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._/-]{0,62}$' }),
  Type.String({ pattern: '^[^\\u0000-\\u001f]{0,200}$' }),
  { additionalProperties: false, maxProperties: 50, description: 'names and values of your own' },
);

/** What both a registration and a change may say. */
const described = {
  name: Type.Optional(NameSchema),
  description: Type.Optional(LongTextSchema),
  purpose: Type.Optional(LongTextSchema),
  kind: Type.Optional(Type.Enum(agentKinds)),
  framework: Type.Optional(orNull(NameSchema, 'what it is built with')),
  deployment_type: Type.Optional(Type.Enum(deploymentTypes)),
  labels: Type.Optional(LabelsSchema),
  model_id: Type.Optional(orNull(ModelIdSchema, 'the model it is meant for')),
  injection_method: Type.Optional(Type.Enum(injectionMethods)),
  access_manifest: Type.Optional(AccessManifestSchema),
  sponsor_ids: Type.Optional(
    Type.Array(PrincipalSchema, {
      ...{ minItems: 1, maxItems: 20, uniqueItems: true },
      description: 'who answers for it in the business; its owner if absent',
    }),
  ),
};

/** Public keys of an agent; `client-keys.ts` says which ones. */
export const JwksSchema = Type.Object(
  {
    keys: Type.Array(Type.Record(Type.String({ maxLength: 64 }), Type.Unknown()), { minItems: 1, maxItems: 10 }),
  },
  { additionalProperties: false, description: 'public keys that it signs its client assertions with (RFC 7523)' },
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
    additionalProperties: false,
    examples: [
      {
        ...{ id: 'billing-bot', name: 'Billing bot', workspace_id: 'support', model_id: 'gpt-5' },
        ...{ purpose: 'answers questions about invoices', kind: 'interactive', framework: 'langgraph' },
        access_manifest: { account_domains: ['example.com'], scopes: ['crm.read'] },
      },
    ],
  },
);

const auditModeMembers = {
  audit_mode: Type.Optional(AuditModeSchema),
  audit_mode_until: Type.Optional(
    orNull(TimeSchema, 'observe needs it: a time at most 7 days away, or null for no end at all'),
  ),
  audit_mode_reason: Type.Optional(orNull(Type.String({ pattern: '^[^\\u0000-\\u001f]{1,500}$' }), 'observe needs it')),
};

export const UpdateAgentSchema = Type.Object(
  {
    ...described,
    ...auditModeMembers,
    public_passports: Type.Optional(Type.Boolean()),
  },
  {
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
export const AgentHistoryQuerySchema = Type.Object(pageQuery, { additionalProperties: false });

export const AgentParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });

export const HeartbeatSchema = Type.Object({
  agent_id: Type.String(),
  status: Type.Enum(agentStatuses),
  agent_epoch: Type.Integer(),
  heartbeat_at: Type.String(),
});
export type Heartbeat = Static<typeof HeartbeatSchema>;

/** As it is stored: what is derived is added where it is shown. */
export type Agent = Static<typeof StoredAgentSchema>;
export type AgentView = Static<typeof AgentSchema>;
export type UpdateAgent = Static<typeof UpdateAgentSchema>;
export type CreateAgent = Static<typeof CreateAgentSchema>;
export type Jwks = Static<typeof JwksSchema>;

/** An agent as a file names it: what is left out stays as it is. */
export type PutAgent = Omit<UpdateAgent, 'public_passports'> & { readonly id: string; readonly workspace_id: string };
