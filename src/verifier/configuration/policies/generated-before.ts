/**
 * Finds policies that a preset of an older release wrote and nobody edited. They stay until the preset is applied again, so
 * that no upgrade changes decisions; the view of the policy says so.
 */
import { findPreset } from '../../../configuration/presets/catalog.ts';
import { presetRecordId, renderPreset } from '../../../configuration/presets/render-preset.ts';
import type { Policy, PolicyProblem } from '../../../contract/api/policies/shapes.ts';
import { presetAuditors, tiers } from '../../../contract/api/presets/states.ts';
import { defaultPolicySettings, renderDefaultParts } from '../../../policy/default-policy.ts';

const applied = presetAuditors.flatMap((auditor) => tiers.map((tier) => ({ auditor, tier })));
/** Present texts, by record name, of records whose text does not depend on the chain. */
const presentTexts = new Map([
  ['default.base', renderDefaultParts(defaultPolicySettings, []).base],
  ...applied.map((one) => [presetRecordId(one), renderPreset(one)] as const),
]);
/** Auditors whose thresholds are settings; the text of their default rules depends on the chain. */
const withThresholds = new Set(
  applied
    .filter((one) => findPreset(one).rules.some(({ test }) => test.kind === 'score'))
    .map(({ auditor }) => `default.${auditor}`),
);

/** Gives the warning for a generated policy of an older release; undefined for every other one. */
export function findGeneratedBefore(of: Pick<Policy, 'name' | 'origin' | 'scope' | 'text'>): PolicyProblem | undefined {
  const { name, origin, scope, text } = of;
  if (origin !== 'preset' && origin !== 'default') return undefined;
  const isBefore = withThresholds.has(name)
    ? !text.includes('context.settings.')
    : isOther(presentTexts.get(name), text);
  if (!isBefore) return undefined;
  const message =
    'an older release wrote this policy: settings may change nothing here, and rules of this release are missing. ' +
    `Apply the preset of the workspace again: assay preset apply ${scope.id}; --preview shows what changes`;
  return { severity: 'warning', code: 'generated_before', message };
}

function isOther(present: string | undefined, text: string): boolean {
  return present !== undefined && present !== text;
}
