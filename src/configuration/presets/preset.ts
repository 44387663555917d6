/** A preset: values of settings and rules over claims, for one auditor and one tier. */
import type { Phase } from '@assay/sdk/contract';
import type { PresetResponse, Tier } from '../../contract/api/presets/states.ts';
import type { SettingValue } from '../../contract/control/setting.ts';

/** When a rule fires. */
export type RuleTest =
  | {
      readonly kind: 'score';
      /** Fires from this value on, after rounding to four places. */
      readonly atLeast: number;
    }
  | {
      readonly kind: 'setting';
      /** Setting of the auditor that holds the bound of the score: `<claim>.<key>`. */
      readonly setting: string;
    }
  | { readonly kind: 'true' | 'false' }
  | { readonly kind: 'any_of'; readonly values: readonly string[] };

/** One response rule for a claim in a phase. */
export interface PresetRule {
  readonly phase: Phase;
  readonly claim: string;
  readonly test: RuleTest;
  readonly response: PresetResponse;
  readonly reason: string;
  /** Active only while `block_on_detection` of the auditor is true. A refusal by a score with a threshold always is. */
  readonly whileBlocking?: boolean;
  /** Active only while `block_on_detection` of the auditor is false: the note in place of a refusal. */
  readonly unlessBlocking?: boolean;
  /** Setting of the auditor whose text the client is told in place of the reason. */
  readonly reasonSetting?: string;
}

/** One auditor at one tier. */
export interface TierPreset {
  /** By setting name: `<claim>.<key>`, or `<key>` of the auditor itself. */
  readonly settings: Readonly<Record<string, SettingValue>>;
  /** In the order of their numbers. */
  readonly rules: readonly PresetRule[];
  /** Rules that only warn ignore a missing claim; all others always deny. */
  readonly warnsIgnoreMissing: boolean;
}

export type TierTable = Readonly<Record<Tier, TierPreset>>;
