/** HTTP routes of workflows: definitions and runs. */
import type { Routes } from '../../base/feature.ts';
import type { Services } from '../../features.ts';
import { definitionRoutes } from './definitions/routes.ts';
import { compositePassportRoutes } from './passport/routes.ts';
import { workflowRunRoutes } from './runs/routes.ts';

export function workflowRoutes(services: Services): Routes {
  return async (app) => {
    await definitionRoutes(services)(app);
    await compositePassportRoutes(services)(app);
    await workflowRunRoutes(services)(app);
  };
}
