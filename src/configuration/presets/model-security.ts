/** Tiers of the model-security auditor. A model file with code is refused at every tier. */
import type { PresetResponse } from '../../contract/api/presets/states.ts';
import type { TierPreset, TierTable } from './preset.ts';
import { whenFalse } from './rules.ts';

function tier(unchecked: PresetResponse, malformed: PresetResponse, warnsIgnoreMissing = false): TierPreset {
  const phase = 'artifact' as const;
  const unsafe = {
    phase,
    claim: 'model_malware_free',
    reason: 'The model file holds code that runs when it is loaded',
  };
  const partly = { phase, claim: 'model_check_complete', reason: 'Parts of the model file could not be checked' };
  const signed = {
    phase,
    claim: 'model_provenance_verified',
    reason: 'The signature does not cover the model as it is',
  };
  const format = { phase, claim: 'model_format_valid', reason: 'A file of the model does not have its format' };
  const rules = [
    whenFalse(unsafe, 'block'),
    whenFalse(partly, unchecked),
    whenFalse(signed, unchecked),
    whenFalse(format, malformed),
  ];
  return { settings: {}, rules, warnsIgnoreMissing };
}

export const modelSecurityTiers: TierTable = {
  starter: tier('warn', 'warn', true),
  balanced: tier('block', 'warn'),
  strict: tier('block', 'block'),
};
