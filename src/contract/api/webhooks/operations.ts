/** Operations on webhooks and their deliveries. */
import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { PageSchema } from '../page.ts';
import {
  CreateWebhookSchema,
  DeliveryDetailSchema,
  DeliveryListQuerySchema,
  DeliveryParamsSchema,
  DeliverySchema,
  ReplayAnswerSchema,
  ReplaySchema,
  RotateSecretSchema,
  ShownWebhookSchema,
  TestAnswerSchema,
  UpdateWebhookSchema,
  WebhookListQuerySchema,
  WebhookParamsSchema,
  WebhookSchema,
} from './shapes.ts';

const path = '/v1/webhooks';
const webhook = `${path}/:id` as const;
const delivery = `${webhook}/deliveries/:delivery_id` as const;
const tag = 'webhooks';

export const webhooks = {
  list: defineOperation({
    id: 'webhooks.list',
    method: 'GET',
    path,
    tag,
    summary: 'List webhooks, newest first',
    description: 'Their secrets are never shown.',
    query: WebhookListQuerySchema,
    paged: true,
    responses: { 200: PageSchema(WebhookSchema) },
  }),
  create: defineOperation({
    id: 'webhooks.create',
    method: 'POST',
    path,
    tag,
    summary: 'Create a webhook',
    description: 'The answer shows its signing secret once. A repeated call does not show it.',
    body: CreateWebhookSchema,
    idempotent: true,
    etag: true,
    noStore: true,
    location: `${path}/{id}`,
    responses: { 201: ShownWebhookSchema },
  }),
  get: defineOperation({
    id: 'webhooks.get',
    method: 'GET',
    path: webhook,
    tag,
    summary: 'Read a webhook',
    params: WebhookParamsSchema,
    etag: true,
    responses: { 200: WebhookSchema },
  }),
  update: defineOperation({
    id: 'webhooks.update',
    method: 'PATCH',
    path: webhook,
    tag,
    summary: 'Change, pause or reactivate a webhook',
    params: WebhookParamsSchema,
    body: UpdateWebhookSchema,
    ifMatch: true,
    etag: true,
    responses: { 200: WebhookSchema },
  }),
  remove: defineOperation({
    id: 'webhooks.remove',
    method: 'DELETE',
    path: webhook,
    tag,
    summary: 'Remove a webhook with its secret and its deliveries',
    params: WebhookParamsSchema,
    ifMatch: true,
    responses: { 204: Type.Null() },
  }),
  rotateSecret: defineOperation({
    id: 'webhooks.rotateSecret',
    method: 'POST',
    path: `${webhook}/rotate-secret`,
    tag,
    summary: 'Give a webhook a new signing secret',
    description:
      'The answer shows the new secret once. The old secret also signs until the overlap ends. A repeated call answers ' +
      'without the secret.',
    params: WebhookParamsSchema,
    body: RotateSecretSchema,
    idempotent: true,
    etag: true,
    noStore: true,
    responses: { 200: ShownWebhookSchema },
  }),
  test: defineOperation({
    id: 'webhooks.test',
    method: 'POST',
    path: `${webhook}/test`,
    tag,
    summary: 'Send a `webhook.test` event once and show the result',
    params: WebhookParamsSchema,
    responses: { 200: TestAnswerSchema },
  }),
} as const;

export const webhookDeliveries = {
  list: defineOperation({
    id: 'webhooks.listDeliveries',
    method: 'GET',
    path: `${webhook}/deliveries`,
    tag,
    summary: 'List the deliveries of a webhook, newest first',
    description:
      'Use `status=dead` to list the dead ones. A delivery is kept for 7 days after its end; at most 100,000 ended ' +
      'ones are kept.',
    params: WebhookParamsSchema,
    query: DeliveryListQuerySchema,
    paged: true,
    responses: { 200: PageSchema(DeliverySchema) },
  }),
  get: defineOperation({
    id: 'webhooks.getDelivery',
    method: 'GET',
    path: delivery,
    tag,
    summary: 'Read a delivery with its attempts',
    description: 'Answers of receivers are never stored.',
    params: DeliveryParamsSchema,
    responses: { 200: DeliveryDetailSchema },
  }),
  replay: defineOperation({
    id: 'webhooks.replayDelivery',
    method: 'POST',
    path: `${delivery}/replay`,
    tag,
    summary: 'Send an ended delivery again, with the same webhook-id',
    params: DeliveryParamsSchema,
    responses: { 202: DeliverySchema },
  }),
  replayMany: defineOperation({
    id: 'webhooks.replayDeliveries',
    method: 'POST',
    path: `${webhook}/replay`,
    tag,
    summary: 'Send many ended deliveries again, oldest first',
    description: 'Choose the dead ones, the delivered ones or all.',
    params: WebhookParamsSchema,
    body: ReplaySchema,
    responses: { 202: ReplayAnswerSchema },
  }),
} as const;
