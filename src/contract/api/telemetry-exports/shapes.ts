/** Wire shapes of telemetry exports. */

import { type Static, Type } from 'typebox';
import { pageQuery } from '../page.ts';
import { exportStatuses, maxHeaders } from './states.ts';

const settable = {
  name: Type.String({ pattern: '^[^\\u0000-\\u001f]{1,200}$' }),
  endpoint: Type.String({
    pattern: '^https?://[\\x21-\\x7e]{1,2040}$',
    description:
      'OTLP/HTTP address for traces, mostly `…/v1/traces`; http only for hosts that the outbound rules allow',
  }),
  workspace_ids: Type.Union(
    [
      Type.Array(Type.String({ minLength: 1, maxLength: 128 }), { minItems: 1, maxItems: 100, uniqueItems: true }),
      Type.Null(),
    ],
    { description: 'Workspaces whose Evidence is sent; null: all' },
  ),
};

const headers = Type.Record(
  Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$" }),
  Type.String({ pattern: '^[\\x20-\\x7e]{1,4096}$' }),
  {
    maxProperties: maxHeaders,
    additionalProperties: false,
    description: 'Headers of each request, such as an API key; their values are never shown',
  },
);

export const TelemetryExportSchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    ...settable,
    header_names: Type.Array(Type.String()),
    status: Type.Enum(exportStatuses),
    last_error: Type.Union([Type.String(), Type.Null()]),
    last_export_at: Type.Union([Type.String(), Type.Null()]),
    lag_s: Type.Integer({ description: 'Age in seconds of the oldest decision that was not sent yet; 0: none waits' }),
    exported: Type.Integer({ description: 'Number of spans that a collector took' }),
    dropped: Type.Integer({ description: 'Number of spans that no collector will get' }),
    revision: Type.Integer(),
    created_by: Type.String(),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'TelemetryExport' },
);
export type TelemetryExport = Static<typeof TelemetryExportSchema>;

const optional = { ...Type.Partial(Type.Object(settable)).properties, headers: Type.Optional(headers) };
export const CreateExportSchema = Type.Object(
  { ...optional, name: settable.name, endpoint: settable.endpoint },
  {
    $id: 'CreateTelemetryExport',
    additionalProperties: false,
    examples: [
      {
        name: 'Traces',
        endpoint: 'https://otlp.example.com/v1/traces',
        headers: { authorization: 'Bearer of-your-collector' },
      },
    ],
  },
);
export type CreateExport = Static<typeof CreateExportSchema>;

export const UpdateExportSchema = Type.Object(
  { ...optional, status: Type.Optional(Type.Enum(exportStatuses)) },
  { $id: 'UpdateTelemetryExport', additionalProperties: false, minProperties: 1, examples: [{ status: 'paused' }] },
);
export type UpdateExport = Static<typeof UpdateExportSchema>;

export const ExportTestSchema = Type.Object(
  {
    accepted: Type.Boolean(),
    status: Type.Union([Type.Integer(), Type.Null()], { description: 'HTTP status; null if no answer came' }),
    error: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'TelemetryExportTest' },
);
export type ExportTest = Static<typeof ExportTestSchema>;

export const ExportListQuerySchema = Type.Object(pageQuery, { additionalProperties: false });
export const ExportParamsSchema = Type.Object({ id: Type.String({ maxLength: 128 }) });
