/** HTTP routes of reference values. Writing needs the operator token: they decide what is trusted. */
import { referenceValues as operations } from '../../../contract/api/appraisal/operations.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import type { ReferenceValueSets } from './reference-values.ts';

export interface ReferenceServices {
  readonly mount: Mount;
  readonly referenceValues: ReferenceValueSets;
}

const options = { config: { access: 'admin' } } as const;

/** Serves `/v1/reference-values`. */
export function referenceRoutes({ mount, referenceValues }: ReferenceServices): Routes {
  return async (app) => {
    mount.read(app, operations.list, ({ caller, page }) => referenceValues.list(caller.organisation, page));
    mount.read(app, operations.get, ({ caller, params, query }) =>
      referenceValues.get(caller.organisation, params.id, query.version),
    );
    mount.read(app, operations.history, ({ caller, params, page }) =>
      referenceValues.history(caller.organisation, params.id, page),
    );
    mount.write(app, operations.create, ({ tx, author, body }) => referenceValues.create(tx, author, body), options);
    mount.write(
      app,
      operations.replace,
      ({ tx, author, params, body, revision }) => referenceValues.replace(tx, author, params.id, body, revision),
      options,
    );
    mount.write(
      app,
      operations.revoke,
      ({ tx, author, params, body }) => referenceValues.revoke(tx, author, params.id, body.reason),
      options,
    );
  };
}
