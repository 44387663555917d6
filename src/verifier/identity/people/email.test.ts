/** One person, one address: however it is typed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAppError } from '../../../platform/errors.ts';
import { normalizeEmail, tryNormalizeEmail } from './email.ts';

const local = fc.stringMatching(/^[a-zA-Z0-9+_-]{1,20}(\.[a-zA-Z0-9]{1,10}){0,2}$/);
const domain = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9]{0,10}(\.[a-zA-Z]{2,6}){1,2}$/);

describe('e-mail addresses', () => {
  it('case and surrounding space do not make another person', () => {
    fc.assert(
      fc.property(local, domain, (name, host) => {
        const email = tryNormalizeEmail(`${name}@${host}`);
        expect(email).toBe(`${name}@${host}`.toLowerCase());
        expect(tryNormalizeEmail(`  ${name.toUpperCase()}@${host.toUpperCase()}\n`)).toBe(email);
      }),
    );
  });

  it('the normalised form is its own normalised form, and plain ASCII, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), mangled), (text) => {
        const email = tryNormalizeEmail(text);
        if (email === undefined) return;
        expect(tryNormalizeEmail(email)).toBe(email);
        expect(email).toMatch(/^[\x21-\x7e]{3,254}$/);
        expect(email.split('@')).toHaveLength(2);
      }),
    );
  });

  it.each([
    ['letters that look like ASCII ones', 'ad\u0430@example.com'],
    ['a letter that lower-cases to an ASCII one', '\u212aelvin@example.com'],
    ['no domain', 'ada@'],
    ['no name', '@example.com'],
    ['a host without a dot', 'ada@localhost'],
    ['an address of the network', 'ada@127.0.0.1'],
    ['an address of the network in another notation', 'ada@0x7f.1'],
    ['two signs', 'ada@lovelace@example.com'],
    ['a header in the address', 'ada@example.com\r\nBcc: eve@example.com'],
    ['space inside', 'ada lovelace@example.com'],
    ['two dots', 'ada..l@example.com'],
    ['a quoted name', '"ada"@example.com'],
    ['a name of 65 characters', `${'a'.repeat(65)}@example.com`],
    [
      'an address beyond 254 characters',
      `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(60)}.com`,
    ],
  ])('refuses %s', (_what, text) => {
    expect(tryNormalizeEmail(text)).toBeUndefined();
  });

  it('a domain in another script is the one that is looked up', () => {
    expect(normalizeEmail('ada@M\u00fcnchen.example')).toBe('ada@xn--mnchen-3ya.example');
  });

  it('says where the wrong address stands, and not what it was', () => {
    try {
      normalizeEmail('not-an-address');
      expect.unreachable();
    } catch (error) {
      if (!isAppError(error, 'invalid_request')) throw error;
      expect(error.errors).toMatchObject([{ pointer: '/email' }]);
      expect(JSON.stringify(error.errors)).not.toContain('not-an-address');
    }
  });
});

const mangled = fc
  .tuple(
    fc.tuple(local, domain).map((parts) => parts.join('@')),
    fc.constantFrom('', ' ', '.', '@', '\u212a', '\u0130', '\uff41'),
    fc.nat(30),
  )
  .map(([email, extra, at]) => `${email.slice(0, at)}${extra}${email.slice(at)}`);
