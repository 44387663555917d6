/** Refuses a wrong auditor definition at creation, not at the first request. */
import { Compile } from 'typebox/schema';
import { bounds, findBoundViolation } from '../contract/bounds.ts';
import { catalogCategories, catalogPhases } from '../contract/catalog.ts';
import { isClaimName } from '../contract/claim.ts';
import { claimTypes } from '../contract/claim-types.ts';
import { type Phase, phases } from '../contract/request.ts';
import { settingTypes } from '../contract/settings.ts';
import type { AuditorDefinition, MethodDefinition } from './definition.ts';
import { variableName } from './environment.ts';
import type { Setting, SettingMap } from './setting.ts';
import { findSettingProblem } from './setting-value.ts';

const auditorId = /^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*$/;
const settingKey = /^[a-z][a-z0-9_]{0,63}$/;
const environmentName = /^[A-Z][A-Z0-9_]*$/;
const maxSettings = 256;

/** Checks every rule of a definition. @throws TypeError naming the member that breaks one */
export function assertDefinition(definition: AuditorDefinition): void {
  if (typeof definition.id !== 'string' || !auditorId.test(definition.id) || definition.id.length > 64) {
    throw new TypeError(
      'an auditor must have an id of lower-case letters, digits and single hyphens, at most 64 characters',
    );
  }
  const where = `auditor ${definition.id}`;
  assertFace(where, definition);
  assertPhases(where, definition.phases);
  const config = definition.config ?? {};
  assertSettings(`${where}: config`, config);
  if (!Array.isArray(definition.methods) || definition.methods.length === 0) {
    throw new TypeError(`${where}: methods must hold at least one method`);
  }
  const seen = { methods: new Set<string>(), claims: new Set<string>(), settings: new Map(Object.entries(config)) };
  const configKeys = new Set(Object.keys(config));
  for (const method of definition.methods) {
    assertMethod(where, method, definition.phases);
    assertNew(seen.methods, method.name, `${where}: two methods are named ${method.name}`);
    for (const claim of Object.keys(method.produces)) {
      assertNew(seen.claims, claim, `${where}: claim ${claim} is produced by two methods`);
    }
    assertSharedSettings(`${where}: method ${method.name}`, method.settings ?? {}, seen.settings, configKeys);
  }
  if (seen.claims.size > bounds.claimsPerResponse) {
    throw new TypeError(`${where}: more than ${bounds.claimsPerResponse} claims are declared`);
  }
  assertExtraVariables(where, definition, seen.settings);
}

function assertFace(where: string, definition: AuditorDefinition): void {
  for (const member of ['name', 'description', 'icon', 'color'] as const) {
    if (typeof definition[member] !== 'string' || definition[member] === '') {
      throw new TypeError(`${where}: ${member} must be a string`);
    }
  }
  if (definition.version !== undefined && (typeof definition.version !== 'string' || definition.version === '')) {
    throw new TypeError(`${where}: version must be a string`);
  }
  if (!catalogCategories.includes(definition.category)) {
    throw new TypeError(`${where}: category must be one of: ${catalogCategories.join(', ')}`);
  }
  if (!catalogPhases.includes(definition.catalogPhase)) {
    throw new TypeError(`${where}: catalogPhase must be one of: ${catalogPhases.join(', ')}`);
  }
  if (!Number.isInteger(definition.defaultPort) || definition.defaultPort < 1 || definition.defaultPort > 65_535) {
    throw new TypeError(`${where}: defaultPort must be a port number`);
  }
}

function assertPhases(where: string, list: readonly Phase[], within: readonly Phase[] = phases): void {
  if (!Array.isArray(list) || list.length === 0) throw new TypeError(`${where}: phases must hold at least one phase`);
  if (new Set(list).size !== list.length) throw new TypeError(`${where}: phases names a phase twice`);
  for (const phase of list) {
    if (!within.includes(phase)) throw new TypeError(`${where}: phases must be some of: ${within.join(', ')}`);
  }
}

