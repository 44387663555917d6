/** Operations on telemetry exports, which send Evidence to a collector as spans. */
import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { PageSchema } from '../page.ts';
import {
  CreateExportSchema,
  ExportListQuerySchema,
  ExportParamsSchema,
  ExportTestSchema,
  TelemetryExportSchema,
  UpdateExportSchema,
} from './shapes.ts';

const path = '/v1/telemetry-exports';
const tag = 'telemetry-exports';

export const telemetryExports = {
  list: defineOperation({
    id: 'telemetryExports.list',
    method: 'GET',
    path,
    tag,
    summary: 'List telemetry exports, newest first',
    description: 'The values of their headers are never shown.',
    query: ExportListQuerySchema,
    paged: true,
    responses: { 200: PageSchema(TelemetryExportSchema) },
  }),
  create: defineOperation({
    id: 'telemetryExports.create',
    method: 'POST',
    path,
    tag,
    summary: 'Send new Evidence to a collector as spans',
    description: 'The spans are sent with OTLP/HTTP, from the next Evidence on.',
    body: CreateExportSchema,
    idempotent: true,
    etag: true,
    location: `${path}/{id}`,
    responses: { 201: TelemetryExportSchema },
  }),
  get: defineOperation({
    id: 'telemetryExports.get',
    method: 'GET',
    path: `${path}/:id`,
    tag,
    summary: 'Read a telemetry export',
    description: 'The answer shows its progress and its last error.',
    params: ExportParamsSchema,
    etag: true,
    responses: { 200: TelemetryExportSchema },
  }),
  update: defineOperation({
    id: 'telemetryExports.update',
    method: 'PATCH',
    path: `${path}/:id`,
    tag,
    summary: 'Change or pause a telemetry export',
    description: 'Headers that you send replace all headers of the export.',
    params: ExportParamsSchema,
    body: UpdateExportSchema,
    ifMatch: true,
    etag: true,
    responses: { 200: TelemetryExportSchema },
  }),
  remove: defineOperation({
    id: 'telemetryExports.remove',
    method: 'DELETE',
    path: `${path}/:id`,
    tag,
    summary: 'Remove a telemetry export and the values of its headers',
    params: ExportParamsSchema,
    ifMatch: true,
    responses: { 204: Type.Null() },
  }),
  test: defineOperation({
    id: 'telemetryExports.test',
    method: 'POST',
    path: `${path}/:id/test`,
    tag,
    summary: 'Send one test span and show the result',
    description: 'The span is named `assay test`.',
    params: ExportParamsSchema,
    responses: { 200: ExportTestSchema },
  }),
} as const;
