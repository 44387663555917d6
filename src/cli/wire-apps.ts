/** Shapes of apps and of rules on tools, with the members that the CLI shows. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NullableText, pageOf, ScopeShape } from './wire-page.ts';

const AppShape = Type.Object({
  id: Type.String(),
  name: Type.String(),
  type: Type.String(),
  version: Type.String(),
  title: Type.String(),
  description: Type.String(),
  publisher: Type.Optional(Type.String()),
  category: Type.Optional(Type.String()),
  license: Type.Optional(Type.String()),
  homepage: Type.Optional(Type.String()),
  source: Type.Optional(Type.String()),
  repository: Type.Optional(Type.Object({ url: Type.String() })),
  remotes: Type.Optional(Type.Array(Type.Object({ type: Type.String(), url: Type.String() }))),
  packages: Type.Optional(
    Type.Array(
      Type.Object({
        registryType: Type.String(),
        identifier: Type.String(),
        version: Type.String(),
        environmentVariables: Type.Optional(
          Type.Array(
            Type.Object({
              name: Type.String(),
              isRequired: Type.Optional(Type.Boolean()),
              isSecret: Type.Optional(Type.Boolean()),
            }),
          ),
        ),
      }),
    ),
  ),
  auth_hint: Type.Optional(
    Type.Object({ type: Type.Optional(Type.String()), scopes: Type.Optional(Type.Array(Type.String())) }),
  ),
  tools_preview: Type.Optional(Type.Array(Type.String())),
  trust_tier: Type.String(),
  status: Type.String(),
  status_reason: NullableText,
  digest: Type.String(),
  signature: Type.Optional(Type.String()),
  shipped: Type.Boolean(),
  latest_version: Type.String(),
  revision: Type.Integer(),
});

const RuleShape = Type.Object({
  id: Type.String(),
  scope: ScopeShape,
  tool: Type.Object({ app_id: Type.String(), server: Type.String(), name: Type.String() }),
  app_name: NullableText,
  mode: Type.String(),
  allow_override: Type.Boolean(),
  reason: NullableText,
  set_by: Type.String(),
  revision: Type.Integer(),
  updated_at: Type.String(),
});

const ItemShape = Type.Object({
  tool: RuleShape.properties.tool,
  mode: Type.String(),
  decided_by: Type.Object({ level: Type.String(), id: NullableText, rule_id: NullableText }),
  installed: Type.Boolean(),
  callable: Type.Boolean(),
  auth: Type.Object({ status: Type.String(), connect_url: NullableText }),
  reason: NullableText,
});

const EffectiveShape = Type.Object({
  agent_id: Type.String(),
  workspace_id: Type.String(),
  readiness: Type.String(),
  unmet_requirements: Type.Array(Type.Object({ tool: RuleShape.properties.tool, status: Type.String() })),
  ...pageOf(ItemShape).properties,
});

export const app = Compile(AppShape);
export const appPage = Compile(pageOf(AppShape));
export const toolRule = Compile(RuleShape);
export const toolRulePage = Compile(pageOf(RuleShape));
export const effectiveTools = Compile(EffectiveShape);

export type App = Type.Static<typeof AppShape>;
export type ToolRule = Type.Static<typeof RuleShape>;
export type EffectiveTools = Type.Static<typeof EffectiveShape>;
