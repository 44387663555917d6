/** The Cedar shape of a declared claim: from its claim type and, for objects, from its `value_schema`. */
import { bounds, type ClaimType, isRecord, type VocabularyEntry } from '@assay/sdk/contract';
import type { Type, TypeOfAttribute } from '@cedar-policy/cedar-wasm/nodejs';

/** `decimal` is a score from 0 to 1, `fraction` any number. Cedar has one type for both. */
export type ClaimShape =
  | { readonly kind: 'decimal' | 'fraction' | 'bool' | 'string' | 'long' | 'rounded_long' }
  | { readonly kind: 'set'; readonly element: ClaimShape }
  | { readonly kind: 'record'; readonly members: ReadonlyMap<string, ClaimShape> };

const scalarShapes: Readonly<Record<Exclude<ClaimType, 'object'>, ClaimShape>> = {
  score_normalized: { kind: 'decimal' },
  boolean: { kind: 'bool' },
  string: { kind: 'string' },
  string_list: { kind: 'set', element: { kind: 'string' } },
  count: { kind: 'long' },
  duration_ms: { kind: 'rounded_long' },
};

// Cedar's JSON reads these as entity references and function calls, whatever the schema says.
const escapes = new Set(['__entity', '__extn', '__expr']);

/** Gives the shape in which policies see a claim. Object members without a type in `value_schema` are hidden. */
export function shapeOf(entry: Pick<VocabularyEntry, 'type' | 'value_schema'>): ClaimShape {
  return entry.type === 'object' ? recordShape(entry.value_schema, 1) : scalarShapes[entry.type];
}

/** Gives the Cedar schema type of a shape. */
export function toCedarType(shape: ClaimShape): Type<string> {
  switch (shape.kind) {
    case 'decimal':
    case 'fraction':
      return { type: 'Extension', name: 'decimal' };
    case 'bool':
      return { type: 'Boolean' };
    case 'string':
      return { type: 'String' };
    case 'long':
    case 'rounded_long':
      return { type: 'Long' };
    case 'set':
      return { type: 'Set', element: toCedarType(shape.element) };
    case 'record':
      return { type: 'Record', attributes: optionalAttributes(shape.members) };
    default:
      return unreachable(shape);
  }
}

/** Attributes of a record type. All are optional, so strict validation forces a `has` guard before each read. */
export function optionalAttributes(members: ReadonlyMap<string, ClaimShape>): Record<string, TypeOfAttribute<string>> {
  return Object.fromEntries([...members].map(([name, shape]) => [name, { ...toCedarType(shape), required: false }]));
}

function recordShape(schema: unknown, depth: number): ClaimShape {
  const members = new Map<string, ClaimShape>();
  const properties = isRecord(schema) ? schema['properties'] : undefined;
  if (isRecord(properties) && depth < bounds.valueDepth) {
    for (const name of Object.keys(properties).sort()) {
      const shape = escapes.has(name) ? undefined : memberShape(properties[name], depth + 1);
      if (shape !== undefined) members.set(name, shape);
    }
  }
  return { kind: 'record', members };
}

function memberShape(schema: unknown, depth: number): ClaimShape | undefined {
  if (!isRecord(schema)) return undefined;
  switch (schema['type']) {
    case 'boolean':
      return { kind: 'bool' };
    case 'string':
      return { kind: 'string' };
    case 'integer':
      return { kind: 'long' };
    case 'number':
      return isScore(schema) ? { kind: 'decimal' } : undefined;
    case 'array': {
      const element = memberShape(schema['items'], depth + 1);
      return element === undefined ? undefined : { kind: 'set', element };
    }
    case 'object':
      return recordShape(schema, depth);
    default:
      return undefined;
  }
}

/** A fraction needs a score declaration to have a type, because Cedar has no floating point. */
function isScore(schema: Record<string, unknown>): boolean {
  const { minimum, maximum } = schema;
  return typeof minimum === 'number' && typeof maximum === 'number' && minimum >= 0 && maximum <= 1;
}

function unreachable(shape: never): never {
  throw new Error(`unknown claim shape ${JSON.stringify(shape)}`);
}
