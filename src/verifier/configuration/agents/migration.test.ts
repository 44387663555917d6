/** The migration of agents from an older database. */

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../../platform/db/db.ts';
import { migrate } from '../../../platform/db/migrate.ts';
import { openTestDb, type TestDb, testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { verifierMigrations } from '../../features.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const clock = { now: () => 1_000 };

describe.each(kinds)('migration 0055-agents-life on %s', (kind) => {
  let testDb: TestDb;
  beforeAll(async () => {
    const older = verifierMigrations.filter(({ id }) => id < '0051');
    testDb = await openTestDb(kind, older);
    const { db } = testDb.database();
    await migrate(db, older, clock);
    const insert = (org: string, id: string, implicit: boolean) =>
      db.execute(sql`insert into agents (org_id, workspace_id, id, name, spiffe_id, audit_mode, status, implicit, created_at, updated_at)
        values (${org}, 'default', ${id}, ${id}, ${`spiffe://assay.local/agent/${id}`}, 'enforce', 'active', ${implicit}, 1, 1)`);
    await insert('default', 'default', false);
    await insert('default', 'clerk', false);
    await insert('Acme', 'clerk', false);
    await insert('Acme', 'bare', false);
    await insert('default', 'seen', true);
    for (const [org, by] of [
      ['default', 'usr_1'],
      ['Acme', 'usr_2'],
    ] as const) {
      await db.execute(sql`insert into control_changes
        (org_id, kind, subject_id, action, scope_level, scope_id, revision, changed_at, changed_by)
        values (${org}, 'agent', 'clerk', 'created', 'agent', 'clerk', 1, 1, ${by})`);
    }
    await migrate(db, verifierMigrations, clock);
  });
  afterAll(() => testDb?.close());

  it("gives each agent its owner, an epoch, and an identity under its organisation's trust domain", async () => {
    const rows = await query(
      testDb.database().db,
      sql`select org_id, id, owners, sponsor_ids, agent_epoch, status, spiffe_id, injection_method from agents order by org_id desc, id`,
    );
    const common = { agent_epoch: 1, status: 'active', injection_method: 'sidecar' };
    const of = (org: string, id: string, owners: string[], domain: string) => ({
      ...common,
      org_id: org,
      id,
      owners,
      sponsor_ids: owners,
      spiffe_id: `spiffe://${domain}/agent/${id}`,
    });
    expect(rows).toEqual(
      expect.arrayContaining([
        of('default', 'clerk', ['usr_1'], 'assay.local'),
        of('default', 'default', ['local'], 'assay.local'),
        of('default', 'seen', [], 'assay.local'),
        of('Acme', 'bare', ['operator'], 'acme.assay.local'),
        of('Acme', 'clerk', ['usr_2'], 'acme.assay.local'),
      ]),
    );
    expect(rows).toHaveLength(5);
  });
});
