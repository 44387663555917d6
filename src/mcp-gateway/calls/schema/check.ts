/**
 * Checks a value against a prepared schema (JSON Schema 2020-12; `format` is an annotation). Every step is counted, so
 * a schema made to run for ever ends as undecided.
 */
import { isRecord } from '@assay/sdk/contract';
import type { StepBudget } from '@assay/sdk/patterns';
import type { JsonObject } from '../../ports.ts';
import { hasAllDifferent, isEqual, isMultiple, isOfType, lengthOf } from './compare.ts';
import { member, type PreparedSchema } from './prepare.ts';

/** One violation: an RFC 6901 pointer and what is expected there; never the value. */
export interface SchemaProblem {
  readonly pointer: string;
  readonly message: string;
}

export type SchemaVerdict =
  | { readonly kind: 'valid' }
  /** The check exceeds its budget or does not end. */
  | { readonly kind: 'undecided' }
  | { readonly kind: 'invalid'; readonly problems: readonly SchemaProblem[] };

const [fewestSteps, maxSteps] = [20_000, 200_000];
const maxNesting = 300;
const maxProblems = 5;

/** Members and items that parts of a schema have evaluated, for `unevaluated…`; undefined where no keyword needs it. */
type Seen = { readonly names: Set<string>; readonly items: Set<number> } | undefined;

interface Check {
  readonly schema: PreparedSchema;
  readonly budget: StepBudget;
  readonly problems: SchemaProblem[];
  nesting: number;
  /** Above zero: problems belong to an alternative and are not reported. */
  quiet: number;
}

/** The budget grows with the length of the JSON, so a short value never takes a long check. */
export const budgetFor = (jsonLength: number): StepBudget => ({ steps: Math.min(maxSteps, fewestSteps + jsonLength) });

/** Checks a value and takes the steps from the budget. */
export function checkValue(schema: PreparedSchema, value: unknown, budget: StepBudget): SchemaVerdict {
  const check: Check = { schema, budget, problems: [], nesting: 0, quiet: 0 };
  const isValid = holds(check, schema.root, value, '', newSeen(check));
  if (budget.steps < 0) return { kind: 'undecided' };
  return isValid ? { kind: 'valid' } : { kind: 'invalid', problems: check.problems };
}

const newSeen = (check: Check): Seen => (check.schema.asksForRest ? { names: new Set(), items: new Set() } : undefined);

/** Checks an alternative without reporting its problems. */
function wouldHold(check: Check, schema: unknown, value: unknown, at: string, seen: Seen): boolean {
  check.quiet += 1;
  const isValid = holds(check, schema, value, at, seen);
  check.quiet -= 1;
  return isValid;
}

function holds(check: Check, schema: unknown, value: unknown, at: string, seen: Seen): boolean {
  check.budget.steps -= 1;
  // Too deep is undecided: a schema that refers to itself in place never ends.
  if (check.nesting >= maxNesting) check.budget.steps = -1;
  if (check.budget.steps < 0) return false;
  if (schema === true) return true;
  if (!isRecord(schema)) return wrong(check, at, 'is not allowed here');
  const says = check.schema.says.get(schema);
  if (says === undefined) return true;
  check.nesting += 1;
  const mine = newSeen(check);
  let isValid = !says.has('any') || holdsAnyKind(check, schema, value, at);
  if (says.has('in_place')) isValid = holdsInPlace(check, schema, value, at, mine) && isValid;
  if (typeof value === 'number') {
    if (says.has('number')) isValid = holdsBounds(check, schema, value, at, numberBounds) && isValid;
  } else if (typeof value === 'string') {
    if (says.has('text')) isValid = holdsText(check, schema, value, at) && isValid;
  } else if (Array.isArray(value)) {
    if (says.has('list')) isValid = holdsList(check, schema, value, at, mine) && isValid;
  } else if (isRecord(value) && says.has('object')) {
    isValid = holdsObject(check, schema, value, at, mine) && isValid;
  }
  check.nesting -= 1;
  if (isValid && mine !== undefined && seen !== undefined) keepSeen(check, mine, seen);
  return isValid;
}

function keepSeen({ budget }: Check, from: NonNullable<Seen>, to: NonNullable<Seen>): void {
  budget.steps -= from.names.size + from.items.size;
  for (const name of from.names) to.names.add(name);
  for (const index of from.items) to.items.add(index);
}

function wrong(check: Check, pointer: string, message: string): false {
  if (check.quiet === 0 && check.problems.length < maxProblems) check.problems.push({ pointer, message });
  return false;
}

