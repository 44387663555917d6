import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leadsOutside } from './outside-path.ts';

const part = fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9._ -]{0,10}$/);

describe('paths in a file', () => {
  it('a plain relative path stays inside', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        expect(leadsOutside(parts.join('/'))).toBeUndefined();
      }),
    );
  });

  it('a parent folder anywhere, with either slash, leads outside', () => {
    const slash = fc.constantFrom('/', '\\');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 3 }), fc.array(part, { maxLength: 3 }), slash, (before, after, sign) => {
        expect(leadsOutside([...before, '..', ...after].join(sign))).toBeDefined();
      }),
    );
  });

  it.each(['/x', '\\x', 'C:x', 'c:/x', 'http://x', 'data:x', '~/x', '~root', 'a\0', '.. /x', 'a/ ../x'])(
    '%j leads outside',
    (path) => {
      expect(leadsOutside(path)).toBeDefined();
    },
  );
});
