/** All presets and bundles by name. */
import type { BundleName, PresetAuditor, Tier } from '../../contract/api/presets/states.ts';
import { injectionTiers } from './injection.ts';
import { modelSecurityTiers } from './model-security.ts';
import { piiTiers } from './pii.ts';
import type { TierPreset, TierTable } from './preset.ts';
import { secretsTiers } from './secrets.ts';
import { sovereigntyTiers } from './sovereignty.ts';
import { toxicityTiers } from './toxicity.ts';

const tables: Readonly<Record<PresetAuditor, TierTable>> = {
  injection: injectionTiers,
  pii: piiTiers,
  secrets: secretsTiers,
  toxicity: toxicityTiers,
  'model-security': modelSecurityTiers,
  sovereignty: sovereigntyTiers,
};

/** One auditor at one tier, by name. */
export interface AppliedTier {
  readonly auditor: PresetAuditor;
  readonly tier: Tier;
}

export interface Bundle {
  readonly tier: Tier;
  readonly auditors: readonly PresetAuditor[];
  readonly description: string;
}

export const bundles: Readonly<Record<BundleName, Bundle>> = {
  solo_builder: {
    tier: 'starter',
    auditors: ['injection', 'secrets'],
    description: 'The two accidents of one person with an agent: hostile text and leaked keys',
  },
  production_team: {
    tier: 'balanced',
    auditors: ['injection', 'toxicity'],
    description: 'Hostile input and harmful output',
  },
  regulated_enterprise: {
    tier: 'strict',
    auditors: ['injection', 'pii'],
    description: 'Hostile input and personal data',
  },
};

/** Descriptions of the tiers. */
export const tierDescriptions: Readonly<Record<Tier, string>> = {
  starter: 'Warns mostly and blocks only the plain cases',
  balanced: 'Keeps the defaults of the contract; for production',
  strict: 'Blocks early, asks people, fails closed on everything',
};

export function findPreset({ auditor, tier }: AppliedTier): TierPreset {
  return tables[auditor][tier];
}

/** Gives the tiers of a bundle. */
export function tiersOf(bundle: BundleName): AppliedTier[] {
  const { tier, auditors } = bundles[bundle];
  return auditors.map((auditor) => ({ auditor, tier }));
}
