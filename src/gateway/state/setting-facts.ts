/**
 * The effective settings of one judged phase for comparison in policies (contract 2.11): the value of the configuration
 * or the gateway's variables, else the one in the provenance of the auditor's claims, else the auditor's default.
 *
 * INVARIANT: a value that was sent and that the auditor did not work with is a conflict, and a conflict denies. The
 * admitted settings of a caller of /v1/evaluate are sent too, and policies compare with them.
 */
import { variableName } from '@assay/sdk';
import { type Claim, type ClaimsRequest, parseBooleanText } from '@assay/sdk/contract';
import type { AuditorValues } from '../../configuration/resolve-agent.ts';
import type { DeclaredSetting } from '../../policy/chain-settings.ts';
import type { SettingFacts } from '../../policy/decision.ts';
import type { PolicySet } from '../../policy/policy-set.ts';
import type { MemberPlan, MemberResult } from '../collect/collect.ts';
import type { OwnSettings } from './own-settings.ts';

type CallerContext = ClaimsRequest['vendor_context'];

/** Gives the facts of a phase from its auditors' answers; `undefined` where no policy reads a setting. */
export type SettingFactsOf = (results: readonly MemberResult[], caller?: CallerContext) => SettingFacts | undefined;

interface Place {
  readonly setting: DeclaredSetting;
  readonly planned: unknown;
  /** In the form that the provenance of a claim has. */
  readonly plannedText: unknown;
  /** True where the auditor was sent this value. */
  readonly isSent: boolean;
}

/** Makes the facts for everything that these sets read. */
export function createSettingFacts(input: {
  readonly sets: readonly PolicySet[];
  readonly plans: readonly MemberPlan[];
  readonly own: OwnSettings;
  /** Settings of the configuration, by auditor id. */
  readonly settings: ReadonlyMap<string, AuditorValues>;
}): SettingFactsOf {
  const settings = new Map(input.sets.flatMap((set) => set.settings.map((one) => [one.id, one] as const)));
  if (settings.size === 0) return () => undefined;
  const plans = new Map(input.plans.map((plan) => [plan.member.item.name, plan]));
  const places = [...settings.values()].map((setting) => planSetting(setting, plans.get(setting.item), input));
  const values = new Map(places.map(({ setting, planned }) => [setting.id, planned]));
  // One object for every phase without differences, so that it is converted once.
  const planned: SettingFacts = { values };
  let last: { readonly key: string; readonly facts: SettingFacts } | undefined;

  const placesOf = groupByItem(places);

  return (results, caller) => {
    const asked = caller === undefined ? [] : places.flatMap((place) => askedBy(place, caller, plans));
    const found: ReportedValue[] = [];
    for (const { plan, claims } of results) {
      for (const planned of placesOf.get(plan.member.item.name) ?? []) {
        const place = asked.find(({ setting }) => setting === planned.setting) ?? planned;
        const reported = reportedValueOf(place.setting, claims);
        if (reported !== undefined && reported !== place.plannedText) found.push({ place, reported });
      }
    }
    if (found.length === 0 && asked.length === 0) return planned;
    const changed = asked.map(({ setting, planned: value }) => [setting.id, value] as const);
    const key = JSON.stringify([changed, found.map(({ place, reported }) => [place.setting.id, reported])]);
    if (last?.key !== key) last = { key, facts: differingFacts(new Map([...values, ...changed]), found) };
    return last.facts;
  };
}

/** The place of a setting that the caller's value takes; none where the caller says nothing about it. */
function askedBy(
  place: Place,
  caller: NonNullable<CallerContext>,
  plans: ReadonlyMap<string, MemberPlan>,
): readonly Place[] {
  const { claim, producedName, key, item } = place.setting;
  if (claim === undefined && plans.get(item)?.configKeys.has(key) !== true) return [];
  // A detection instance of a policy keeps the values that the policy gives it.
  if (claim !== producedName && place.isSent) return [];
  const value =
    claim === undefined
      ? memberOf(caller.auditor_config, key)
      : memberOf(memberOf(caller.detection_overrides, claim), key);
  return value === undefined ? [] : [{ ...place, planned: value, plannedText: toProvenance(value), isSent: true }];
}

/** The value of a setting in a claim. */
interface ReportedValue {
  readonly place: Place;
  readonly reported: unknown;
}

/** Leaves out settings without an auditor, because no claim reports them. */
function groupByItem(places: readonly Place[]): Map<string, Place[]> {
  const groups = new Map<string, Place[]>();
  for (const place of places) {
    const { item } = place.setting;
    const group = groups.get(item);
    if (group !== undefined) group.push(place);
    else if (item !== '') groups.set(item, [place]);
  }
  return groups;
}

