/** Shapes of credentials, with the members that the CLI shows. None of it is a secret. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NullableInteger, NullableText, pageOf, ScopeShape } from './wire-page.ts';

const CredentialShape = Type.Object({
  id: Type.String(),
  scope: ScopeShape,
  service: Type.String(),
  resource: NullableText,
  issuer: NullableText,
  auth_type: Type.String(),
  sharing_mode: Type.String(),
  injection: Type.Object({
    method: Type.String(),
    header: Type.Optional(Type.String()),
    prefix: Type.Optional(Type.String()),
  }),
  config: Type.Object({
    username: Type.Optional(Type.String()),
    client_id: Type.Optional(Type.String()),
    environment_variable: Type.Optional(Type.String()),
  }),
  agent_id: NullableText,
  user_id: NullableText,
  requested_scopes: Type.Array(Type.String()),
  granted_scopes: Type.Array(Type.String()),
  upstream_account: NullableText,
  allow_in_delegation: Type.Boolean(),
  status: Type.String(),
  status_reason: NullableText,
  expires_at: NullableText,
  last_used_at: NullableText,
  last_refreshed_at: NullableText,
  refresh_failures: Type.Integer(),
  rotation: Type.Object({
    every_days: NullableInteger,
    overlap_seconds: Type.Integer(),
    next_at: NullableText,
    overlap_until: NullableText,
  }),
  version: Type.Integer(),
  fingerprint: NullableText,
  revision: Type.Integer(),
  created_at: Type.String(),
  created_by: Type.String(),
  revoked_at: NullableText,
  revoked_by: NullableText,
});

const EffectiveShape = Type.Object({
  agent_id: Type.String(),
  workspace_id: Type.String(),
  service: Type.String(),
  user_id: NullableText,
  credential_id: NullableText,
  source: Type.String(),
  mode: NullableText,
  status: Type.String(),
  scopes_missing: Type.Array(Type.String()),
  candidates: Type.Array(Type.Object({ id: Type.String(), rejected_because: Type.String() })),
});

export const credential = Compile(CredentialShape);
export const credentialPage = Compile(pageOf(CredentialShape));
export const effectiveCredential = Compile(EffectiveShape);

export type Credential = Type.Static<typeof CredentialShape>;
export type EffectiveCredential = Type.Static<typeof EffectiveShape>;
