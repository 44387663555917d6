/** Policies that the toxicity auditor proposes. */
import { boundOption, type PolicyProposal, type PolicyRule, responseOption, settingOption } from '../policy-hints.ts';

const answer: PolicyRule = {
  id: 'toxic_answer',
  claim: 'toxic_content',
  when: { at_least: 0.7 },
  phases: ['response'],
  response: 'block',
  reason: 'This content was filtered because it is toxic.',
};
const request: PolicyRule = {
  id: 'toxic_request',
  claim: 'toxic_content',
  when: { at_least: 0.7 },
  phases: ['request', 'execution'],
  response: 'warn',
  reason: 'The request is toxic',
};

const category: PolicyRule = {
  id: 'toxic_category',
  claim: 'toxicity_categories',
  when: { any_of: ['severe_toxicity', 'threat', 'insult', 'identity_attack'] },
  phases: ['response'],
  response: 'block',
  reason: 'This content was filtered because it is toxic.',
};

export const defaultPolicy: PolicyProposal = { enforcement: 'enforce', rules: [answer, category, request] };

export const policyOptions = [
  responseOption(answer, 'When an answer is toxic', 'The answer appears under your name'),
  boundOption(answer, 'From which score on, for answers', 'The overall score; lower is stricter'),
  responseOption(
    category,
    'When an answer reaches the threshold of a category',
    'Severe toxicity, threats, insults and identity attacks have thresholds of their own',
  ),
  responseOption(request, 'When a request is toxic', 'The author may be upset, or may quote somebody'),
  boundOption(request, 'From which score on, for requests', 'The overall score; lower is stricter'),
  settingOption('replacement_message', {
    label: 'Replacement',
    description: 'Text that replaces a blocked answer',
    control: 'text',
    default: 'This content was filtered because it is toxic.',
  }),
];
