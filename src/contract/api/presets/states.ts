/** Names of presets and bundles. */

/** From the mildest to the strictest. */
export const tiers = ['starter', 'balanced', 'strict'] as const;
export type Tier = (typeof tiers)[number];

/** Auditors that have presets: those whose default policy refuses or replaces something, in the order of their ports. */
export const presetAuditors = ['injection', 'pii', 'secrets', 'toxicity', 'model-security', 'sovereignty'] as const;
export type PresetAuditor = (typeof presetAuditors)[number];

/** Responses to a finding, strongest first. If several rules fire, the first of these wins. */
export const presetResponses = ['block', 'escalate', 'redact', 'warn'] as const;
export type PresetResponse = (typeof presetResponses)[number];

export const bundleNames = ['solo_builder', 'production_team', 'regulated_enterprise'] as const;
export type BundleName = (typeof bundleNames)[number];
