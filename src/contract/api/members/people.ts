/** Operations of people in all organisations, for the operator of the deployment. */
import { defineOperation } from '../operation.ts';
import { PageSchema } from '../page.ts';
import {
  MemberListQuerySchema,
  MemberParamsSchema,
  PersonSchema,
  ResetPasswordSchema,
  UpdatePersonSchema,
} from './shapes.ts';

const path = '/v1/people';
const tag = 'members';

export const people = {
  list: defineOperation({
    id: 'people.list',
    method: 'GET',
    path,
    tag,
    summary: 'List the people of all organisations, newest first',
    description: 'Needs the operator token.',
    query: MemberListQuerySchema,
    paged: true,
    responses: { 200: PageSchema(PersonSchema) },
  }),
  get: defineOperation({
    id: 'people.get',
    method: 'GET',
    path: `${path}/:id`,
    tag,
    summary: 'Read a person',
    description: 'Needs the operator token.',
    params: MemberParamsSchema,
    etag: true,
    responses: { 200: PersonSchema },
  }),
  update: defineOperation({
    id: 'people.update',
    method: 'PATCH',
    path: `${path}/:id`,
    tag,
    summary: 'Disable or enable a person in every organisation',
    description: 'Needs the operator token.',
    params: MemberParamsSchema,
    body: UpdatePersonSchema,
    ifMatch: true,
    etag: true,
    responses: { 200: PersonSchema },
  }),
  resetPassword: defineOperation({
    id: 'people.resetPassword',
    method: 'POST',
    path: `${path}/:id/reset-password`,
    tag,
    summary: 'Give a person a temporary password',
    description:
      'For people who lost their password. Only this answer shows the new password; a repeated call with the same Idempotency-Key answers ' +
      'without it. All sessions of the person end. Needs the operator token.',
    params: MemberParamsSchema,
    idempotent: true,
    noStore: true,
    responses: { 200: ResetPasswordSchema },
  }),
} as const;
