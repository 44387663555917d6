/** Wire shapes of installed apps. */
import { type Static, Type } from 'typebox';
import { gatewayIdPattern } from '../../control/gateway-report.ts';
import { idPattern } from '../../ids.ts';
import { semVerPattern } from '../app-catalog/shapes.ts';
import { pageQuery } from '../page.ts';
import { installationStatuses, installSteps, toolChanges, toolFlags } from './states.ts';

const id = Type.String({ minLength: 1, maxLength: 200 });
const orNull = (description?: string) =>
  Type.Union([Type.String(), Type.Null()], description === undefined ? {} : { description });
const agentId = Type.String({ pattern: idPattern });
const version = Type.String({ pattern: semVerPattern, description: 'Exact SemVer; the newest if absent' });
const snapshotHash = Type.String({ pattern: '^sha256:[0-9a-f]{64}$' });

const values = (description: string) =>
  Type.Optional(
    Type.Record(Type.String({ pattern: '^[A-Za-z0-9_.-]{1,128}$' }), Type.String({ maxLength: 1_024 }), {
      additionalProperties: false,
      maxProperties: 50,
      description,
    }),
  );

export const InstallationConfigSchema = Type.Object(
  {
    use: Type.Optional(
      Type.Enum(['remote', 'package'], {
        description: 'The server of its publisher, or one that a gateway starts; the publisher’s if there is one',
      }),
    ),
    variables: values('Values for {variables} of the address and the headers'),
    headers: values('Values for headers of the remote that are not secret'),
    environment: values('Values for variables of a local server that are not secret'),
    url: Type.Optional(
      Type.String({
        pattern: '^https?://[\\x21-\\x7e]{1,2040}$',
        description: 'Where an auditor answers that its entry gives as an image; operators and admins only',
      }),
    ),
    joins: Type.Optional(
      Type.Enum(['agent', 'workspace'], {
        description:
          'Whose chain an auditor joins: `agent` (default), or `workspace`, which operators and admins choose',
      }),
    ),
  },
  { additionalProperties: false },
);
export type InstallationConfig = Static<typeof InstallationConfigSchema>;

export const InstallRequestSchema = Type.Object(
  {
    agent_id: agentId,
    version: Type.Optional(version),
    config: Type.Optional(InstallationConfigSchema),
    connect_as: Type.Optional(
      Type.Enum(['agent', 'me'], {
        description:
          'Account that the app is used with: `agent` (default), or `me` for your own when the agent acts for you; other ' +
          'people who delegate to the agent connect their own',
      }),
    ),
  },
  {
    $id: 'InstallApp',
    additionalProperties: false,
    examples: [{ agent_id: 'agt_crm', config: { variables: { region: 'eu' } } }],
  },
);
export type InstallRequest = Static<typeof InstallRequestSchema>;

export const UpgradeRequestSchema = Type.Object(
  { version, config: Type.Optional({ ...InstallationConfigSchema, description: 'Unchanged if absent' }) },
  { $id: 'UpgradeInstallation', additionalProperties: false, examples: [{ version: '1.3.0' }] },
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
      'All denied definitions that are shown nevertheless, in exactly this form; one that is left out is withheld ' +
      'again. Unchanged if absent',
  },
);

export const ApproveToolsSchema = Type.Object(
  {
    tools_hash: { ...snapshotHash, description: '`tools_present_hash`, as the approver saw it' },
    allow_denied: Type.Optional(allowDenied),
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'Required with `allow_denied`' })),
  },
  {
    $id: 'ApproveTools',
    additionalProperties: false,
    examples: [
      { tools_hash: `sha256:${'0'.repeat(64)}` },
      {
        tools_hash: `sha256:${'0'.repeat(64)}`,
        allow_denied: [{ tool: 'search' }],
        reason: 'it quotes an attack to warn of it',
      },
    ],
  },
);
export type ApproveTools = Static<typeof ApproveToolsSchema>;

