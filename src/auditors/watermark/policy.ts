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
    'When content credentials do not hold',
    'Signature, hashes, binding to the bytes, or the chain to a trust anchor; files without an image have no claim',
  ),
  settingOption('watermark_detected.z_threshold', {
    label: 'Standard deviations asked for',
    description: 'Above chance, from which a text watermark counts as detected; higher errs less and finds less',
    control: 'slider',
    default: 4,
  }),
];
