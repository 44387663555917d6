/** `/v1/policies`. */
import type { Routes } from '../../base/feature.ts';
import { type PolicyReadDeps, policyReadRoutes } from './read-routes.ts';
import { type PolicyReplayDeps, policyReplayRoutes } from './replays/routes.ts';
import { type PolicyWriteDeps, policyWriteRoutes } from './write-routes.ts';

/** All routes of policies. */
export function policyRoutes(deps: PolicyReadDeps & PolicyWriteDeps & PolicyReplayDeps): Routes {
  return async (app) => {
    await policyReadRoutes(deps)(app);
    await policyWriteRoutes(deps)(app);
    await policyReplayRoutes(deps)(app);
  };
}
