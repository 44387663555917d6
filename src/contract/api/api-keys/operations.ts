/** Operations of API keys. */
import { Type } from 'typebox';
import { IfMatchHeadersSchema } from '../headers.ts';
import { defineOperation } from '../operation.ts';
import { PageSchema } from '../page.ts';
import {
  ApiKeyListQuerySchema,
  ApiKeyParamsSchema,
  ApiKeySchema,
  CreateApiKeySchema,
  RotateApiKeySchema,
  ShownApiKeySchema,
} from './shapes.ts';

const path = '/v1/api-keys';
const tag = 'api-keys';

export const apiKeys = {
  list: defineOperation({
    id: 'apiKeys.list',
    method: 'GET',
    path,
    tag,
    summary: 'List API keys, newest first',
    description: 'You see your own keys; admins see all keys. Expired and revoked keys are listed too.',
    query: ApiKeyListQuerySchema,
    paged: true,
    responses: { 200: PageSchema(ApiKeySchema) },
  }),
  get: defineOperation({
    id: 'apiKeys.get',
    method: 'GET',
    path: `${path}/:id`,
    tag,
    summary: 'Read an API key',
    description: 'The answer never holds the key itself.',
    params: ApiKeyParamsSchema,
    etag: true,
    responses: { 200: ApiKeySchema },
  }),
  create: defineOperation({
    id: 'apiKeys.create',
    method: 'POST',
    path,
    tag,
    summary: 'Create an API key',
    description: 'Only this answer shows the key.',
    body: CreateApiKeySchema,
    idempotent: true,
    etag: true,
    location: `${path}/{id}`,
    noStore: true,
    responses: { 201: ShownApiKeySchema },
  }),
  rotate: defineOperation({
    id: 'apiKeys.rotate',
    method: 'POST',
    path: `${path}/:id/rotate`,
    tag,
    summary: 'Replace an API key by a new one',
    description:
      'Only this answer shows the new key. The old one stays valid for the overlap. If two rotations meet, or If-Match ' +
      'names another revision, one is refused.',
    params: ApiKeyParamsSchema,
    // Optional here, so it is no `ifMatch`.
    headers: IfMatchHeadersSchema,
    body: RotateApiKeySchema,
    idempotent: true,
    etag: true,
    noStore: true,
    responses: { 200: ShownApiKeySchema },
  }),
  revoke: defineOperation({
    id: 'apiKeys.revoke',
    method: 'DELETE',
    path: `${path}/:id`,
    tag,
    summary: 'Revoke an API key immediately and permanently',
    description: 'The key stays listed. A repeated call returns 204 too.',
    params: ApiKeyParamsSchema,
    responses: { 204: Type.Null() },
  }),
} as const;
