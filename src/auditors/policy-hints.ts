/**
 * Policies that an auditor proposes over its claims (contract 2.8): rules with an enforcement mode, and options that
 * a console offers for them. Proposals only: the auditor observes, and the operator of the gateway decides.
 */
import type { Phase } from '@assay/sdk';

/** The response of a rule that applies; block is the strongest. */
export const responses = ['block', 'escalate', 'redact', 'warn'] as const;
export type PolicyResponse = (typeof responses)[number];

export type PolicyCondition =
  | { readonly at_least: number }
  | { readonly below: number }
  | { readonly equals: boolean | string }
  | { readonly any_of: readonly string[] };

export type PolicyRule = {
  /** Unique in the auditor; options refer to it. */
  readonly id: string;
  readonly claim: string;
  readonly when: PolicyCondition;
  /** If absent, every phase of the auditor. */
  readonly phases?: readonly Phase[];
  readonly response: PolicyResponse;
  readonly reason: string;
};

export type PolicyProposal = {
  /** `observe`: the rules are recorded and nothing is held back. */
  readonly enforcement: 'enforce' | 'observe';
  readonly rules: readonly PolicyRule[];
};

export type PolicyChoice = { readonly value: string; readonly label: string; readonly meaning: string };

/** One question of a console; the answer is a member of a rule, or the value of a setting. */
export type PolicyOption = {
  readonly key: string;
  readonly label: string;
  readonly description: string;
  readonly control: 'select' | 'slider' | 'toggle' | 'tags' | 'text';
  readonly default: string | number | boolean | readonly string[];
  readonly choices?: readonly PolicyChoice[];
  readonly sets:
    | { readonly rule: string; readonly member: 'response' | 'at_least' | 'below' }
    | { readonly setting: string };
};

const meanings: Readonly<Record<PolicyResponse, { readonly label: string; readonly meaning: string }>> = {
  block: { label: 'Block', meaning: 'It does not pass' },
  escalate: { label: 'Ask a person', meaning: 'It does not pass until a person has approved it' },
  redact: { label: 'Redact', meaning: 'It passes with what was found replaced by placeholders' },
  warn: { label: 'Warn', meaning: 'It passes, and the evidence says so' },
};

/** Asks for the response of a rule; `none` leaves the rule out. */
export function responseOption(
  rule: PolicyRule,
  label: string,
  description: string,
  offered: readonly PolicyResponse[] = ['block', 'escalate', 'warn'],
): PolicyOption {
  return {
    key: `${rule.id}.response`,
    label,
    description,
    control: 'select',
    default: rule.response,
    choices: [
      ...offered.map((value) => ({ value, ...meanings[value] })),
      { value: 'none', label: 'Nothing', meaning: 'There is no rule; the claim is still recorded' },
    ],
    sets: { rule: rule.id, member: 'response' },
  };
}

/** Asks for the score from which a rule applies. */
export function boundOption(rule: PolicyRule, label: string, description: string): PolicyOption {
  const { when } = rule;
  const [member, value] =
    'at_least' in when ? (['at_least', when.at_least] as const) : (['below', belowOf(when)] as const);
  const key = `${rule.id}.${member}`;
  return { key, label, description, control: 'slider', default: value, sets: { rule: rule.id, member } };
}

/** Asks for the value of a setting, under its full name. */
export function settingOption(
  setting: string,
  option: Pick<PolicyOption, 'label' | 'description' | 'control' | 'default'>,
): PolicyOption {
  return { key: setting, ...option, sets: { setting } };
}

function belowOf(when: PolicyCondition): number {
  if ('below' in when) return when.below;
  throw new TypeError('a rule without a bound has no option for one');
}
