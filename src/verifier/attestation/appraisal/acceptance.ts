/**
 * The part of a policy that counts when a key attestation is accepted: only what it allows beyond the default. Restrictions are
 * appraised later and show in passports, so that a strict policy loses no evidence.
 */

import type { AppraisalPolicyDocument } from '../../../contract/api/appraisal/policy-shapes.ts';
import type { ReportPolicy } from '../../../proof/reports/policy.ts';

/** Gives the report policies of acceptance, by kind. */
export function toAcceptancePolicies({ kinds }: AppraisalPolicyDocument): Record<string, ReportPolicy> {
  return Object.fromEntries(
    Object.entries(kinds).flatMap(([kind, asked]) => {
      const { vmpl, allow_migration: allowsMigration } = asked.report ?? {};
      const widening: ReportPolicy = {
        ...(vmpl === undefined ? {} : { vmpl: [...new Set([0, ...vmpl])] }),
        ...(allowsMigration === true ? { allow_migration: true } : {}),
      };
      return Object.keys(widening).length === 0 ? [] : [[kind, widening]];
    }),
  );
}
