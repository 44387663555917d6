/** HTTP routes of workflows: definitions and runs. */
import type { Routes, ServicesOf } from '../../base/feature.ts';
import { definitionRoutes } from './definitions/routes.ts';
import { compositePassportRoutes } from './passport/routes.ts';
import { workflowRunRoutes } from './runs/routes.ts';

type WorkflowServices = ServicesOf<typeof definitionRoutes | typeof compositePassportRoutes | typeof workflowRunRoutes>;

export function workflowRoutes(services: WorkflowServices): Routes {
  return async (app) => {
    await definitionRoutes(services)(app);
    await compositePassportRoutes(services)(app);
    await workflowRunRoutes(services)(app);
  };
}
