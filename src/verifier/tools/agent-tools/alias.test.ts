/** Tests aliases of servers in tool catalogs: their form, and that no two are, or look, the same. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDb, type TestDb, testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { verifierMigrations } from '../../features.ts';
import { skeletonOf } from '../app-catalog/lookalikes.ts';
import { maxAliasChars, toAlias, toSlug } from './alias.ts';
import { createAliases } from './aliases.ts';

const form = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const aName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: fc.constantFrom(...'aA1lI0oOrnm._-/ é', 'а', 'ѕ', '５'), maxLength: 60 }),
  fc.constantFrom('com.example/crm', 'assay', 'x/ASSAY-gateway', 'x/a55ay', 'x/assаy', '', '/', 'x/---'),
);

describe('a name', () => {
  it('is short lower case ASCII with single hyphens for any app, and never one of our own', () => {
    fc.assert(
      fc.property(aName, fc.integer({ min: 1, max: 10_000 }), (name, turn) => {
        const alias = toAlias(toSlug(name), turn);
        expect(alias).toMatch(form);
        expect(alias.length).toBeLessThanOrEqual(maxAliasChars);
        expect(skeletonOf(alias).startsWith('assay')).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['com.example/crm', 'crm'],
    ['com.example/My_CRM.v2', 'my-crm-v2'],
    ['com.example/assay-gateway', 'app-assay-gateway'],
    ['com.example/a55ay', 'app-a55ay'],
    ['com.example/...', 'app'],
  ])('of %s is %s', (name, slug) => {
    expect(toSlug(name)).toBe(slug);
  });
});

describe.each(testDatabaseUrl === undefined ? (['pglite'] as const) : (['pglite', 'postgres'] as const))(
  'names in %s',
  (kind) => {
    let testDb: TestDb;
    let count = 0;
    const aliases = createAliases({ clock: { now: () => 1 } });
    beforeAll(async () => {
      testDb = await openTestDb(kind, verifierMigrations);
    }, 60_000);
    afterAll(() => testDb.close());
    const give = async (orgId: string, appId: string, name: string, server = 'main') => {
      const names = await aliases.ensure(testDb.database().db, orgId, [{ appId, server, name }]);
      return names.of({ appId, server });
    };

    it('never look alike within an organisation, and are permanent', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(aName, { minLength: 1, maxLength: 12 }), async (names) => {
          count += 1;
          const org = `org-${count}`;
          const servers = names.map((name, index) => ({ appId: `app_${index}`, server: 'main', name }));
          const { db } = testDb.database();
          const first = await aliases.ensure(db, org, servers);
          const given = servers.map((server) => first.of(server) ?? '');
          for (const alias of given) expect(alias).toMatch(form);
          expect(new Set(given.map(skeletonOf)).size).toBe(given.length);
          // Asked in another order, among others, they stay the same.
          const again = await aliases.ensure(
            db,
            org,
            [{ appId: 'new', server: 'main', name: 'x' }, ...servers].reverse(),
          );
          expect(servers.map((server) => again.of(server))).toEqual(given);
        }),
        { numRuns: kind === 'pglite' ? 40 : 15 },
      );
    }, 60_000);

    it('count up when one is taken, or looks alike', async () => {
      expect(await give('acme', 'app_1', 'com.example/paypal')).toBe('paypal');
      expect(await give('acme', 'app_2', 'org.other/paypal')).toBe('paypal-2');
      expect(await give('acme', 'app_3', 'org.evil/paypa1')).toBe('paypa1-3');
      expect(await give('acme', 'app_4', 'org.evil/pay-pal')).toBe('pay-pal-4');
      expect(await give('acme', 'app_1', 'renamed/otherwise')).toBe('paypal');
      expect(await give('other', 'app_9', 'org.evil/paypa1')).toBe('paypa1');
      expect(await give('acme', 'app_1', 'paypal-admin', 'admin')).toBe('paypal-admin');
    });

    it('are given once to concurrent requests', async () => {
      const asked = Array.from({ length: 12 }, (_each, index) => `app_${index % 4}`);
      const given = await Promise.all(asked.map((appId) => give('race', appId, 'com.example/same')));
      expect(new Set(given).size).toBe(4);
      expect(given.slice(4, 8)).toEqual(given.slice(0, 4));
      expect([...new Set(given)].sort()).toEqual(['same', 'same-2', 'same-3', 'same-4']);
    });
  },
);
