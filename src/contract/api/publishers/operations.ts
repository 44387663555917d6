/** Operations on publishers, whose signatures over releases an organisation trusts. */
import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { PageSchema } from '../page.ts';
import { PublisherListQuerySchema, PublisherParamsSchema, PublisherSchema, WritePublisherSchema } from './shapes.ts';

const path = '/v1/registry/publishers';
const tag = 'publishers';

export const publishers = {
  list: defineOperation({
    id: 'publishers.list',
    method: 'GET',
    path,
    tag,
    summary: 'List publishers, newest first',
    query: PublisherListQuerySchema,
    paged: true,
    responses: { 200: PageSchema(PublisherSchema) },
  }),
  create: defineOperation({
    id: 'publishers.create',
    method: 'POST',
    path,
    tag,
    summary: 'Trust the release signatures of a publisher',
    body: WritePublisherSchema,
    idempotent: true,
    etag: true,
    location: `${path}/{id}`,
    responses: { 201: PublisherSchema },
  }),
  get: defineOperation({
    id: 'publishers.get',
    method: 'GET',
    path: `${path}/:id`,
    tag,
    summary: 'Read a publisher',
    params: PublisherParamsSchema,
    etag: true,
    responses: { 200: PublisherSchema },
  }),
  replace: defineOperation({
    id: 'publishers.replace',
    method: 'PUT',
    path: `${path}/:id`,
    tag,
    summary: 'Replace a publisher',
    description: 'Releases that were signed with a key that you leave out are untrusted from now on.',
    params: PublisherParamsSchema,
    body: WritePublisherSchema,
    ifMatch: true,
    etag: true,
    responses: { 200: PublisherSchema },
  }),
  remove: defineOperation({
    id: 'publishers.remove',
    method: 'DELETE',
    path: `${path}/:id`,
    tag,
    summary: 'Remove a publisher',
    description: 'Releases that it signed stay registered as untrusted.',
    params: PublisherParamsSchema,
    ifMatch: true,
    responses: { 204: Type.Null() },
  }),
} as const;
