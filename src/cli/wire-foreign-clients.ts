/** Shapes of our clients at authorization servers of others, with the members that the CLI shows. None of it is a secret. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NullableText, pageOf } from './wire-page.ts';

const ForeignClientShape = Type.Object({
  id: Type.String(),
  issuer: Type.String(),
  client_id: Type.String(),
  registration: Type.String(),
  status: Type.String(),
  token_endpoint_auth_method: NullableText,
  redirect_uri: NullableText,
  has_secret: Type.Boolean(),
  secret_expires_at: NullableText,
  created_at: Type.String(),
});

export const foreignClient = Compile(ForeignClientShape);
export const foreignClientPage = Compile(pageOf(ForeignClientShape));

export type ForeignClient = Type.Static<typeof ForeignClientShape>;
