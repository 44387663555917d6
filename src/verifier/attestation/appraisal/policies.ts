/** Appraisal policies: stored in versions, activated for the organisation or one workspace. */
import { createPolicyReader, type PolicyReader, type PolicyReaderDeps } from './policy-reader.ts';
import { createPolicyWriter, type PolicyWriter, type PolicyWriterDeps } from './policy-writer.ts';

export interface AppraisalPolicies extends PolicyReader, PolicyWriter {}

export type AppraisalPoliciesDeps = PolicyReaderDeps & PolicyWriterDeps;

export function createAppraisalPolicies(deps: AppraisalPoliciesDeps): AppraisalPolicies {
  return { ...createPolicyReader(deps), ...createPolicyWriter(deps) };
}
