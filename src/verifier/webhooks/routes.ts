/** HTTP of webhooks; that of their deliveries is in `delivery-routes.ts`. */

import { type Static, Type } from 'typebox';
import { IdempotencyHeadersSchema, IfMatchHeadersSchema } from '../../contract/api/headers.ts';
import { PageSchema } from '../../contract/api/page.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import type { Db } from '../../platform/db/db.ts';
import { parsePage } from '../../platform/http/page.ts';
import { toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency, RepeatableWrite } from '../idempotency/service.ts';
import { parseIfMatch, toEtag } from '../revision.ts';
import { assertStorable } from '../storable.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import type { WebhookDeliveries } from './replaying.ts';
import {
  CreateWebhookSchema,
  RotateSecretSchema,
  ShownWebhookSchema,
  UpdateWebhookSchema,
  type Webhook,
  WebhookListQuerySchema,
  WebhookParamsSchema,
  WebhookSchema,
} from './schema.ts';
import type { PreparedSecret, Webhooks } from './service.ts';
import { defaultOverlapS } from './words.ts';
import type { WebhookWork } from './work.ts';

export interface WebhookRouteDeps {
  readonly webhooks: Webhooks;
  readonly webhookDeliveries: WebhookDeliveries;
  readonly webhookWork: WebhookWork;
  readonly idempotency: Idempotency;
  readonly db: Db;
}

const path = '/v1/webhooks';
const tags = ['webhooks'];
const problems = { '4xx': ProblemSchema };
const params = WebhookParamsSchema;

/** `/v1/webhooks`. */
export function webhookRoutes(deps: WebhookRouteDeps): Routes {
  return async (app) => {
    await readingRoutes(deps)(app);
    await secretRoutes(deps)(app);
    await changingRoutes(deps)(app);
    await deliveryRoutes(deps)(app);
  };
}

function readingRoutes({ webhooks }: WebhookRouteDeps): Routes {
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: 'List webhooks, newest first; never with their secrets' },
          querystring: WebhookListQuerySchema,
          response: { 200: PageSchema(WebhookSchema), ...problems },
        },
      },
      ({ caller, query }) => webhooks.list(caller.organisation, parsePage(query)),
    );
    app.get(
      `${path}/:id`,
      { schema: { tags, summary: 'Read a webhook', params, response: { 200: WebhookSchema, ...problems } } },
      async ({ caller, params: { id } }, reply) => {
        const webhook = await webhooks.get(caller.organisation, id);
        return reply.header('etag', toEtag(webhook.revision)).send(webhook);
      },
    );
  };
}

function secretRoutes(deps: WebhookRouteDeps): Routes {
  const { webhooks } = deps;
  return async (app) => {
    app.post(
      path,
      {
        schema: {
          ...{ tags, summary: 'Make a webhook; its signing secret is shown in this answer and never again' },
          ...{ headers: IdempotencyHeadersSchema, body: CreateWebhookSchema },
          response: { 201: ShownWebhookSchema, ...problems },
        },
      },
      async ({ caller, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const secret = await webhooks.prepareSecret(author.orgId);
        const key = headers['idempotency-key'];
        const write = { orgId: author.orgId, operation: `POST ${path}`, key, request: { user: author.user, body } };
        const shown = await showOnce(deps, write, secret, 201, (tx) => webhooks.create(tx, author, body, secret));
        return reply
          .code(201)
          .header('location', `${path}/${shown.id}`)
          .header('etag', toEtag(shown.revision))
          .header('cache-control', 'no-store')
          .send(shown);
      },
    );
    app.post(
      `${path}/:id/rotate-secret`,
      {
        schema: {
          ...{ tags, summary: 'Give a webhook a new secret, shown in this answer alone; both sign for the overlap' },
          ...{ params, headers: IdempotencyHeadersSchema, body: RotateSecretSchema },
          response: { 200: ShownWebhookSchema, ...problems },
        },
      },
      async ({ caller, headers, params: { id }, body }, reply) => {
        const author = toAuthor(caller);
        await webhooks.get(author.orgId, id);
        const secret = await webhooks.prepareSecret(author.orgId, id);
        const key = headers['idempotency-key'];
        const operation = `POST ${path}/${id}/rotate-secret`;
        const write = { orgId: author.orgId, operation, key, request: { user: author.user, body } };
        const { overlap_s: overlapS = defaultOverlapS } = body;
        const shown = await showOnce(deps, write, secret, 200, (tx) => webhooks.rotate(tx, author, overlapS, secret));
        return reply.header('etag', toEtag(shown.revision)).header('cache-control', 'no-store').send(shown);
      },
    );
  };
}

/** Remembers the answer without the secret, and adds it to the first answer alone. */
async function showOnce(
  { idempotency }: WebhookRouteDeps,
  write: RepeatableWrite,
  { text }: PreparedSecret,
  status: number,
  make: (tx: Db) => Promise<Webhook>,
): Promise<Static<typeof ShownWebhookSchema>> {
  let isMade = false;
  const { body } = await idempotency.once<Webhook>(write, async (tx) => {
    const made = await make(tx);
    isMade = true;
    return { status, body: made };
  });
  return isMade ? { ...body, secret: text.reveal() } : body;
}

function changingRoutes({ webhooks, db }: WebhookRouteDeps): Routes {
  return async (app) => {
    app.patch(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Change a webhook, pause it, or make one that was disabled active again' },
          ...{ params, headers: IfMatchHeadersSchema, body: UpdateWebhookSchema },
          response: { 200: WebhookSchema, ...problems },
        },
      },
      async ({ caller, params: { id }, headers, body }, reply) => {
        assertStorable(body);
        const revision = parseIfMatch(headers['if-match']);
        const webhook = await db.transaction((tx) => webhooks.update(tx, toAuthor(caller), id, body, revision));
        return reply.header('etag', toEtag(webhook.revision)).send(webhook);
      },
    );
    app.delete(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Remove a webhook with its secret and its deliveries' },
          ...{ params, headers: IfMatchHeadersSchema, response: { 204: Type.Null(), ...problems } },
        },
      },
      async ({ caller, params: { id }, headers }, reply) => {
        const revision = parseIfMatch(headers['if-match']);
        await db.transaction((tx) => webhooks.remove(tx, toAuthor(caller), id, revision));
        return reply.code(204).send(null);
      },
    );
  };
}
