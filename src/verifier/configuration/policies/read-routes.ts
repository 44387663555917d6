/** HTTP routes to read policies: records, versions, history, the policies of an agent, completions and checks. */
import { evidence } from '../../../contract/api/evidence/operations.ts';
import { policies, policyChecks } from '../../../contract/api/policies/operations.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import type { Explanations } from './explain.ts';
import type { PolicyInspection } from './inspection.ts';

export interface PolicyReadDeps {
  readonly policyInspection: PolicyInspection;
  readonly explanations: Explanations;
  readonly changes: ControlChanges;
  readonly db: Db;
  readonly mount: Mount;
}

/** The routes below `/v1/policies` that change nothing, and the policies that decided about one Evidence. */
export function policyReadRoutes(deps: PolicyReadDeps): Routes {
  return async (app) => {
    await recordRoutes(deps)(app);
    await checkRoutes(deps)(app);
    deps.mount.read(app, evidence.explain, ({ caller, params: { id } }) =>
      deps.explanations.explain(caller.organisation, id),
    );
  };
}

function recordRoutes({ policyInspection, changes, db, mount }: PolicyReadDeps): Routes {
  return async (app) => {
    mount.read(app, policies.list, ({ caller, query, page }) => {
      const { level, scope_id: scopeId, name, status } = query;
      return policyInspection.list(caller.organisation, { level, scopeId, name, status }, page);
    });
    mount.read(app, policies.get, ({ caller, params: { id } }) => policyInspection.get(db, caller.organisation, id));
    mount.read(app, policies.listVersions, ({ caller, params: { id }, page }) =>
      policyInspection.listVersions(caller.organisation, id, page),
    );
    mount.read(app, policies.history, ({ caller, params: { id }, page }) =>
      changes.history(caller.organisation, 'policy', id, page),
    );
  };
}

function checkRoutes({ policyInspection, mount }: PolicyReadDeps): Routes {
  // The text of a policy may be larger than a record, and nothing of it is stored.
  const unbounded = { isBodyUnbounded: true };
  return async (app) => {
    mount.read(app, policyChecks.effective, ({ caller, query }) =>
      policyInspection.effective(caller.organisation, query.agent_id),
    );
    mount.read(app, policyChecks.completions, ({ caller, query: { workspace_id: workspaceId, agent_id: agentId } }) => {
      const scope: Scope =
        agentId !== undefined
          ? { level: 'agent', id: agentId }
          : workspaceId !== undefined
            ? { level: 'workspace', id: workspaceId }
            : { level: 'org', id: caller.organisation };
      return policyInspection.completions(caller.organisation, scope);
    });
    mount.read(
      app,
      policyChecks.validateText,
      ({ caller, body: { scope, text } }) => policyInspection.validate(caller.organisation, scope, 'candidate', text),
      unbounded,
    );
    mount.read(
      app,
      policyChecks.validate,
      ({ caller, params: { id }, body = {} }) => policyInspection.validateRecord(caller.organisation, id, body),
      unbounded,
    );
  };
}
