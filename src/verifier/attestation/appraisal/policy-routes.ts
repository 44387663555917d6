/** HTTP routes for reading appraisal policies. */
import { appraisalPolicyReads as operations } from '../../../contract/api/appraisal/operations.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import type { EvaluatePolicy } from './evaluate.ts';
import type { AppraisalPolicies } from './policies.ts';

const defaultEvaluated = 50;

export interface PolicyReaders {
  readonly mount: Mount;
  readonly appraisalPolicies: AppraisalPolicies;
  readonly evaluatePolicy: EvaluatePolicy;
}

/** Serves `GET /v1/appraisal-policies…` and the trial, which changes nothing. */
export function appraisalPolicyRoutes({ mount, appraisalPolicies, evaluatePolicy }: PolicyReaders): Routes {
  return async (app) => {
    mount.read(app, operations.list, ({ caller, page }) => appraisalPolicies.list(caller.organisation, page));
    mount.read(app, operations.listActivations, ({ caller, page }) =>
      appraisalPolicies.listActivations(caller.organisation, page),
    );
    mount.read(app, operations.history, ({ caller, params, page }) =>
      appraisalPolicies.history(caller.organisation, params.id, page),
    );
    mount.read(app, operations.getActive, ({ caller, query }) =>
      appraisalPolicies.getActive(caller.organisation, query.workspace_id),
    );
    mount.read(app, operations.get, ({ caller, params, query }) =>
      appraisalPolicies.get(caller.organisation, params.id, query.version),
    );
    mount.read(
      app,
      operations.evaluate,
      async ({ caller, params, body }) => {
        const candidate = await appraisalPolicies.resolve(caller.organisation, params.id, body.version);
        const { workspace_id: workspaceId, limit = defaultEvaluated } = body;
        return evaluatePolicy(caller.organisation, { candidate, workspaceId, limit });
      },
      { isBodyUnbounded: true },
    );
  };
}
