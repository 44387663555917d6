/** Shapes of apps, with the members that the CLI shows. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NullableText, pageOf } from './wire-page.ts';

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

export const app = Compile(AppShape);
export const appPage = Compile(pageOf(AppShape));

export type App = Type.Static<typeof AppShape>;