function holdsAnyKind(check: Check, schema: JsonObject, value: unknown, at: string): boolean {
  const type = member(schema, 'type');
  if (
    Array.isArray(type) ? !type.some((each) => isOfType(value, each)) : type !== undefined && !isOfType(value, type)
  ) {
    return wrong(check, at, `must be ${[type].flat().join(' or ')}`);
  }
  const choices = member(schema, 'enum');
  if (Array.isArray(choices)) check.budget.steps -= choices.length / 8;
  if (Array.isArray(choices) && !choices.some((choice) => isEqual(choice, value, check.budget))) {
    return wrong(check, at, 'must be one of the listed values');
  }
  if (Object.hasOwn(schema, 'const') && !isEqual(schema['const'], value, check.budget)) {
    return wrong(check, at, 'must be the one value that is allowed');
  }
  return true;
}

/** Applies subschemas to the same value. */
function holdsInPlace(check: Check, schema: JsonObject, value: unknown, at: string, seen: Seen): boolean {
  let isValid = true;
  for (const target of check.schema.references.get(schema) ?? []) {
    isValid = holds(check, target, value, at, seen) && isValid;
  }
  for (const part of listOf(schema, 'allOf')) isValid = holds(check, part, value, at, seen) && isValid;
  if (Object.hasOwn(schema, 'anyOf')) {
    // Every alternative is checked, because each may evaluate more members.
    const fitting = listOf(schema, 'anyOf').filter((part) => wouldHold(check, part, value, at, seen));
    if (fitting.length === 0) isValid = wrong(check, at, 'must fit one of the alternatives');
  }
  if (Object.hasOwn(schema, 'oneOf')) {
    const fitting = listOf(schema, 'oneOf').filter((part) => wouldHold(check, part, value, at, seen));
    if (fitting.length !== 1) isValid = wrong(check, at, 'must fit exactly one of the alternatives');
  }
  if (Object.hasOwn(schema, 'not') && wouldHold(check, schema['not'], value, at, newSeen(check))) {
    isValid = wrong(check, at, 'must not be what is excluded');
  }
  if (Object.hasOwn(schema, 'if')) {
    const branch = wouldHold(check, schema['if'], value, at, seen) ? 'then' : 'else';
    if (Object.hasOwn(schema, branch)) isValid = holds(check, schema[branch], value, at, seen) && isValid;
  }
  return isValid;
}

function holdsText(check: Check, schema: JsonObject, value: string, at: string): boolean {
  check.budget.steps -= value.length / 64;
  let isValid = true;
  if (Object.hasOwn(schema, 'minLength') || Object.hasOwn(schema, 'maxLength')) {
    isValid = holdsBounds(check, schema, lengthOf(value), at, textBounds);
  }
  const pattern = member(schema, 'pattern');
  if (typeof pattern !== 'string' || matches(check, pattern, value)) return isValid;
  return wrong(check, at, 'must match the pattern');
}

function matches(check: Check, pattern: string, text: string): boolean {
  return check.schema.patterns.get(pattern)?.test(text, check.budget) ?? false;
}

function holdsList(check: Check, schema: JsonObject, list: readonly unknown[], at: string, seen: Seen): boolean {
  check.budget.steps -= list.length / 8;
  let isValid = holdsBounds(check, schema, list.length, at, listBounds);
  if (schema['uniqueItems'] === true && !hasAllDifferent(list, check.budget)) {
    isValid = wrong(check, at, 'must not have the same item twice');
  }
  const one = (part: unknown, index: number): void => {
    isValid = holds(check, part, list[index], `${at}/${index}`, newSeen(check)) && isValid;
    seen?.items.add(index);
  };
  const items = member(schema, 'items');
  // The array form of `items` in draft-07 is `prefixItems` today.
  const first = Array.isArray(items) ? items : listOf(schema, 'prefixItems');
  const rest = Array.isArray(items) ? member(schema, 'additionalItems') : items;
  for (let index = 0; index < list.length && check.budget.steps >= 0; index++) {
    const part: unknown = index < first.length ? first[index] : rest;
    if (part !== undefined) one(part, index);
  }
  isValid = holdsContains(check, schema, list, at, seen) && isValid;
  const unseen = member(schema, 'unevaluatedItems');
  if (unseen === undefined) return isValid;
  for (let index = 0; index < list.length; index++) if (seen?.items.has(index) !== true) one(unseen, index);
  return isValid;
}

function holdsContains(check: Check, schema: JsonObject, list: readonly unknown[], at: string, seen: Seen): boolean {
  const part = member(schema, 'contains');
  if (part === undefined) return true;
  let count = 0;
  for (let index = 0; index < list.length && check.budget.steps >= 0; index++) {
    if (!wouldHold(check, part, list[index], `${at}/${index}`, newSeen(check))) continue;
    count += 1;
    seen?.items.add(index);
  }
  const [least, most] = [member(schema, 'minContains') ?? 1, member(schema, 'maxContains') ?? Number.POSITIVE_INFINITY];
  if (count >= Number(least) && count <= Number(most)) return true;
  return wrong(check, at, 'must contain the right number of certain items');
}

