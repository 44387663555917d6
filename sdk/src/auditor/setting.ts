/**
 * Setting definitions. An author writes them once; the vocabulary, catalog, environment and types derive from them
 * (contract 2.7).
 */
import type { SettingType } from '../contract/settings.ts';
import type { Strictness } from '../contract/strictness.ts';

export type SettingValue = number | boolean | string | readonly string[] | null;

/** One setting of a method, or one value of an auditor's configuration. `T` is the type for the method. */
export interface Setting<T extends SettingValue = SettingValue> {
  readonly type: SettingType;
  readonly label: string;
  readonly default: T;
  readonly description?: string;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly unit?: string;
  readonly control?: string;
  /** With `control: 'select'` the only allowed values; otherwise suggestions. */
  readonly options?: readonly string[];
  /** Which values are stricter: a gateway lets callers choose those. Absent: none. */
  readonly stricter?: Strictness;
  /** Never recorded in provenance, vocabulary or documentation. */
  readonly secret?: boolean;
}

export type SettingMap = Readonly<Record<string, Setting>>;
export type NoSettings = Readonly<Record<never, Setting>>;

/** The values of a map of settings, by key. */
export type InferSettings<S extends SettingMap> = { readonly [K in keyof S]: S[K]['default'] };

interface CommonOptions {
  readonly label: string;
  readonly description?: string;
  readonly control?: string;
  readonly secret?: boolean;
}

interface NumberOptions extends CommonOptions {
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly unit?: string;
  readonly stricter?: 'lower' | 'higher';
}

interface BooleanOptions extends CommonOptions {
  readonly stricter?: 'true' | 'false';
}

interface ListOptions extends ChoiceOptions {
  readonly stricter?: 'more' | 'fewer';
}

interface ChoiceOptions extends CommonOptions {
  readonly options?: readonly string[];
}

type Default<T> = { readonly default: T };

function number(options: NumberOptions & Default<number>): Setting<number>;
function number(options: NumberOptions & Default<null>): Setting<number | null>;
function number(options: NumberOptions & Default<number | null>): Setting<number | null> {
  return Object.freeze({ type: 'number' as const, ...options });
}

function boolean(options: BooleanOptions & Default<boolean>): Setting<boolean>;
function boolean(options: BooleanOptions & Default<null>): Setting<boolean | null>;
function boolean(options: BooleanOptions & Default<boolean | null>): Setting<boolean | null> {
  return Object.freeze({ type: 'boolean' as const, ...options });
}

function string(options: ChoiceOptions & Default<string>): Setting<string>;
function string(options: ChoiceOptions & Default<null>): Setting<string | null>;
function string(options: ChoiceOptions & Default<string | null>): Setting<string | null> {
  return Object.freeze({ type: 'string' as const, ...options });
}

function stringList(options: ListOptions & Default<readonly string[]>): Setting<readonly string[]> {
  return Object.freeze({ type: 'string[]' as const, ...options });
}

/**
 * Builders of settings, one for each setting type. A default of `null` means "unset" and lets the value be null.
 *
 * @example
 * const settings = { threshold: setting.number({ label: 'Threshold', default: 0.8, min: 0, max: 1 }) };
 */
export const setting = { number, boolean, string, stringList } as const;
