/** Compares and measures JSON values as JSON Schema defines it. */
import { isRecord } from '@assay/sdk/contract';
import type { StepBudget } from '@assay/sdk/patterns';

/** Checks the JSON type; a number without a fraction is an integer, however it is written. */
export function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    case 'integer':
      return Number.isInteger(value);
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type;
    default:
      return false;
  }
}

export function lengthOf(text: string): number {
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    length += 1;
    if ((text.codePointAt(index) ?? 0) > 0xffff) index += 1;
  }
  return length;
}

/** Checks `multipleOf` with a tolerance for binary fractions. */
export function isMultiple(value: number, of: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(of)) return value % of === 0;
  const quotient = value / of;
  if (!Number.isFinite(quotient)) return false;
  return Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient));
}

/** Compares deeply, regardless of the order of members. */
export function isEqual(left: unknown, right: unknown, budget: StepBudget): boolean {
  if (typeof left !== 'object' || left === null || typeof right !== 'object' || right === null) return left === right;
  return toText(left, budget) === toText(right, budget);
}

export function hasAllDifferent(list: readonly unknown[], budget: StepBudget): boolean {
  return new Set(list.map((item) => toText(item, budget))).size === list.length;
}

/** Gives the same text for equal values. Each part costs a step. */
function toText(value: unknown, budget: StepBudget): string {
  budget.steps -= typeof value === 'string' ? 1 + value.length / 64 : 1;
  if (budget.steps < 0) return '';
  if (Array.isArray(value)) return `[${value.map((item) => toText(item, budget)).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([name, item]) => `${JSON.stringify(name)}:${toText(item, budget)}`).join()}}`;
}
