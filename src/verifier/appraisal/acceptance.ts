/**
 * What of a policy already counts when a key attestation is accepted: only what lets a report be more than the default
 * allows. What narrows is appraised later and shows in passports, so that no evidence is lost to a strict policy.
 */
import type { ReportPolicy } from '../../proof/reports/policy.ts';
import type { AppraisalPolicyDocument } from './policy-schema.ts';

/** Report policies of acceptance, by kind. */
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
