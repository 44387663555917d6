/** Policies that the sovereignty auditor proposes. */
import { type PolicyProposal, type PolicyRule, responseOption, settingOption } from '../policy-hints.ts';

const place: PolicyRule = {
  id: 'place',
  claim: 'location_allowed',
  when: { equals: false },
  response: 'block',
  reason: 'The data are at a place where they may not be',
};
const compliance: PolicyRule = {
  id: 'compliance',
  claim: 'sovereignty_compliant',
  when: { equals: false },
  response: 'warn',
  reason: 'A check of place, transfer or receipts did not pass',
};

export const defaultPolicy: PolicyProposal = { enforcement: 'enforce', rules: [place, compliance] };

export const policyOptions = [
  responseOption(
    place,
    'When the place is not allowed',
    'The claim is made only if locations are configured and the place is known',
  ),
  responseOption(
    compliance,
    'When anything is not compliant',
    'An unknown value does not pass, so this applies until place and transfers are configured',
  ),
  settingOption('location_allowed.allowed_locations', {
    label: 'Allowed locations',
    description: 'Countries, regions or groups such as EEA where data may be stored',
    control: 'tags',
    default: [],
  }),
];
