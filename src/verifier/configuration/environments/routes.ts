/** HTTP of environments. */
import { environments as operations } from '../../../contract/api/environments/operations.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import type { Environments } from './service.ts';

export interface EnvironmentRouteDeps {
  readonly environments: Environments;
  readonly db: Db;
  readonly mount: Mount;
}

/** Adds the routes of `/v1/environments`. */
export function environmentRoutes({ environments, db, mount }: EnvironmentRouteDeps): Routes {
  return async (app) => {
    mount.read(app, operations.list, ({ caller, page, query }) =>
      environments.list(caller.organisation, page, query.workspace_id),
    );
    mount.read(app, operations.get, ({ caller, params }) => environments.get(db, caller.organisation, params.id));
    mount.write(app, operations.remove, ({ tx, author, params, revision }) =>
      environments.remove(tx, author, params.id, revision),
    );
  };
}
