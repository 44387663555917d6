/** Operations of auditor settings. `If-Match` is optional here, because callers may know only the platform contract. */
import { Type } from 'typebox';
import { ChangeViewSchema } from '../changes.ts';
import { IfMatchHeadersSchema } from '../headers.ts';
import { defineOperation } from '../operation.ts';
import { PageQuerySchema, PageSchema } from '../page.ts';
import {
  AuditorSettingsSchema,
  CreateAuditorSettingsSchema,
  EffectiveAnswerSchema,
  EffectiveQuerySchema,
  MergeAuditorSettingsSchema,
  ReplaceAuditorSettingsSchema,
  SettingsListQuerySchema,
  SettingsParamsSchema,
} from './shapes.ts';

const path = '/v1/auditors/settings';
const tag = 'auditor-settings';

export const auditorSettings = {
  list: defineOperation({
    id: 'auditorSettings.list',
    method: 'GET',
    path,
    tag,
    summary: 'List settings of auditors, newest first',
    query: SettingsListQuerySchema,
    paged: true,
    responses: { 200: PageSchema(AuditorSettingsSchema) },
  }),
  create: defineOperation({
    id: 'auditorSettings.create',
    method: 'POST',
    path,
    tag,
    summary: 'Set an auditor at an organisation, a workspace or an agent',
    body: CreateAuditorSettingsSchema,
    idempotent: true,
    etag: true,
    location: `${path}/{id}`,
    responses: { 201: AuditorSettingsSchema },
  }),
  get: defineOperation({
    id: 'auditorSettings.get',
    method: 'GET',
    path: `${path}/:id`,
    tag,
    summary: 'Read the settings of one scope and auditor',
    params: SettingsParamsSchema,
    etag: true,
    responses: { 200: AuditorSettingsSchema },
  }),
  replace: defineOperation({
    id: 'auditorSettings.replace',
    method: 'PUT',
    path: `${path}/:id`,
    tag,
    summary: 'Replace the settings of one scope and auditor',
    params: SettingsParamsSchema,
    headers: IfMatchHeadersSchema,
    body: ReplaceAuditorSettingsSchema,
    etag: true,
    responses: { 200: AuditorSettingsSchema },
  }),
  update: defineOperation({
    id: 'auditorSettings.update',
    method: 'PATCH',
    path: `${path}/:id`,
    tag,
    summary: 'Change some settings of one scope and auditor',
    description: 'Missing settings do not change. `null` removes a setting.',
    params: SettingsParamsSchema,
    headers: IfMatchHeadersSchema,
    body: MergeAuditorSettingsSchema,
    etag: true,
    responses: { 200: AuditorSettingsSchema },
  }),
  remove: defineOperation({
    id: 'auditorSettings.remove',
    method: 'DELETE',
    path: `${path}/:id`,
    tag,
    summary: 'Remove the settings of one scope and auditor',
    params: SettingsParamsSchema,
    headers: IfMatchHeadersSchema,
    responses: { 204: Type.Null() },
  }),
  history: defineOperation({
    id: 'auditorSettings.history',
    method: 'GET',
    path: `${path}/:id/history`,
    tag,
    summary: 'List the changes of these settings, newest first',
    params: SettingsParamsSchema,
    query: PageQuerySchema,
    paged: true,
    responses: { 200: PageSchema(ChangeViewSchema) },
  }),
  effective: defineOperation({
    id: 'auditorSettings.effective',
    method: 'GET',
    path: `${path}/effective`,
    tag,
    summary: 'Read the effective settings of an agent',
    description: 'Each value names the scope that decided it.',
    query: EffectiveQuerySchema,
    responses: { 200: EffectiveAnswerSchema },
  }),
} as const;
