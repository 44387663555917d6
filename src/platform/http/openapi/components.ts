/**
 * Named shapes of an OpenAPI document. A shape with `$id` is described once under that name and referenced elsewhere.
 * Two different shapes of one name are a fault of ours.
 */
import { isRecord } from '@assay/sdk/contract';
import type { TSchema } from 'typebox';
import { toReadablePattern } from './pattern.ts';

/** A piece of the document. */
export type Json = { readonly [member: string]: unknown };

export interface Components {
  /** Gives the shape as the document holds it: a reference if it has a name. */
  describe(schema: TSchema): Json;
  /** Gives the shape under this name if it has none of its own. */
  describeAs(name: string, schema: TSchema): Json;
  /** Lists all named shapes, sorted by name. */
  all(): Readonly<Record<string, Json>>;
}

export function createComponents(): Components {
  const named = new Map<string, Json>();
  const names = new Map<TSchema, string>();

  const keep = (name: string, schema: TSchema): Json => {
    const shape = describeMembers(Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$id')));
    const known = named.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(shape)) {
      throw new Error(`two different shapes are named ${name}`);
    }
    named.set(name, shape);
    return { $ref: `#/components/schemas/${name}` };
  };
  const describeMembers = (schema: object): Json =>
    Object.fromEntries(Object.entries(toTuple(schema)).map(([key, value]) => [key, describeMember(key, value)]));
  const describeMember = (key: string, value: unknown): unknown => {
    if (key === 'pattern' && typeof value === 'string') return toReadablePattern(value);
    if (key === 'patternProperties' && isRecord(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([form, shape]) => [toReadablePattern(form), describe(shape)]),
      );
    }
    // These hold values, not shapes.
    if (['examples', 'default', 'const', 'enum', 'required'].includes(key)) return value;
    return describe(value);
  };
  const describe = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(describe);
    if (!isRecord(value)) return value;
    const name = nameOf(value);
    return name === undefined ? describeMembers(value) : keep(name, value);
  };

  return {
    describe: (schema) => asJson(describe(schema)),
    describeAs(name, schema) {
      if (nameOf(schema) !== undefined) return asJson(describe(schema));
      const known = names.get(schema);
      if (known !== undefined) return { $ref: `#/components/schemas/${known}` };
      names.set(schema, name);
      return keep(name, schema);
    },
    all: () => Object.fromEntries([...named].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

/** Writes a list of fixed length as JSON Schema 2020-12, which OpenAPI 3.1 follows. TypeBox writes an earlier draft. */
function toTuple(schema: object): object {
  const { items, additionalItems, ...rest } = { items: undefined, additionalItems: undefined, ...schema };
  if (!Array.isArray(items)) return schema;
  return { ...rest, prefixItems: items, ...(additionalItems === undefined ? {} : { items: additionalItems }) };
}

function nameOf(schema: TSchema): string | undefined {
  const name: unknown = Reflect.get(schema, '$id');
  return typeof name === 'string' ? name : undefined;
}

function asJson(value: unknown): Json {
  if (!isRecord(value)) throw new Error('a shape is an object');
  return { ...value };
}
