/** Operations of members and of the caller. */
import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { PageSchema } from '../page.ts';
import {
  MemberListQuerySchema,
  MemberParamsSchema,
  MemberSchema,
  MeSchema,
  UpdateMemberSchema,
  UpdateMeSchema,
} from './shapes.ts';

const path = '/v1/members';
const tag = 'members';

export const members = {
  list: defineOperation({
    id: 'members.list',
    method: 'GET',
    path,
    tag,
    summary: 'List the members of the organisation',
    description: 'The member who joined last comes first.',
    query: MemberListQuerySchema,
    paged: true,
    responses: { 200: PageSchema(MemberSchema) },
  }),
  get: defineOperation({
    id: 'members.get',
    method: 'GET',
    path: `${path}/:id`,
    tag,
    summary: 'Read a member',
    params: MemberParamsSchema,
    etag: true,
    responses: { 200: MemberSchema },
  }),
  update: defineOperation({
    id: 'members.update',
    method: 'PATCH',
    path: `${path}/:id`,
    tag,
    summary: 'Change the role of a member, or disable them',
    description:
      'A disabled member is signed out, loses their API keys and stops owning agents. The last active admin stays ' +
      '(409, reason last_admin).',
    params: MemberParamsSchema,
    body: UpdateMemberSchema,
    ifMatch: true,
    etag: true,
    responses: { 200: MemberSchema },
  }),
  remove: defineOperation({
    id: 'members.remove',
    method: 'DELETE',
    path: `${path}/:id`,
    tag,
    summary: 'Remove a member',
    description: 'Agents that only they owned are orphaned.',
    params: MemberParamsSchema,
    responses: { 204: Type.Null() },
  }),
} as const;

export const me = {
  get: defineOperation({
    id: 'me.get',
    method: 'GET',
    path: '/v1/me',
    tag,
    summary: 'Read the caller of this call and its rights',
    responses: { 200: MeSchema },
  }),
  update: defineOperation({
    id: 'me.update',
    method: 'PATCH',
    path: '/v1/me',
    tag,
    summary: 'Change your own name',
    body: UpdateMeSchema,
    responses: { 200: MeSchema },
  }),
  leave: defineOperation({
    id: 'me.leave',
    method: 'DELETE',
    path: '/v1/me/membership',
    tag,
    summary: 'Leave the organisation',
    description:
      'Your sessions and API keys there end. Agents that only you own are orphaned. The last active admin stays ' +
      '(409, reason last_admin).',
    responses: { 204: Type.Null() },
  }),
} as const;
