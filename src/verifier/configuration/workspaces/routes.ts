/** HTTP routes of organisations and workspaces. */
import { organizations } from '../../../contract/api/organizations/operations.ts';
import { workspacesAlias, workspaces as workspacesV1 } from '../../../contract/api/workspaces/operations.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import type { Workspaces } from './service.ts';

export interface WorkspaceRouteDeps {
  readonly workspaces: Workspaces;
  readonly changes: ControlChanges;
  readonly db: Db;
  readonly mount: Mount;
}

/** `/v1/organizations`, and workspaces under `/v1` and `/api/v1`. */
export function workspaceRoutes(deps: WorkspaceRouteDeps): Routes {
  return async (app) => {
    await organizationRoutes(deps)(app);
    for (const operations of [workspacesV1, workspacesAlias]) await routesOf(deps, operations)(app);
  };
}

function organizationRoutes({ workspaces, db, mount }: WorkspaceRouteDeps): Routes {
  return async (app) => {
    mount.write(app, organizations.create, ({ tx, author, body }) => workspaces.createOrganization(tx, author, body));
    mount.read(app, organizations.list, ({ author, page }) => workspaces.listOrganizations(author, page));
    mount.read(app, organizations.get, ({ author, params }) => workspaces.getOrganization(db, author, params.id));
    mount.write(app, organizations.update, ({ tx, author, params, body, revision }) =>
      workspaces.updateOrganization(tx, author, params.id, body, revision),
    );
  };
}

function routesOf({ workspaces, changes, db, mount }: WorkspaceRouteDeps, operations: typeof workspacesV1): Routes {
  return async (app) => {
    mount.read(app, operations.list, ({ caller, page }) => workspaces.list(caller.organisation, page));
    mount.read(app, operations.get, ({ caller, params }) => workspaces.get(db, caller.organisation, params.id));
    mount.read(app, operations.history, ({ caller, params, page }) =>
      changes.history(caller.organisation, 'workspace', params.id, page),
    );
    mount.write(app, operations.create, ({ tx, author, body }) => workspaces.create(tx, author, body));
    mount.write(app, operations.update, ({ tx, author, params, body, revision }) =>
      workspaces.update(tx, author, params.id, body, revision),
    );
    mount.write(app, operations.remove, ({ tx, author, params, revision }) =>
      workspaces.remove(tx, author, params.id, revision),
    );
  };
}
