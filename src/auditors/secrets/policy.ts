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
    'When a prompt holds a secret',
    'Mostly an accident: the model need not see it, and the user may go on',
    all,
  ),
  responseOption(
    leaving,
    'When an answer or a tool call holds a secret',
    'A key on its way out is a leak in progress',
    all,
  ),
  settingOption('secret_leaked.threshold', {
    label: 'Certainty asked for',
    description: 'Lowest score of a finding that counts; lower finds more and errs more',
    control: 'slider',
    default: 0.5,
  }),
];
