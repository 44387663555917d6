/** The environment level of the precedence: the variable of each setting, and its checked value (contract 2.11, 2.13). */
import { defaultSessionId, environmentNames, sdkPort } from '../contract/names.ts';
import { mcpVariables } from '../mcp/settings.ts';
import type { AuditorDefinition, ExtraVariable } from './definition.ts';
import { isInforming } from './informs-only.ts';
import type { Setting, SettingMap, SettingValue } from './setting.ts';
import { parseSettingText } from './setting-value.ts';

/** Ends the description of a variable that only changes claims which no rule of the default policy reads. */
export const informsOnlyText = 'Informs only: no rule of the default policy reads its claims';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Gives the variable of a setting: `<AUDITOR>_<KEY>`, e.g. `INJECTION_THRESHOLD`. */
export function variableName(auditorId: string, key: string): string {
  return `${auditorId}_${key}`.toUpperCase().replaceAll('-', '_');
}

/**
 * Resolves environment > default for a map of settings.
 *
 * @throws TypeError naming the variable and what it must be, never its value, which may be a secret
 */
export function readSettings(auditorId: string, settings: SettingMap, env: Environment): Record<string, SettingValue> {
  const values: Record<string, SettingValue> = {};
  for (const [key, setting] of Object.entries(settings)) {
    const name = variableName(auditorId, key);
    const text = env[name];
    values[key] = text === undefined ? freezeValue(setting.default) : freezeValue(readVariable(name, setting, text));
  }
  return values;
}

/** Gives the id in health and vocabulary: `VENDOR_AUDITOR_ID`, `AUDITOR_ID` or the definition's, in this order. */
export function readAuditorId(definition: AuditorDefinition, env: Environment): string {
  const id = env[environmentNames.vendorAuditorId] || env[environmentNames.auditorId] || definition.id;
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(id)) {
    throw new TypeError(
      `${environmentNames.vendorAuditorId} must be 1 to 128 letters, digits, dots, hyphens or underscores`,
    );
  }
  return id;
}

/** Lists every variable that an auditor reads, for documentation and the catalog. */
export function describeEnvironment(definition: AuditorDefinition): ExtraVariable[] {
  const rows = new Map<string, ExtraVariable>();
  const maps = [definition.config ?? {}, ...definition.methods.map((method) => method.settings ?? {})];
  const deciding = new Set([
    ...Object.keys(definition.config ?? {}),
    ...definition.methods
      .filter((method) => !isInforming(definition, method))
      .flatMap(({ settings = {} }) => Object.keys(settings)),
  ]);
  for (const [key, setting] of maps.flatMap((map) => Object.entries(map))) {
    const name = variableName(definition.id, key);
    const text = setting.description ?? setting.label;
    const description = deciding.has(key) ? text : `${text}. ${informsOnlyText}`;
    rows.set(name, { name, description, ...describeDefault(setting) });
  }
  return [...rows.values(), ...(definition.environment ?? []), ...commonVariables(definition)];
}

function commonVariables(definition: AuditorDefinition): ExtraVariable[] {
  return [
    {
      name: environmentNames.port,
      description: `Server port; ${sdkPort} if the auditor runs alone and PORT is not set`,
      default: definition.defaultPort,
      type: 'number',
    },
    {
      name: environmentNames.vendorAuditorId,
      description: 'Auditor identifier',
      default: definition.id,
      type: 'string',
    },
    {
      name: environmentNames.auditorId,
      description: `Auditor identifier if ${environmentNames.vendorAuditorId} is not set`,
      default: definition.id,
      type: 'string',
    },
    {
      name: environmentNames.sessionId,
      description: 'Session in audit logs where a request names none; the gateway reads it',
      default: defaultSessionId,
      type: 'string',
    },
    {
      name: environmentNames.auditorToken,
      description: 'Bearer token that callers must send',
      default: null,
      type: 'string',
    },
    ...mcpVariables,
  ];
}

function describeDefault(setting: Setting): Pick<ExtraVariable, 'default' | 'type'> {
  if (setting.secret === true) return { default: null, type: setting.type };
  const value = setting.default;
  return { default: typeof value === 'object' && value !== null ? value.join(',') : value, type: setting.type };
}

function readVariable(name: string, setting: Setting, text: string): SettingValue {
  try {
    return parseSettingText(setting, text);
  } catch (cause) {
    throw new TypeError(`${name} ${cause instanceof Error ? cause.message : 'is invalid'}`, { cause });
  }
}

function freezeValue(value: SettingValue): SettingValue {
  return typeof value === 'object' && value !== null ? Object.freeze([...value]) : value;
}
