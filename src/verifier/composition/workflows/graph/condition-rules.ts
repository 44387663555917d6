/** Rules for conditions: their shape when a graph is saved, their meaning when it is validated. */

import { isRecord } from '@assay/sdk/contract';
import { conditionOperators } from '../../../../contract/api/workflows/graph.ts';
import { isPointer, type Problems, toToken } from './problems.ts';

const maxConditionDepth = 8;
const maxComparisons = 100;

const groupMembers = ['all', 'any'] as const;
const maxInGroup = 50;

interface Count {
  comparisons: number;
}

/** Checks shape, depth and number of comparisons of the condition at a pointer. */
export function addConditionShape(problems: Problems, at: string, condition: unknown): void {
  const count: Count = { comparisons: 0 };
  addShape(problems, at, condition, 1, count);
  if (count.comparisons > maxComparisons) problems.add(at, `a condition has at most ${maxComparisons} comparisons`);
}

function addShape(problems: Problems, at: string, condition: unknown, depth: number, count: Count): void {
  if (depth > maxConditionDepth) {
    problems.add(at, `conditions are nested at most ${maxConditionDepth} deep`);
    return;
  }
  if (count.comparisons > maxComparisons) return;
  if (!isRecord(condition)) {
    problems.add(at, 'a condition is an object');
    return;
  }
  const group = groupMembers.find((name) => Object.hasOwn(condition, name));
  if (group !== undefined) {
    const parts = condition[group];
    addUnknown(problems, at, condition, [group]);
    if (!Array.isArray(parts) || parts.length === 0 || parts.length > maxInGroup) {
      problems.add(`${at}/${group}`, `must be a list of 1 to ${maxInGroup} conditions`);
      return;
    }
    for (const [index, part] of parts.entries()) addShape(problems, `${at}/${group}/${index}`, part, depth + 1, count);
    return;
  }
  if (Object.hasOwn(condition, 'not')) {
    addUnknown(problems, at, condition, ['not']);
    addShape(problems, `${at}/not`, condition['not'], depth + 1, count);
    return;
  }
  count.comparisons += 1;
  addComparisonShape(problems, at, condition);
}

function addComparisonShape(problems: Problems, at: string, { pointer, op, ...rest }: Record<string, unknown>): void {
  addUnknown(problems, at, rest, ['value']);
  if (typeof pointer !== 'string' || pointer.length > 1_024) problems.add(`${at}/pointer`, 'must be a JSON pointer');
  if (!conditionOperators.some((known) => known === op)) {
    problems.add(`${at}/op`, `must be one of: ${conditionOperators.join(', ')}`);
  }
}

function addUnknown(problems: Problems, at: string, record: object, known: readonly string[]): void {
  for (const name of Object.keys(record)) {
    if (!known.includes(name)) problems.add(`${at}${toToken(name)}`, 'is not known here');
  }
}

/** Checks the pointers and operands of a condition with a valid shape. `isText`: its input is text. */
export function addConditionMeaning(problems: Problems, at: string, condition: unknown, isText: boolean): void {
  if (!isRecord(condition)) return;
  for (const group of groupMembers) {
    const parts = condition[group];
    if (!Array.isArray(parts)) continue;
    for (const [index, part] of parts.entries()) addConditionMeaning(problems, `${at}/${group}/${index}`, part, isText);
    return;
  }
  if (Object.hasOwn(condition, 'not')) {
    addConditionMeaning(problems, `${at}/not`, condition['not'], isText);
    return;
  }
  const { pointer, op, value } = condition;
  if (typeof pointer !== 'string' || !isPointer(pointer)) {
    problems.add(`${at}/pointer`, 'must be a JSON pointer (RFC 6901): empty, or names behind slashes');
  } else if (isText && pointer !== '')
    problems.add(`${at}/pointer`, 'must be empty: the input is text and has no members');
  const wrong = findOperandProblem(op, value);
  if (wrong !== undefined) problems.add(`${at}/value`, wrong);
}

function findOperandProblem(op: unknown, value: unknown): string | undefined {
  switch (op) {
    case 'exists':
    case 'absent':
      return value === undefined ? undefined : `${op} takes no value`;
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return typeof value === 'number' ? undefined : `${op} needs a number`;
    case 'in':
      return Array.isArray(value) && value.length > 0 && value.length <= 1_000
        ? undefined
        : 'in needs a list of 1 to 1000 values';
    case 'starts_with':
      return typeof value === 'string' ? undefined : 'starts_with needs text';
    default:
      return value === undefined ? 'needs a value to compare with' : undefined;
  }
}
