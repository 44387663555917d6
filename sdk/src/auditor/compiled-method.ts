/** The parts of a method that are the same for every call, computed once. */
import { Compile } from 'typebox/schema';
import type { ClaimType } from '../contract/claim-types.ts';
import type { Phase } from '../contract/request.ts';
import type { AuditorDefinition, MethodDefinition } from './definition.ts';
import { describeValueSchema } from './describe.ts';
import { type Environment, readSettings } from './environment.ts';
import type { SettingValues } from './precedence.ts';
import { type Provenance, recordProvenance } from './provenance.ts';
import type { SettingMap } from './setting.ts';

export interface CompiledClaim {
  readonly type: ClaimType;
  /** Absent when the claim type is sufficient. */
  readonly fitsSchema?: (value: unknown) => boolean;
}

export interface CompiledMethod {
  readonly definition: MethodDefinition;
  readonly settings: SettingMap;
  readonly claimNames: readonly string[];
  readonly claims: ReadonlyMap<string, CompiledClaim>;
  readonly phases: ReadonlySet<Phase>;
  /** Environment value over default. */
  readonly base: SettingValues;
  readonly baseProvenance: Provenance;
}

/** Configuration of the auditor: its definitions and its values, environment over default. */
export interface CompiledConfig {
  readonly settings: SettingMap;
  readonly base: SettingValues;
}

/** @throws TypeError for a variable with a wrong value */
export function compileConfig(definition: AuditorDefinition, env: Environment): CompiledConfig {
  const settings = definition.config ?? {};
  return { settings, base: Object.freeze(readSettings(definition.id, settings, env)) };
}

/** @throws TypeError for a variable with a wrong value */
export function compileMethods(
  definition: AuditorDefinition,
  env: Environment,
  config: CompiledConfig,
): readonly CompiledMethod[] {
  return definition.methods.map((method) => {
    const settings = method.settings ?? {};
    const base = Object.freeze(readSettings(definition.id, settings, env));
    return {
      definition: method,
      settings,
      claimNames: Object.keys(method.produces),
      claims: compileClaims(method),
      phases: new Set(method.phases ?? definition.phases),
      base,
      baseProvenance: recordProvenance(settings, base, config.settings, config.base),
    };
  });
}

function compileClaims(method: MethodDefinition): ReadonlyMap<string, CompiledClaim> {
  const entries = Object.entries(method.produces).map(([name, claim]): [string, CompiledClaim] => {
    const { type, valueSchema } = claim;
    const isNarrower = type === 'count' || type === 'duration_ms';
    if (valueSchema === undefined && !isNarrower) return [name, { type }];
    const schema = Compile(describeValueSchema(claim));
    return [name, { type, fitsSchema: (value: unknown) => schema.Check(value) }];
  });
  return new Map(entries);
}
