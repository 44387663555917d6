/** A preset or bundle as the address names it: `injection.strict`, or `bundle.solo_builder`. */
import type { PresetList, PresetsApplyCall } from '@assay/client';
import { labelOf } from '../../parts/labels.ts';
import { auditorsTexts } from '../../texts/auditors.ts';

const texts = auditorsTexts.presets;
const bundlePrefix = 'bundle.';

type Body = PresetsApplyCall['body'];

export function presetName(auditor: string, tier: string): string {
  return `${auditor}.${tier}`;
}

export function bundleName(bundle: string): string {
  return `${bundlePrefix}${bundle}`;
}

/** Undefined for a name that the list does not have. */
export function bodyOf(name: string, { items, bundles }: Pick<PresetList, 'items' | 'bundles'>): Body | undefined {
  const bundle = bundles.find((each) => bundleName(each.bundle) === name);
  if (bundle !== undefined) return { bundle: bundle.bundle as Extract<Body, { bundle: unknown }>['bundle'] };
  const preset = items.find(({ auditor, tier }) => presetName(auditor, tier) === name);
  if (preset === undefined) return undefined;
  const { auditor, tier } = preset as Extract<Body, { auditor: unknown }>;
  return { auditor, tier };
}

/** Such as "injection, strict". */
export function presetTitle(name: string): string {
  if (name.startsWith(bundlePrefix)) return labelOf(texts.bundleNames, name.slice(bundlePrefix.length));
  const end = name.lastIndexOf('.');
  return `${name.slice(0, end)}, ${labelOf(texts.tiers, name.slice(end + 1)).toLowerCase()}`;
}

/** The rules of the preset, or of all presets of the bundle. */
export function rulesOf(body: Body, { items, bundles }: Pick<PresetList, 'items' | 'bundles'>) {
  const chosen = 'bundle' in body ? (bundles.find(({ bundle }) => bundle === body.bundle)?.applies ?? []) : [body];
  return chosen.flatMap(
    ({ auditor, tier }) => items.find((item) => item.auditor === auditor && item.tier === tier)?.rules ?? [],
  );
}
