/** Which passwords are accepted and which are refused. */
import { describe, expect, it } from 'vitest';
import { assertPassword } from './password-rules.ts';

const owner = { email: 'ada.lovelace@example.com', name: 'Ada Lovelace' };
const check = (password: string) => () => assertPassword(password, owner);

describe('passwords', () => {
  it.each([
    'nine violet engines',
    `${'\u00fc'.repeat(4)}abcdefgh`,
    'ada lovelace likes engines',
    '\u{1f600}1a\u{1f601}2b\u{1f602}3c\u{1f603}4d',
  ])('takes %s', (password) => {
    expect(check(password)).not.toThrow();
  });

  it.each([
    ['eleven characters', 'abcdefghij1', 'at least 12'],
    ['twelve bytes that are six characters', '\u00fc\u00e4\u00f6\u00df\u00e9\u00e8', 'at least 12'],
    ['eleven characters that compose from more', 'abcdefghiju\u0308', 'at least 12'],
    ['201 characters', `${'abcde'.repeat(40)}f`, 'at most 200'],
    ['far more bytes than any', 'a1b2'.repeat(10_000), 'at most 200'],
    ['one of the commonest', 'Password1234', 'first that are tried'],
    [
      'one of the commonest in full-width letters',
      '\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff441234',
      'first that are tried',
    ],
    ['the same few characters', 'ababababababab', 'first that are tried'],
    ['the address', 'Ada.Lovelace@example.com', 'name or the e-mail'],
    ['the part before the sign, again', 'ada.lovelaceada.lovelace', 'name or the e-mail'],
    ['the name and a number', 'Ada Lovelace 12', 'name or the e-mail'],
  ])('refuses %s', (_what, password, reason) => {
    expect(check(password)).toThrow(reason);
  });

  it('what is refused is not in the error', () => {
    try {
      assertPassword('hunter2', owner, '/next');
      expect.unreachable();
    } catch (error) {
      expect(JSON.stringify(error) + String(error)).not.toContain('hunter2');
      expect(error).toMatchObject({ errors: [{ pointer: '/next' }] });
    }
  });
});
