/** HTTP routes of model versions: register, read, change while pending, evaluate, review. */
import { modelVersions as operations } from '../../../contract/api/models/operations.ts';
import type { Routes } from '../../base/feature.ts';
import type { ModelRouteDeps } from './routes.ts';

export function versionRoutes({ mount, modelVersions, modelReviewing }: ModelRouteDeps): Routes {
  return async (app) => {
    mount.read(app, operations.list, ({ caller, params, page }) =>
      modelVersions.list(caller.organisation, params.id, page),
    );
    mount.read(app, operations.get, ({ caller, params: { id, version } }) =>
      modelVersions.get(caller.organisation, id, version),
    );
    mount.write(app, operations.create, ({ tx, author, params, body }) =>
      modelVersions.create(tx, author, params.id, body),
    );
    mount.write(app, operations.update, ({ tx, author, params: { id, version }, body, revision }) =>
      modelVersions.update(tx, author, [id, version], { ...body, revision }),
    );
    mount.write(app, operations.addEvaluation, ({ tx, author, params: { id, version }, body }) =>
      modelVersions.evaluate(tx, author, [id, version], body),
    );
    mount.write(app, operations.approve, ({ tx, author, params: { id, version }, body }) =>
      modelReviewing.approve(tx, author, [id, version], body),
    );
    mount.write(app, operations.deprecate, ({ tx, author, params: { id, version }, body }) =>
      modelReviewing.deprecate(tx, author, [id, version], body.reason),
    );
    mount.write(app, operations.revoke, ({ tx, author, params: { id, version }, body }) =>
      modelReviewing.revoke(tx, author, [id, version], body.reason),
    );
  };
}
