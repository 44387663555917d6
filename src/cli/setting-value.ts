/** Parses a typed text to the value of a setting, by the auditor's declared type. */
import type { AuditorSettingsSchema } from '@assay/client';
import { parseBooleanText } from '@assay/sdk/contract';
import { nearestName } from './nearest-name.ts';
import { UsageError } from './options.ts';

export type SettingDefinition = AuditorSettingsSchema['settings'][number];
export type SettingValue = number | boolean | string | readonly string[];

/** A setting with the full name that scopes know it by. */
export interface NamedDefinition {
  readonly name: string;
  readonly definition: SettingDefinition;
}

/** What a typed name stands for: one setting, or one parameter under several names. */
export interface FoundDefinition extends NamedDefinition {
  /** The full names that scopes may know it by. */
  readonly names: readonly string[];
}

/** Every setting of an auditor: `<key>` of its own, `<claim>.<key>` of a claim. */
export function listDefinitions({ settings, claims }: AuditorSettingsSchema): NamedDefinition[] {
  return [
    ...settings.map((definition) => ({ name: definition.key, definition })),
    ...claims.flatMap((claim) =>
      claim.settings.map((definition) => ({ name: `${claim.name}.${definition.key}`, definition })),
    ),
  ];
}

/**
 * Finds the setting by its full name, or by a key of one setting, or of several with equal definitions; the verifier
 * decides whether those are one parameter. @throws UsageError with the choices
 */
export function findDefinition(schema: AuditorSettingsSchema, typed: string): FoundDefinition {
  const all = listDefinitions(schema);
  const exact = all.find(({ name }) => name === typed);
  if (exact !== undefined) return { ...exact, names: [exact.name] };
  const ofKey = all.filter(({ definition }) => definition.key === typed);
  const [only, another] = ofKey;
  if (only !== undefined && another === undefined) return { ...only, names: [only.name] };
  if (only !== undefined && another !== undefined) {
    const names = ofKey.map(({ name }) => name);
    if (ofKey.every((one) => isAlike(one.definition, only.definition))) {
      return { name: typed, definition: only.definition, names };
    }
    throw new UsageError(`${typed} could be ${names.join(' or ')}: write the full name.`);
  }
  const names = all.map(({ name }) => name);
  const nearest = nearestName(typed, names);
  const hint =
    names.length === 0
      ? 'It has none.'
      : nearest === undefined
        ? `See assay settings schema ${schema.auditor_id}.`
        : `Did you mean ${nearest}?`;
  throw new UsageError(`${schema.auditor_id} has no setting ${typed}. ${hint}`);
}

function isAlike(left: SettingDefinition, right: SettingDefinition): boolean {
  const shapeOf = ({ type, default: value, min, max, control, options }: SettingDefinition): string =>
    JSON.stringify([type, value, min, max, control, options]);
  return shapeOf(left) === shapeOf(right);
}

/** Reads the typed value. The verifier checks its bounds. @throws UsageError */
export function readValue({ name, definition }: NamedDefinition, typed: readonly string[]): SettingValue {
  const [first = '', ...more] = typed;
  if (definition.type === 'string[]') return more.length > 0 ? [...typed] : splitList(first);
  if (more.length > 0) throw new UsageError(`${name} takes one value, not ${typed.length}.`);
  if (definition.type === 'number') return toNumber(name, first);
  if (definition.type !== 'boolean') return first;
  const value = parseBooleanText(first);
  if (value !== undefined) return value;
  throw new UsageError(`${name} takes true or false.`);
}

function splitList(text: string): string[] {
  return text.trim() === '' ? [] : text.split(',').map((item) => item.trim());
}

function toNumber(name: string, text: string): number {
  const value = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isFinite(value)) return value;
  throw new UsageError(`${name} takes a number, such as 0.9.`);
}