function holdsObject(check: Check, schema: JsonObject, value: JsonObject, at: string, seen: Seen): boolean {
  const names = Object.keys(value);
  check.budget.steps -= names.length / 8;
  let isValid = holdsBounds(check, schema, names.length, at, objectBounds);
  isValid = holdsNames(check, schema, value, names, at, seen) && isValid;
  const properties = member(schema, 'properties');
  const patterns = Object.entries(objectOf(schema, 'patternProperties'));
  const others = member(schema, 'additionalProperties');
  const unseen = member(schema, 'unevaluatedProperties');
  for (const name of names) {
    if (check.budget.steps < 0) return false;
    check.budget.steps -= patterns.length;
    const parts = isRecord(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [];
    for (const [pattern, part] of patterns) if (matches(check, pattern, name)) parts.push(part);
    if (parts.length === 0 && others !== undefined) parts.push(others);
    if (parts.length === 0 && unseen !== undefined && seen?.names.has(name) !== true) parts.push(unseen);
    for (const part of parts)
      isValid = holds(check, part, value[name], `${at}/${toToken(name)}`, newSeen(check)) && isValid;
    if (parts.length > 0) seen?.names.add(name);
  }
  return isValid;
}

/** Checks the rules about the names and the number of members. */
function holdsNames(
  ...[check, schema, value, names, at, seen]: [Check, JsonObject, JsonObject, readonly string[], string, Seen]
): boolean {
  const required = listOf(schema, 'required').map(String);
  for (const [name, more] of Object.entries({
    ...objectOf(schema, 'dependencies'),
    ...objectOf(schema, 'dependentRequired'),
  })) {
    if (Object.hasOwn(value, name) && Array.isArray(more)) required.push(...more.map(String));
  }
  check.budget.steps -= required.length / 4;
  let isValid = true;
  for (const name of required) {
    if (!Object.hasOwn(value, name)) isValid = wrong(check, `${at}/${toToken(name)}`, 'is required');
  }
  for (const keyword of ['dependencies', 'dependentSchemas']) {
    for (const [name, part] of Object.entries(objectOf(schema, keyword))) {
      if (Array.isArray(part) || !Object.hasOwn(value, name)) continue;
      isValid = holds(check, part, value, at, seen) && isValid;
    }
  }
  const ofNames = member(schema, 'propertyNames');
  if (ofNames === undefined || names.every((name) => wouldHold(check, ofNames, name, at, newSeen(check))))
    return isValid;
  return wrong(check, at, 'has a member whose name is not allowed');
}

type Bound = readonly [keyword: string, isWithin: (size: number, bound: number) => boolean, words: string];

const atLeast = (size: number, bound: number) => size >= bound;
const atMost = (size: number, bound: number) => size <= bound;
const numberBounds: readonly Bound[] = [
  ['minimum', atLeast, 'at least'],
  ['maximum', atMost, 'at most'],
  ['exclusiveMinimum', (size, bound) => size > bound, 'more than'],
  ['exclusiveMaximum', (size, bound) => size < bound, 'less than'],
  ['multipleOf', isMultiple, 'a multiple of'],
];
const textBounds: readonly Bound[] = [
  ['minLength', atLeast, 'a text whose characters number at least'],
  ['maxLength', atMost, 'a text whose characters number at most'],
];
const listBounds: readonly Bound[] = [
  ['minItems', atLeast, 'a list whose items number at least'],
  ['maxItems', atMost, 'a list whose items number at most'],
];
const objectBounds: readonly Bound[] = [
  ['minProperties', atLeast, 'an object whose members number at least'],
  ['maxProperties', atMost, 'an object whose members number at most'],
];

function holdsBounds(
  ...[check, schema, size, at, bounds]: [Check, JsonObject, number, string, readonly Bound[]]
): boolean {
  let isValid = true;
  for (const [keyword, isWithin, words] of bounds) {
    const bound = member(schema, keyword);
    if (typeof bound === 'number' && !isWithin(size, bound)) isValid = wrong(check, at, `must be ${words} ${bound}`);
  }
  return isValid;
}

function listOf(schema: JsonObject, keyword: string): readonly unknown[] {
  const value = member(schema, keyword);
  return Array.isArray(value) ? value : [];
}

function objectOf(schema: JsonObject, keyword: string): JsonObject {
  const value = member(schema, keyword);
  return isRecord(value) ? value : {};
}

const toToken = (name: string): string => name.slice(0, 200).replaceAll('~', '~0').replaceAll('/', '~1');
