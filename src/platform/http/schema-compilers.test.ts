import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { serializerCompiler, validatorCompiler } from './schema-compilers.ts';

it('a schema is compiled for its first value, once over all routes', () => {
  let reads = 0;
  const schema = Type.String({ minLength: 2 });
  Object.defineProperty(schema, 'type', {
    enumerable: true,
    get() {
      reads += 1;
      return 'string';
    },
  });
  const route = { schema, method: 'POST', url: '/', httpStatus: '200' };
  const [one, other] = [1, 2].map(() => validatorCompiler({ ...route, httpPart: 'body' }));
  const print = serializerCompiler(route);
  expect(reads).toBe(0);
  expect(one?.('ab')).toEqual({ value: 'ab' });
  const once = reads;
  expect(once).toBeGreaterThan(0);
  expect(other?.('ab')).toEqual({ value: 'ab' });
  expect(print('ab')).toBe('"ab"');
  expect(reads).toBe(once);
  expect(other?.('a')).toMatchObject({ error: [{ keyword: 'minLength' }] });
  expect(() => print('a')).toThrow('does not match its schema');
});

it('a query number must be in number notation', () => {
  const schema = Type.Object({ limit: Type.Integer({ minimum: -5 }), share: Type.Optional(Type.Number()) });
  const check = validatorCompiler({ schema, method: 'GET', url: '/', httpPart: 'querystring' });
  for (const limit of ['1', '-3', '0', '9007199254740991'])
    expect(check({ limit })).toEqual({ value: { limit: Number(limit) } });
  expect(check({ limit: '2', share: '0.5' })).toEqual({ value: { limit: 2, share: 0.5 } });
  for (const limit of ['1.5', ' 1', '1 ', '0x10', '1e1', '007', '+1', '1_0', '', 'true', '-0', '9007199254740993']) {
    expect([limit, check({ limit })]).toMatchObject([limit, { error: [{ instancePath: '/limit' }] }]);
  }
});
