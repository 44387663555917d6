/** Tiers of the secrets auditor. */
import type { PresetResponse } from '../../contract/api/presets/states.ts';
import type { PresetRule, TierTable } from './preset.ts';
import { whenTrue } from './rules.ts';

const claim = 'secret_leaked';

function settings(minEntropy: number, verifiedFormatsOnly: boolean) {
  return { 'secret_leaked.min_entropy': minEntropy, 'secret_leaked.verified_formats_only': verifiedFormatsOnly };
}

function rules(inRequest: PresetResponse, leaving: PresetResponse): PresetRule[] {
  return [
    whenTrue({ phase: 'request', claim, reason: 'A secret in the request' }, inRequest),
    whenTrue({ phase: 'response', claim, reason: 'A secret in the answer' }, leaving),
    whenTrue({ phase: 'execution', claim, reason: 'A secret in a tool call' }, leaving),
  ];
}

export const secretsTiers: TierTable = {
  starter: { settings: settings(4, true), rules: rules('warn', 'redact'), warnsIgnoreMissing: true },
  balanced: { settings: settings(3.5, false), rules: rules('redact', 'block'), warnsIgnoreMissing: false },
  strict: { settings: settings(3, false), rules: rules('block', 'block'), warnsIgnoreMissing: false },
};
