/** Describes a preset for people who choose one. */
import type { AppliedTier } from './catalog.ts';
import { findPreset } from './catalog.ts';
import type { PresetRule } from './preset.ts';
import { presetRuleIds, type TierThreshold, thresholdOf } from './render-preset.ts';

export interface DescribedRule extends Pick<PresetRule, 'phase' | 'claim' | 'response' | 'reason'> {
  readonly id: string;
  /** When it fires. */
  readonly when: string;
}

/** Lists the rules of a preset, in the order of their numbers. */
export function describeRules(applied: AppliedTier): DescribedRule[] {
  const ids = presetRuleIds(applied);
  const preset = findPreset(applied);
  return preset.rules.map((rule, index) => {
    const { phase, claim, response, reason } = rule;
    const id = ids[index];
    if (id === undefined) throw new Error('every rule has an id');
    const threshold = thresholdOf(rule, preset, applied.auditor);
    return { id, phase, claim, when: describeTest(rule, threshold), response, reason };
  });
}

function describeTest(rule: PresetRule, threshold: TierThreshold | undefined): string {
  return `${describeFinding(rule, threshold)}${rule.unlessBlocking === true ? ', and block_on_detection is false' : ''}`;
}

function describeFinding({ claim, test }: PresetRule, threshold: TierThreshold | undefined): string {
  switch (test.kind) {
    case 'score':
      return describeScore(claim, test.atLeast, threshold);
    case 'setting':
      return `${claim} is ${test.setting} or more`;
    case 'false':
      return `${claim} is false`;
    case 'true':
      return `${claim} is true`;
    case 'any_of':
      return `${claim} holds one of ${test.values.length}: ${test.values.join(', ')}`;
    default:
      return test satisfies never;
  }
}

function describeScore(claim: string, atLeast: number, threshold: TierThreshold | undefined): string {
  if (threshold === undefined) return `${claim} is ${atLeast} or more`;
  const { name, atTier } = threshold;
  if (atLeast === atTier) return `${claim} is ${name} (${atTier}) or more`;
  if (atLeast < atTier) return `${claim} is ${atLeast} or more, or ${name} where that is set lower`;
  return `${claim} is ${atLeast} or more, or ${name} where that is set below ${atTier} or above ${atLeast}`;
}
