/** Keys of caches, limits and sealed states differ for principals that may do or see different things. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../platform/http/access.ts';
import { toPrincipal } from './principal.ts';
import { createSeenProofs } from './seen-proofs.ts';

const agent: Caller = {
  user: 'clerk',
  agentId: 'clerk',
  kind: 'agent',
  role: 'agent',
  organisation: 'default',
  authentication: 'oauth',
  scopes: ['mcp:call'],
  isDeployment: false,
  credentialId: 'jti-1',
  clientId: 'oc_1',
};
const keyOf = (change: Partial<Caller> = {}) =>
  toPrincipal({
    caller: { ...agent, ...change },
    agentId: undefined,
    headerAgentId: undefined,
    token: undefined,
    orgId: 'default',
    toolsPath: '/mcp',
  }).key;

describe('the key of a principal', () => {
  it('is the same for the next token of the same client', () => {
    expect(keyOf({ credentialId: 'jti-2' })).toBe(keyOf());
  });

  it('differs for other agents, clients, persons, consents, tools, scopes and ways to be known', () => {
    const word = fc.constantFrom('a', 'b', 'c');
    const words = fc.uniqueArray(word, { maxLength: 3 }).map((list) => list.sort());
    const person = fc.record({ user: word, grantId: word, tools: words });
    const caller = fc.record({
      agentId: word,
      user: word,
      clientId: word,
      scopes: words,
      authentication: fc.constantFrom('oauth' as const, 'api_key' as const),
      onBehalfOf: fc.option(person, { nil: undefined }),
    });
    const toCaller = ({ onBehalfOf, ...rest }: typeof caller extends fc.Arbitrary<infer Value> ? Value : never) => ({
      ...rest,
      ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
    });
    fc.assert(
      fc.property(caller, caller, (one, other) => {
        const isSame = JSON.stringify(one) === JSON.stringify(other);
        expect(keyOf(toCaller(one)) === keyOf(toCaller(other))).toBe(isSame);
      }),
    );
  });
});

describe('a used proof', () => {
  it('is remembered until it expires, and never displaced by another', () => {
    let now = 0;
    const shown = createSeenProofs({ clock: { now: () => now }, most: 2 });
    expect(shown.isFirst('k', 'one', 100)).toBe(true);
    expect(shown.isFirst('k', 'one', 100)).toBe(false);
    expect(shown.isFirst('other', 'one', 50)).toBe(true);
    expect(() => shown.isFirst('k', 'two', 100)).toThrow(/list of used proofs is full/);
    now = 50;
    expect(shown.isFirst('k', 'two', 150)).toBe(true);
    expect(shown.isFirst('k', 'one', 100)).toBe(false);
    now = 100;
    expect(shown.isFirst('k', 'three', 200)).toBe(true);
  });
});
