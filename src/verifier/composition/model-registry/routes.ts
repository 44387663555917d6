/** HTTP routes of the model registry. Models, versions, reviews, aliases and files have a module each. */
import type { Db } from '../../../platform/db/db.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
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

/** Serves `/v1/registry/models`. */
export function modelRegistryRoutes(deps: ModelRouteDeps): Routes {
  return async (app) => {
    for (const routes of [modelRoutes, versionRoutes, aliasRoutes]) await routes(deps)(app);
    // In a scope of its own: its parser of raw bytes must not replace the JSON parser.
    app.register(async (scope) => uploadRoutes(deps)(scope));
  };
}
