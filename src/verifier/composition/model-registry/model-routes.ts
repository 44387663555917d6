/** HTTP routes of registered models. */
import { models } from '../../../contract/api/models/operations.ts';
import type { Routes } from '../../base/feature.ts';
import type { ModelRouteDeps } from './routes.ts';

export function modelRoutes({ mount, registeredModels, changes }: ModelRouteDeps): Routes {
  return async (app) => {
    mount.read(app, models.list, ({ caller, query, page }) => {
      const { name, workspace_id: workspaceId, served_as: servedAs } = query;
      return registeredModels.list(caller.organisation, { name, workspaceId, servedAs }, page);
    });
    mount.read(app, models.get, ({ caller, params }) => registeredModels.get(caller.organisation, params.id));
    mount.read(app, models.history, ({ caller, params, page }) =>
      changes.history(caller.organisation, 'registered_model', params.id, page),
    );
    mount.write(app, models.create, ({ tx, author, body }) => registeredModels.create(tx, author, body));
    mount.write(app, models.update, ({ tx, author, params, body, revision }) =>
      registeredModels.update(tx, author, params.id, body, revision),
    );
    mount.write(app, models.remove, ({ tx, author, params, revision }) =>
      registeredModels.remove(tx, author, params.id, revision),
    );
  };
}
