/** Shapes of members, invitations and the caller, with the members that the CLI shows. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NullableText, pageOf } from './wire-page.ts';

const MemberShape = Type.Object({
  user_id: Type.String(),
  org_id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Type.String(),
  status: Type.String(),
  revision: Type.Integer(),
  joined_at: Type.String(),
  created_by: Type.String(),
  updated_at: Type.String(),
});

const InvitationShape = Type.Object({
  id: Type.String(),
  org_id: Type.String(),
  email: Type.String(),
  role: Type.String(),
  status: Type.String(),
  invited_by: Type.String(),
  created_at: Type.String(),
  expires_at: Type.String(),
});

const CreatedInvitationShape = Type.Object({
  ...InvitationShape.properties,
  token: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
});

const PersonShape = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  status: Type.String(),
  revision: Type.Integer(),
  organizations: Type.Array(Type.Object({ org_id: Type.String(), role: Type.String() })),
  password_changed_at: Type.String(),
  created_at: Type.String(),
});

const ResetPasswordShape = Type.Object({
  ...PersonShape.properties,
  temporary_password: Type.Optional(Type.String()),
});

const MeShape = Type.Object({
  user_id: Type.String(),
  kind: Type.String(),
  email: NullableText,
  name: NullableText,
  org_id: Type.String(),
  role: Type.String(),
  workspaces: Type.Array(Type.String()),
  organizations: Type.Array(Type.Object({ org_id: Type.String(), role: Type.String() })),
  scopes: Type.Union([Type.Literal('all'), Type.Array(Type.String())]),
  authentication: Type.String(),
  acting_agent: Type.Optional(
    Type.Union([Type.Object({ id: Type.String(), spiffe_id: Type.String(), grant_id: Type.String() }), Type.Null()]),
  ),
});

export const member = Compile(MemberShape);
export const memberPage = Compile(pageOf(MemberShape));
export const invitationPage = Compile(pageOf(InvitationShape));
export const createdInvitation = Compile(CreatedInvitationShape);
export const person = Compile(PersonShape);
export const personPage = Compile(pageOf(PersonShape));
export const resetPassword = Compile(ResetPasswordShape);
export const me = Compile(MeShape);

export type Member = Type.Static<typeof MemberShape>;
export type Invitation = Type.Static<typeof InvitationShape>;
export type CreatedInvitation = Type.Static<typeof CreatedInvitationShape>;
export type Person = Type.Static<typeof PersonShape>;
export type ResetPassword = Type.Static<typeof ResetPasswordShape>;
export type Me = Type.Static<typeof MeShape>;