export const InstallationSchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    revision: Type.Integer(),
    app_id: Type.String(),
    name: Type.String(),
    title: Type.String(),
    version: Type.String({ description: 'Version in use' }),
    target_version: orNull('Version of the update under way'),
    agent_id: Type.String(),
    scope: Type.Object({ level: Type.Enum(['workspace']), id: Type.String() }),
    status: Type.Enum(installationStatuses),
    quarantine: Type.Union([Type.Object({ since: Type.String(), reason: Type.String() }), Type.Null()], {
      description: 'Set while tools differ from the approved ones: none can be called until a person approves them',
    }),
    auth: Type.Object({
      required: Type.Boolean(),
      type: orNull(),
      service: Type.String(),
      resource: orNull(),
      issuer: orNull(),
      registration: orNull('`preregistered`, `cimd` or `dcr`'),
      client_id: orNull(),
      scopes: Type.Array(Type.String()),
      credential_id: orNull('Credential that it uses or waits for'),
      credential_source: orNull(),
    }),
    config: InstallationConfigSchema,
    tools_snapshot_hash: orNull('Hash of the approved tools'),
    tools_present_hash: orNull('Hash of the tools seen last'),
    tools_checked_at: orNull(),
    tools_count: Type.Integer({ description: 'Number of tools that are approved and present' }),
    tools_withheld: Type.Integer({ description: 'Number of tools that a gateway denied and nobody allowed' }),
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
      {
        description:
          'Why the installation failed; for an installed app why its last update or check of its tools failed',
      },
    ),
    approval_id: orNull('Approval that it waits or waited for'),
    connect_url: orNull(
      'Page where a person connects, valid 10 minutes; only in the answer of retry while `awaiting_connect`',
    ),
    next_action: orNull('Next step for a person: `approve`, `connect`, `add_credential`, `approve_tools` or `retry`'),
    warnings: Type.Array(Type.String()),
    created_at: Type.String(),
    created_by: Type.String(),
    updated_at: Type.String(),
    installed_at: orNull(),
    removed_at: orNull(),
    removed_by: orNull(),
  },
  { $id: 'Installation' },
);
export type Installation = Static<typeof InstallationSchema>;

const DefinitionSchema = Type.Object(
  {
    title: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    inputSchema: Type.Unknown(),
    outputSchema: Type.Optional(Type.Unknown()),
    annotations: Type.Optional(Type.Unknown()),
    other: Type.Optional(Type.Unknown({ description: 'All other members, such as _meta and icons' })),
  },
  { $id: 'InstalledToolDefinition' },
);

export const InstallationToolsSchema = Type.Object(
  {
    installation_id: Type.String(),
    tools_snapshot_hash: orNull('Hash of the approved tools'),
    tools_present_hash: orNull('Hash of the tools seen last; approve-tools takes it'),
    seen_at: orNull(),
    seen_by: orNull('`verifier`, or the gateway that reported it'),
    is_quarantined: Type.Boolean(),
    items: Type.Array(
      Type.Object({
        server: Type.String(),
        name: Type.String(),
        change: Type.Enum(toolChanges),
        changed: Type.Array(Type.String(), { description: 'Members of the definition that differ now' }),
        hash: orNull('Hash of the present definition'),
        flags: Type.Array(Type.Enum(toolFlags), { description: 'Warnings about the definition' }),
        findings: Type.Array(Type.String(), {
          description:
            'Why gateways do not show the present definition to models: `hidden_characters`, or policies that denied it',
        }),
        allowed: Type.Union(
          [Type.Object({ by: Type.String(), at: Type.String(), reason: Type.String() }), Type.Null()],
          { description: 'Who allowed it to be shown nevertheless' },
        ),
        approved: Type.Union([DefinitionSchema, Type.Null()]),
        present: Type.Union([DefinitionSchema, Type.Null()]),
      }),
    ),
  },
  { $id: 'InstallationTools' },
);
export type InstallationTools = Static<typeof InstallationToolsSchema>;

export const InstalledAppParamsSchema = Type.Object({ app_id: id });
export const InstallationParamsSchema = Type.Object({ id });
export const AgentParamsSchema = Type.Object({ agent_id: id });
export const InstallationListQuerySchema = Type.Object(
  {
    ...pageQuery,
    agent_id: Type.Optional(agentId),
    app_id: Type.Optional(id),
    status: Type.Optional(Type.Enum(installationStatuses, { description: 'All except removed ones if absent' })),
  },
  { additionalProperties: false },
);
export const AgentAppsQuerySchema = Type.Object(pageQuery, { additionalProperties: false });
export const ReportingGatewayParamsSchema = Type.Object({ id: Type.String({ pattern: gatewayIdPattern }) });
