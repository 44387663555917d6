/** Wire shapes of installed apps (platform model 8). */

import { type Static, Type } from 'typebox';
import { pageQuery } from '../../contract/api/page.ts';
import { idPattern } from '../../contract/ids.ts';
import { semVerPattern } from '../app-catalog/schema.ts';
import { InstallationConfigSchema } from './config-values.ts';
import { toolChanges } from './definitions.ts';
import { toolFlags } from './oddities.ts';
import { installationStatuses } from './seams.ts';
import { installSteps } from './words.ts';

const id = Type.String({ minLength: 1, maxLength: 200 });
const orNull = (description?: string) =>
  Type.Union([Type.String(), Type.Null()], description === undefined ? {} : { description });
const agentId = Type.String({ pattern: idPattern });
const version = Type.String({ pattern: semVerPattern, description: 'exact SemVer; the newest if absent' });
const snapshotHash = Type.String({ pattern: '^sha256:[0-9a-f]{64}$' });

export const InstallRequestSchema = Type.Object(
  {
    agent_id: agentId,
    version: Type.Optional(version),
    config: Type.Optional(InstallationConfigSchema),
    connect_as: Type.Optional(
      Type.Enum(['agent', 'me'], {
        description:
          'whose account the app is used with: one of the agent itself (default), or yours, for what the agent does in ' +
          'your name; others who delegate to it connect theirs',
      }),
    ),
  },
  { additionalProperties: false, examples: [{ agent_id: 'agt_crm', config: { variables: { region: 'eu' } } }] },
);
export type InstallRequest = Static<typeof InstallRequestSchema>;

export const UpgradeRequestSchema = Type.Object(
  { version, config: Type.Optional({ ...InstallationConfigSchema, description: 'as it was if absent' }) },
  { additionalProperties: false, examples: [{ version: '1.3.0' }] },
);
export type UpgradeRequest = Static<typeof UpgradeRequestSchema>;

const allowDenied = Type.Array(
  Type.Object(
    { tool: Type.String({ minLength: 1, maxLength: 256 }), server: Type.Optional(id) },
    { additionalProperties: false },
  ),
  {
    maxItems: 200,
    description:
      'denied definitions that are to be shown all the same, in just this form; all of them: one that is left out is ' +
      'withheld again. Absent: as they were',
  },
);

export const ApproveToolsSchema = Type.Object(
  {
    tools_hash: { ...snapshotHash, description: 'tools_present_hash, as the approver saw it' },
    allow_denied: Type.Optional(allowDenied),
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'needed with `allow_denied`' })),
  },
  {
    additionalProperties: false,
    examples: [
      { tools_hash: `sha256:${'0'.repeat(64)}` },
      {
        tools_hash: `sha256:${'0'.repeat(64)}`,
        ...{ allow_denied: [{ tool: 'search' }], reason: 'it quotes an attack to warn of it' },
      },
    ],
  },
);
export type ApproveTools = Static<typeof ApproveToolsSchema>;

export const InstallationSchema = Type.Object(
  {
    ...{ id: Type.String(), org_id: Type.String(), revision: Type.Integer() },
    ...{ app_id: Type.String(), name: Type.String(), title: Type.String() },
    version: Type.String({ description: 'in use' }),
    target_version: orNull('that an update goes to'),
    agent_id: Type.String(),
    scope: Type.Object({ level: Type.Enum(['workspace']), id: Type.String() }),
    status: Type.Enum(installationStatuses),
    quarantine: Type.Union([Type.Object({ since: Type.String(), reason: Type.String() }), Type.Null()], {
      description: 'tools are others than those that were approved: none is callable until somebody approved them',
    }),
    auth: Type.Object({
      required: Type.Boolean(),
      type: orNull(),
      service: Type.String(),
      resource: orNull(),
      issuer: orNull(),
      registration: orNull('preregistered, cimd or dcr'),
      client_id: orNull(),
      scopes: Type.Array(Type.String()),
      credential_id: orNull('that it goes by, or waits for'),
      credential_source: orNull(),
    }),
    config: InstallationConfigSchema,
    tools_snapshot_hash: orNull('of what was approved'),
    tools_present_hash: orNull('of what was seen last'),
    tools_checked_at: orNull(),
    tools_count: Type.Integer({ description: 'that are approved and present' }),
    tools_withheld: Type.Integer({ description: 'of those, denied by a gateway’s judge and let by nobody' }),
    error: Type.Union(
      [
        Type.Object({
          step: Type.Enum(installSteps),
          code: Type.String(),
          retryable: Type.Boolean(),
          detail: Type.String(),
        }),
        Type.Null(),
      ],
      { description: 'why it failed; of an installed one: why its last update or look at its tools did' },
    ),
    approval_id: orNull('that it waits for, or waited for'),
    connect_url: orNull('where a person connects, valid 10 minutes: the answer of retry while it is awaiting_connect'),
    next_action: orNull('what a person has to do: approve, connect, add_credential, approve_tools, retry'),
    warnings: Type.Array(Type.String()),
    ...{ created_at: Type.String(), created_by: Type.String(), updated_at: Type.String() },
    ...{ installed_at: orNull(), removed_at: orNull(), removed_by: orNull() },
  },
  { $id: 'Installation' },
);
export type Installation = Static<typeof InstallationSchema>;

const DefinitionSchema = Type.Object({
  title: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  inputSchema: Type.Unknown(),
  outputSchema: Type.Optional(Type.Unknown()),
  annotations: Type.Optional(Type.Unknown()),
  other: Type.Optional(Type.Unknown({ description: 'all other members, such as _meta and icons' })),
});

export const InstallationToolsSchema = Type.Object(
  {
    installation_id: Type.String(),
    tools_snapshot_hash: orNull('of what was approved'),
    tools_present_hash: orNull('of what was seen last; approve-tools takes it'),
    seen_at: orNull(),
    seen_by: orNull('verifier, or the gateway that reported it'),
    is_quarantined: Type.Boolean(),
    items: Type.Array(
      Type.Object({
        server: Type.String(),
        name: Type.String(),
        change: Type.Enum(toolChanges),
        changed: Type.Array(Type.String(), { description: 'members of the definition that are others now' }),
        hash: orNull('of the present one'),
        flags: Type.Array(Type.Enum(toolFlags), { description: 'what to look at twice' }),
        findings: Type.Array(Type.String(), {
          description:
            'why gateways do not show the present one to models: `hidden_characters`, or policies that denied it',
        }),
        allowed: Type.Union(
          [Type.Object({ by: Type.String(), at: Type.String(), reason: Type.String() }), Type.Null()],
          { description: 'who lets it be shown all the same' },
        ),
        approved: Type.Union([DefinitionSchema, Type.Null()]),
        present: Type.Union([DefinitionSchema, Type.Null()]),
      }),
    ),
  },
  { $id: 'InstallationTools' },
);
export type InstallationTools = Static<typeof InstallationToolsSchema>;

export const AppParamsSchema = Type.Object({ app_id: id });
export const InstallationParamsSchema = Type.Object({ id });
export const AgentParamsSchema = Type.Object({ agent_id: id });
export const InstallationListQuerySchema = Type.Object(
  {
    ...pageQuery,
    agent_id: Type.Optional(agentId),
    app_id: Type.Optional(id),
    status: Type.Optional(Type.Enum(installationStatuses, { description: 'all but removed ones if absent' })),
  },
  { additionalProperties: false },
);
export const AgentAppsQuerySchema = Type.Object(pageQuery, { additionalProperties: false });
