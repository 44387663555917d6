/** Policies that the secrets auditor proposes. */
import { type PolicyProposal, type PolicyRule, responseOption, settingOption } from '../policy-hints.ts';

const inRequest: PolicyRule = {
  id: 'secret_in_request',
  claim: 'secret_leaked',
  when: { equals: true },
  phases: ['request'],
  response: 'redact',
  reason: 'A secret was replaced before it left',
};
const leaving: PolicyRule = {
  id: 'secret_leaving',
  claim: 'secret_leaked',
  when: { equals: true },
  phases: ['response', 'execution'],
  response: 'block',
  reason: 'The answer contains a secret',
};

const all = ['block', 'escalate', 'redact', 'warn'] as const;

export const defaultPolicy: PolicyProposal = { enforcement: 'enforce', rules: [inRequest, leaving] };

export const policyOptions = [
  responseOption(
    inRequest,
    'When a prompt contains a secret',
    'Usually an accident: the model does not need the secret, and the user can continue',
    all,
  ),
  responseOption(leaving, 'When an answer or a tool call contains a secret', 'A secret that leaves is a leak', all),
  settingOption('secret_leaked.threshold', {
    label: 'Required certainty',
    description: 'Lowest score at which a finding counts; lower finds more and makes more mistakes',
    control: 'slider',
    default: 0.5,
  }),
];
