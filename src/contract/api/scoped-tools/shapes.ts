/** Wire shapes of rules on tools, and of the tools that an agent has. */
import { type Static, Type } from 'typebox';
import { ScopeSchema } from '../../control/scope.ts';
import { PageSchema, pageQuery } from '../page.ts';
import { toolAuthStatuses, toolModes } from './states.ts';

/** A name holds no `*`: `get_*` would look like a pattern but would not be one. */
const part = (most: number) =>
  `^(?:\\*|[\\x21-\\x29\\x2b-\\x7e](?:[\\x20-\\x29\\x2b-\\x7e]{0,${most - 2}}[\\x21-\\x29\\x2b-\\x7e])?)$`;

export const WriteToolSchema = Type.Object(
  {
    app_id: Type.String({
      pattern: part(200),
      description: 'Id of an app, `assay` for our own services, or * for every app',
    }),
    server: Type.Optional(
      Type.String({ pattern: part(256), description: 'One of its servers, or one of our services; * if absent' }),
    ),
    name: Type.String({ pattern: part(256), description: 'Name of the tool, or * for all' }),
  },
  { $id: 'WriteAppTool', additionalProperties: false },
);

const mode = Type.Enum(toolModes, {
  description: '`available`; `required`: present without being installed; `blocked`: hidden, and calls of it fail',
});
const reason = Type.String({ pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f]{0,500}$' });
const override = Type.Boolean({
  description: 'Only for rules of the organisation: with false, workspaces may block tools and nothing else',
});

export const WriteScopedToolSchema = Type.Object(
  {
    scope: Type.Object(
      { level: Type.Enum(['org', 'workspace']), id: ScopeSchema.properties.id },
      { additionalProperties: false },
    ),
    tool: WriteToolSchema,
    mode,
    allow_override: Type.Optional(override),
    reason: Type.Optional(reason),
  },
  {
    $id: 'CreateScopedTool',
    additionalProperties: false,
    examples: [
      {
        scope: { level: 'workspace', id: 'default' },
        tool: { app_id: 'app_5604fe603d2ac7df6011a64fc7be380c', name: 'notion-update-page' },
        mode: 'blocked',
        reason: 'Support reads',
      },
    ],
  },
);

export const PatchScopedToolSchema = Type.Object(
  {
    mode: Type.Optional(mode),
    allow_override: Type.Optional(override),
    reason: Type.Optional(Type.Union([reason, Type.Null()])),
  },
  { $id: 'UpdateScopedTool', additionalProperties: false, minProperties: 1, examples: [{ mode: 'required' }] },
);

const ToolSchema = Type.Object(
  { app_id: Type.String(), server: Type.String(), name: Type.String() },
  { $id: 'AppTool' },
);
const nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const ScopedToolSchema = Type.Object(
  {
    id: Type.String(),
    scope: Type.Object({ level: Type.Enum(['org', 'workspace']), id: Type.String() }),
    tool: ToolSchema,
    app_name: nullable('Name of the app in the catalog; null for *, for our own services and for an unknown app'),
    mode,
    allow_override: override,
    reason: nullable('Reason that the author of the rule gave'),
    set_by: Type.String(),
    revision: Type.Integer({ description: 'The ETag' }),
    created_at: Type.String(),
    created_by: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'ScopedTool' },
);

const LevelSchema = Type.Enum(['org', 'workspace', 'default']);

export const EffectiveToolSchema = Type.Object(
  {
    tool: ToolSchema,
    mode,
    decided_by: Type.Object(
      { level: LevelSchema, id: nullable('Id of the scope'), rule_id: nullable('Null if no rule names the tool') },
      { description: '`default`: no rule names the tool, so it is not available' },
    ),
    overridden: Type.Array(
      Type.Object(
        { level: LevelSchema, id: Type.String(), rule_id: Type.String(), mode },
        { description: 'A rule that the deciding one overrides' },
      ),
    ),
    installed: Type.Boolean(),
    callable: Type.Boolean({ description: 'True if it may be called now' }),
    auth: Type.Object({
      required: Type.Boolean(),
      type: nullable('How the app is signed in to'),
      status: Type.Enum(toolAuthStatuses, { description: '`not_installed`: its app is absent' }),
      credential_id: nullable('The credential in use'),
      scopes_missing: Type.Array(Type.String()),
      connect_url: nullable('Page where a person connects'),
    }),
    reason: nullable(
      'Why it is not callable: `blocked`, `not_available`, `not_installed`, `not_offered` (the app is installed and has no such tool), `quarantined`, or the status of `auth`; null if it is',
    ),
    rule_reason: nullable('Reason that the author of the rule gave'),
  },
  { $id: 'EffectiveTool' },
);

const pageOfItems = PageSchema(EffectiveToolSchema);

export const EffectiveToolsSchema = Type.Object(
  {
    agent_id: Type.String(),
    workspace_id: Type.String(),
    readiness: Type.Enum(['ready', 'degraded'], { description: '`degraded`: a required tool cannot be called' }),
    unmet_requirements: Type.Array(Type.Object({ tool: ToolSchema, status: Type.String() })),
    ...pageOfItems.properties,
  },
  { $id: 'EffectiveTools' },
);

const id = Type.String({ maxLength: 200 });

export const EffectiveQuerySchema = Type.Object(
  {
    agent_id: id,
    workspace_id: Type.Optional(Type.String({ maxLength: 200, description: 'The workspace of the agent if absent' })),
    user_id: Type.Optional(Type.String({ maxLength: 200, description: 'Person that the agent acts for' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, description: 'Default 500' })),
    cursor: pageQuery.cursor,
  },
  { additionalProperties: false },
);

export const ScopedToolListQuerySchema = Type.Object(
  {
    ...pageQuery,
    level: Type.Optional(Type.Enum(['org', 'workspace'])),
    workspace_id: Type.Optional(id),
    app_id: Type.Optional(id),
    mode: Type.Optional(mode),
  },
  { additionalProperties: false },
);

export const ScopedToolParamsSchema = Type.Object({ id });
export const ScopedToolPageQuerySchema = Type.Object(pageQuery, { additionalProperties: false });

export type WriteScopedTool = Static<typeof WriteScopedToolSchema>;
export type PatchScopedTool = Static<typeof PatchScopedToolSchema>;
export type ScopedToolView = Static<typeof ScopedToolSchema>;
export type EffectiveToolView = Static<typeof EffectiveToolSchema>;
export type EffectiveToolsView = Static<typeof EffectiveToolsSchema>;
