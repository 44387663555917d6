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

const bannedText: PolicyRule = {
  id: 'banned_text',
  claim: 'banned_substring',
  when: { equals: true },
  phases: ['request'],
  response: 'block',
  reason: 'The request contains a banned text',
};
const bannedPattern: PolicyRule = {
  id: 'banned_pattern',
  claim: 'regex_matched',
  when: { equals: true },
  phases: ['request'],
  response: 'block',
  reason: 'The request contains a banned pattern',
};
const longInput: PolicyRule = {
  id: 'long_input',
  claim: 'token_limit_exceeded',
  when: { equals: true },
  phases: ['request'],
  response: 'warn',
  reason: 'The input is longer than the token limit',
};
const abusiveInput: PolicyRule = {
  id: 'abusive_input',
  claim: 'input_toxicity',
  when: { at_least: 0.7 },
  phases: ['request'],
  response: 'warn',
  reason: 'The request is abusive',
};

export const defaultPolicy: PolicyProposal = {
  enforcement: 'enforce',
  rules: [injection, invisible, bannedText, bannedPattern, longInput, abusiveInput],
};

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
  responseOption(bannedText, 'When a banned text is found', 'The list is the setting ban_substrings'),
  responseOption(bannedPattern, 'When a banned pattern is found', 'The list is the setting ban_patterns'),
  responseOption(
    longInput,
    'When an input is too long',
    'The limit that ships is only noted; the default policy refuses what is over a limit of your own',
  ),
  boundOption(abusiveInput, 'From which abuse on', 'A light estimate; the toxicity auditor judges in depth'),
  settingOption('token_limit_exceeded.max_token_limit', {
    label: 'Longest input',
    description: 'Number of tokens above which token_limit_exceeded is true',
    control: 'slider',
    default: 4096,
  }),
];
