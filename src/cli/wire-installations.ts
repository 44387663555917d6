/** Shapes of installed apps, with the members that the CLI shows. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NullableText, pageOf } from './wire-page.ts';

const InstallationShape = Type.Object({
  id: Type.String(),
  app_id: Type.String(),
  name: Type.String(),
  version: Type.String(),
  target_version: NullableText,
  agent_id: Type.String(),
  status: Type.String(),
  quarantine: Type.Union([Type.Object({ since: Type.String(), reason: Type.String() }), Type.Null()]),
  auth: Type.Object({
    required: Type.Boolean(),
    type: NullableText,
    issuer: NullableText,
    credential_id: NullableText,
    credential_source: NullableText,
  }),
  tools_snapshot_hash: NullableText,
  tools_present_hash: NullableText,
  tools_count: Type.Integer(),
  /** Older verifiers list none. */
  tools_withheld: Type.Optional(Type.Integer()),
  error: Type.Union([
    Type.Object({ step: Type.String(), code: Type.String(), retryable: Type.Boolean(), detail: Type.String() }),
    Type.Null(),
  ]),
  approval_id: NullableText,
  connect_url: NullableText,
  next_action: NullableText,
  warnings: Type.Array(Type.String()),
  created_at: Type.String(),
  created_by: Type.String(),
});
export const installation = Compile(InstallationShape);
export const installationPage = Compile(pageOf(InstallationShape));
export type Installation = Type.Static<typeof InstallationShape>;

const Definition = Type.Union([
  Type.Object({ title: Type.Optional(Type.String()), description: Type.Optional(Type.String()) }),
  Type.Null(),
]);

const InstallationToolsShape = Type.Object({
  installation_id: Type.String(),
  tools_snapshot_hash: NullableText,
  tools_present_hash: NullableText,
  seen_at: NullableText,
  seen_by: NullableText,
  is_quarantined: Type.Boolean(),
  items: Type.Array(
    Type.Object({
      server: Type.String(),
      name: Type.String(),
      change: Type.String(),
      changed: Type.Array(Type.String()),
      flags: Type.Array(Type.String()),
      /** Older verifiers list none. */
      findings: Type.Optional(Type.Array(Type.String())),
      allowed: Type.Optional(
        Type.Union([Type.Object({ by: Type.String(), at: Type.String(), reason: Type.String() }), Type.Null()]),
      ),
      approved: Definition,
      present: Definition,
    }),
  ),
});
export const installationTools = Compile(InstallationToolsShape);
export type InstallationTools = Type.Static<typeof InstallationToolsShape>;
