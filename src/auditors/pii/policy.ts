/** Policies that the PII auditor proposes. */
import { type PolicyProposal, type PolicyRule, responseOption, settingOption } from '../policy-hints.ts';

const personalData: PolicyRule = {
  id: 'personal_data',
  claim: 'pii_found',
  when: { equals: true },
  response: 'redact',
  reason: 'Personal data was replaced',
};

export const defaultPolicy: PolicyProposal = { enforcement: 'enforce', rules: [personalData] };

export const policyOptions = [
  responseOption(
    personalData,
    'When personal data is found',
    'In prompts, answers and tool calls alike; redacting needs spans, and without them the payload does not pass',
    ['block', 'escalate', 'redact', 'warn'],
  ),
  settingOption('pii_found.threshold', {
    label: 'Certainty asked for',
    description: 'Lowest score of an entity that counts; lower finds more and errs more',
    control: 'slider',
    default: 0.5,
  }),
  settingOption('pii_found.entities', {
    label: 'Kinds of data',
    description: 'Kinds to look for; none named means all',
    control: 'tags',
    default: [],
  }),
  settingOption('pii_found.names', {
    label: 'Names and places',
    description: 'Also look for names of persons and places, which have no form and no check digits',
    control: 'toggle',
    default: true,
  }),
];
