/** HTTP routes of webhooks. `delivery-routes.ts` has those of deliveries. */
import type { Static } from 'typebox';
import { webhooks as operations } from '../../../contract/api/webhooks/operations.ts';
import type { ShownWebhookSchema, Webhook } from '../../../contract/api/webhooks/shapes.ts';
import { defaultOverlapS } from '../../../contract/api/webhooks/states.ts';
import type { Db } from '../../../platform/db/db.ts';
import { mountRaw } from '../../../platform/http/mount-raw.ts';
import { toAuthor } from '../../base/control/author.ts';
import type { Routes } from '../../base/feature.ts';
import type { Idempotency, RepeatableWrite } from '../../base/idempotency/service.ts';
import type { Mount } from '../../base/mount.ts';
import { toEtag } from '../../base/revision.ts';
import { assertStorable } from '../../base/storable.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import type { WebhookDeliveries } from './replaying.ts';
import type { PreparedSecret, Webhooks } from './service.ts';

export interface WebhookRouteDeps {
  readonly webhooks: Webhooks;
  readonly webhookDeliveries: WebhookDeliveries;
  readonly mount: Mount;
  readonly idempotency: Idempotency;
}

/** Serves `/v1/webhooks`. */
export function webhookRoutes(deps: WebhookRouteDeps): Routes {
  const { webhooks, mount } = deps;
  return async (app) => {
    mount.read(app, operations.list, ({ caller, page }) => webhooks.list(caller.organisation, page));
    mount.read(app, operations.get, ({ caller, params }) => webhooks.get(caller.organisation, params.id));
    await secretRoutes(deps)(app);
    mount.write(app, operations.update, ({ tx, author, params, body, revision }) =>
      webhooks.update(tx, author, params.id, body, revision),
    );
    mount.write(app, operations.remove, ({ tx, author, params, revision }) =>
      webhooks.remove(tx, author, params.id, revision),
    );
    await deliveryRoutes(deps)(app);
  };
}

/** Raw handlers: only the first answer contains the secret, and the secret is sealed before the transaction. */
function secretRoutes(deps: WebhookRouteDeps): Routes {
  const { webhooks } = deps;
  const { path } = operations.create;
  return async (app) => {
    mountRaw(app, operations.create, async ({ headers, body, request, reply }) => {
      assertStorable(body);
      const author = toAuthor(request.caller);
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
    });
    mountRaw(app, operations.rotateSecret, async ({ headers, params: { id }, body, request, reply }) => {
      const author = toAuthor(request.caller);
      await webhooks.get(author.orgId, id);
      const secret = await webhooks.prepareSecret(author.orgId, id);
      const key = headers['idempotency-key'];
      const operation = `POST ${path}/${id}/rotate-secret`;
      const write = { orgId: author.orgId, operation, key, request: { user: author.user, body } };
      const { overlap_s: overlapS = defaultOverlapS } = body;
      const shown = await showOnce(deps, write, secret, 200, (tx) => webhooks.rotate(tx, author, overlapS, secret));
      return reply.header('etag', toEtag(shown.revision)).header('cache-control', 'no-store').send(shown);
    });
  };
}

/** Stores the answer without the secret, and adds the secret to the first answer only. */
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
