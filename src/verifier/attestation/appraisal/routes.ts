/** HTTP routes of appraisal policies and reference values. */
import type { Routes } from '../../base/feature.ts';
import { appraisalPolicyRoutes, type PolicyReaders } from './policy-routes.ts';
import { appraisalPolicyWriteRoutes, type PolicyWriters } from './policy-write-routes.ts';
import { type ReferenceServices, referenceRoutes } from './reference-routes.ts';

/** Serves `/v1/appraisal-policies` and `/v1/reference-values`. */
export function appraisalRoutes(services: PolicyReaders & PolicyWriters & ReferenceServices): Routes {
  return async (app) => {
    await appraisalPolicyRoutes(services)(app);
    await appraisalPolicyWriteRoutes(services)(app);
    await referenceRoutes(services)(app);
  };
}
