/** Operations of stored environments. `declarativeFiles.apply` creates and changes them. */
import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { PageSchema } from '../page.ts';
import { EnvironmentListQuerySchema, EnvironmentParamsSchema, EnvironmentSchema } from './shapes.ts';

const path = '/v1/environments';
const tag = 'environments';

export const environments = {
  list: defineOperation({
    id: 'environments.list',
    method: 'GET',
    path,
    tag,
    summary: 'List environments, newest first',
    description: 'A VendorEnvironment document that was applied is an environment.',
    query: EnvironmentListQuerySchema,
    paged: true,
    responses: { 200: PageSchema(EnvironmentSchema) },
  }),
  get: defineOperation({
    id: 'environments.get',
    method: 'GET',
    path: `${path}/:id`,
    tag,
    summary: 'Read an environment with its agents and their models',
    params: EnvironmentParamsSchema,
    etag: true,
    responses: { 200: EnvironmentSchema },
  }),
  remove: defineOperation({
    id: 'environments.remove',
    method: 'DELETE',
    path: `${path}/:id`,
    tag,
    summary: 'Remove an environment',
    description: 'Its agents stay registered.',
    params: EnvironmentParamsSchema,
    ifMatch: true,
    responses: { 204: Type.Null() },
  }),
} as const;
