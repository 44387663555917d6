/** Checks a value of a setting by the auditor's own rules. */
import { isWellFormedText, type SettingDefinition } from '@assay/sdk/contract';
import type { SettingValue } from '../../contract/control/setting.ts';

/**
 * Finds why a value does not fit.
 *
 * @returns `undefined` for a valid value, otherwise "must be …", which never quotes the value
 */
export function findValueProblem(definition: SettingDefinition, value: SettingValue): string | undefined {
  switch (definition.type) {
    case 'number':
      return isInRange(definition, value) ? undefined : `must be ${describeNumber(definition)}`;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'string':
      return isChoice(definition, value) ? undefined : `must be ${describeText(definition)}`;
    case 'string[]':
      return Array.isArray(value) && value.every((item) => isChoice(definition, item))
        ? undefined
        : `must be a list of texts, each ${describeText(definition)}`;
  }
}

/** True for equal values. Lists are equal with the same texts in the same order. */
export function isSameValue(left: SettingValue, right: SettingValue): boolean {
  if (!Array.isArray(left) || !Array.isArray(right)) return left === right;
  return left.length === right.length && left.every((item, index) => item === right[index]);
}

function isInRange({ min, max }: SettingDefinition, value: SettingValue): boolean {
  if (typeof value !== 'number' || !Number.isFinite(value)) return false;
  return value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY);
}

/** With `select` the options are the only values; otherwise they are suggestions (contract 2.7). */
function isChoice({ control, options }: SettingDefinition, value: SettingValue): boolean {
  if (typeof value !== 'string' || !isWellFormedText(value)) return false;
  return control !== 'select' || options === undefined || options.includes(value);
}

function describeNumber({ min, max }: SettingDefinition): string {
  if (min !== undefined && max !== undefined) return `a number from ${min} to ${max}`;
  if (min !== undefined) return `a number of ${min} or more`;
  return max === undefined ? 'a finite number' : `a number of ${max} or less`;
}

function describeText({ control, options }: SettingDefinition): string {
  return control === 'select' && options !== undefined
    ? `one of: ${options.join(', ')}`
    : 'well-formed text without U+0000';
}
