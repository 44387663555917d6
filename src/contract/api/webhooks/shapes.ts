/** Wire shapes of webhooks. */

import { type Static, Type } from 'typebox';
import { requestTime } from '../../request-time.ts';
import { pageQuery } from '../page.ts';
import {
  deadReasons,
  defaultOverlapS,
  deliveryStatuses,
  disabledReasons,
  eventPattern,
  maxOverlapS,
  maxReplayed,
  webhookStatuses,
} from './states.ts';

const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const moment = orNull(Type.String({ format: 'date-time' }));
const idList = Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
});

const settable = {
  name: Type.String({ pattern: '^[^\\u0000-\\u001f]{1,200}$' }),
  url: Type.String({
    pattern: '^https?://[\\x21-\\x7e]{1,2040}$',
    description: 'http only for hosts that the outbound rules allow; everyone who may read webhooks sees it',
  }),
  description: Type.String({ maxLength: 2_000 }),
  events: Type.Array(Type.String({ pattern: eventPattern, maxLength: 400 }), {
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
    description: 'Types such as `tool.call`, codes such as `approval.requested`, prefixes such as `workflow.*`, or `*`',
  }),
  workspace_ids: Type.Union([idList, Type.Null()], { description: 'null: all workspaces, and events of none' }),
  agent_ids: Type.Union([idList, Type.Null()], { description: 'null: all agents, and events of none' }),
};

export const WebhookSchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    ...settable,
    status: Type.Enum(webhookStatuses, {
      description: 'paused: events are kept and sent later; disabled: no event is kept',
    }),
    status_reason: orNull(Type.Enum(disabledReasons)),
    secret_overlap_until: Type.Union([Type.String(), Type.Null()], {
      description: 'Until then the previous secret also signs',
    }),
    last_success_at: moment,
    last_failure_at: moment,
    failing_since: moment,
    revision: Type.Integer(),
    created_by: Type.String(),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'Webhook' },
);
export type Webhook = Static<typeof WebhookSchema>;

export const ShownWebhookSchema = Type.Object(
  {
    ...WebhookSchema.properties,
    secret: Type.Optional(
      Type.String({ description: '`whsec_…`, shown once; absent in the answer to a repeated call' }),
    ),
  },
  { $id: 'ShownWebhook' },
);

const optional = Type.Partial(Type.Object(settable)).properties;
export const CreateWebhookSchema = Type.Object(
  { ...optional, name: settable.name, url: settable.url, events: settable.events },
  {
    $id: 'CreateWebhook',
    additionalProperties: false,
    examples: [{ name: 'Pager', url: 'https://hooks.example.com/assay', events: ['approval.requested', 'workflow.*'] }],
  },
);
export type CreateWebhook = Static<typeof CreateWebhookSchema>;

export const UpdateWebhookSchema = Type.Object(
  { ...optional, status: Type.Optional(Type.Enum(['active', 'paused'] as const)) },
  { $id: 'UpdateWebhook', additionalProperties: false, minProperties: 1, examples: [{ status: 'paused' }] },
);
export type UpdateWebhook = Static<typeof UpdateWebhookSchema>;

export const RotateSecretSchema = Type.Object(
  {
    overlap_s: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxOverlapS,
        description: `Seconds in which both secrets sign; default ${defaultOverlapS}; 0: the old secret ends at once`,
      }),
    ),
  },
  { $id: 'RotateWebhookSecret', additionalProperties: false, examples: [{ overlap_s: 3600 }] },
);

const AttemptSchema = Type.Object(
  {
    at: Type.String({ format: 'date-time' }),
    status: Type.Union([Type.Integer(), Type.Null()], { description: 'HTTP status; null if no answer came' }),
    error: Type.Union([Type.String(), Type.Null()], {
      description: '`http_500`, `upstream_timeout`, `upstream_unavailable`, `outbound_redirect` …; null: delivered',
    }),
    duration_ms: Type.Integer(),
  },
  { $id: 'WebhookAttempt' },
);

export const DeliverySchema = Type.Object(
  {
    id: Type.String({ description: 'The `webhook-id` of the message, in every attempt and replay' }),
    webhook_id: Type.String(),
    event_id: Type.Union([Type.String(), Type.Null()], { description: 'null for a test' }),
    type: Type.String(),
    code: orNull(Type.String()),
    status: Type.Enum(deliveryStatuses),
    reason: Type.Union([Type.Enum(deadReasons), Type.Null()], { description: 'Reason why it is dead' }),
    attempt_count: Type.Integer({ description: 'Number of stored attempts, at most the newest 16' }),
    last_attempt: orNull(AttemptSchema),
    next_attempt_at: moment,
    created_at: Type.String(),
    ended_at: moment,
  },
  { $id: 'WebhookDelivery' },
);
export type Delivery = Static<typeof DeliverySchema>;

export const DeliveryDetailSchema = Type.Object(
  {
    ...DeliverySchema.properties,
    attempts: Type.Array(AttemptSchema),
    payload: Type.Unknown({ description: 'The message; answers of receivers are never stored' }),
  },
  { $id: 'WebhookDeliveryDetail' },
);
export type DeliveryDetail = Static<typeof DeliveryDetailSchema>;

export const DeliveryListQuerySchema = Type.Object(
  {
    ...pageQuery,
    status: Type.Optional(Type.Enum(deliveryStatuses)),
    code: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9_.]{0,99}$' })),
  },
  { additionalProperties: false },
);
export const WebhookListQuerySchema = Type.Object(pageQuery, { additionalProperties: false });

export const ReplaySchema = Type.Object(
  {
    since: requestTime({ description: 'Deliveries that were made at this time or later' }),
    until: Type.Optional(requestTime()),
    status: Type.Optional(Type.Enum(['dead', 'delivered', 'all'] as const, { description: 'Default: dead' })),
  },
  {
    $id: 'ReplayWebhookDeliveries',
    additionalProperties: false,
    examples: [{ since: '2026-11-01T00:00:00Z', status: 'dead' }],
  },
);
export type Replay = Static<typeof ReplaySchema>;

export const ReplayAnswerSchema = Type.Object(
  {
    replayed: Type.Integer({ description: `Number of deliveries, at most ${maxReplayed}, oldest first` }),
    next_since: Type.Union([Type.String(), Type.Null()], {
      description: '`since` of the next call if there may be more; null: there are none',
    }),
  },
  { $id: 'WebhookReplay' },
);
export type ReplayAnswer = Static<typeof ReplayAnswerSchema>;

export const TestAnswerSchema = Type.Object(
  { delivered: Type.Boolean(), delivery: DeliverySchema },
  { $id: 'WebhookTest' },
);
export type TestAnswer = Static<typeof TestAnswerSchema>;

export const WebhookParamsSchema = Type.Object({ id: Type.String({ maxLength: 128 }) });
export const DeliveryParamsSchema = Type.Object({
  id: Type.String({ maxLength: 128 }),
  delivery_id: Type.String({ maxLength: 128 }),
});
