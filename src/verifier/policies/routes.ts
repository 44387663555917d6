/** `/v1/policies` (platform model 15). */
import type { Routes } from '../feature.ts';
import { type PolicyReadDeps, policyReadRoutes } from './read-routes.ts';
import { policyReplayRoutes } from './replays/routes.ts';
import type { PolicyReplays } from './replays/service.ts';
import { type PolicyWriteDeps, policyWriteRoutes } from './write-routes.ts';

/** All routes of policies. */
export function policyRoutes(
  deps: PolicyReadDeps & PolicyWriteDeps & { readonly policyReplays: PolicyReplays },
): Routes {
  return async (app) => {
    await policyReadRoutes(deps)(app);
    await policyWriteRoutes(deps)(app);
    await policyReplayRoutes(deps)(app);
  };
}