function assertMethod(auditor: string, method: MethodDefinition, phasesOfAuditor: readonly Phase[]): void {
  if (typeof method.name !== 'string' || !settingKey.test(method.name)) {
    throw new TypeError(`${auditor}: a method must have a name in snake_case`);
  }
  const where = `${auditor}: method ${method.name}`;
  if (typeof method.run !== 'function') throw new TypeError(`${where}: run must be a function`);
  if (method.phases !== undefined) assertPhases(where, method.phases, phasesOfAuditor);
  const produced = Object.entries(method.produces ?? {});
  if (produced.length === 0) throw new TypeError(`${where}: produces must declare at least one claim`);
  for (const [name, claim] of produced) {
    if (!isClaimName(name))
      throw new TypeError(`${where}: the name of claim ${name} must be snake_case of at most 64 characters`);
    if (!Object.hasOwn(claimTypes, claim.type)) throw new TypeError(`${where}: claim ${name} has an unknown type`);
    if (typeof claim.description !== 'string' || claim.description === '') {
      throw new TypeError(`${where}: claim ${name} must have a description`);
    }
    assertValueSchema(`${where}: claim ${name}`, claim.valueSchema);
  }
  assertSettings(where, method.settings ?? {});
}

function assertValueSchema(where: string, schema: Readonly<Record<string, unknown>> | undefined): void {
  if (schema === undefined) return;
  const problem = findBoundViolation(schema, { bytes: bounds.valueBytes, depth: bounds.valueDepth });
  if (problem !== undefined) throw new TypeError(`${where}: valueSchema ${problem}`);
  try {
    Compile(schema);
  } catch (cause) {
    throw new TypeError(`${where}: valueSchema is not a JSON Schema`, { cause });
  }
}

function assertSettings(where: string, settings: SettingMap): void {
  const entries = Object.entries(settings);
  if (entries.length > maxSettings) throw new TypeError(`${where}: more than ${maxSettings} settings`);
  for (const [key, setting] of entries) {
    if (!settingKey.test(key)) throw new TypeError(`${where}: the key of setting ${key} must be snake_case`);
    assertSetting(`${where}: setting ${key}`, setting);
  }
}

function assertSetting(where: string, setting: Setting): void {
  if (!settingTypes.includes(setting.type))
    throw new TypeError(`${where}: type must be one of: ${settingTypes.join(', ')}`);
  if (typeof setting.label !== 'string' || setting.label === '')
    throw new TypeError(`${where}: label must be a string`);
  for (const member of ['min', 'max', 'step'] as const) {
    const bound = setting[member];
    if (bound === undefined) continue;
    if (setting.type !== 'number') throw new TypeError(`${where}: ${member} is for numbers only`);
    if (!Number.isFinite(bound)) throw new TypeError(`${where}: ${member} must be a finite number`);
  }
  if (setting.min !== undefined && setting.max !== undefined && setting.min > setting.max) {
    throw new TypeError(`${where}: min is larger than max`);
  }
  if (setting.step !== undefined && setting.step <= 0) throw new TypeError(`${where}: step must be above 0`);
  if (setting.control === 'select' && (setting.options === undefined || setting.options.length === 0)) {
    throw new TypeError(`${where}: the control select must have options`);
  }
  const problem = findSettingProblem(setting, setting.default);
  if (problem !== undefined) throw new TypeError(`${where}: the default ${problem}`);
}

/** One environment variable sets one key, so methods may share a key only if it has the same meaning. */
function assertSharedSettings(
  where: string,
  settings: SettingMap,
  seen: Map<string, Setting>,
  configKeys: ReadonlySet<string>,
): void {
  for (const [key, setting] of Object.entries(settings)) {
    if (configKeys.has(key)) throw new TypeError(`${where}: setting ${key} is also a config key`);
    const other = seen.get(key);
    if (other !== undefined && (other.type !== setting.type || !isSameDefault(other, setting))) {
      throw new TypeError(`${where}: setting ${key} has a different type or default in another method`);
    }
    seen.set(key, setting);
  }
}

function isSameDefault(one: Setting, other: Setting): boolean {
  return JSON.stringify(one.default) === JSON.stringify(other.default);
}

function assertExtraVariables(
  where: string,
  definition: AuditorDefinition,
  settings: ReadonlyMap<string, Setting>,
): void {
  const names = new Set([...settings.keys()].map((key) => variableName(definition.id, key)));
  for (const extra of definition.environment ?? []) {
    if (!environmentName.test(extra.name))
      throw new TypeError(`${where}: ${extra.name} is not an UPPER_SNAKE variable name`);
    assertNew(names, extra.name, `${where}: variable ${extra.name} is declared twice`);
  }
}

function assertNew(seen: Set<string>, name: string, problem: string): void {
  if (seen.has(name)) throw new TypeError(problem);
  seen.add(name);
}
