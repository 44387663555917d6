/** Operations of the app catalog: apps and their versions. */
import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { PageSchema } from '../page.ts';
import {
  AppListQuerySchema,
  AppPageQuerySchema,
  AppParamsSchema,
  AppSchema,
  AppVersionQuerySchema,
  PatchAppSchema,
  PublishAppSchema,
  PublishVersionSchema,
} from './shapes.ts';

const path = '/v1/app-catalog';
const one = `${path}/:app_id` as const;
const tag = 'app-catalog';

export const apps = {
  list: defineOperation({
    id: 'apps.list',
    method: 'GET',
    path,
    tag,
    summary: 'List and search the apps of the catalog',
    description:
      'Apps of the organisation come first, newest first; those of the release follow. A search lists the best match first.',
    query: AppListQuerySchema,
    paged: true,
    responses: { 200: PageSchema(AppSchema) },
  }),
  create: defineOperation({
    id: 'apps.create',
    method: 'POST',
    path,
    tag,
    summary: 'Add an app with its first version',
    description: 'The answer is 200 if exactly this app already exists.',
    body: PublishAppSchema,
    idempotent: true,
    etag: true,
    location: `${path}/{id}`,
    responses: { 200: AppSchema, 201: AppSchema },
  }),
  get: defineOperation({
    id: 'apps.get',
    method: 'GET',
    path: one,
    tag,
    summary: 'Read an app at its newest or a named version',
    params: AppParamsSchema,
    query: AppVersionQuerySchema,
    etag: true,
    responses: { 200: AppSchema },
  }),
  update: defineOperation({
    id: 'apps.update',
    method: 'PATCH',
    path: one,
    tag,
    summary: 'Deprecate an app or make it active again',
    description: 'Changing its trust tier needs the operator token.',
    params: AppParamsSchema,
    body: PatchAppSchema,
    ifMatch: true,
    etag: true,
    responses: { 200: AppSchema },
  }),
  remove: defineOperation({
    id: 'apps.remove',
    method: 'DELETE',
    path: one,
    tag,
    summary: 'Delete an app from the catalog',
    description: 'Nobody can install it any more. Agents that have it keep it.',
    params: AppParamsSchema,
    ifMatch: true,
    responses: { 204: Type.Null() },
  }),
  listVersions: defineOperation({
    id: 'apps.listVersions',
    method: 'GET',
    path: `${one}/versions`,
    tag,
    summary: 'List the versions of an app, newest first',
    params: AppParamsSchema,
    query: AppPageQuerySchema,
    paged: true,
    responses: { 200: PageSchema(AppSchema) },
  }),
  createVersion: defineOperation({
    id: 'apps.createVersion',
    method: 'POST',
    path: `${one}/versions`,
    tag,
    summary: 'Add a version to an app',
    description: 'A version never changes. The answer is 200 if exactly this version already exists.',
    params: AppParamsSchema,
    body: PublishVersionSchema,
    idempotent: true,
    etag: true,
    location: `${one}?version={version}`,
    responses: { 200: AppSchema, 201: AppSchema },
  }),
} as const;
