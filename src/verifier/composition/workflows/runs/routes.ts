/** HTTP routes of runs. */
import { workflowRuns as operations, runBodyLimit } from '../../../../contract/api/workflows/run-operations.ts';
import type { Routes } from '../../../base/feature.ts';
import type { Mount } from '../../../base/mount.ts';
import type { RunApi } from './service.ts';

export interface WorkflowRunRouteDeps {
  readonly workflowRunApi: RunApi;
  readonly mount: Mount;
}

/** Bounds of a body: an output, which has its own bounds, and the members around it. */
const resolveBounds = { bytes: runBodyLimit, depth: 40 };

/** Serves `/api/v1/workflows/{id}/runs` and the paths below it. */
export function workflowRunRoutes({ workflowRunApi: runs, mount }: WorkflowRunRouteDeps): Routes {
  return async (app) => {
    mount.write(app, operations.start, ({ tx, author, params, body }) => runs.startIn(tx, author, params.id, body), {
      // The service bounds the input.
      isBodyUnbounded: true,
      repeat: ({ author, params }) => ({ operation: `POST /api/v1/workflows/${params.id}/runs ${author.user}` }),
    });
    mount.read(app, operations.list, ({ author, params, query, page }) =>
      runs.list(author, params.id, query.status, page),
    );
    mount.read(app, operations.get, ({ author, params: { id, run_id: runId }, query }) =>
      runs.get(author, id, runId, query.steps_after),
    );
    mount.read(app, operations.cancel, ({ author, params: { id, run_id: runId }, body }) =>
      runs.cancel(author, id, runId, body.reason),
    );
    mount.read(
      app,
      operations.resolveStep,
      ({ author, params: { id, run_id: runId, step_id: stepId }, body }) =>
        runs.resolve(author, id, { runId, stepId }, body),
      { bodyBounds: resolveBounds },
    );
  };
}
