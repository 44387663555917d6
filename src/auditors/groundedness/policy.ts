/** Policies that the groundedness auditor proposes. */
import { type PolicyProposal, type PolicyRule, responseOption, settingOption } from '../policy-hints.ts';

const hallucination: PolicyRule = {
  id: 'hallucination',
  claim: 'hallucination_detected',
  when: { equals: true },
  response: 'warn',
  reason: 'Parts of the answer are not supported by its sources',
};

export const defaultPolicy: PolicyProposal = { enforcement: 'enforce', rules: [hallucination] };

export const policyOptions = [
  responseOption(
    hallucination,
    'When sources do not support an answer',
    'The claim is made only if there is a source to compare with',
  ),
  settingOption('hallucination_detected.threshold', {
    label: 'Share of supported claims',
    description: 'Below this share of supported claims an answer counts as not supported; higher is stricter',
    control: 'slider',
    default: 0.8,
  }),
  settingOption('hallucination_detected.use_documents', {
    label: 'Documents are sources',
    description: 'Also use documents of the request, such as tool results, as sources',
    control: 'toggle',
    default: false,
  }),
];
