import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { serializerCompiler, validatorCompiler } from './schema-compilers.ts';

it('a schema is looked at when its first value comes, and then no more, by whichever route', () => {
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
  expect(() => print('a')).toThrow('breaks its schema');
});

it.each(['true', 'null', '', '1e3', '0x10'])('a number in a query is written in figures: %j is refused', (text) => {
  const schema = Type.Object({ limit: Type.Optional(Type.Integer()) });
  const check = validatorCompiler({ schema, method: 'GET', url: '/', httpPart: 'querystring' });
  expect(check({ limit: text })).toHaveProperty('error');
  expect(check({ limit: '12' })).toEqual({ value: { limit: 12 } });
});
