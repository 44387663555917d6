import { expect, it } from 'vitest';
import { ReportPolicySchema as declared } from '../../../contract/api/appraisal/report-policy.ts';
import { ReportPolicySchema as checked } from '../../../proof/reports/policy.ts';

it('the API declares report policies exactly as the report checks accept them', () => {
  expect(JSON.parse(JSON.stringify(declared))).toEqual(JSON.parse(JSON.stringify(checked)));
});
