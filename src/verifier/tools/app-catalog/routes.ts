/** HTTP routes of the app catalog: apps and their versions. */
import { apps } from '../../../contract/api/app-catalog/operations.ts';
import type { Db } from '../../../platform/db/db.ts';
import { mountRaw } from '../../../platform/http/mount-raw.ts';
import { toAuthor } from '../../base/control/author.ts';
import type { Routes } from '../../base/feature.ts';
import type { Idempotency } from '../../base/idempotency/service.ts';
import type { Mount } from '../../base/mount.ts';
import { toEtag } from '../../base/revision.ts';
import { assertStorable } from '../../base/storable.ts';
import type { AppPublishing } from './publishing.ts';
import type { AppReading } from './reading.ts';
import { toAppView } from './views.ts';

export interface AppCatalogRouteDeps {
  readonly mount: Mount;
  readonly appCatalog: AppReading;
  readonly appPublishing: AppPublishing;
  readonly idempotency: Idempotency;
  readonly db: Db;
}

const path = '/v1/app-catalog';

/** `/v1/app-catalog`; installations have their own routes. */
export function appCatalogRoutes(deps: AppCatalogRouteDeps): Routes {
  return async (app) => {
    await readingRoutes(deps)(app);
    await publishingRoutes(deps)(app);
    await changingRoutes(deps)(app);
  };
}

function readingRoutes({ mount, appCatalog, db }: AppCatalogRouteDeps): Routes {
  return async (app) => {
    mount.read(app, apps.list, async ({ caller, query, page }) => {
      const found = await appCatalog.list(db, caller.organisation, query, page);
      return { ...found, items: found.items.map((one) => toAppView(one)) };
    });
    mount.read(app, apps.get, async ({ caller, params, query }) =>
      toAppView(await appCatalog.get(db, caller.organisation, params.app_id, query.version), true),
    );
    mount.read(app, apps.listVersions, async ({ caller, params, page }) => {
      const found = await appCatalog.listVersions(db, caller.organisation, params.app_id, page);
      return { ...found, items: found.items.map((one) => toAppView(one)) };
    });
  };
}

/** Raw: the status says whether the entry is new, which is not in the answer. */
function publishingRoutes({ appPublishing, idempotency }: AppCatalogRouteDeps): Routes {
  return async (app) => {
    mountRaw(app, apps.create, async ({ request: { caller }, headers, body, reply }) => {
      assertStorable(body);
      const author = toAuthor(caller);
      const key = headers['idempotency-key'];
      const operation = { orgId: author.orgId, operation: `POST ${path}`, key, request: body };
      const { status, body: view } = await idempotency.once(operation, async (tx) => {
        const made = await appPublishing.publish(tx, author, body);
        return { status: made.isNew ? 201 : 200, body: toAppView(made) };
      });
      return reply
        .code(status === 201 ? 201 : 200)
        .header('location', `${path}/${view.id}`)
        .header('etag', toEtag(view.revision))
        .send(view);
    });
    mountRaw(app, apps.createVersion, async ({ request: { caller }, headers, params: { app_id: id }, body, reply }) => {
      assertStorable(body);
      const author = toAuthor(caller);
      const key = headers['idempotency-key'];
      const operation = { orgId: author.orgId, operation: `POST ${path}/${id}/versions`, key, request: body };
      const { status, body: view } = await idempotency.once(operation, async (tx) => {
        const made = await appPublishing.publishVersion(tx, author, id, body);
        return { status: made.isNew ? 201 : 200, body: toAppView(made) };
      });
      return reply
        .code(status === 201 ? 201 : 200)
        .header('location', `${path}/${id}?version=${encodeURIComponent(view.version)}`)
        .header('etag', toEtag(view.revision))
        .send(view);
    });
  };
}

function changingRoutes({ mount, appPublishing }: AppCatalogRouteDeps): Routes {
  return async (app) => {
    mount.write(app, apps.update, async ({ tx, author, params, body, revision }) =>
      toAppView(await appPublishing.change(tx, author, params.app_id, body, revision)),
    );
    mount.write(app, apps.remove, async ({ tx, author, params, revision }) => {
      await appPublishing.remove(tx, author, params.app_id, revision);
    });
  };
}
