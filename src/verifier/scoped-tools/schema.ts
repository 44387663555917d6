/** Wire shapes of rules on tools, and of what an agent has (platform model 6). */

import { type Static, Type } from 'typebox';
import { PageSchema, pageQuery } from '../../contract/api/page.ts';
import { ScopeSchema } from '../../contract/control/scope.ts';
import { authStatuses } from '../scoped-credentials/words.ts';
import { toolModes } from './seams.ts';

/** No `*` inside of a name: `get_*` would look like a pattern and be none. */
const part = (most: number) =>
  `^(?:\\*|[\\x21-\\x29\\x2b-\\x7e](?:[\\x20-\\x29\\x2b-\\x7e]{0,${most - 2}}[\\x21-\\x29\\x2b-\\x7e])?)$`;

export const WriteToolSchema = Type.Object(
  {
    app_id: Type.String({ pattern: part(200), description: 'id of an app, or * for every app' }),
    server: Type.Optional(Type.String({ pattern: part(256), description: 'one of its servers; * if absent' })),
    name: Type.String({ pattern: part(256), description: 'name of the tool, or * for all' }),
  },
  { additionalProperties: false },
);

const mode = Type.Enum(toolModes, {
  description: 'available; required: present by itself; blocked: hidden, and calls of it fail',
});
const reason = Type.String({ pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f]{0,500}$' });
const override = Type.Boolean({
  description: 'of the organisation alone: false lets workspaces block and nothing else',
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
  { additionalProperties: false, minProperties: 1, examples: [{ mode: 'required' }] },
);

const ToolSchema = Type.Object({ app_id: Type.String(), server: Type.String(), name: Type.String() });
const nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const ScopedToolSchema = Type.Object(
  {
    id: Type.String(),
    scope: Type.Object({ level: Type.Enum(['org', 'workspace']), id: Type.String() }),
    tool: ToolSchema,
    app_name: nullable('of the app in the catalog; null for *, and for one that is not there'),
    mode,
    allow_override: override,
    reason: nullable('why, in the words of who set it'),
    set_by: Type.String(),
    revision: Type.Integer({ description: 'the ETag' }),
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
      { level: LevelSchema, id: nullable('of the scope'), rule_id: nullable('null where no rule names the tool') },
      { description: 'default: no rule names it, so it is not available' },
    ),
    overridden: Type.Array(
      Type.Object(
        { level: LevelSchema, id: Type.String(), rule_id: Type.String(), mode },
        {
          description: 'a rule that would say otherwise',
        },
      ),
    ),
    installed: Type.Boolean(),
    callable: Type.Boolean({ description: 'it may be called now' }),
    auth: Type.Object({
      required: Type.Boolean(),
      type: nullable('how the app is signed in to'),
      status: Type.Enum(authStatuses),
      credential_id: nullable('what is used'),
      scopes_missing: Type.Array(Type.String()),
      connect_url: nullable('where a person connects'),
    }),
    reason: nullable(
      'why it is not callable: blocked, not_available, not_installed, quarantined, or the status of auth; null if it is',
    ),
    rule_reason: nullable('why the rule is there, in the words of who set it'),
  },
  { $id: 'EffectiveTool' },
);

const pageOfItems = PageSchema(EffectiveToolSchema);

export const EffectiveToolsSchema = Type.Object(
  {
    agent_id: Type.String(),
    workspace_id: Type.String(),
    readiness: Type.Enum(['ready', 'degraded'], { description: 'degraded: a required tool cannot be called' }),
    unmet_requirements: Type.Array(Type.Object({ tool: ToolSchema, status: Type.String() })),
    ...pageOfItems.properties,
  },
  { $id: 'EffectiveTools' },
);

const id = Type.String({ maxLength: 200 });

export const EffectiveQuerySchema = Type.Object(
  {
    agent_id: id,
    workspace_id: Type.Optional(
      Type.String({ maxLength: 200, description: 'the one that the agent stands in if absent' }),
    ),
    user_id: Type.Optional(Type.String({ maxLength: 200, description: 'the person whom it acts for' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, description: 'default 500' })),
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
