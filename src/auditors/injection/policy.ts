/** Policies that the injection auditor proposes. */
import { boundOption, type PolicyProposal, type PolicyRule, responseOption, settingOption } from '../policy-hints.ts';

const injection: PolicyRule = {
  id: 'injection',
  claim: 'injection_risk',
  when: { at_least: 0.8 },
  response: 'block',
  reason: 'Prompt injection detected',
};
const invisible: PolicyRule = {
  id: 'invisible_characters',
  claim: 'invisible_chars',
  when: { equals: true },
  response: 'warn',
  reason: 'Invisible characters in the text',
};

export const defaultPolicy: PolicyProposal = { enforcement: 'enforce', rules: [injection, invisible] };

export const policyOptions = [
  responseOption(
    injection,
    'When an injection is found',
    'What happens to a prompt, an answer or a tool call that tries to give the model instructions of its own',
  ),
  boundOption(
    injection,
    'Required certainty',
    'Lowest risk that counts as an injection; lower is stricter and blocks more harmless text',
  ),
  responseOption(
    invisible,
    'When hidden characters are found',
    'Zero-width and tag characters can carry text that a person does not see; emoji and some scripts use them legitimately',
  ),
  settingOption('token_limit_exceeded.max_token_limit', {
    label: 'Longest input',
    description: 'Number of tokens above which token_limit_exceeded is true; your own policy decides what happens then',
    control: 'slider',
    default: 4096,
  }),
];
