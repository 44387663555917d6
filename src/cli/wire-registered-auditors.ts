/** Shapes of the auditor registry and of publishers, with the members that the CLI shows. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NullableText, pageOf, ScopeShape } from './wire-page.ts';

const RegisteredAuditorShape = Type.Object({
  id: Type.String(),
  name: Type.String(),
  version: Type.String(),
  description: Type.String(),
  image: Type.String(),
  vocabulary_digest: Type.String(),
  category: Type.String(),
  publisher_id: NullableText,
  signature: Type.Union([Type.Object({ state: Type.String(), kid: Type.String() }), Type.Null()]),
  status: Type.String(),
  status_reason: NullableText,
  auditor_id: NullableText,
  verified_at: NullableText,
  last_verification: NullableText,
  used_in: Type.Optional(Type.Array(ScopeShape)),
});

const VerificationShape = Type.Object({
  id: Type.String(),
  status: Type.String(),
  url: Type.String(),
  labels_source: NullableText,
  checks: Type.Array(Type.Object({ name: Type.String(), status: Type.String(), detail: Type.String() })),
  started_at: Type.String(),
  ended_at: NullableText,
});

const PublisherShape = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  keys: Type.Object({
    keys: Type.Array(Type.Object({ kid: Type.String(), crv: Type.String(), thumbprint: Type.String() })),
  }),
  status: Type.String(),
  revision: Type.Integer(),
});

export const registeredAuditor = Compile(RegisteredAuditorShape);
export const registeredAuditorPage = Compile(pageOf(RegisteredAuditorShape));
export const verification = Compile(VerificationShape);
export const publisher = Compile(PublisherShape);
export const publisherPage = Compile(pageOf(PublisherShape));

export type RegisteredAuditor = Type.Static<typeof RegisteredAuditorShape>;
export type Verification = Type.Static<typeof VerificationShape>;
export type Publisher = Type.Static<typeof PublisherShape>;
