/**
 * Puts an auditor's settings into a claims request (contract 2.11): those of the configuration, and above them those of
 * a caller, which `caller-settings.ts` has admitted.
 */
import type { ClaimsRequest, NamedInstance } from '@assay/sdk/contract';
import type { AuditorValues } from '../../configuration/resolve-agent.ts';

type Values = Readonly<Record<string, unknown>>;
type Overrides = Readonly<Record<string, Values>>;

/** The settings that one member of a chain is always sent. */
export interface MemberSettings {
  readonly config: Values;
  readonly overrides: Overrides;
  /** The request's settings where a caller adds nothing. */
  readonly always: Pick<ContextSettings, 'auditor_config' | 'detection_overrides'>;
}

type ContextSettings = NonNullable<ClaimsRequest['vendor_context']>;

/** The settings of a member; `undefined` when none are set. */
export function toMemberSettings(values: AuditorValues | undefined): MemberSettings | undefined {
  if (values === undefined) return undefined;
  const { auditor_config: config, detection_overrides: overrides } = values;
  if (Object.keys(config).length === 0 && Object.keys(overrides).length === 0) return undefined;
  return { config, overrides, always: toContextSettings({ config, overrides }, [], undefined, new Set()) };
}

/** Puts the overrides of claims below the instances' own settings, because overrides do not apply to instances. */
export function settleInstances(
  instances: readonly NamedInstance[],
  overrides: Overrides | undefined,
): readonly NamedInstance[] {
  if (overrides === undefined) return instances;
  return instances.map((instance) => {
    const below = instance.produces.map((claim) => valuesOf(overrides, claim));
    const settings: Values = Object.assign({}, ...below, instance.settings);
    return { ...instance, settings: { ...settings } };
  });
}

/**
 * `auditor_config`, `detection_overrides` and `claim_instances` of a request; empty members are left out.
 *
 * @param declared keys of `auditor_config` that the auditor has; a caller's value for another auditor is left out
 */
export function toContextSettings(
  settings: Omit<MemberSettings, 'always'> | undefined,
  instances: readonly NamedInstance[],
  caller: ClaimsRequest['vendor_context'],
  declared: ReadonlySet<string>,
): ContextSettings {
  const config = layOver(settings?.config, pickDeclared(caller?.auditor_config, declared));
  const overrides = layOverrides(settings?.overrides, caller?.detection_overrides);
  const settled = settleInstances(instances, caller?.detection_overrides);
  return {
    ...(config === undefined ? {} : { auditor_config: config }),
    ...(overrides === undefined ? {} : { detection_overrides: overrides }),
    ...(settled.length === 0 ? {} : { claim_instances: [...settled] }),
  };
}

/** Lays the overrides of one level over those of another, claim by claim. */
export function layOverrides(
  below: Overrides | undefined,
  above: Overrides | undefined,
): Record<string, Record<string, unknown>> | undefined {
  const claims = new Set([...Object.keys(below ?? {}), ...Object.keys(above ?? {})]);
  const laid = [...claims].map((claim): [string, Record<string, unknown>] => [
    claim,
    { ...valuesOf(below ?? {}, claim), ...valuesOf(above ?? {}, claim) },
  ]);
  return laid.length === 0 ? undefined : Object.fromEntries(laid);
}

function layOver(below: Values | undefined, above: Values | undefined): Record<string, unknown> | undefined {
  const laid = { ...below, ...above };
  return Object.keys(laid).length === 0 ? undefined : laid;
}

function pickDeclared(config: Values | undefined, declared: ReadonlySet<string>): Values | undefined {
  return config && Object.fromEntries(Object.entries(config).filter(([key]) => declared.has(key)));
}

function valuesOf(overrides: Overrides, claim: string): Values {
  return Object.hasOwn(overrides, claim) ? (overrides[claim] ?? {}) : {};
}
