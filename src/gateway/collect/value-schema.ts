/**
 * Checks a claim's value against the `value_schema` of a foreign vocabulary (contract 2.6: "JSON-schema-like"). It is
 * interpreted, never compiled: a foreign schema must not become code, and its patterns must not run.
 */
import { isRecord } from '@assay/sdk/contract';

type Schema = Readonly<Record<string, unknown>>;
type Check = (schema: Schema, value: unknown) => string | undefined;

/** One row per enforced keyword; `x-absent`, `description`, `pattern` and the like are not enforced. */
const keywords: Readonly<Record<string, Check>> = {
  type: ({ type }, value) => (isOfType(type, value) ? undefined : `is not of type ${String(type)}`),
  enum: (schema, value) => (listOf(schema, 'enum').includes(value) ? undefined : 'is not one of the declared values'),
  const: (schema, value) => (schema['const'] === value ? undefined : 'is not the declared value'),
  minimum: (schema, value) => atLeast(value, schema['minimum'], 'is below the minimum'),
  maximum: (schema, value) => atMost(value, schema['maximum'], 'is above the maximum'),
  minLength: (schema, value) => atLeast(lengthOf(value), schema['minLength'], 'is too short'),
  maxLength: (schema, value) => atMost(lengthOf(value), schema['maxLength'], 'is too long'),
  minItems: (schema, value) => atLeast(sizeOf(value), schema['minItems'], 'has too few items'),
  maxItems: (schema, value) => atMost(sizeOf(value), schema['maxItems'], 'has too many items'),
  items: (schema, value) => (Array.isArray(value) ? first(value, (item) => check(schema['items'], item)) : undefined),
  required: (schema, value) =>
    isRecord(value) && listOf(schema, 'required').some((name) => !Object.hasOwn(value, String(name)))
      ? 'lacks a required member'
      : undefined,
  properties: (schema, value) => {
    const members = schema['properties'];
    if (!isRecord(members) || !isRecord(value)) return undefined;
    return first(Object.keys(members), (name) =>
      Object.hasOwn(value, name) ? check(members[name], value[name]) : undefined,
    );
  },
};

/** `undefined` when the value fits, else the problem, without quoting the value. */
export function findValueSchemaProblem(schema: Schema, value: unknown): string | undefined {
  return check(schema, value);
}

function check(schema: unknown, value: unknown): string | undefined {
  if (!isRecord(schema)) return undefined;
  for (const keyword of Object.keys(schema)) {
    const problem = Object.hasOwn(keywords, keyword) ? keywords[keyword]?.(schema, value) : undefined;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isOfType(type: unknown, value: unknown): boolean {
  if (Array.isArray(type)) return type.some((one) => isOfType(one, value));
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'null':
      return value === null;
    case 'object':
      return isRecord(value);
    case 'number':
    case 'string':
    case 'boolean':
      return typeof value === type;
    default:
      return true;
  }
}

function atLeast(size: unknown, limit: unknown, problem: string): string | undefined {
  return typeof size === 'number' && typeof limit === 'number' && size < limit ? problem : undefined;
}

function atMost(size: unknown, limit: unknown, problem: string): string | undefined {
  return typeof size === 'number' && typeof limit === 'number' && size > limit ? problem : undefined;
}

function first<Item>(items: readonly Item[], find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const problem = find(item);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const lengthOf = (value: unknown) => (typeof value === 'string' ? value.length : undefined);
const sizeOf = (value: unknown) => (Array.isArray(value) ? value.length : undefined);

function listOf(schema: Schema, keyword: string): readonly unknown[] {
  const list = schema[keyword];
  return Array.isArray(list) ? list : [];
}
