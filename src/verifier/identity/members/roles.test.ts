/** Nobody gives a role above their own, and nobody raises themselves. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memberRoles } from '../../../contract/api/members/states.ts';
import { createAuthor } from '../../base/control/author.ts';
import { holds } from './roles.ts';
import { assertMayGive } from './service.ts';

const role = fc.constantFrom(...memberRoles);
const refused = { code: 'forbidden' };

describe('roles', () => {
  it('a role is given only by who holds it, and to oneself only downwards', () => {
    fc.assert(
      fc.property(role, role, role, fc.boolean(), (own, from, to, isOwn) => {
        const give = () => assertMayGive(createAuthor('acme', 'usr_1', own), isOwn ? 'usr_1' : 'usr_2', from, to);
        if (holds(own, to) && (!isOwn || holds(from, to))) expect(give).not.toThrow();
        else expect(give).toThrow(expect.objectContaining(refused));
      }),
    );
  });

  it.each([
    ['admin', 'reviewer', true],
    ['operator', 'viewer', true],
    ['operator', 'reviewer', false],
    ['reviewer', 'operator', false],
    ['viewer', 'admin', false],
    ['gateway', 'viewer', false],
    ['agent', 'viewer', false],
    ['anonymous', 'viewer', false],
  ] as const)('%s holds %s: %s', (who, other, answer) => {
    expect(holds(who, other)).toBe(answer);
  });
});
