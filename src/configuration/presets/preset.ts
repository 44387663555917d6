/** What a preset is: for one auditor and one tier, values of settings and rules over its claims. */
import type { Phase } from '@assay/sdk/contract';
import type { PresetResponse, Tier } from '../../contract/api/presets/states.ts';
import type { SettingValue } from '../../contract/control/setting.ts';

/** When a rule fires. */
export type RuleTest =
  | {
      readonly kind: 'score';
      /** Fires from here on, after rounding to four places. */
      readonly atLeast: number;
    }
  | { readonly kind: 'true' }
  | { readonly kind: 'any_of'; readonly values: readonly string[] };

/** One response rule: in a phase, over a claim. */
export interface PresetRule {
  readonly phase: Phase;
  readonly claim: string;
  readonly test: RuleTest;
  readonly response: PresetResponse;
  readonly reason: string;
  /** Holds only where `block_on_detection` of the auditor is false: the note that is left of a refusal. */
  readonly unlessBlocking?: boolean;
}

/** One auditor at one tier. */
export interface TierPreset {
  /** By setting name: `<claim>.<key>`, or `<key>` of the auditor itself. */
  readonly settings: Readonly<Record<string, SettingValue>>;
  /** In the order of their numbers. */
  readonly rules: readonly PresetRule[];
  /** Rules that only warn go on without a claim that is missing; all others deny then, always. */
  readonly warnsIgnoreMissing: boolean;
}

export type TierTable = Readonly<Record<Tier, TierPreset>>;
