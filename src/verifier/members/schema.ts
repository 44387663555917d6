/** Wire shapes of members, invitations and the caller's own page (platform model 11). */

import { type Static, Type } from 'typebox';
import { pageQuery } from '../../contract/api/page.ts';
import { memberRoles } from './roles.ts';

const RoleSchema = Type.Enum([...memberRoles], { description: 'admin, operator, reviewer or viewer' });
const StatusSchema = Type.Enum(['active', 'disabled']);
const NameSchema = Type.String({ pattern: '^[^\\u0000-\\u001f\\u007f]{1,200}$' });
/** Bounded here; what is taken is said by the rules of passwords. */
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
    revision: Type.Integer({ description: 'the ETag' }),
    joined_at: Type.String(),
    created_by: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'Member' },
);

export const UpdateMemberSchema = Type.Object(
  { role: Type.Optional(RoleSchema), status: Type.Optional(StatusSchema) },
  { additionalProperties: false, minProperties: 1, examples: [{ role: 'operator' }] },
);

export const InvitationSchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    email: Type.String(),
    role: RoleSchema,
    status: Type.Enum(['pending', 'accepted', 'expired', 'revoked'], {
      description: 'only a pending one can be accepted',
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
      Type.String({ description: 'Shown in the first answer alone: hand it to the person by a way you trust' }),
    ),
    url: Type.Optional(Type.String({ description: 'The page where the invitation is accepted; it holds the token' })),
  },
  { $id: 'CreatedInvitation' },
);

export const CreateInvitationSchema = Type.Object(
  {
    email: Type.String({ minLength: 3, maxLength: 320 }),
    role: Type.Optional(RoleSchema),
    expires_in_s: Type.Optional(
      Type.Integer({ minimum: 300, maximum: 30 * 86_400, description: 'seven days if absent' }),
    ),
  },
  { additionalProperties: false, examples: [{ email: 'ada@example.com', role: 'operator' }] },
);

export const AcceptInvitationSchema = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: 200 }),
    name: Type.Optional(NameSchema),
    password: PasswordSchema,
  },
  {
    additionalProperties: false,
    description: 'Whoever is new chooses a password of at least 12 characters; whoever is known here gives the own one',
    examples: [
      {
        token: 'assay_invite_2m4dWqkGDZ5p0Rl8nqV9cT1b7XyJ3sHfUeA6oKiLwEg',
        name: 'Ada Lovelace',
        password: 'nine violet engines hum',
      },
    ],
  },
);

const placesSchema = Type.Array(Type.Object({ org_id: Type.String(), role: RoleSchema }));

export const PersonSchema = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    status: StatusSchema,
    revision: Type.Integer({ description: 'the ETag' }),
    organizations: placesSchema,
    password_changed_at: Type.String(),
    created_at: Type.String(),
  },
  { $id: 'Person' },
);

export const UpdatePersonSchema = Type.Object(
  { status: StatusSchema },
  { additionalProperties: false, examples: [{ status: 'disabled' }] },
);

export const ResetPasswordSchema = Type.Object(
  {
    ...PersonSchema.properties,
    temporary_password: Type.Optional(
      Type.String({ description: 'Shown in the first answer alone; the person chooses another after signing in' }),
    ),
  },
  { $id: 'ResetPassword' },
);

export const MeSchema = Type.Object(
  {
    user_id: Type.String({ description: 'local, token or operator where nobody is named' }),
    kind: Type.String({ description: 'person, agent, gateway or operator' }),
    email: Type.Union([Type.String(), Type.Null()]),
    name: Type.Union([Type.String(), Type.Null()]),
    org_id: Type.String(),
    role: Type.String(),
    workspaces: Type.Array(Type.String()),
    organizations: Type.Array(Type.Object({ org_id: Type.String(), role: RoleSchema }), {
      description: 'where a person belongs; the header x-assay-organization says which one a call means',
    }),
    scopes: Type.Union([Type.Literal('all'), Type.Array(Type.String())]),
    authentication: Type.String({ description: 'how the caller is known: loopback, token, api_key, oauth or mtls' }),
    acting_agent: Type.Union(
      [
        Type.Object({
          ...{ id: Type.String(), spiffe_id: Type.String() },
          grant_id: Type.String({ description: 'the delegation grant that it acts under' }),
        }),
        Type.Null(),
      ],
      { description: 'the agent that makes this call for the person; null where they call themselves' },
    ),
  },
  { $id: 'Me' },
);

export const UpdateMeSchema = Type.Object(
  { name: NameSchema },
  { additionalProperties: false, examples: [{ name: 'Ada King' }] },
);

export const MemberParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });
export const MemberListQuerySchema = Type.Object(
  {
    ...pageQuery,
    email: Type.Optional(Type.String({ maxLength: 320, description: 'the member with this address alone' })),
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
