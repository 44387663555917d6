/** Conditions in the form that can be edited field by field: one comparison. All others are edited as JSON. */
import { workflowTexts } from '../../../texts/workflows.ts';

export type Condition = Readonly<Record<string, unknown>>;

export interface Comparison {
  readonly pointer: string;
  readonly op: string;
  readonly value: unknown;
}

/** What a new condition begins with. */
export const firstCondition: Condition = { pointer: '', op: 'exists' };

const known: readonly string[] = Object.keys(workflowTexts.condition.ops);
const withoutValue: readonly string[] = ['exists', 'absent'];

/** Undefined if the condition is no single comparison. */
export function toComparison(condition: Condition): Comparison | undefined {
  const { pointer, op, value, ...others } = condition;
  if (Object.keys(others).length > 0 || typeof pointer !== 'string' || typeof op !== 'string') return undefined;
  return known.includes(op) ? { pointer, op, value } : undefined;
}

export function hasValue({ op }: Pick<Comparison, 'op'>): boolean {
  return !withoutValue.includes(op);
}

export function toCondition({ pointer, op, value }: Comparison): Condition {
  if (!hasValue({ op })) return { pointer, op };
  return { pointer, op, value: value === undefined ? (op === 'in' ? [] : '') : value };
}

export function isCondition(value: unknown): value is Condition {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
