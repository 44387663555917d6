/** HTTP of the model registry (platform model 10): models, versions, reviews, aliases and files, each in a module. */
import type { Db } from '../../platform/db/db.ts';
import type { ControlChanges } from '../control/changes.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import { aliasRoutes } from './alias-routes.ts';
import type { ModelRegistryServices } from './create.ts';
import { modelRoutes } from './model-routes.ts';
import { reviewRoutes } from './review-routes.ts';
import { uploadRoutes } from './upload-routes.ts';
import { versionRoutes } from './version-routes.ts';

export interface ModelRouteDeps extends ModelRegistryServices {
  readonly db: Db;
  readonly idempotency: Idempotency;
  readonly changes: ControlChanges;
}

/** `/v1/registry/models`. */
export function modelRegistryRoutes(deps: ModelRouteDeps): Routes {
  return async (app) => {
    for (const routes of [modelRoutes, versionRoutes, reviewRoutes, aliasRoutes]) await routes(deps)(app);
    // By itself: what takes bytes as they come must not be what takes JSON.
    app.register(async (scope) => uploadRoutes(deps)(scope));
  };
}
