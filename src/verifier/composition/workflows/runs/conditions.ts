/**
 * Evaluates typed conditions over a value. A condition that cannot be answered (missing value, wrong types) is an error of its
 * step and never counts as false: otherwise a misspelt name would pass a branch that was meant to stop something.
 */
import type { Condition, conditionOperators } from '../../../../contract/api/workflows/graph.ts';
import { costOfSearch, hasText, isSameJson, readPointer } from './json-value.ts';

/** A condition that cannot be answered. The message names the pointer and the types, never the value. */
export class ConditionError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConditionError';
  }
}

type Operator = (typeof conditionOperators)[number];
type Comparison = Extract<Condition, { pointer: string }>;

/** Counts the work of conditions, in units of about a microsecond. @throws ConditionError when the limit is reached. */
export type Spend = (units: number) => void;

/**
 * True if the condition holds. `all` and `any` stop at the first known answer, from the left, so that
 * `exists` can stand before a comparison that needs the value.
 * @throws ConditionError.
 */
export function holds(condition: Condition, value: unknown, spend: Spend = () => undefined): boolean {
  if ('all' in condition) return condition.all.every((one) => holds(one, value, spend));
  if ('any' in condition) return condition.any.some((one) => holds(one, value, spend));
  if ('not' in condition) return !holds(condition.not, value, spend);
  return compare(condition, value, spend);
}

function compare({ pointer, op, value: wanted }: Comparison, value: unknown, spend: Spend): boolean {
  const found = readPointer(value, pointer);
  spend(1 + ((pointer.length + sizeOf(wanted)) >> 8) + (op === 'contains' ? costOfContains(found, wanted) : 0));
  if (op === 'exists' || op === 'absent') return (found !== undefined) === (op === 'exists');
  if (found === undefined) throw new ConditionError(`there is nothing at ${toPlace(pointer)}, which ${op} needs`);
  if (wanted === undefined) throw new ConditionError(`${op} at ${toPlace(pointer)} has no value to compare with`);
  const answer = operators[op](found, wanted);
  if (answer !== undefined) return answer;
  throw new ConditionError(`${op} at ${toPlace(pointer)} cannot compare ${typeOf(found)} with ${typeOf(wanted)}`);
}

type Answer = (found: unknown, wanted: unknown) => boolean | undefined;

const ofNumbers =
  (answer: (found: number, wanted: number) => boolean): Answer =>
  (found, wanted) =>
    typeof found === 'number' && typeof wanted === 'number' ? answer(found, wanted) : undefined;

/** Null can be compared with any type: it means that there is no value. */
const isSame: Answer = (found, wanted) =>
  typeOf(found) === typeOf(wanted) || found === null || wanted === null ? isSameJson(found, wanted) : undefined;

/** Undefined if the types do not fit. */
const operators: Readonly<Record<Exclude<Operator, 'exists' | 'absent'>, Answer>> = {
  eq: isSame,
  ne(found, wanted) {
    const same = isSame(found, wanted);
    return same === undefined ? undefined : !same;
  },
  gt: ofNumbers((found, wanted) => found > wanted),
  gte: ofNumbers((found, wanted) => found >= wanted),
  lt: ofNumbers((found, wanted) => found < wanted),
  lte: ofNumbers((found, wanted) => found <= wanted),
  in: (found, wanted) => (Array.isArray(wanted) ? wanted.some((one) => isSameJson(found, one)) : undefined),
  contains(found, wanted) {
    if (Array.isArray(found)) return found.some((one) => isSameJson(one, wanted));
    return typeof found === 'string' && typeof wanted === 'string' ? hasText(found, wanted) : undefined;
  },
  starts_with: (found, wanted) =>
    typeof found === 'string' && typeof wanted === 'string' ? found.startsWith(wanted) : undefined,
};

/** Sizes of operands in graphs, which are compared repeatedly. */
const sizes = new WeakMap<object, number>();

/** Characters of its JSON. No comparison reads more than this of the value found. */
function sizeOf(wanted: unknown): number {
  if (typeof wanted === 'string') return wanted.length;
  if (typeof wanted !== 'object' || wanted === null) return 0;
  const known = sizes.get(wanted);
  if (known !== undefined) return known;
  const size = JSON.stringify(wanted).length;
  sizes.set(wanted, size);
  return size;
}

function costOfContains(found: unknown, wanted: unknown): number {
  if (Array.isArray(found)) return found.length >> 4;
  return typeof found === 'string' && typeof wanted === 'string' ? costOfSearch(found, wanted) : 0;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function toPlace(pointer: string): string {
  return pointer === '' ? 'the value itself' : pointer;
}
