/** Policies that the fairness auditor proposes. */
import { type PolicyProposal, type PolicyRule, responseOption, settingOption } from '../policy-hints.ts';

const disparity: PolicyRule = {
  id: 'disparity',
  claim: 'fairness_threshold_met',
  when: { equals: false },
  response: 'warn',
  reason: 'Outcomes differ between groups by more than allowed',
};

/** A measure over a few rows says little, so the default records findings and holds nothing back. */
export const defaultPolicy: PolicyProposal = { enforcement: 'observe', rules: [disparity] };

export const policyOptions = [
  responseOption(
    disparity,
    'When outcomes differ between groups',
    'Measured over the outcomes in a request; small groups have wide intervals',
    ['block', 'escalate', 'warn'],
  ),
  settingOption('fairness_threshold_met.threshold', {
    label: 'Lowest impact ratio',
    description: 'Smallest selection rate divided by the largest; 0.8 is the four-fifths rule, higher is stricter',
    control: 'slider',
    default: 0.8,
  }),
];
