import { expect, it } from 'vitest';
import { sovereigntyClaim } from './sovereignty.ts';

it("sovereigntyClaim is the caller's finding", () => {
  expect(sovereigntyClaim({ data_location: 'eu-central-1' })).toEqual({
    name: 'sovereignty_compliant',
    type: 'boolean',
    value: true,
    detail: { data_location: 'eu-central-1', cross_border_transfer: false, compliant: true },
  });
  const parameters = {
    data_location: 'us-east-1',
    allowed_locations: ['eu-central-1'],
    cross_border_transfer: true,
    transfer_mechanism: 'scc',
    compliant: false,
    user_jurisdiction: 'DE',
  };
  expect(sovereigntyClaim(parameters)).toMatchObject({ value: false, detail: parameters });
});
