/** HTTP of the lifecycle: policies, evaluation, and the lifecycle of one agent. */
import { agentLifecycle, lifecyclePolicies as operations } from '../../../contract/api/lifecycle/operations.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import type { LifecycleServices } from './create.ts';

export interface LifecycleRouteDeps extends LifecycleServices {
  readonly mount: Mount;
  readonly db: Db;
}

/** Adds `/v1/lifecycle/policies`, `POST /v1/lifecycle/evaluate` and `GET /v1/agents/{id}/lifecycle`. */
export function lifecycleRoutes(deps: LifecycleRouteDeps): Routes {
  return async (app) => {
    await addPolicies(deps)(app);
    await addEvaluation(deps)(app);
  };
}

function addPolicies({ mount, lifecyclePolicies, db }: LifecycleRouteDeps): Routes {
  return async (app) => {
    mount.read(app, operations.list, ({ caller, page }) => lifecyclePolicies.list(caller.organisation, page));
    mount.read(app, operations.get, ({ caller, params }) => lifecyclePolicies.get(db, caller.organisation, params.id));
    mount.write(app, operations.create, ({ tx, author, body }) => lifecyclePolicies.create(tx, author, body));
    mount.write(app, operations.replace, ({ tx, author, params, body, revision }) =>
      lifecyclePolicies.replace(tx, author, params.id, body, revision),
    );
    mount.write(app, operations.remove, ({ tx, author, params, revision }) =>
      lifecyclePolicies.remove(tx, author, params.id, revision),
    );
  };
}

function addEvaluation({ mount, lifecycleEvaluations, agentLifecycles }: LifecycleRouteDeps): Routes {
  return async (app) => {
    mount.read(app, operations.evaluate, ({ author, query }) =>
      lifecycleEvaluations.evaluate(author, { dryRun: query.dry_run ?? false }),
    );
    mount.read(app, agentLifecycle.get, ({ caller, params }) => agentLifecycles.get(caller.organisation, params.id));
  };
}
