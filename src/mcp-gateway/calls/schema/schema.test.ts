import { createContext, runInContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { budgetFor, checkValue, type SchemaVerdict } from './check.ts';
import { compilePattern } from './pattern.ts';
import { prepareSchema } from './prepare.ts';

function check(schema: unknown, value: unknown): SchemaVerdict | string {
  const prepared = prepareSchema(schema);
  return prepared.kind === 'ready'
    ? checkValue(prepared.schema, value, budgetFor(JSON.stringify(value).length))
    : prepared.why;
}

const v8 = createContext({ pattern: '', subject: '' });

/** Undefined where it takes too long. */
function askV8(pattern: string, subject: string): unknown {
  Object.assign(v8, { pattern, subject });
  try {
    return runInContext("new RegExp(pattern, 'u').test(subject)", v8, { timeout: 500 });
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  }
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

  it('is aborted when it takes too long, and never counts as valid', () => {
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

describe("a server's pattern", () => {
  const test = (pattern: string, text: string) => compilePattern(pattern)?.test(text, { steps: 300_000 });

  it.each([
    '(a+)+$',
    '(a|a)*$',
    '([a-z]+)*\\d$',
    '^(\\w+\\s?)*$',
    '(.*a){12}$',
    '(x+x+)+y',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
  ])('takes bounded time: %s', (pattern) => {
    const budget = { steps: 300_000 };
    const answer = compilePattern(pattern)?.test(`${'a'.repeat(2_000)}!`, budget);
    expect([true, false, undefined]).toContain(answer);
    expect(budget.steps).toBeLessThan(300_000);
  });

  it('is not used when it cannot be bounded', () => {
    for (const pattern of ['(a)\\1', '(?<=a)b', '((a{99}){99}){99}b', '[', `${'a'.repeat(5_000)}`]) {
      expect(compilePattern(pattern)).toBeUndefined();
    }
  });

  it("matches like the language's engine", () => {
    const atom = fc.constantFrom(
      ...[
        'a',
        'b',
        '.',
        '[ab]',
        '[^a]',
        '\\d',
        '\\w',
        '\\b',
        '\\B',
        '^',
        '$',
        '(?=a)',
        '(?!b)',
        '(?=a.)',
        '\\x61',
        '-',
      ],
    );
    const many = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,}', '{0,2}', '*?');
    const isEdge = (text: string) => ['\\b', '\\B', '^', '$'].includes(text) || text.startsWith('(?');
    const { node } = fc.letrec<{ node: string; term: string }>((tie) => ({
      term: fc.oneof(
        { maxDepth: 3 },
        fc.tuple(atom, many).map(([text, count]) => (isEdge(text) ? text : text + count)),
        fc.tuple(tie('node'), many).map(([text, count]) => `(?:${text})${count}`),
      ),
      node: fc
        .tuple(fc.array(tie('term'), { maxLength: 4 }), fc.option(fc.array(tie('term'), { maxLength: 2 })))
        .map(([left, right]) => left.join('') + (right === null ? '' : `|${right.join('')}`)),
    }));
    // Only 16-bit characters: V8 finds word boundaries in the middle of others, which ECMA-262 does not have.
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', '-', ' ', '\n', '\u2028'), maxLength: 8 });
    fc.assert(
      fc.property(node, text, (pattern, subject) => {
        const found = test(pattern, subject);
        const expected = askV8(pattern, subject);
        // Our matcher takes linear time; V8 tries every way, which may not end.
        fc.pre(expected !== undefined);
        expect(found).toBe(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  it('in everyday use is accepted', () => {
    const email =
      "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$";
    expect(test(email, 'anna.b@mail.example')).toBe(true);
    expect(test(email, 'anna..b@mail.example')).toBe(false);
    expect(test('^[\\w\\-]+\\@\\w+$', 'a-b@c')).toBe(true);
    expect(test('^\\@{a}$', '@{a}')).toBe(true);
    expect(test('^.{1,3}$', '👍👍👍👍')).toBe(false);
    expect(test('^\\u{1F44D}\\uD83D\\uDC4D$', '👍👍')).toBe(true);
  });
});
