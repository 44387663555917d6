/** Shapes of members, invitations, people and the caller. */
import { type Static, Type } from 'typebox';
import { pageQuery } from '../page.ts';
import { memberRoles } from './states.ts';

const RoleSchema = Type.Enum([...memberRoles], { description: 'One of admin, operator, reviewer and viewer' });
const StatusSchema = Type.Enum(['active', 'disabled']);
const NameSchema = Type.String({ pattern: '^[^\\u0000-\\u001f\\u007f]{1,200}$' });
/** The password rules bound it further. */
const PasswordSchema = Type.String({ minLength: 1, maxLength: 1_000, format: 'password' });
const NullableTime = Type.Union([Type.String(), Type.Null()]);

export const MemberSchema = Type.Object(
  {
    user_id: Type.String(),
    org_id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    role: RoleSchema,
    status: StatusSchema,
    revision: Type.Integer({ description: 'The ETag' }),
    joined_at: Type.String(),
    created_by: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'Member' },
);

export const UpdateMemberSchema = Type.Object(
  { role: Type.Optional(RoleSchema), status: Type.Optional(StatusSchema) },
  { $id: 'UpdateMember', additionalProperties: false, minProperties: 1, examples: [{ role: 'operator' }] },
);

export const InvitationSchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    email: Type.String(),
    role: RoleSchema,
    status: Type.Enum(['pending', 'accepted', 'expired', 'revoked'], {
      description: 'Only a pending one can be accepted',
    }),
    invited_by: Type.String(),
    created_at: Type.String(),
    expires_at: Type.String(),
    accepted_at: NullableTime,
    accepted_by: NullableTime,
    revision: Type.Integer(),
  },
  { $id: 'Invitation' },
);

export const CreatedInvitationSchema = Type.Object(
  {
    ...InvitationSchema.properties,
    token: Type.Optional(
      Type.String({ description: 'Only the first answer shows it: give it to the person in a way that you trust' }),
    ),
    url: Type.Optional(
      Type.String({ description: 'Page where the person accepts the invitation; the address holds the token' }),
    ),
  },
  { $id: 'CreatedInvitation' },
);

export const CreateInvitationSchema = Type.Object(
  {
    email: Type.String({ minLength: 3, maxLength: 320 }),
    role: Type.Optional(RoleSchema),
    expires_in_s: Type.Optional(
      Type.Integer({ minimum: 300, maximum: 30 * 86_400, description: 'Seven days if absent' }),
    ),
  },
  { $id: 'CreateInvitation', additionalProperties: false, examples: [{ email: 'ada@example.com', role: 'operator' }] },
);

export const AcceptInvitationSchema = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: 200 }),
    name: Type.Optional(NameSchema),
    password: PasswordSchema,
  },
  {
    $id: 'AcceptInvitation',
    additionalProperties: false,
    description: 'A new person chooses a password of at least 12 characters; a known person gives their own',
    examples: [
      {
        token: 'assay_invite_2m4dWqkGDZ5p0Rl8nqV9cT1b7XyJ3sHfUeA6oKiLwEg',
        name: 'Ada Lovelace',
        password: 'nine violet engines hum',
      },
    ],
  },
);

export const PersonSchema = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    status: StatusSchema,
    revision: Type.Integer({ description: 'The ETag' }),
    organizations: Type.Array(Type.Object({ org_id: Type.String(), role: RoleSchema })),
    password_changed_at: Type.String(),
    created_at: Type.String(),
  },
  { $id: 'Person' },
);

export const UpdatePersonSchema = Type.Object(
  { status: StatusSchema },
  { $id: 'UpdatePerson', additionalProperties: false, examples: [{ status: 'disabled' }] },
);

export const ResetPasswordSchema = Type.Object(
  {
    ...PersonSchema.properties,
    temporary_password: Type.Optional(
      Type.String({ description: 'Only the first answer shows it; the person chooses another after signing in' }),
    ),
  },
  { $id: 'ResetPassword' },
);

export const MeSchema = Type.Object(
  {
    user_id: Type.String({
      description: 'Id of the person, agent or gateway; local, token or operator for callers without a name',
    }),
    kind: Type.String({ description: 'One of person, agent, gateway and operator' }),
    email: Type.Union([Type.String(), Type.Null()]),
    name: Type.Union([Type.String(), Type.Null()]),
    org_id: Type.String(),
    role: Type.String(),
    workspaces: Type.Array(Type.String()),
    organizations: Type.Array(Type.Object({ org_id: Type.String(), role: RoleSchema }), {
      description: 'Organisations of a person; the header x-assay-organization names the one of a call',
    }),
    scopes: Type.Union([Type.Literal('all'), Type.Array(Type.String())]),
    authentication: Type.String({
      description:
        'How the caller was identified: loopback, token, api_key, oauth, mtls or session (the cookie of a browser)',
    }),
    acting_agent: Type.Union(
      [
        Type.Object({
          id: Type.String(),
          spiffe_id: Type.String(),
          grant_id: Type.String({ description: 'Delegation that it acts under' }),
        }),
        Type.Null(),
      ],
      { description: 'Agent that makes this call for the person; null where the caller acts for itself' },
    ),
  },
  { $id: 'Me' },
);

export const UpdateMeSchema = Type.Object(
  { name: NameSchema },
  { $id: 'UpdateMe', additionalProperties: false, examples: [{ name: 'Ada King' }] },
);

export const MemberParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });
export const MemberListQuerySchema = Type.Object(
  {
    ...pageQuery,
    email: Type.Optional(Type.String({ maxLength: 320, description: 'Only the one with this address' })),
  },
  { additionalProperties: false },
);
export const InvitationListQuerySchema = Type.Object(pageQuery, { additionalProperties: false });

export type Member = Static<typeof MemberSchema>;
export type UpdateMember = Static<typeof UpdateMemberSchema>;
export type Invitation = Static<typeof InvitationSchema>;
export type CreatedInvitation = Static<typeof CreatedInvitationSchema>;
export type CreateInvitation = Static<typeof CreateInvitationSchema>;
export type AcceptInvitation = Static<typeof AcceptInvitationSchema>;
export type PersonView = Static<typeof PersonSchema>;
export type Me = Static<typeof MeSchema>;
