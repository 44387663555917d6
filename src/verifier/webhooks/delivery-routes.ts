/** HTTP of deliveries: what was sent, what came of it, and once more. */
import { PageSchema } from '../../contract/api/page.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import { parsePage } from '../../platform/http/page.ts';
import { toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import type { WebhookRouteDeps } from './routes.ts';
import {
  DeliveryDetailSchema,
  DeliveryListQuerySchema,
  DeliveryParamsSchema,
  DeliverySchema,
  ReplayAnswerSchema,
  ReplaySchema,
  TestAnswerSchema,
  WebhookParamsSchema,
} from './schema.ts';

const path = '/v1/webhooks/:id';
const tags = ['webhooks'];
const problems = { '4xx': ProblemSchema };

export function deliveryRoutes({ webhookDeliveries, db }: WebhookRouteDeps): Routes {
  return async (app) => {
    app.get(
      `${path}/deliveries`,
      {
        schema: {
          ...{ tags, summary: 'List what a webhook was to be told, newest first; dead ones with status=dead' },
          description: 'Kept for 7 days after their end, and at most 100,000 that ended.',
          ...{ params: WebhookParamsSchema, querystring: DeliveryListQuerySchema },
          response: { 200: PageSchema(DeliverySchema), ...problems },
        },
      },
      ({ caller, params: { id }, query }) =>
        webhookDeliveries.list(caller.organisation, id, { status: query.status, code: query.code }, parsePage(query)),
    );
    app.get(
      `${path}/deliveries/:delivery_id`,
      {
        schema: {
          ...{ tags, summary: 'Read a delivery with its attempts; what receivers answer is never kept' },
          ...{ params: DeliveryParamsSchema, response: { 200: DeliveryDetailSchema, ...problems } },
        },
      },
      ({ caller, params: { id, delivery_id } }) => webhookDeliveries.get(caller.organisation, id, delivery_id),
    );
    app.post(
      `${path}/deliveries/:delivery_id/replay`,
      {
        schema: {
          ...{ tags, summary: 'Send a delivery that ended once more, with the same webhook-id' },
          ...{ params: DeliveryParamsSchema, response: { 202: DeliverySchema, ...problems } },
        },
      },
      async ({ caller, params: { id, delivery_id } }, reply) => {
        const author = toAuthor(caller);
        const delivery = await db.transaction((tx) => webhookDeliveries.replay(tx, author, id, delivery_id));
        return reply.code(202).send(delivery);
      },
    );
    app.post(
      `${path}/replay`,
      {
        schema: {
          ...{ tags, summary: 'Send many that ended once more, oldest first: dead ones, delivered ones or all' },
          ...{ params: WebhookParamsSchema, body: ReplaySchema, response: { 202: ReplayAnswerSchema, ...problems } },
        },
      },
      async ({ caller, params: { id }, body }, reply) => {
        const author = toAuthor(caller);
        return reply.code(202).send(await db.transaction((tx) => webhookDeliveries.replayMany(tx, author, id, body)));
      },
    );
    app.post(
      `${path}/test`,
      {
        schema: {
          ...{ tags, summary: 'Send a `webhook.test` now, once, and tell what came of it' },
          ...{ params: WebhookParamsSchema, response: { 200: TestAnswerSchema, ...problems } },
        },
      },
      ({ caller, params: { id } }) => webhookDeliveries.test(toAuthor(caller), id),
    );
  };
}
