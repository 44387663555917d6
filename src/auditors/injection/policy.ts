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
    'What happens to a prompt, an answer or a tool call that talks to the model past the application',
  ),
  boundOption(
    injection,
    'Certainty asked for',
    'The risk from which it counts as an injection; lower is stricter and meets more honest text',
  ),
  responseOption(
    invisible,
    'When hidden characters are found',
    'Zero-width and tag characters carry text that a person never sees; emoji and some scripts use them honestly',
  ),
  settingOption('token_limit_exceeded.max_token_limit', {
    label: 'Longest input',
    description: 'Tokens from which token_limit_exceeded is true; a policy of yours decides what follows',
    control: 'slider',
    default: 4096,
  }),
];
