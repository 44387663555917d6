/** Short forms for the rows of the tables. */

import type { Phase } from '@assay/sdk/contract';
import type { PresetResponse } from '../../contract/api/presets/states.ts';
import type { PresetRule } from './preset.ts';

interface RuleHead {
  readonly phase: Phase;
  readonly claim: string;
  readonly reason: string;
}

/** A rule over a score: `whenScore({…}, 0.8, 'block')`. */
export function whenScore(head: RuleHead, atLeast: number, response: PresetResponse): PresetRule {
  return { ...head, test: { kind: 'score', atLeast }, response };
}

/** The note in place of a blocking rule, while the auditor's `block_on_detection` is false. */
export function notedUnlessBlocking(head: RuleHead, atLeast: number): PresetRule {
  return { ...whenScore(head, atLeast, 'warn'), unlessBlocking: true };
}

/** A score from a setting of its own on: `whenReaches({…}, 'input_toxicity.toxicity_threshold', 'warn')`. */
export function whenReaches(head: RuleHead, setting: string, response: PresetResponse): PresetRule {
  return { ...head, test: { kind: 'setting', setting }, response };
}

/** A refusal that only notes while `block_on_detection` is false. */
export function blockedOrNoted(rule: PresetRule): PresetRule[] {
  return [
    { ...rule, response: 'block', whileBlocking: true },
    { ...rule, response: 'warn', unlessBlocking: true },
  ];
}

/** A rule over a boolean claim. */
export function whenTrue(head: RuleHead, response: PresetResponse): PresetRule {
  return { ...head, test: { kind: 'true' }, response };
}

/** A rule over a boolean claim that should be true. */
export function whenFalse(head: RuleHead, response: PresetResponse): PresetRule {
  return { ...head, test: { kind: 'false' }, response };
}

/** A rule over a list that holds one of some values. */
export function whenAnyOf(head: RuleHead, values: readonly string[], response: PresetResponse): PresetRule {
  return { ...head, test: { kind: 'any_of', values }, response };
}
