/** HTTP routes of model aliases. */
import { modelAliases as operations } from '../../../contract/api/models/operations.ts';
import type { Routes } from '../../base/feature.ts';
import type { ModelRouteDeps } from './routes.ts';

export function aliasRoutes({ mount, modelAliases }: ModelRouteDeps): Routes {
  return async (app) => {
    mount.read(app, operations.list, async ({ caller, params }) => ({
      items: await modelAliases.list(caller.organisation, params.id),
    }));
    mount.write(
      app,
      operations.put,
      ({ tx, author, params: { id, name }, body: { version } }) => modelAliases.put(tx, author, id, { name, version }),
      { status: ({ pending }) => (pending === null ? 200 : 202) },
    );
    mount.write(app, operations.remove, ({ tx, author, params: { id, name } }) =>
      modelAliases.remove(tx, author, id, name),
    );
  };
}
