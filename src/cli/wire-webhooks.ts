/** Shapes of webhooks, their deliveries and telemetry exports, with the members that the CLI shows. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NullableInteger, NullableText, pageOf } from './wire-page.ts';

const NullableIds = Type.Union([Type.Array(Type.String()), Type.Null()]);

const WebhookShape = Type.Object({
  id: Type.String(),
  name: Type.String(),
  url: Type.String(),
  description: Type.String(),
  events: Type.Array(Type.String()),
  workspace_ids: NullableIds,
  agent_ids: NullableIds,
  status: Type.String(),
  status_reason: NullableText,
  secret_overlap_until: NullableText,
  last_success_at: NullableText,
  last_failure_at: NullableText,
  failing_since: NullableText,
  revision: Type.Integer(),
  secret: Type.Optional(Type.String()),
});

const DeliveryShape = Type.Object({
  id: Type.String(),
  event_id: NullableText,
  type: Type.String(),
  code: NullableText,
  status: Type.String(),
  reason: NullableText,
  attempt_count: Type.Integer(),
  last_attempt: Type.Union([
    Type.Object({ at: Type.String(), status: NullableInteger, error: NullableText, duration_ms: Type.Integer() }),
    Type.Null(),
  ]),
  next_attempt_at: NullableText,
  created_at: Type.String(),
});

const ExportShape = Type.Object({
  id: Type.String(),
  name: Type.String(),
  endpoint: Type.String(),
  workspace_ids: NullableIds,
  header_names: Type.Array(Type.String()),
  status: Type.String(),
  last_error: NullableText,
  last_export_at: NullableText,
  lag_s: Type.Integer(),
  exported: Type.Integer(),
  dropped: Type.Integer(),
  revision: Type.Integer(),
});

export const webhook = Compile(WebhookShape);
export const webhookPage = Compile(pageOf(WebhookShape));
export const delivery = Compile(DeliveryShape);
export const deliveryPage = Compile(pageOf(DeliveryShape));
export const replayAnswer = Compile(Type.Object({ replayed: Type.Integer(), next_since: NullableText }));
export const webhookTest = Compile(Type.Object({ delivered: Type.Boolean(), delivery: DeliveryShape }));
export const telemetryExport = Compile(ExportShape);
export const telemetryExportPage = Compile(pageOf(ExportShape));
export const telemetryTest = Compile(
  Type.Object({ accepted: Type.Boolean(), status: NullableInteger, error: NullableText }),
);

export type Webhook = Type.Static<typeof WebhookShape>;
export type Delivery = Type.Static<typeof DeliveryShape>;
export type TelemetryExport = Type.Static<typeof ExportShape>;
