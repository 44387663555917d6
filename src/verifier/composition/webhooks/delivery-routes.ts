/** HTTP routes of deliveries: list, read, replay, test. */
import { webhookDeliveries as operations, webhooks } from '../../../contract/api/webhooks/operations.ts';
import type { Routes } from '../../base/feature.ts';
import type { WebhookRouteDeps } from './routes.ts';

export function deliveryRoutes({ mount, webhookDeliveries }: WebhookRouteDeps): Routes {
  return async (app) => {
    mount.read(app, operations.list, ({ caller, params, query: { status, code }, page }) =>
      webhookDeliveries.list(caller.organisation, params.id, { status, code }, page),
    );
    mount.read(app, operations.get, ({ caller, params: { id, delivery_id } }) =>
      webhookDeliveries.get(caller.organisation, id, delivery_id),
    );
    mount.write(app, operations.replay, ({ tx, author, params: { id, delivery_id } }) =>
      webhookDeliveries.replay(tx, author, id, delivery_id),
    );
    mount.write(
      app,
      operations.replayMany,
      ({ tx, author, params, body }) => webhookDeliveries.replayMany(tx, author, params.id, body),
      { isBodyUnbounded: true },
    );
    mount.read(app, webhooks.test, ({ author, params }) => webhookDeliveries.test(author, params.id));
  };
}
