/** Tests several processes of the verifier over one PostgreSQL: concurrent writes of rules and concurrent logs of refusals. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { isAppError } from '../../../platform/errors.ts';
import { nothing, reasonOf } from '../../../platform/http/guarded.fixture.ts';
import { createGuardedFetch } from '../../../platform/http/guarded-fetch.ts';
import { createAuthor } from '../../base/control/author.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { createOutbound } from './create.ts';

describe.skipIf(testDatabaseUrl === undefined)('several processes (TEST_DATABASE_URL)', () => {
  let verifier: TestVerifier;

  beforeAll(async () => {
    verifier = await openTestVerifier({}, 'postgres');
  }, 60_000);

  afterAll(() => verifier.close());

  const aProcess = () => {
    const { services } = verifier.verifier();
    return createOutbound({
      ...services,
      clock: verifier.clock,
      allow: nothing,
      getOrganization: services.workspaces.getOrganization,
      fetch: createGuardedFetch({ allow: nothing, resolve: async () => ['172.16.0.1'] }),
      log: { error: () => {} },
      schedule: () => () => {},
    });
  };
  const operator = createAuthor('default', 'operator');

  it('accept one of concurrent rule writes, from the first ones on, and tell the others', async () => {
    const { db } = verifier.verifier().services;
    for (const revision of [0, 1, 2]) {
      const writes = Array.from({ length: 4 }, (_, index) =>
        db.transaction((tx) =>
          aProcess().setRules(tx, operator, 'default', { allow: [`10.${index}.0.0/16`] }, revision),
        ),
      );
      const settled = await Promise.allSettled(writes);
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      expect(refused.every((error) => isAppError(error, 'precondition_failed'))).toBe(true);
    }
    expect((await aProcess().getRules(db, operator, 'default')).revision).toBe(3);
  });

  it('write refusals into one log with a valid chain', async () => {
    const calls = Array.from({ length: 8 }, (_, index) =>
      aProcess().forOrganisation('default')(`https://host-${index}.example/`, { accept: [] }),
    );
    expect(new Set(await Promise.all(calls.map(reasonOf)))).toEqual(new Set(['outbound_address']));
    const { body } = await verifier.admin('GET', '/v1/audit-logs?action=outbound.refused');
    const hosts = (body['items'] as { resource_id: string }[]).map(({ resource_id }) => resource_id);
    expect(hosts.sort()).toEqual(Array.from({ length: 8 }, (_, index) => `host-${index}.example`));
    expect((await verifier.admin('GET', '/v1/audit-logs/verify')).body['intact']).toBe(true);
  });
});
