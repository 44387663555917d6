import { expect, it } from 'vitest';
import { ReportPolicySchema as declared } from '../../../contract/api/appraisal/report-policy.ts';
import { ReportPolicySchema as checked } from '../../../proof/reports/policy.ts';

it('the API declares report policies exactly as the checks of reports take them', () => {
  expect(JSON.parse(JSON.stringify(declared))).toEqual(JSON.parse(JSON.stringify(checked)));
});
