/** Decides which methods run for a request, with which settings and under which claim names (contract 2.11). */
import { isClaimOrInstanceName } from '../contract/claim.ts';
import type { ClaimInstance, NamedInstance, Phase, VendorContext } from '../contract/request.ts';
import type { CompiledConfig, CompiledMethod } from './compiled-method.ts';
import { AuditorFailure, quoteKey } from './failure.ts';
import { layOver, type SettingValues } from './precedence.ts';
import { type Provenance, recordProvenance } from './provenance.ts';

export interface PlannedRun {
  readonly method: CompiledMethod;
  readonly settings: SettingValues;
  readonly config: SettingValues;
  readonly provenance: Provenance;
  /** New name of each claim when an instance requested the run. */
  readonly rename?: (claim: string) => string;
}

/** Plans a request without vendor context: all methods of the phase on their base settings. */
export function planBase(
  methods: readonly CompiledMethod[],
  config: CompiledConfig,
  phase: Phase,
): readonly PlannedRun[] {
  return methods
    .filter((method) => method.phases.has(phase))
    .map((method) => ({ method, settings: method.base, config: config.base, provenance: method.baseProvenance }));
}

const maxInstances = 256;

/** @throws AuditorFailure INVALID_SETTING or INVALID_REQUEST */
export function planRuns(
  base: readonly PlannedRun[],
  methods: readonly CompiledMethod[],
  config: CompiledConfig,
  context: VendorContext,
): readonly PlannedRun[] {
  const configValues = resolveConfig(config, context);
  const { detection_overrides: overrides = {}, needed_claims: needed } = context;
  const instances = nameInstances(context.claim_instances ?? [], methods);
  const runs: PlannedRun[] = [];
  for (const run of base) {
    const { method } = run;
    const matching = instances.filter((instance) => matches(method, instance));
    if (matching.length > 0) {
      const wanted = matching.filter((instance) => isInstanceNeeded(method, instance, needed));
      runs.push(...wanted.map((instance) => planInstance(method, instance, methods, config, configValues)));
    } else if (isNeeded(method, needed)) {
      runs.push(planOverridden(run, config, configValues, overrides));
    }
  }
  return runs;
}

/** Refuses doubled ids; an instance without `produces` gets the one claim that is meant. */
function nameInstances(instances: readonly ClaimInstance[], methods: readonly CompiledMethod[]): NamedInstance[] {
  if (instances.length > maxInstances) {
    throw new AuditorFailure(
      'INVALID_REQUEST',
      `vendor_context.claim_instances holds more than ${maxInstances} entries`,
    );
  }
  const ids = new Set<string>();
  return instances.map((instance) => {
    const { instance_id: id, produces } = instance;
    if (ids.has(id)) {
      throw new AuditorFailure('INVALID_REQUEST', `two entries of claim_instances have the id ${quoteKey(id)}`);
    }
    ids.add(id);
    return { ...instance, produces: produces ?? [findMeantClaim(instance, methods)] };
  });
}

/** The only claim whose method has every setting of the instance. */
function findMeantClaim({ instance_id: id, settings = {} }: ClaimInstance, methods: readonly CompiledMethod[]): string {
  const keys = Object.keys(settings);
  const [only, ...more] = methods
    .filter((method) => keys.every((key) => Object.hasOwn(method.settings, key)))
    .flatMap((method) => method.claimNames);
  if (only !== undefined && more.length === 0) return only;
  const known = methods
    .flatMap((method) => method.claimNames)
    .slice(0, 32)
    .join(', ');
  throw new AuditorFailure(
    'INVALID_REQUEST',
    `claim instance ${quoteKey(id)} must name its claims in produces, because its settings fit no single claim; known are ${known}`,
  );
}

function resolveConfig(config: CompiledConfig, { auditor_config: values }: VendorContext): SettingValues {
  if (values === undefined) return config.base;
  return layOver(config.base, config.settings, { origin: 'vendor_context.auditor_config', values });
}

function planOverridden(
  run: PlannedRun,
  config: CompiledConfig,
  configValues: SettingValues,
  overrides: NonNullable<VendorContext['detection_overrides']>,
): PlannedRun {
  const { method } = run;
  let settings = method.base;
  for (const claim of method.claimNames) {
    if (!Object.hasOwn(overrides, claim)) continue;
    settings = layOver(settings, method.settings, {
      origin: `detection_overrides of claim ${claim}`,
      values: overrides[claim],
    });
  }
  if (settings === method.base && configValues === config.base) return run;
  const provenance = recordProvenance(method.settings, settings, config.settings, configValues);
  return { method, settings, config: configValues, provenance };
}

function planInstance(
  method: CompiledMethod,
  instance: NamedInstance,
  methods: readonly CompiledMethod[],
  config: CompiledConfig,
  configValues: SettingValues,
): PlannedRun {
  const id = instance.instance_id;
  const settings = layOver(method.base, method.settings, {
    origin: `claim instance ${quoteKey(id)}`,
    values: instance.settings ?? {},
    isForeign: (key) => belongsElsewhere(key, instance, methods),
  });
  const provenance = recordProvenance(method.settings, settings, config.settings, configValues);
  return { method, settings, config: configValues, provenance, rename: instanceNames(instance, methods) };
}

/** An instance over claims of several methods, or of several auditors, carries the settings of all of them. */
function belongsElsewhere(key: string, instance: NamedInstance, methods: readonly CompiledMethod[]): boolean {
  if (instance.produces.some((name) => !methods.some((method) => method.claims.has(name)))) return true;
  return methods.some((method) => matches(method, instance) && Object.hasOwn(method.settings, key));
}

/**
 * Names the claims of an instance. The first of its `produces` that this auditor declares gets the bare id, every
 * other claim `<id>.<claim>`. The name depends on the declaration and not on the result of a run: a missing claim
 * must not pass its name, and so its meaning for a policy, to another one.
 */
function instanceNames(instance: NamedInstance, methods: readonly CompiledMethod[]): (claim: string) => string {
  const { instance_id: id, produces } = instance;
  const first = produces.find((name) => methods.some((method) => method.claims.has(name)));
  const rename = (claim: string) => (claim === first ? id : `${id}.${claim}`);
  const names = methods
    .filter((method) => matches(method, instance))
    .flatMap((method) => method.claimNames.map(rename));
  if (!names.every(isClaimOrInstanceName)) {
    throw new AuditorFailure(
      'INVALID_REQUEST',
      `the instance_id ${quoteKey(id)} is too long or holds characters that no claim name may`,
    );
  }
  return rename;
}

function matches(method: CompiledMethod, instance: NamedInstance): boolean {
  return instance.produces.some((name) => method.claims.has(name));
}

function isNeeded(method: CompiledMethod, needed: readonly string[] | undefined): boolean {
  return needed === undefined || method.claimNames.some((name) => needed.includes(name));
}

function isInstanceNeeded(
  method: CompiledMethod,
  instance: NamedInstance,
  needed: readonly string[] | undefined,
): boolean {
  if (needed === undefined) return true;
  const id = instance.instance_id;
  return (
    needed.includes(id) || method.claimNames.some((name) => needed.includes(name) || needed.includes(`${id}.${name}`))
  );
}
