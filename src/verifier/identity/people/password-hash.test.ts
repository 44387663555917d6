/** Password hashes. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPasswordHasher, currentCost } from './password-hash.ts';

const cheap = { ln: 10, r: 8, p: 1 };
const hasher = createPasswordHasher({ randomBytes, cost: cheap });

describe('password hashes', () => {
  it('names scrypt with N = 2^17, r = 8, p = 1 today, and a salt of its own each time', async () => {
    const strong = createPasswordHasher({ randomBytes });
    const stored = await strong.hash('nine violet engines');
    expect(stored).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await strong.verify('nine violet engines', stored)).toEqual({ isRight: true, isStale: false });
    expect(await hasher.hash('nine violet engines')).not.toBe(await hasher.hash('nine violet engines'));
    expect(currentCost).toEqual({ ln: 17, r: 8, p: 1 });
  });

  it('only the password itself verifies', async () => {
    const stored = await hasher.hash('nine violet engines');
    expect((await hasher.verify('nine violet engines', stored)).isRight).toBe(true);
    expect((await hasher.verify('nine violet engineS', stored)).isRight).toBe(false);
    expect((await hasher.verify('', stored)).isRight).toBe(false);
  });

  it('a hash with other parameters still verifies, and is known to be stale', async () => {
    const old = await createPasswordHasher({ randomBytes, cost: { ln: 9, r: 8, p: 1 } }).hash('nine violet engines');
    expect(await hasher.verify('nine violet engines', old)).toEqual({ isRight: true, isStale: true });
  });

  it('one password typed in two Unicode forms is one password', async () => {
    const stored = await hasher.hash('caf\u00e9 engines at nine');
    expect((await hasher.verify('cafe\u0301 engines at nine', stored)).isRight).toBe(true);
  });

  it('a stored text of another form is a fault, never a wrong password', async () => {
    await expect(hasher.verify('x', 'plain text')).rejects.toThrow('unknown form');
  });

  it('many at once all get their answer, and beyond the queue they are refused rather than kept waiting', async () => {
    const slow = createPasswordHasher({ randomBytes, cost: { ln: 12, r: 8, p: 1 } });
    const results = await Promise.allSettled(Array.from({ length: 80 }, () => slow.pretend('x')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(66);
    const refused = results.find((result) => result.status === 'rejected');
    expect(refused).toMatchObject({ reason: { code: 'unavailable', retryAfterS: 10 } });
    await expect(slow.pretend('x')).resolves.toBeUndefined();
  });
});
