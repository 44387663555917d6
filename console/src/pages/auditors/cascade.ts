/**
 * Which scope decides a setting: from the outermost, the first value that is enforced; otherwise the innermost scope that sets one;
 * otherwise the default of the auditor.
 */
import type { Scope } from './scope.ts';

export type SettingValue = number | boolean | string | readonly string[];

export interface SetValue {
  readonly value: SettingValue;
  readonly enforced?: boolean | undefined;
}

export interface ScopeSettings {
  readonly scope: Scope;
  readonly settings: Readonly<Record<string, SetValue>>;
}

export interface CascadeStep {
  /** Undefined for the default of the auditor. */
  readonly scope: Scope | undefined;
  /** Undefined where the scope sets nothing. */
  readonly value: unknown;
  readonly isSet: boolean;
  readonly enforced: boolean;
  readonly decides: boolean;
}

/** The default, then each scope, outermost first. Exactly one step decides. `scopes` are in that order. */
export function cascadeOf(name: string, fallback: unknown, scopes: readonly ScopeSettings[]): readonly CascadeStep[] {
  const set = scopes.map(({ settings }) => settings[name]);
  const enforced = set.findIndex((entry) => entry?.enforced === true);
  const deciding = enforced >= 0 ? enforced : set.findLastIndex((entry) => entry !== undefined);
  return [
    { scope: undefined, value: fallback, isSet: true, enforced: false, decides: deciding < 0 },
    ...scopes.map(({ scope }, index) => ({
      scope,
      value: set[index]?.value,
      isSet: set[index] !== undefined,
      enforced: set[index]?.enforced === true,
      decides: index === deciding,
    })),
  ];
}

/** True if a scope outside the last one enforces the value, so that the last one cannot change it. */
export function isLocked(steps: readonly CascadeStep[]): boolean {
  return steps.slice(0, -1).some(({ enforced }) => enforced);
}

export function decidedValue(steps: readonly CascadeStep[]): unknown {
  return steps.find(({ decides }) => decides)?.value;
}

export function isSameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The value that would hold with a change that is not saved: `own` is the new entry of the last scope, null to take its value away. */
export function valueWith(steps: readonly CascadeStep[], own: SetValue | null | undefined): unknown {
  if (own === undefined || isLocked(steps)) return decidedValue(steps);
  return own === null ? steps.slice(0, -1).findLast(({ isSet }) => isSet)?.value : own.value;
}
