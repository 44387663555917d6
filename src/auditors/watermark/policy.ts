/** Policies that the watermark auditor proposes. */
import { type PolicyProposal, type PolicyRule, responseOption, settingOption } from '../policy-hints.ts';

const credentials: PolicyRule = {
  id: 'credentials',
  claim: 'c2pa_valid',
  when: { equals: false },
  response: 'warn',
  reason: 'The content credentials of the file do not hold',
};

export const defaultPolicy: PolicyProposal = { enforcement: 'enforce', rules: [credentials] };

export const policyOptions = [
  responseOption(
    credentials,
    'When content credentials are not valid',
    'The signature, the hashes, the binding to the bytes or the chain to a trust anchor is not valid; files without an image have no claim',
  ),
  settingOption('watermark_detected.z_threshold', {
    label: 'Required standard deviations',
    description:
      'Standard deviations above chance at which a text watermark counts as detected; higher finds less and makes fewer mistakes',
    control: 'slider',
    default: 4,
  }),
];
