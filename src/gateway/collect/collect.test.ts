import type { Vocabulary } from '@assay/sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkClaims, expectClaims } from './collect.ts';
import { findValueSchemaProblem } from './value-schema.ts';

const entry = (name: string, type: 'score_normalized' | 'string', schema: Record<string, unknown>) => ({
  name,
  type,
  description: name,
  value_schema: schema,
  settings: [],
});

const vocabulary: Vocabulary = {
  auditor_id: 'a',
  version: '1.0.0',
  phases: ['request'],
  vocabulary: [
    entry('risk', 'score_normalized', { type: 'number', minimum: 0, maximum: 0.5 }),
    entry('kind', 'string', { type: 'string', enum: ['x', 'y'] }),
  ],
};

const risk = (name: string, value: unknown = 0.1) => ({ name, type: 'score_normalized', value });

describe('checkClaims', () => {
  it('accepts declared claims, and those of instances under their names', () => {
    const instances = [{ instance_id: 'p.risk', produces: ['risk'] }];
    const expected = expectClaims(vocabulary, instances);
    const claims = [risk('risk'), risk('p.risk'), { name: 'p.risk.kind', type: 'string', value: 'x' }];
    expect(checkClaims(claims, expected)).toEqual({ ok: true, claims });
  });

  it.each([
    ['an undeclared name', [risk('other')]],
    ['an instance nobody asked for', [risk('p.risk')]],
    ['the type of another claim', [{ name: 'kind', type: 'score_normalized', value: 0.1 }]],
    ['a value outside the value schema', [risk('risk', 0.9)]],
    ['a value outside the enumeration', [{ name: 'kind', type: 'string', value: 'z' }]],
    ['a name twice', [risk('risk'), risk('risk')]],
    ['something that is no claim', [5]],
  ])('refuses the whole answer for %s', (_name, claims) => {
    expect(checkClaims(claims, expectClaims(vocabulary, [])).ok).toBe(false);
  });

  it('never throws and never accepts a value outside the schema', () => {
    const expected = expectClaims(vocabulary, []);
    fc.assert(
      fc.property(fc.array(fc.anything(), { maxLength: 4 }), (candidates) => {
        const checked = checkClaims(candidates, expected);
        if (checked.ok) for (const claim of checked.claims) expect(['risk', 'kind']).toContain(claim.name);
      }),
    );
  });
});

describe('findValueSchemaProblem', () => {
  it.each([
    [{ type: 'integer' }, 1, 1.5],
    [{ type: ['string', 'null'] }, null, 5],
    [{ const: 'a' }, 'a', 'b'],
    [{ type: 'string', minLength: 2, maxLength: 3 }, 'ab', 'a'],
    [{ type: 'array', minItems: 1, maxItems: 2, items: { type: 'string' } }, ['a'], [1]],
    [{ type: 'object', required: ['a'], properties: { a: { type: 'number', minimum: 1 } } }, { a: 1 }, { a: 0 }],
    [{ type: 'object', required: ['a'] }, { a: 1 }, {}],
  ])('%j accepts %j and not %j', (schema, fine, wrong) => {
    expect(findValueSchemaProblem(schema, fine)).toBeUndefined();
    expect(findValueSchemaProblem(schema, wrong)).toBeDefined();
  });

  it('does not run patterns of a foreign schema', () => {
    expect(findValueSchemaProblem({ type: 'string', pattern: '(a+)+$' }, `${'a'.repeat(40)}!`)).toBeUndefined();
  });
});
