/** Operations of invitations. */
import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { PageSchema } from '../page.ts';
import {
  AcceptInvitationSchema,
  CreatedInvitationSchema,
  CreateInvitationSchema,
  InvitationListQuerySchema,
  InvitationSchema,
  MemberParamsSchema,
  MemberSchema,
} from './shapes.ts';

const path = '/v1/invitations';
const tag = 'members';

export const invitations = {
  create: defineOperation({
    id: 'invitations.create',
    method: 'POST',
    path,
    tag,
    summary: 'Invite a person to the organisation',
    description:
      'Only this answer contains the token; a repeated call with the same Idempotency-Key does not. The answer is the ' +
      'same whether the address has an account here or not. A pending invitation for the same address becomes void.',
    body: CreateInvitationSchema,
    idempotent: true,
    etag: true,
    location: `${path}/{id}`,
    noStore: true,
    responses: { 201: CreatedInvitationSchema },
  }),
  list: defineOperation({
    id: 'invitations.list',
    method: 'GET',
    path,
    tag,
    summary: 'List invitations, newest first',
    query: InvitationListQuerySchema,
    paged: true,
    responses: { 200: PageSchema(InvitationSchema) },
  }),
  revoke: defineOperation({
    id: 'invitations.revoke',
    method: 'DELETE',
    path: `${path}/:id`,
    tag,
    summary: 'Withdraw an invitation',
    params: MemberParamsSchema,
    responses: { 204: Type.Null() },
  }),
  accept: defineOperation({
    id: 'invitations.accept',
    method: 'POST',
    path: `${path}/:id/accept`,
    tag,
    summary: 'Join the organisation with the token of an invitation',
    description: 'No account is needed.',
    params: MemberParamsSchema,
    body: AcceptInvitationSchema,
    noStore: true,
    responses: { 200: MemberSchema },
  }),
} as const;