function differingFacts(planned: ReadonlyMap<string, unknown>, found: readonly ReportedValue[]): SettingFacts {
  const values = new Map(planned);
  const conflicts = new Map<string, string>();
  for (const { place, reported } of found) {
    const { id, auditor, name } = place.setting;
    if (place.isSent) {
      const message = `auditor ${auditor} used ${shorten(reported)} as ${name} but was given ${shorten(place.plannedText)}`;
      conflicts.set(id, message);
    } else {
      values.set(id, fromProvenance(place.setting, reported));
    }
  }
  return { values, conflicts };
}

interface Sources {
  readonly own: OwnSettings;
  readonly settings: ReadonlyMap<string, AuditorValues>;
}

function planSetting(setting: DeclaredSetting, plan: MemberPlan | undefined, { own, settings }: Sources): Place {
  if (setting.item === '') return planOwnSetting(setting, { own, settings });
  const sent = plan === undefined ? undefined : sentValue(setting, plan);
  const planned = sent ?? (plan === undefined ? undefined : ownValue(setting, plan, own)) ?? setting.default;
  return { setting, planned, plannedText: toProvenance(planned), isSent: sent !== undefined };
}

/** A setting without an auditor: it is neither sent nor reported. */
function planOwnSetting(setting: DeclaredSetting, { own, settings }: Sources): Place {
  const { auditor, key } = setting;
  const configured = memberOf(settings.get(auditor)?.auditor_config, key);
  const planned = configured ?? memberOf(own.get(auditor)?.ofAuditor, key) ?? setting.default;
  return { setting, planned, plannedText: toProvenance(planned), isSent: false };
}

/** The value that the auditor gets in every request. */
function sentValue({ claim, producedName, key }: DeclaredSetting, plan: MemberPlan): unknown {
  const { settings, instances } = plan;
  if (claim === undefined) return memberOf(settings?.config, key);
  const instance = instances.find(({ instance_id: id }) => id === producedName);
  if (instance !== undefined) return memberOf(instance.settings, key);
  return memberOf(memberOf(settings?.overrides, claim), key);
}

/** The value of the environment, as far as it is known here. */
function ownValue(
  { claim, key, shape }: DeclaredSetting,
  { member, settingsId }: MemberPlan,
  own: OwnSettings,
): unknown {
  const values = own.get(settingsId);
  const variable = claim === undefined ? memberOf(values?.ofAuditor, key) : memberOf(values?.ofClaims, key);
  if (variable !== undefined) return variable;
  if (claim === undefined && member.effectiveConfig !== undefined) return memberOf(member.effectiveConfig, key);
  const text = member.item.env?.[variableName(settingsId, key)];
  return text === undefined ? undefined : parseVariable(shape.kind, text);
}

/**
 * `undefined` for a value of another type: the auditor does not start with it, or reports in its claims which value it
 * used.
 */
function parseVariable(kind: DeclaredSetting['shape']['kind'], text: string): unknown {
  switch (kind) {
    case 'bool':
      return parseBooleanText(text);
    case 'string':
      return text;
    case 'fraction':
    case 'long':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
    default:
      return undefined;
  }
}

/** The value that the auditor's claims report for a setting. */
function reportedValueOf({ claim, producedName, key }: DeclaredSetting, claims: readonly Claim[]): unknown {
  const member = claim === undefined ? `config.${key}` : key;
  for (const { name, provenance } of claims) {
    if (claim !== undefined && name === producedName) return memberOf(provenance, member);
    if (claim === undefined && provenance !== undefined && Object.hasOwn(provenance, member)) return provenance[member];
  }
  return undefined;
}

/** Provenance holds lists as JSON text. */
function toProvenance(value: unknown): unknown {
  return Array.isArray(value) ? JSON.stringify(value) : value;
}

function fromProvenance({ shape }: DeclaredSetting, reported: unknown): unknown {
  if (shape.kind !== 'set' || typeof reported !== 'string') return reported;
  try {
    return JSON.parse(reported);
  } catch (cause) {
    if (cause instanceof SyntaxError) return reported;
    throw cause;
  }
}

function memberOf(values: unknown, key: string): unknown {
  if (typeof values !== 'object' || values === null || !Object.hasOwn(values, key)) return undefined;
  const value: unknown = Reflect.get(values, key);
  return value;
}

function shorten(value: unknown): string {
  return JSON.stringify(value).slice(0, 80).toWellFormed();
}
