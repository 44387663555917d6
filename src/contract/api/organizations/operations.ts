/** Operations of organisations. */
import { defineOperation } from '../operation.ts';
import { PageQuerySchema, PageSchema } from '../page.ts';
import {
  CreateOrganizationSchema,
  OrganizationSchema,
  ScopeParamsSchema,
  UpdateOrganizationSchema,
} from '../workspaces/shapes.ts';

const path = '/v1/organizations';
const tag = 'organizations';

export const organizations = {
  list: defineOperation({
    id: 'organizations.list',
    method: 'GET',
    path,
    tag,
    summary: 'List organisations, newest first',
    description: 'The operator token sees all organisations of the deployment. Other callers see their own.',
    query: PageQuerySchema,
    paged: true,
    responses: { 200: PageSchema(OrganizationSchema) },
  }),
  create: defineOperation({
    id: 'organizations.create',
    method: 'POST',
    path,
    tag,
    summary: 'Create an organisation with its default workspace',
    description: 'Needs the operator token.',
    body: CreateOrganizationSchema,
    idempotent: true,
    etag: true,
    location: `${path}/{id}`,
    responses: { 201: OrganizationSchema },
  }),
  get: defineOperation({
    id: 'organizations.get',
    method: 'GET',
    path: `${path}/:id`,
    tag,
    summary: 'Read an organisation',
    params: ScopeParamsSchema,
    etag: true,
    responses: { 200: OrganizationSchema },
  }),
  update: defineOperation({
    id: 'organizations.update',
    method: 'PATCH',
    path: `${path}/:id`,
    tag,
    summary: 'Change an organisation',
    description: 'Needs an admin. Missing members do not change.',
    params: ScopeParamsSchema,
    body: UpdateOrganizationSchema,
    ifMatch: true,
    etag: true,
    responses: { 200: OrganizationSchema },
  }),
} as const;
