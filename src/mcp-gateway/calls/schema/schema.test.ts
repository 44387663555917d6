import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { budgetFor, checkValue, type SchemaVerdict } from './check.ts';
import { prepareSchema } from './prepare.ts';

function check(schema: unknown, value: unknown): SchemaVerdict | string {
  const prepared = prepareSchema(schema);
  return prepared.kind === 'ready'
    ? checkValue(prepared.schema, value, budgetFor(JSON.stringify(value).length))
    : prepared.why;
}

const kind = (schema: unknown, value: unknown) => {
  const verdict = check(schema, value);
  return typeof verdict === 'string' ? verdict : verdict.kind;
};

const point = { type: 'object', properties: { x: { type: 'integer' } }, required: ['x'], additionalProperties: false };

const branches = JSON.parse('{"if":{"required":["a"]},"then":{"required":["b"]},"else":{"required":["c"]}}');

describe("a server's schema", () => {
  it.each<[unknown, unknown, unknown]>([
    [point, { x: 1 }, { x: '1' }],
    [point, { x: 1 }, { x: 1, y: 2 }],
    [point, { x: 1.0 }, {}],
    [{ type: ['string', 'null'] }, null, 0],
    [{ enum: [1, { a: [1, 2] }] }, { a: [1, 2] }, { a: [2, 1] }],
    [{ const: { a: 1, b: 2 } }, { b: 2, a: 1 }, { a: 1 }],
    [{ minLength: 2, maxLength: 2 }, '👍👍', '👍'],
    [{ multipleOf: 0.01 }, 19.99, 19.995],
    [{ minimum: 0, exclusiveMaximum: 10 }, 0, 10],
    [{ pattern: '^[a-z]+-\\d{2,3}$' }, 'abc-123', 'abc-1234'],
    [{ prefixItems: [{ type: 'string' }], items: false }, ['a'], ['a', 1]],
    [{ items: [{ type: 'string' }], additionalItems: false }, ['a'], ['a', 1]],
    [{ contains: { const: 1 }, minContains: 2 }, [1, 2, 1], [1, 2]],
    [{ uniqueItems: true }, [1, '1', [1]], [{ a: 1 }, { a: 1 }]],
    [{ patternProperties: { '^n': { type: 'number' } }, additionalProperties: false }, { n1: 1 }, { m: 1 }],
    [{ propertyNames: { maxLength: 2 } }, { ab: 1 }, { abc: 1 }],
    [{ dependentRequired: { a: ['b'] } }, { a: 1, b: 1 }, { a: 1 }],
    [{ dependencies: { a: ['b'], c: { required: ['d'] } } }, { c: 1, d: 1 }, { c: 1 }],
    [{ dependentSchemas: { a: { required: ['b'] } } }, { b: 1 }, { a: 1 }],
    [{ anyOf: [{ type: 'string' }, { minimum: 5 }] }, 'a', 4],
    [{ oneOf: [{ type: 'integer' }, { minimum: 5 }] }, 4, 6],
    [{ not: { type: 'string' } }, 1, 'a'],
    [branches, { a: 1, b: 1 }, { b: 1 }],
    [{ $defs: { p: point }, items: { $ref: '#/$defs/p' } }, [{ x: 1 }], [{ x: 'a' }]],
    [{ $defs: { p: { $anchor: 'p', type: 'string' } }, $ref: '#p' }, 'a', 1],
    [{ $id: 'https://a.example/s', $defs: { p: { $id: 'p', type: 'string' } }, $ref: 'p' }, 'a', 1],
    [
      { properties: { next: { $ref: '#' } }, required: ['v'] },
      { v: 1, next: { v: 2 } },
      { v: 1, next: {} },
    ],
    [
      { allOf: [{ properties: { a: true } }], properties: { b: true }, unevaluatedProperties: false },
      { a: 1, b: 1 },
      { a: 1, c: 1 },
    ],
    [{ anyOf: [{ required: ['a'], properties: { a: true } }, true], unevaluatedProperties: false }, { a: 1 }, { b: 1 }],
    [{ prefixItems: [true], unevaluatedItems: { type: 'null' } }, [1, null], [1, 2]],
  ])('is enforced: %j', (schema, right, wrong) => {
    expect(kind(schema, right)).toBe('valid');
    expect(kind(schema, wrong)).toBe('invalid');
  });

  it('reports the place of an error and the expectation, and never the value', () => {
    const schema = { type: 'object', properties: { 'a/b': { items: { type: 'integer' } } }, required: ['key'] };
    expect(check(schema, { 'a/b': [1, 'secret-value'] })).toEqual({
      kind: 'invalid',
      problems: [
        { pointer: '/key', message: 'is required' },
        { pointer: '/a~1b/1', message: 'must be integer' },
      ],
    });
  });

  it('causes no fetch, for any reference', () => {
    for (const $ref of ['https://evil.example/s.json', 'file:///etc/passwd', 'other', '#/nowhere', '//x/y', '#%zz']) {
      expect(kind({ $ref }, 1)).toContain('none is fetched');
    }
  });

  it('is unusable when malformed or too large', () => {
    expect(kind({ type: 'word that is read by a model' }, 1)).toBe('its keyword type has a value of another kind');
    expect(kind({ properties: { a: 'string' } }, {})).toBe('a part of it is not a schema');
    expect(kind({ allOf: Array.from({ length: 10_001 }, () => ({})) }, {})).toContain('more than');
    let deep: object = {};
    for (let index = 0; index < 70; index++) deep = { not: deep };
    expect(kind(deep, {})).toContain('deeper');
  });

  it('with a pattern that cannot be bounded is not usable', () => {
    for (const pattern of ['(a)\\1', '(?<=a)b', '((a{99}){99}){99}b', '[']) {
      expect(kind({ pattern }, 'a')).toBe('a pattern in it cannot be checked in bounded time');
      expect(kind({ patternProperties: { [pattern]: true } }, {})).toContain('bounded time');
    }
  });

  it('that is made to take for ever is given up, and never taken for right', () => {
    expect(kind({ $ref: '#' }, 1)).toBe('undecided');
    expect(kind({ not: { $ref: '#' } }, 1)).toBe('undecided');
    const $defs: Record<string, unknown> = { d0: { type: 'string' } };
    for (let index = 1; index <= 40; index++) {
      const $ref = `#/$defs/d${index - 1}`;
      $defs[`d${index}`] = { anyOf: [{ $ref }, { $ref }] };
    }
    expect(kind({ $defs, $ref: '#/$defs/d40' }, 1)).toBe('undecided');
    const many = Array.from({ length: 5_000 }, (_, index) => ({ index }));
    expect(kind({ items: { enum: many } }, many.slice().reverse())).toBe('undecided');
    const wide = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`name-${index}`, 1]));
    $defs['d0'] = { additionalProperties: true };
    expect(kind({ $defs, $ref: '#/$defs/d40', unevaluatedProperties: false }, wide)).toBe('undecided');
    $defs['d0'] = { minLength: 1 };
    expect(kind({ $defs, $ref: '#/$defs/d40' }, 'a'.repeat(1_000_000))).toBe('undecided');
  });

  it('never throws, for any schema and value', () => {
    const word = fc.constantFrom('type', 'properties', 'items', '$ref', 'anyOf', 'not', 'pattern', 'enum', '__proto__');
    const leaf = fc.oneof(fc.constantFrom('string', '#', '#/items', '(a+)+$', '[', 1, true, null), fc.string());
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof({ maxDepth: 5 }, leaf, fc.array(tie('tree'), { maxLength: 3 }), fc.dictionary(word, tie('tree'))),
    }));
    fc.assert(fc.property(tree, fc.jsonValue(), (schema, value) => typeof kind(schema, value) === 'string'));
  });
});
