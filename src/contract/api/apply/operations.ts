/** Operations of declarative files. */
import { ApplyAnswerSchema, ExportAnswerSchema } from '../../control/apply.ts';
import { defineOperation } from '../operation.ts';
import { ApplyBodySchema, ApplyQuerySchema, ExportQuerySchema } from './shapes.ts';

const tag = 'apply';

export const declarativeFiles = {
  apply: defineOperation({
    id: 'declarativeFiles.apply',
    method: 'POST',
    path: '/v1/apply',
    tag,
    summary: 'Apply declarative documents',
    description: 'All of them are applied, or none.',
    query: ApplyQuerySchema,
    body: ApplyBodySchema,
    idempotent: true,
    responses: { 200: ApplyAnswerSchema },
  }),
  export: defineOperation({
    id: 'declarativeFiles.export',
    method: 'GET',
    path: '/v1/export',
    tag,
    summary: 'Export the configuration as declarative documents',
    description: 'The documents show one revision of the organisation. Applying them changes nothing.',
    query: ExportQuerySchema,
    responses: { 200: ExportAnswerSchema },
  }),
} as const;
