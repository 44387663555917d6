/** HTTP routes of appraisal policies and reference values. */
import type { Routes } from '../../base/feature.ts';
import { type PolicyReaders, policyRoutes } from './policy-routes.ts';
import { type PolicyWriters, policyWriteRoutes } from './policy-write-routes.ts';
import { type ReferenceServices, referenceRoutes } from './reference-routes.ts';

/** Serves `/v1/appraisal-policies` and `/v1/reference-values`. */
export function appraisalRoutes(services: PolicyReaders & PolicyWriters & ReferenceServices): Routes {
  return async (app) => {
    await policyRoutes(services)(app);
    await policyWriteRoutes(services)(app);
    await referenceRoutes(services)(app);
  };
}
