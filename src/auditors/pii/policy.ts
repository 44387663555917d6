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
    'Applies to prompts, answers and tool calls; redacting needs spans, and without them the payload does not pass',
    ['block', 'escalate', 'redact', 'warn'],
  ),
  settingOption('pii_found.threshold', {
    label: 'Required certainty',
    description: 'Lowest score at which an entity counts; lower finds more and makes more mistakes',
    control: 'slider',
    default: 0.5,
  }),
  settingOption('pii_found.entities', {
    label: 'Kinds of data',
    description: 'Kinds to look for; all if none is named',
    control: 'tags',
    default: [],
  }),
  settingOption('pii_found.names', {
    label: 'Names and places',
    description: 'Also look for names of persons and places, which have no fixed form and no check digits',
    control: 'toggle',
    default: true,
  }),
];
