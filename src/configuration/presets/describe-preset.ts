/** A preset in words, for people who choose one. */
import type { AppliedTier } from './catalog.ts';
import { findPreset } from './catalog.ts';
import type { PresetRule, RuleTest } from './preset.ts';
import { presetRuleIds } from './render-preset.ts';

export interface DescribedRule extends Pick<PresetRule, 'phase' | 'claim' | 'response' | 'reason'> {
  readonly id: string;
  /** When it fires. */
  readonly when: string;
}

/** The rules of a preset, in the order of their numbers. */
export function describeRules(applied: AppliedTier): DescribedRule[] {
  const ids = presetRuleIds(applied);
  return findPreset(applied).rules.map(({ phase, claim, response, reason, test }, index) => {
    const id = ids[index];
    if (id === undefined) throw new Error('every rule has an id');
    return { id, phase, claim, when: describeTest(claim, test), response, reason };
  });
}

function describeTest(claim: string, test: RuleTest): string {
  switch (test.kind) {
    case 'score':
      return `${claim} is ${test.atLeast} or more`;
    case 'true':
      return `${claim} is true`;
    case 'any_of':
      return `${claim} holds one of ${test.values.length}: ${test.values.join(', ')}`;
    default:
      return test satisfies never;
  }
}
