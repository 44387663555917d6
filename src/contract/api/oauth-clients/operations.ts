/** Operations of OAuth clients. */
import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { PageSchema } from '../page.ts';
import { OAuthClientListQuerySchema, OAuthClientParamsSchema, OAuthClientSchema } from './shapes.ts';

const path = '/v1/oauth-clients';
const tag = 'oauth-clients';

export const oauthClients = {
  list: defineOperation({
    id: 'oauthClients.list',
    method: 'GET',
    path,
    tag,
    summary: 'List OAuth clients, newest first',
    query: OAuthClientListQuerySchema,
    paged: true,
    responses: { 200: PageSchema(OAuthClientSchema) },
  }),
  get: defineOperation({
    id: 'oauthClients.get',
    method: 'GET',
    path: `${path}/:id`,
    tag,
    summary: 'Read an OAuth client',
    params: OAuthClientParamsSchema,
    responses: { 200: OAuthClientSchema },
  }),
  remove: defineOperation({
    id: 'oauthClients.remove',
    method: 'DELETE',
    path: `${path}/:id`,
    tag,
    summary: 'Remove an OAuth client with its grants and tokens',
    params: OAuthClientParamsSchema,
    responses: { 204: Type.Null() },
  }),
} as const;
