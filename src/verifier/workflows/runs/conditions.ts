/**
 * Typed conditions over a value. One that cannot be answered (the place is missing, the types do not fit) is an error of
 * its step and never counts as false: a branch that was meant to stop something must not be passed by a misspelt name.
 */
import type { Condition, conditionOperators } from '../../../contract/api/workflows/graph.ts';
import { costOfSearch, hasText, isSameJson, readPointer } from './json-value.ts';

/** A condition that cannot be answered. The message names the place and the types, never the value. */
export class ConditionError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConditionError';
  }
}

type Operator = (typeof conditionOperators)[number];
type Comparison = Extract<Condition, { pointer: string }>;

/** Counts the work of conditions: about a microsecond each. @throws ConditionError once it is too much. */
export type Spend = (units: number) => void;

/**
 * Whether it holds. `all` and `any` are answered from the left and stop where the answer is known, so that
 * `exists` can stand before what needs the place.
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

/** Null may be compared with anything: it says that there is no value. */
const isSame: Answer = (found, wanted) =>
  typeOf(found) === typeOf(wanted) || found === null || wanted === null ? isSameJson(found, wanted) : undefined;

/** Undefined where the types do not fit. */
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

/** Of what stands in graphs, which are compared with again and again. */
const sizes = new WeakMap<object, number>();

/** Characters of its JSON: no comparison looks at more of what was found. */
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
