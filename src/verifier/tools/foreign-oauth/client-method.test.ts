/** Tests client authentication at servers that decode the form encoding of RFC 6749 and at those that do not. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toBasic } from './client-method.ts';

const shown = (header: string) => Buffer.from(header.replace(/^Basic /, ''), 'base64').toString();

it('what usual ids and secrets are made of reads the same whether a server decodes it or not', () => {
  const [id, secret] = ['1234-abc_d.apps.example.com', 'GOCSPX-aB9_z*.'];
  expect(shown(toBasic(id, secret))).toBe(`${id}:${secret}`);
});

it('whatever stands in them, a server that decodes forms reads it back, colons and all', () => {
  const read = (text: string) => new URLSearchParams(`x=${text}`).get('x');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (id, secret) => {
      const [left = '', right = '', ...more] = shown(toBasic(id, secret)).split(':');
      expect(more).toEqual([]);
      expect([read(left), read(right)]).toEqual([id.toWellFormed(), secret.toWellFormed()]);
    }),
  );
});
