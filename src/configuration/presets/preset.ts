/** What a preset is: for one auditor and one tier, values of settings and rules over its claims (platform model 14). */
import type { Phase } from '@assay/sdk/contract';
import type { SettingValue } from '../../contract/control/setting.ts';

/** From the mildest to the hardest. */
export const tiers = ['starter', 'balanced', 'strict'] as const;
export type Tier = (typeof tiers)[number];

/** Auditors that have presets, in the order of the built-in chain. */
export const presetAuditors = ['injection', 'pii', 'secrets', 'toxicity'] as const;
export type PresetAuditor = (typeof presetAuditors)[number];

/** What a finding leads to, strongest first: where several rules fire, the first of these wins. */
export const presetResponses = ['block', 'escalate', 'redact', 'warn'] as const;
export type PresetResponse = (typeof presetResponses)[number];

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
