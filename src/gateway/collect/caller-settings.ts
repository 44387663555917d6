/**
 * Settings that a caller of /v1/evaluate sends (contract 2.3). Each is compared with the value in use: a stricter one
 * counts for this request, and a looser one needs the operator token. INVARIANT: without it no request finds less.
 */
import { type ClaimsRequest, isStricter, type Strictness } from '@assay/sdk/contract';
import { findBuiltInAuditor } from '../../contract/control/built-in-auditors.ts';
import { AppError } from '../../platform/errors.ts';
import type { MemberPlan } from './collect.ts';

type Context = NonNullable<ClaimsRequest['vendor_context']>;

/** The caller's values that count: above those of the configuration. */
export type CallerSettings = Pick<Context, 'auditor_config' | 'detection_overrides'>;

/** One value of the caller at one auditor. */
interface Asked {
  /** As the caller named it. */
  readonly name: string;
  readonly pointer: string;
  readonly value: unknown;
  readonly present: unknown;
  readonly stricter: Strictness | undefined;
}

/**
 * Gives the caller's settings under every name of their parameters. @throws AppError `invalid_request` for a name that no
 * auditor of the chain declares, `forbidden` for a value that is not stricter than the present one.
 */
export function admitSettings(
  context: CallerSettings,
  plans: readonly MemberPlan[],
  { mayLoosen }: { readonly mayLoosen: boolean },
): CallerSettings {
  const { auditor_config: config = {}, detection_overrides: overrides = {} } = context;
  const ofConfig = Object.entries(config).flatMap(([key, value]) => askConfig(key, value, plans));
  const ofClaims = Object.entries(overrides).flatMap(([claim, values]) =>
    Object.entries(values).flatMap(([key, value]) => askClaim({ claim, key, value }, plans)),
  );
  const loosened = mayLoosen ? undefined : [...ofConfig, ...ofClaims].find(isLoosened);
  if (loosened !== undefined) throw refuseLooser(loosened);
  return {
    ...(Object.keys(config).length === 0 ? {} : { auditor_config: config }),
    ...(Object.keys(overrides).length === 0 ? {} : { detection_overrides: nameAll(overrides, plans) }),
  };
}

function askConfig(key: string, value: unknown, plans: readonly MemberPlan[]): Asked[] {
  const pointer = `/vendor_context/auditor_config/${toPointer(key)}`;
  const declaring = plans.filter(({ configKeys }) => configKeys.has(key));
  if (declaring.length === 0) throw refuseUnknownKey(key, plans);
  return declaring.map(({ settings, settingsId, member }) => {
    const definitions = findBuiltInAuditor(settingsId)?.config ?? member.config ?? [];
    const definition = definitions.find((one) => one.key === key);
    const set = valueIn(settings?.config, key) ?? valueIn(member.effectiveConfig, key);
    return { name: key, pointer, value, present: set ?? definition?.default, stricter: definition?.stricter };
  });
}

interface AskedOverride {
  readonly claim: string;
  readonly key: string;
  readonly value: unknown;
}

function askClaim({ claim, key, value }: AskedOverride, plans: readonly MemberPlan[]): Asked[] {
  const name = `${claim}.${key}`;
  const pointer = `/vendor_context/detection_overrides/${toPointer(claim)}/${toPointer(key)}`;
  const asked = plans.flatMap(({ member, settings, expected }): Asked[] => {
    // An auditor that declares no claims may make any, and use any setting for it.
    if (expected.isOpen) return [{ name, pointer, value, present: undefined, stricter: undefined }];
    const entry = member.vocabulary?.vocabulary.find((one) => one.name === claim);
    const definition = entry?.settings.find((one) => one.key === key);
    if (definition === undefined) return [];
    const set = valueIn(valueIn(settings?.overrides, claim), key);
    return [{ name, pointer, value, present: set ?? definition.default, stricter: definition.stricter }];
  });
  if (asked.length === 0) throw refuseUnknownOverride(name, pointer);
  return asked;
}

function isLoosened({ value, present, stricter }: Asked): boolean {
  return JSON.stringify(value) !== JSON.stringify(present) && !isStricter(stricter, { value, than: present });
}

/** An auditor merges the values of all claims of a method, so each of them gets the value. */
function nameAll(overrides: NonNullable<Context['detection_overrides']>, plans: readonly MemberPlan[]) {
  const named = new Map<string, Record<string, unknown>>();
  for (const [claim, values] of Object.entries(overrides)) {
    for (const mate of listMates(claim, plans)) named.set(mate, { ...named.get(mate), ...values });
  }
  // A value that the caller gave a claim by its own name wins.
  for (const [claim, values] of Object.entries(overrides)) named.set(claim, { ...named.get(claim), ...values });
  return Object.fromEntries(named);
}

function listMates(claim: string, plans: readonly MemberPlan[]): readonly string[] {
  const methods = plans.flatMap(({ settingsId }) => findBuiltInAuditor(settingsId)?.methods ?? []);
  return methods.find((claims) => claims.includes(claim)) ?? [claim];
}

function refuseLooser({ name, pointer, present, stricter }: Asked): AppError {
  const now = present === undefined ? '' : ` (now ${JSON.stringify(present).slice(0, 80).toWellFormed()})`;
  const rule =
    stricter === undefined
      ? 'only the operator token may change it, because nothing says which of its values are stricter'
      : `a caller may only make it stricter${now}; the operator token may set any value`;
  return new AppError('forbidden', 'a setting that is not stricter', {
    detail: `${name}: ${rule}.`,
    errors: [{ pointer, message: rule }],
    extensions: { reason: 'setting_not_stricter' },
  });
}

function refuseUnknownOverride(name: string, pointer: string): AppError {
  const shown = JSON.stringify(name.slice(0, 128).toWellFormed());
  return new AppError('invalid_request', 'a detection override that no auditor declares', {
    detail: `No auditor of the chain has the setting ${shown} of detection_overrides.`,
    errors: [{ pointer, message: 'no auditor of the chain has it' }],
  });
}

function refuseUnknownKey(key: string, plans: readonly MemberPlan[]): AppError {
  const known = [...new Set(plans.flatMap(({ configKeys }) => [...configKeys]))].sort().join(', ');
  const name = JSON.stringify(key.slice(0, 64).toWellFormed());
  return new AppError('invalid_request', 'a key of auditor_config that no auditor declares', {
    detail: `No auditor of the chain declares ${name} of auditor_config. ${known === '' ? 'None has settings of its own.' : `Known are: ${known}.`}`,
    errors: [{ pointer: '/vendor_context/auditor_config', message: `has the unknown key ${name}` }],
  });
}

function toPointer(name: string): string {
  return name.slice(0, 128).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1');
}

function valueIn(values: unknown, key: string): unknown {
  if (typeof values !== 'object' || values === null || !Object.hasOwn(values, key)) return undefined;
  const value: unknown = Reflect.get(values, key);
  return value;
}
