/** Plans the policy records that a preset writes in a workspace, and those that it removes. */
import type { AppliedTier } from '../../../configuration/presets/catalog.ts';
import { presetRecordId, presetRuleIds, renderPreset } from '../../../configuration/presets/render-preset.ts';
import type { Policy } from '../../../contract/api/policies/shapes.ts';
import type { PresetChange, PresetUnchanged } from '../../../contract/api/presets/shapes.ts';
import { tiers } from '../../../contract/api/presets/states.ts';
import type { DefaultPolicyParts } from '../../../policy/default-policy.ts';
import { holdsPermit } from '../../../policy/holds-permit.ts';

/** A policy record of the workspace, with the text of its newest version. */
export type PresentPolicy = Pick<Policy, 'name' | 'origin' | 'text' | 'version' | 'active_version'>;

export interface PolicyToPut {
  readonly name: string;
  readonly text: string;
  readonly description: string;
  readonly origin: 'preset' | 'default';
}

export interface PolicyPlan {
  readonly put: readonly PolicyToPut[];
  readonly remove: readonly PresentPolicy[];
  /** Ids of the preset's rules that are active afterwards. */
  readonly ruleIds: readonly string[];
  readonly unchanged: readonly PresetUnchanged[];
  readonly changed: readonly PresetChange[];
}

export interface PolicyPlanInput {
  readonly applied: readonly AppliedTier[];
  readonly present: readonly PresentPolicy[];
  /** The default policy over the chain of the workspace. */
  readonly defaults: DefaultPolicyParts;
  readonly overwrite: boolean;
}

export function planPolicies(input: PolicyPlanInput): PolicyPlan {
  const { present } = input;
  // The permits come first: the rules of the preset replace the default rules of an auditor only where permits exist.
  const first = present.some((policy) => policy.active_version !== null && holdsPermit(policy.text))
    ? listDefaults(input).filter((policy) => isOutdated(policy, present))
    : listDefaults(input);
  const plans = input.applied.map((applied) => planTier(applied, input));
  return {
    put: [...first, ...plans.flatMap(({ put }) => put)],
    remove: plans.flatMap(({ remove }) => remove),
    ruleIds: plans.flatMap(({ ruleIds }) => ruleIds),
    unchanged: plans.flatMap(({ unchanged }) => unchanged),
    changed: [...first.map((policy) => toPutChange(policy, present)), ...plans.flatMap(({ changed }) => changed)],
  };
}

/** Gives the default policy, unchanged except for the parts that the preset replaces. */
function listDefaults({ applied, defaults, present, overwrite }: PolicyPlanInput): PolicyToPut[] {
  const origin = 'default';
  const edited = overwrite ? [] : present.filter(isEdited).map(({ name }) => name);
  const rules = [...defaults.auditors].filter(
    ([auditor]) => !applied.some((one) => one.auditor === auditor) && !edited.includes(`default.${auditor}`),
  );
  return [
    { name: 'default.base', text: defaults.base, description: 'Permit of the default policy', origin },
    ...rules.map(([auditor, text]): PolicyToPut => {
      return { name: `default.${auditor}`, text, description: `Default rules of auditor ${auditor}`, origin };
    }),
  ];
}

/** True if an older release wrote it or it is for another chain, and no person edited it since. */
function isOutdated({ name, text }: PolicyToPut, present: readonly PresentPolicy[]): boolean {
  const own = present.find((policy) => policy.name === name);
  return own?.origin === 'default' && own.active_version === own.version && own.text !== text;
}

function toPutChange({ name }: PolicyToPut, present: readonly PresentPolicy[]): PresetChange {
  return { kind: 'policy', name, action: present.some((policy) => policy.name === name) ? 'updated' : 'added' };
}

function planTier(applied: AppliedTier, { present, overwrite }: PolicyPlanInput): PolicyPlan {
  const { auditor, tier } = applied;
  const name = presetRecordId(applied);
  const isKept = (policy: PresentPolicy) => !overwrite && isEdited(policy);
  const replaced = [`default.${auditor}`, ...tiers.map((other) => presetRecordId({ auditor, tier: other }))];
  const others = present.filter((policy) => policy.name !== name && replaced.includes(policy.name));
  const own = present.find((policy) => policy.name === name);
  const text = renderPreset(applied);
  const kept = [...others, ...(own === undefined ? [] : [own])].filter(isKept);
  const remove = others.filter((policy) => !isKept(policy));
  const isOwnKept = own !== undefined && isKept(own);
  const holds = own?.origin === 'preset' && own.active_version === own.version && own.text === text;
  const description = `Preset ${tier} of auditor ${auditor}`;
  const put: PolicyToPut[] = isOwnKept || holds ? [] : [{ name, text, description, origin: 'preset' }];
  return {
    put,
    remove,
    ruleIds: isOwnKept ? [] : presetRuleIds(applied),
    unchanged: kept.map((policy) => toUnchanged(auditor, policy)),
    changed: [
      ...put.map((policy) => ({ ...toPutChange(policy, present), auditor })),
      ...remove.map((policy) => ({ kind: 'policy', auditor, name: policy.name, action: 'removed' }) as const),
    ],
  };
}

function isEdited({ origin }: PresentPolicy): boolean {
  return origin === 'person' || origin === 'file';
}

function toUnchanged(auditor: AppliedTier['auditor'], { name }: PresentPolicy): PresetUnchanged {
  const message = `${name} was edited: it stays and holds beside the preset; overwrite to have it replaced`;
  return { auditor, name, reason: 'edited_by_person', message };
}
