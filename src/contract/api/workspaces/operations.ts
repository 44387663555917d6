/** Operations of workspaces. They answer under `/v1` and under the prefix of the platform contract, `/api/v1`. */
import { Type } from 'typebox';
import { ChangeViewSchema } from '../changes.ts';
import { defineOperation } from '../operation.ts';
import { PageQuerySchema, PageSchema } from '../page.ts';
import { CreateScopeSchema, ScopeParamsSchema, UpdateScopeSchema, WorkspaceSchema } from './shapes.ts';

const tag = 'workspaces';

export const workspaces = operationsUnder('/v1', '');
export const workspacesAlias = operationsUnder('/api/v1', 'Alias');

function operationsUnder(prefix: '/v1' | '/api/v1', suffix: '' | 'Alias') {
  const path = `${prefix}/workspaces`;
  const describe = (verb: string, text: string): string =>
    suffix === '' ? text : `The same operation as \`workspaces.${verb}\`, under the prefix of the contract. ${text}`;
  return {
    list: defineOperation({
      id: `workspaces.list${suffix}`,
      method: 'GET',
      path,
      tag,
      summary: 'List workspaces, newest first',
      description: describe('list', 'Lists all workspaces of the organisation.'),
      query: PageQuerySchema,
      paged: true,
      responses: { 200: PageSchema(WorkspaceSchema) },
    }),
    create: defineOperation({
      id: `workspaces.create${suffix}`,
      method: 'POST',
      path,
      tag,
      summary: 'Create a workspace',
      description: describe('create', 'The id is generated if the body has none.'),
      body: CreateScopeSchema,
      idempotent: true,
      etag: true,
      location: `${path}/{id}`,
      responses: { 201: WorkspaceSchema },
    }),
    get: defineOperation({
      id: `workspaces.get${suffix}`,
      method: 'GET',
      path: `${path}/:id`,
      tag,
      summary: 'Read a workspace',
      description: describe('get', 'The answer has the chain of the workspace itself, without what it inherits.'),
      params: ScopeParamsSchema,
      etag: true,
      responses: { 200: WorkspaceSchema },
    }),
    update: defineOperation({
      id: `workspaces.update${suffix}`,
      method: 'PATCH',
      path: `${path}/:id`,
      tag,
      summary: 'Change the name, the description, the chain or the settings of a workspace',
      description: describe('update', 'Missing members do not change.'),
      params: ScopeParamsSchema,
      body: UpdateScopeSchema,
      ifMatch: true,
      etag: true,
      responses: { 200: WorkspaceSchema },
    }),
    remove: defineOperation({
      id: `workspaces.remove${suffix}`,
      method: 'DELETE',
      path: `${path}/:id`,
      tag,
      summary: 'Remove a workspace that has no agents',
      description: describe('remove', 'Its settings and policies are removed with it. The default workspace stays.'),
      params: ScopeParamsSchema,
      ifMatch: true,
      responses: { 204: Type.Null() },
    }),
    history: defineOperation({
      id: `workspaces.history${suffix}`,
      method: 'GET',
      path: `${path}/:id/history`,
      tag,
      summary: 'List the changes of a workspace, newest first',
      description: describe(
        'history',
        'Lists changes of the workspace itself, not of its settings, policies or agents.',
      ),
      params: ScopeParamsSchema,
      query: PageQuerySchema,
      paged: true,
      responses: { 200: PageSchema(ChangeViewSchema) },
    }),
  } as const;
}
