/** Tiers of the sovereignty auditor. Its claims depend on the places that an operator configures. */
import type { PresetResponse } from '../../contract/api/presets/states.ts';
import type { TierPreset, TierTable } from './preset.ts';
import { whenFalse } from './rules.ts';

const phases = ['request', 'response'] as const;

function tier(place: PresetResponse, compliance: PresetResponse, more: Omit<TierPreset, 'rules'>): TierPreset {
  const rules = phases.flatMap((phase) => [
    whenFalse({ phase, claim: 'location_allowed', reason: 'The data are at a place where they may not be' }, place),
    whenFalse(
      { phase, claim: 'sovereignty_compliant', reason: 'A check of place, transfer or receipts did not pass' },
      compliance,
    ),
  ]);
  return { ...more, rules };
}

/** Without the country of the users a transfer is not judged; the strict tier asks for it. */
const settings = (requireUserCountry: boolean) => ({
  'sovereignty_compliant.require_user_country': requireUserCountry,
});

export const sovereigntyTiers: TierTable = {
  starter: tier('warn', 'warn', { settings: settings(false), warnsIgnoreMissing: true }),
  balanced: tier('block', 'warn', { settings: settings(false), warnsIgnoreMissing: false }),
  strict: tier('block', 'block', { settings: settings(true), warnsIgnoreMissing: false }),
};
