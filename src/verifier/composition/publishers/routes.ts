/** HTTP routes of publishers. */
import { publishers as operations } from '../../../contract/api/publishers/operations.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import type { PublisherService } from './service.ts';

export interface PublisherRouteDeps {
  readonly publishers: PublisherService;
  readonly mount: Mount;
  readonly db: Db;
}

/** Serves `/v1/registry/publishers`. */
export function publisherRoutes({ publishers, mount, db }: PublisherRouteDeps): Routes {
  return async (app) => {
    mount.read(app, operations.list, ({ caller, page }) => publishers.list(db, caller.organisation, page));
    mount.read(app, operations.get, ({ caller, params }) => publishers.get(db, caller.organisation, params.id));
    mount.write(app, operations.create, ({ tx, author, body }) => publishers.create(tx, author, body));
    mount.write(app, operations.replace, ({ tx, author, params, body, revision }) =>
      publishers.replace(tx, author, params.id, body, revision),
    );
    mount.write(app, operations.remove, ({ tx, author, params, revision }) =>
      publishers.remove(tx, author, params.id, revision),
    );
  };
}
