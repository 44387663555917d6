/** Changing terms only ever narrows them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import { fullScope } from '../../base/access/actions.ts';
import { isAddressIn, isBlock, isBlockWithin } from './addresses.ts';
import { coversScope, narrowTo, type Terms, type WantedTerms } from './terms.ts';

const now = 1_700_000_000_000;
const scope = fc.constantFrom('a:read', 'a:write', 'b:read', 'b:write', fullScope);
const resource = fc.constantFrom('https://a.example', 'https://b.example', 'https://c.example');
const tool = fc.constantFrom('x', 'y', 'z');
const block = fc.constantFrom('10.0.0.0/8', '10.1.0.0/16', '10.1.2.3', '192.0.2.0/24', '2001:db8::/32', '2001:db8::1');
const list = <T>(one: fc.Arbitrary<T>) => fc.uniqueArray(one, { minLength: 1, maxLength: 4 });
const constraints = fc.record(
  { tools: list(tool), max_uses: fc.integer({ min: 1, max: 5 }), ip: list(block) },
  { requiredKeys: [] },
);
const limits: fc.Arbitrary<Terms> = fc.record({
  scopes: list(scope),
  resources: list(resource),
  constraints,
  expiresAt: fc.integer({ min: now + 60_000, max: now + 600_000 }),
});
const requests: fc.Arbitrary<WantedTerms> = fc.record(
  {
    approved_scopes: list(scope),
    resources: list(resource),
    constraints,
    ttl_seconds: fc.integer({ min: 1, max: 700 }),
  },
  { requiredKeys: [] },
);
/** One address of each block, and some outside of all. */
const addresses = ['10.0.0.1', '10.1.0.1', '10.1.2.3', '192.0.2.7', '2001:db8::1', '2001:db8::2', '203.0.113.1', '::1'];

/** Lists everything that terms allow, one by one: scope, resource, tool, address and moment. */
function allows(terms: Terms) {
  const { tools, max_uses = Number.POSITIVE_INFINITY, ip } = terms.constraints;
  return {
    scopes: ['a:read', 'a:write', 'b:read', 'b:write', 'c:read', fullScope].filter((one) =>
      coversScope(terms.scopes, one),
    ),
    resources: terms.resources,
    tools: ['x', 'y', 'z', 'w'].filter((one) => tools?.includes(one) ?? true),
    addresses: addresses.filter((one) => ip === undefined || isAddressIn(one, ip)),
    uses: max_uses,
    until: terms.expiresAt,
  };
}

function tryNarrow(limit: Terms, wanted: WantedTerms): Terms | undefined {
  try {
    return narrowTo(limit, wanted, now);
  } catch (error) {
    if (error instanceof AppError && error.extensions?.['reason'] === 'not_narrower') return undefined;
    throw error;
  }
}

describe('narrowing', () => {
  it('allows nothing that was not allowed before, and nothing not requested', () => {
    fc.assert(
      fc.property(limits, requests, (limit, wanted) => {
        const result = tryNarrow(limit, wanted);
        if (result === undefined) return;
        const [after, before] = [allows(result), allows(limit)];
        for (const member of ['scopes', 'resources', 'tools', 'addresses'] as const) {
          expect(before[member]).toEqual(expect.arrayContaining([...after[member]]));
        }
        expect(after.uses).toBeLessThanOrEqual(before.uses);
        expect(after.until).toBeLessThanOrEqual(before.until);
        if (wanted.approved_scopes !== undefined)
          expect(new Set(result.scopes)).toEqual(new Set(wanted.approved_scopes));
        if (wanted.ttl_seconds !== undefined) expect(result.expiresAt).toBe(now + wanted.ttl_seconds * 1000);
      }),
      { numRuns: 2_000 },
    );
  });

  it('accepts every part of the terms, and the same terms repeatedly', () => {
    fc.assert(
      fc.property(limits, fc.infiniteStream(fc.boolean()), (limit, coins) => {
        const toss = () => coins.next().value === true;
        const part = <T>(all: readonly T[]) => {
          const some = all.filter(toss);
          return some.length === 0 ? [...all] : some;
        };
        const wanted = { approved_scopes: part(limit.scopes), resources: part(limit.resources) };
        const once = narrowTo(limit, wanted, now);
        expect(narrowTo(once, {}, now)).toEqual(once);
        expect(narrowTo(once, wanted, now)).toEqual(once);
      }),
    );
  });

  it('never loses a constraint', () => {
    const limit: Terms = {
      scopes: ['a:read'],
      resources: ['https://a.example'],
      expiresAt: now + 60_000,
      constraints: { tools: ['x'], max_uses: 3, ip: ['10.0.0.0/8'] },
    };
    expect(narrowTo(limit, { constraints: {} }, now).constraints).toEqual(limit.constraints);
    expect(narrowTo(limit, { constraints: { max_uses: 2 } }, now).constraints).toEqual({
      ...limit.constraints,
      max_uses: 2,
    });
    for (const wider of [{ tools: [] }, { tools: ['y'] }, { max_uses: 4 }, { ip: [] }, { ip: ['0.0.0.0/0'] }]) {
      expect(tryNarrow(limit, { constraints: wider })).toBeUndefined();
    }
  });
});

describe('addresses', () => {
  it.each(['192.0.2.1', '192.0.2.0/24', '0.0.0.0/0', '2001:db8::/32', '::1', '::ffff:192.0.2.1'])(
    '%s is valid',
    (text) => expect(isBlock(text)).toBe(true),
  );
  it.each(['', '192.0.2', '192.0.2.0/33', '192.0.2.0/024', '::/129', 'example.com', '10.0.0.1/', 'fe80::1%eth0', '/8'])(
    '%j is invalid',
    (text) => expect(isBlock(text)).toBe(false),
  );

  it('are within blocks of their own family that contain all of them', () => {
    expect(isBlockWithin('10.1.0.0/16', '10.0.0.0/8')).toBe(true);
    expect(isBlockWithin('10.0.0.0/8', '10.1.0.0/16')).toBe(false);
    expect(isBlockWithin('11.0.0.0/16', '10.0.0.0/8')).toBe(false);
    expect(isBlockWithin('10.0.0.1', '::/0')).toBe(false);
    expect(isBlockWithin('2001:db8::1', '2001:db8::/32')).toBe(true);
  });

  it('are found in blocks, IPv4 also in its IPv6 form; an invalid address is in none', () => {
    expect(isAddressIn('192.0.2.9', ['10.0.0.0/8', '192.0.2.0/24'])).toBe(true);
    expect(isAddressIn('::ffff:192.0.2.9', ['192.0.2.0/24'])).toBe(true);
    expect(isAddressIn('192.0.3.9', ['192.0.2.0/24'])).toBe(false);
    for (const text of ['', 'unknown', '0.0.0.0/0']) expect(isAddressIn(text, ['0.0.0.0/0', '::/0'])).toBe(false);
    expect(isAddressIn('192.0.2.9', [])).toBe(false);
  });
});
