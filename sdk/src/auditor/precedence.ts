/** Applies one level of the setting precedence over another (contract 2.11). `plan.ts` chooses the levels. */
import { isRecord } from '../contract/record.ts';
import { AuditorFailure, quoteKey } from './failure.ts';
import type { SettingMap, SettingValue } from './setting.ts';
import { findSettingProblem } from './setting-value.ts';

export type SettingValues = Readonly<Record<string, SettingValue>>;

export interface SettingLevel {
  /** Origin of the values in the request, for the message. */
  readonly origin: string;
  readonly values: unknown;
  /** True for a key of another auditor or method, which is ignored. */
  readonly isForeign?: (key: string) => boolean;
}

/**
 * Returns `base` with the level's values on top.
 *
 * @throws AuditorFailure INVALID_SETTING naming the origin and the key of the first wrong value
 */
export function layOver(base: SettingValues, settings: SettingMap, level: SettingLevel): SettingValues {
  const { origin, values } = level;
  if (!isRecord(values)) {
    throw new AuditorFailure('INVALID_SETTING', `${origin} must be an object of settings`);
  }
  const merged: Record<string, SettingValue> = { ...base };
  for (const [key, value] of Object.entries(values)) {
    const setting = Object.hasOwn(settings, key) ? settings[key] : undefined;
    if (setting === undefined) {
      if (level.isForeign?.(key) === true) continue;
      throw new AuditorFailure(
        'INVALID_SETTING',
        `${origin} has the unknown key ${quoteKey(key)}; ${listKeys(settings)}`,
      );
    }
    const problem = findSettingProblem(setting, value);
    if (problem !== undefined) throw new AuditorFailure('INVALID_SETTING', `${origin}: ${key} ${problem}`);
    merged[key] = value as SettingValue;
  }
  return merged;
}

function listKeys(settings: SettingMap): string {
  const keys = Object.keys(settings);
  return keys.length === 0 ? 'it has no settings' : `known are ${keys.slice(0, 32).join(', ')}`;
}
