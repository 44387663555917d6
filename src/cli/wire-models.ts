/** Shapes of the model registry, with the members that the CLI shows. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NullableInteger, NullableText, pageOf } from './wire-page.ts';

const ModelShape = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  workspace_id: NullableText,
  tags: Type.Record(Type.String(), Type.String()),
  aliases: Type.Record(Type.String(), Type.Integer()),
  protected_aliases: Type.Array(Type.String()),
  served_as: Type.Array(Type.String()),
  versions: Type.Integer(),
  revision: Type.Integer(),
});

const VersionShape = Type.Object({
  model_id: Type.String(),
  name: Type.String(),
  version: Type.Integer(),
  kind: Type.String(),
  status: Type.String(),
  review: Type.String(),
  review_reason: NullableText,
  model_hash: Type.String(),
  format: NullableText,
  provider: NullableText,
  hosted_model_id: NullableText,
  license: NullableText,
  files: Type.Array(
    Type.Object({
      path: Type.String(),
      size: Type.Integer(),
      state: Type.String(),
      findings: Type.Array(Type.Object({ rule: Type.String(), level: Type.String(), message: Type.String() })),
    }),
  ),
  signature: Type.Union([Type.Object({ publisher_id: Type.String(), state: Type.String() }), Type.Null()]),
  served_as: Type.Array(Type.String()),
  verification: Type.Object({ verdict: Type.String(), detail: Type.String() }),
});

const AliasShape = Type.Object({
  name: Type.String(),
  version: NullableInteger,
  protected: Type.Boolean(),
  pending: Type.Union([Type.Object({ version: Type.Integer(), approval_id: Type.String() }), Type.Null()]),
});

export const model = Compile(ModelShape);
export const modelPage = Compile(pageOf(ModelShape));
export const modelVersion = Compile(VersionShape);
export const modelVersionPage = Compile(pageOf(VersionShape));
export const modelAlias = Compile(AliasShape);

export type Model = Type.Static<typeof ModelShape>;
export type ModelVersion = Type.Static<typeof VersionShape>;
export type ModelAlias = Type.Static<typeof AliasShape>;
