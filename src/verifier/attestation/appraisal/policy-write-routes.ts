/** HTTP routes for writing appraisal policies. They need the operator token, since a policy decides what is trusted. */
import { appraisalPolicyWrites as operations } from '../../../contract/api/appraisal/operations.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import type { AppraisalPolicies } from './policies.ts';

export interface PolicyWriters {
  readonly mount: Mount;
  readonly appraisalPolicies: AppraisalPolicies;
}

const options = { config: { access: 'admin' } } as const;

/** Serves `POST`, `PUT`, `DELETE` and activation. */
export function appraisalPolicyWriteRoutes({ mount, appraisalPolicies }: PolicyWriters): Routes {
  return async (app) => {
    mount.write(app, operations.create, ({ tx, author, body }) => appraisalPolicies.create(tx, author, body), options);
    mount.write(
      app,
      operations.replace,
      ({ tx, author, params, body, revision }) => appraisalPolicies.replace(tx, author, params.id, body, revision),
      options,
    );
    mount.write(
      app,
      operations.archive,
      async ({ tx, author, params, revision }) => {
        await appraisalPolicies.archive(tx, author, params.id, revision);
      },
      options,
    );
    mount.write(
      app,
      operations.activate,
      ({ tx, author, params, body }) => appraisalPolicies.activate(tx, author, params.id, body),
      options,
    );
    mount.write(
      app,
      operations.inherit,
      ({ tx, author, body }) => appraisalPolicies.inherit(tx, author, body.workspace_id, body.reason),
      options,
    );
  };
}
