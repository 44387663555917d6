/** Checks and parses values of settings from every level of the precedence (contract 2.11). */
import { parseBooleanText } from '../contract/boolean-text.ts';
import { isWellFormedText } from '../contract/bounds.ts';
import type { Setting, SettingValue } from './setting.ts';

const maxListItems = 10_000;

/**
 * Finds why a foreign value is not valid for this setting.
 *
 * @returns `undefined` for a valid value, otherwise "must be …", which never quotes the value
 */
export function findSettingProblem(setting: Setting, value: unknown): string | undefined {
  if (value === null && setting.default === null) return undefined;
  switch (setting.type) {
    case 'number':
      return isNumberInRange(setting, value) ? undefined : `must be ${describeNumber(setting)}`;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'string':
      return isChoice(setting, value) ? undefined : `must be ${describeText(setting)}`;
    case 'string[]':
      return isChoiceList(setting, value) ? undefined : `must be a list of strings, each ${describeText(setting)}`;
  }
}

/** Checks a foreign value and returns it typed. @throws TypeError with what it must be */
export function parseSettingValue(setting: Setting, value: unknown): SettingValue {
  const problem = findSettingProblem(setting, value);
  if (problem !== undefined) throw new TypeError(problem);
  return value as SettingValue;
}

/** Parses the text of an environment variable by the setting's type. @throws TypeError with what it must be */
export function parseSettingText(setting: Setting, text: string): SettingValue {
  switch (setting.type) {
    case 'number':
      return parseSettingValue(
        setting,
        /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text.trim()) ? Number(text) : text,
      );
    case 'boolean':
      return parseSettingValue(setting, parseBooleanText(text) ?? moreWords.get(text.trim().toLowerCase()) ?? text);
    case 'string':
      return parseSettingValue(setting, text);
    case 'string[]':
      return parseSettingValue(
        setting,
        text
          .split(',')
          .map((item) => item.trim())
          .filter((item) => item !== ''),
      );
  }
}

const moreWords = new Map([
  ...['yes', 'on'].map((word) => [word, true] as const),
  ...['no', 'off'].map((word) => [word, false] as const),
]);

function isNumberInRange(setting: Setting, value: unknown): boolean {
  return (
    typeof value === 'number' &&
    Number.isFinite(value) &&
    value >= (setting.min ?? Number.NEGATIVE_INFINITY) &&
    value <= (setting.max ?? Number.POSITIVE_INFINITY)
  );
}

function isChoice(setting: Setting, value: unknown): boolean {
  if (typeof value !== 'string' || !isWellFormedText(value)) return false;
  return setting.control !== 'select' || setting.options === undefined || setting.options.includes(value);
}

function isChoiceList(setting: Setting, value: unknown): boolean {
  return Array.isArray(value) && value.length <= maxListItems && value.every((item) => isChoice(setting, item));
}

function describeNumber({ min, max }: Setting): string {
  if (min !== undefined && max !== undefined) return `a number from ${min} to ${max}`;
  if (min !== undefined) return `a number of ${min} or more`;
  return max === undefined ? 'a finite number' : `a number of ${max} or less`;
}

function describeText({ control, options }: Setting): string {
  return control === 'select' && options !== undefined
    ? `one of: ${options.join(', ')}`
    : 'well-formed text without U+0000';
}
