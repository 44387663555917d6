/** HTTP of the model registry: models, versions, reviews, aliases and files, each in a module. */
import type { Db } from '../../platform/db/db.ts';
import type { ControlChanges } from '../control/changes.ts';
import type { Routes } from '../feature.ts';
import type { Mount } from '../mount.ts';
import { aliasRoutes } from './alias-routes.ts';
import type { ModelRegistryServices } from './create.ts';
import { modelRoutes } from './model-routes.ts';
import { uploadRoutes } from './upload-routes.ts';
import { versionRoutes } from './version-routes.ts';

export interface ModelRouteDeps extends ModelRegistryServices {
  readonly db: Db;
  readonly mount: Mount;
  readonly changes: ControlChanges;
}

/** `/v1/registry/models`. */
export function modelRegistryRoutes(deps: ModelRouteDeps): Routes {
  return async (app) => {
    for (const routes of [modelRoutes, versionRoutes, aliasRoutes]) await routes(deps)(app);
    // In a scope of its own: the parser of plain bytes must not be the parser of JSON.
    app.register(async (scope) => uploadRoutes(deps)(scope));
  };
}
