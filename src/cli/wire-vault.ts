/** Shapes of the keys that secrets are sealed with, with the members that the CLI shows. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NullableText } from './wire-page.ts';

const NullableNumber = Type.Union([Type.Integer(), Type.Null()]);

const VaultShape = Type.Object({
  provider: Type.String(),
  preferred_key_id: Type.String(),
  key_id: NullableText,
  current_version: NullableNumber,
  minimum_version: NullableNumber,
  versions: Type.Array(
    Type.Object({
      key_id: Type.String(),
      version: Type.Integer(),
      state: Type.String(),
      secrets: Type.Integer(),
      wraps: Type.Integer(),
      created_at: Type.String(),
      activated_at: NullableText,
      retired_at: NullableText,
    }),
  ),
  secrets: Type.Integer(),
  to_rewrap: Type.Integer(),
  rotation_due: Type.Boolean(),
});

const FailureShape = Type.Object({
  org_id: Type.String(),
  table: Type.String(),
  record_id: Type.String(),
  version: Type.Integer(),
  field: Type.String(),
  key_id: Type.String(),
  key_version: Type.Integer(),
  reason: Type.String(),
});

const RewrapShape = Type.Object({
  rewrapped: Type.Integer(),
  changed: Type.Integer(),
  failed: Type.Array(FailureShape),
  remaining: Type.Integer(),
  next_cursor: NullableText,
});

const RotationShape = Type.Object({ key_id: Type.String(), version: Type.Integer() });
const RetiredShape = Type.Object({ retired: Type.Array(Type.Integer()) });

export const vaultStatus = Compile(VaultShape);
export const vaultRewrap = Compile(RewrapShape);
export const vaultRotation = Compile(RotationShape);
export const vaultRetired = Compile(RetiredShape);

export type VaultStatus = Type.Static<typeof VaultShape>;
export type RewrapFailure = Type.Static<typeof FailureShape>;
export type VaultRewrap = Type.Static<typeof RewrapShape>;
export type VaultRotation = Type.Static<typeof RotationShape>;
export type VaultRetired = Type.Static<typeof RetiredShape>;
