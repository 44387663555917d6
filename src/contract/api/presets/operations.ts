/** Operations of presets. The path that applies one also answers under the prefix of the platform contract, `/api/v1`. */
import { ChangeViewSchema } from '../changes.ts';
import { IfMatchHeadersSchema } from '../headers.ts';
import { defineOperation } from '../operation.ts';
import { PageQuerySchema, PageSchema } from '../page.ts';
import {
  ApplyPresetQuerySchema,
  ApplyPresetSchema,
  PresetAnswerSchema,
  PresetListSchema,
  PresetParamsSchema,
} from './shapes.ts';

const tag = 'presets';

export const presets = {
  list: defineOperation({
    id: 'presets.list',
    method: 'GET',
    path: '/v1/presets',
    tag,
    summary: 'List presets and bundles',
    description: 'Each preset has its settings and its rules.',
    responses: { 200: PresetListSchema },
  }),
  history: defineOperation({
    id: 'presets.history',
    method: 'GET',
    path: '/v1/workspaces/:id/presets/history',
    tag,
    summary: 'List the presets applied to a workspace, newest first',
    description: 'Each entry has what the preset changed.',
    params: PresetParamsSchema,
    query: PageQuerySchema,
    paged: true,
    responses: { 200: PageSchema(ChangeViewSchema) },
  }),
  apply: defineOperation({
    id: 'presets.apply',
    method: 'POST',
    path: '/v1/workspaces/:id/apply-preset',
    tag,
    summary: 'Apply a preset or a bundle to a workspace',
    description: 'All of it is applied, or nothing. `If-Match` is optional.',
    params: PresetParamsSchema,
    query: ApplyPresetQuerySchema,
    headers: IfMatchHeadersSchema,
    body: ApplyPresetSchema,
    idempotent: true,
    responses: { 200: PresetAnswerSchema },
  }),
  applyAlias: defineOperation({
    id: 'presets.applyAlias',
    method: 'POST',
    path: '/api/v1/workspaces/:id/apply-preset',
    tag,
    summary: 'Apply a preset or a bundle to a workspace',
    description:
      'The same operation as `presets.apply`, under the prefix of the contract. All of it is applied, or nothing. `If-Match` is optional.',
    params: PresetParamsSchema,
    query: ApplyPresetQuerySchema,
    headers: IfMatchHeadersSchema,
    body: ApplyPresetSchema,
    idempotent: true,
    responses: { 200: PresetAnswerSchema },
  }),
} as const;
