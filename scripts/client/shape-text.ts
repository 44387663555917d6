/** Shapes of answers as the client checks them: types alone, without the bounds and words of the schemas. */
import type { TSchema } from 'typebox';
import type { AnswerShape } from '../../client/src/answer-shape.ts';

type Json = Readonly<Record<string, unknown>>;

export interface Shapes {
  answer(schemas: readonly TSchema[]): AnswerShape;
  /** Named shapes that answers use, sorted by name. */
  named(): Readonly<Record<string, AnswerShape>>;
}

const pageMembers = ['items', 'next_cursor', 'has_more'];

export function createShapes(): Shapes {
  const named = new Map<string, AnswerShape>();

  const of = (schema: unknown, isWhole = false): AnswerShape => {
    if (!isRecord(schema)) return 'any';
    const { $id: name } = schema;
    if (typeof name !== 'string') return shapeOf(schema, isWhole);
    if (!named.has(name)) {
      // A shape may hold itself.
      named.set(name, 'any');
      named.set(name, shapeOf(schema, true));
    }
    return `#${name}`;
  };

  /** `isWhole`: the shape of an answer or a named one, no part of another shape. */
  const shapeOf = (schema: Json, isWhole: boolean): AnswerShape => {
    if ('const' in schema) return wordOf(schema['const']);
    if (Array.isArray(schema['enum'])) return union(schema['enum'].map(wordOf));
    const alternatives = schema['anyOf'] ?? schema['oneOf'];
    if (Array.isArray(alternatives)) return union(alternatives.map((one) => of(one)));
    if (Array.isArray(schema['allOf'])) return { allOf: schema['allOf'].map((one) => of(one)) };
    switch (schema['type']) {
      case 'string':
      case 'boolean':
      case 'null':
        return schema['type'];
      case 'number':
      case 'integer':
        return 'number';
      case 'array':
        return { list: of(schema['items']) };
      case 'object':
        return objectOf(schema, isWhole);
      default:
        return 'any';
    }
  };

  const objectOf = (schema: Json, isWhole: boolean): AnswerShape => {
    const { properties, patternProperties, additionalProperties, required } = schema;
    const members = Object.entries(isRecord(properties) ? properties : {});
    if (members.length === 0) {
      const values = isRecord(patternProperties) ? Object.values(patternProperties)[0] : additionalProperties;
      return { map: of(values) };
    }
    const names: readonly unknown[] = Array.isArray(required) ? required : [];
    const isPage = pageMembers.every((name) => names.includes(name));
    // The first member names a record; older releases may lack others.
    const [first] = members.map(([name]) => name).filter((name) => names.includes(name));
    const optional = members.map(([name]) => name).filter((name) => !names.includes(name));
    return {
      members: Object.fromEntries(members.map(([name, member]) => [name, of(member)])),
      required: isPage ? pageMembers : isWhole && first !== undefined ? [first] : [],
      ...(optional.length === 0 ? {} : { optional }),
    };
  };

  return {
    answer: (schemas) => union(schemas.map((schema) => of(schema, true))),
    named: () => Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function union(shapes: readonly AnswerShape[]): AnswerShape {
  const distinct = [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()];
  const [only] = distinct;
  return distinct.length === 1 && only !== undefined ? only : { oneOf: distinct };
}

function wordOf(value: unknown): AnswerShape {
  if (value === null) return 'null';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'any';
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
