/** Operations of rules on tools, and of the tools that an agent has. */
import { Type } from 'typebox';
import { ChangeViewSchema } from '../changes.ts';
import { defineOperation } from '../operation.ts';
import { PageSchema } from '../page.ts';
import {
  EffectiveQuerySchema,
  EffectiveToolsSchema,
  PatchScopedToolSchema,
  ScopedToolListQuerySchema,
  ScopedToolPageQuerySchema,
  ScopedToolParamsSchema,
  ScopedToolSchema,
  WriteScopedToolSchema,
} from './shapes.ts';

const path = '/v1/scoped-tools';
const one = `${path}/:id` as const;
const tag = 'scoped-tools';

export const scopedTools = {
  list: defineOperation({
    id: 'scopedTools.list',
    method: 'GET',
    path,
    tag,
    summary: 'List rules on tools, newest first',
    query: ScopedToolListQuerySchema,
    paged: true,
    responses: { 200: PageSchema(ScopedToolSchema) },
  }),
  create: defineOperation({
    id: 'scopedTools.create',
    method: 'POST',
    path,
    tag,
    summary: 'Create a rule on tools',
    description: 'A rule applies to the organisation or to one workspace.',
    body: WriteScopedToolSchema,
    idempotent: true,
    etag: true,
    location: `${path}/{id}`,
    responses: { 201: ScopedToolSchema },
  }),
  listEffective: defineOperation({
    id: 'scopedTools.listEffective',
    method: 'GET',
    path: `${path}/effective`,
    tag,
    summary: 'List the tools of an agent',
    description:
      'Each tool has the rule that decided its mode and the state of signing in to its app. The tools of our own services are ' +
      'those of the app `assay`.',
    query: EffectiveQuerySchema,
    paged: true,
    responses: { 200: EffectiveToolsSchema },
  }),
  get: defineOperation({
    id: 'scopedTools.get',
    method: 'GET',
    path: one,
    tag,
    summary: 'Read a rule on tools',
    params: ScopedToolParamsSchema,
    etag: true,
    responses: { 200: ScopedToolSchema },
  }),
  update: defineOperation({
    id: 'scopedTools.update',
    method: 'PATCH',
    path: one,
    tag,
    summary: 'Change a rule on tools',
    params: ScopedToolParamsSchema,
    body: PatchScopedToolSchema,
    ifMatch: true,
    etag: true,
    responses: { 200: ScopedToolSchema },
  }),
  remove: defineOperation({
    id: 'scopedTools.remove',
    method: 'DELETE',
    path: one,
    tag,
    summary: 'Remove a rule on tools',
    params: ScopedToolParamsSchema,
    ifMatch: true,
    responses: { 204: Type.Null() },
  }),
  history: defineOperation({
    id: 'scopedTools.history',
    method: 'GET',
    path: `${one}/history`,
    tag,
    summary: 'List the changes of a rule on tools, newest first',
    description: 'The history of a removed rule stays.',
    params: ScopedToolParamsSchema,
    query: ScopedToolPageQuerySchema,
    paged: true,
    responses: { 200: PageSchema(ChangeViewSchema) },
  }),
} as const;
