/**
 * Puts an auditor's settings from the configuration into a claims request (contract 2.11). A caller may add settings
 * that the configuration leaves open, and cannot change the others.
 */
import type { ClaimsRequest, NamedInstance, Vocabulary } from '@assay/sdk/contract';
import type { AuditorValues } from '../../configuration/resolve-agent.ts';

type Values = Readonly<Record<string, unknown>>;
type Overrides = Readonly<Record<string, Values>>;

/** The settings that one member of a chain is always sent. */
export interface MemberSettings {
  readonly config: Values;
  readonly overrides: Overrides;
  /** Keys that a caller may not set for a claim, besides those that are set: they could be the same parameter. */
  readonly closed: ReadonlyMap<string, ReadonlySet<string>>;
  /** The request's settings where a caller adds nothing. */
  readonly always: Pick<ContextSettings, 'auditor_config' | 'detection_overrides'>;
}

type ContextSettings = NonNullable<ClaimsRequest['vendor_context']>;

/** The settings of a member; `undefined` when none are set. */
export function toMemberSettings(
  values: AuditorValues | undefined,
  vocabulary: Pick<Vocabulary, 'vocabulary'>,
): MemberSettings | undefined {
  if (values === undefined) return undefined;
  const { auditor_config: config, detection_overrides: overrides, methods } = values;
  if (Object.keys(config).length === 0 && Object.keys(overrides).length === 0) return undefined;
  // Where the methods are known, the overrides already set every name of a parameter, so nothing else is closed.
  const closed = methods === undefined ? closeMates(overrides, vocabulary) : new Map<string, Set<string>>();
  return {
    config,
    overrides,
    closed,
    always: toContextSettings({ config, overrides, closed }, [], undefined, new Set()),
  };
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
  const config = layOver(pickDeclared(caller?.auditor_config, declared), settings?.config);
  const open = openOverrides(settings, caller?.detection_overrides);
  const overrides = layOverrides(open, settings?.overrides);
  const settled = settleInstances(instances, open);
  return {
    ...(config === undefined ? {} : { auditor_config: config }),
    ...(overrides === undefined ? {} : { detection_overrides: overrides }),
    ...(settled.length === 0 ? {} : { claim_instances: [...settled] }),
  };
}

/** The caller's overrides without those that are closed. */
function openOverrides(
  settings: Omit<MemberSettings, 'always'> | undefined,
  asked: Overrides | undefined,
): Overrides | undefined {
  if (asked === undefined || settings === undefined) return asked;
  const open = Object.entries(asked).map(([claim, values]): [string, Values] => {
    const set = valuesOf(settings.overrides, claim);
    const isOpen = (key: string) => !Object.hasOwn(set, key) && settings.closed.get(claim)?.has(key) !== true;
    return [claim, Object.fromEntries(Object.entries(values).filter(([key]) => isOpen(key)))];
  });
  return Object.fromEntries(open);
}

function layOverrides(
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

/**
 * A vocabulary does not say which claims one method makes (contract 2.6), and an auditor merges the values of all of
 * them. Claims with the same settings may share a method, so a key that is set for one is closed for all.
 */
function closeMates(
  overrides: Overrides,
  { vocabulary }: Pick<Vocabulary, 'vocabulary'>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const formOf = new Map(vocabulary.map(({ name, settings }) => [name, JSON.stringify(settings)]));
  const closed = new Map<string, Set<string>>();
  for (const [claim, values] of Object.entries(overrides)) {
    const form = formOf.get(claim);
    if (form === undefined) continue;
    for (const [mate, other] of formOf) {
      if (other === form) closed.set(mate, new Set([...(closed.get(mate) ?? []), ...Object.keys(values)]));
    }
  }
  return closed;
}

function pickDeclared(config: Values | undefined, declared: ReadonlySet<string>): Values | undefined {
  return config && Object.fromEntries(Object.entries(config).filter(([key]) => declared.has(key)));
}

function valuesOf(overrides: Overrides, claim: string): Values {
  return Object.hasOwn(overrides, claim) ? (overrides[claim] ?? {}) : {};
}
