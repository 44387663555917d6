/** The migration of apps that were installed before installing them had an effect. */
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { query } from '../../../platform/db/db.ts';
import { migrate } from '../../../platform/db/migrate.ts';
import { openTestDb, testDatabaseKind } from '../../../platform/db/test-db.ts';
import { verifierMigrations } from '../../features.ts';

const clock = { now: () => 1_000 };

it('an auditor or a runtime of an earlier release is failed and can be tried again; a server stays installed', async () => {
  const older = verifierMigrations.filter(({ id }) => id < '0111');
  const testDb = await openTestDb(testDatabaseKind, older);
  const { db } = testDb.database();
  await migrate(db, older, clock);
  for (const name of ['dev.assay/pii', 'dev.assay/gateway', 'com.notion/mcp']) {
    await db.execute(sql`insert into installations (org_id, id, app_id, name, title, version, service, agent_id,
      workspace_id, status, config, auth, tools, is_quarantined, asked_by, attempts, revision, created_at, created_by, updated_at)
      values ('default', ${name}, ${name}, ${name}, 'x', '1.0.0', ${name}, 'bot', 'default', 'installed', '{}', '{}', '[]',
      false, 'anna', 0, 1, 1, 'anna', 1)`);
  }
  await migrate(db, verifierMigrations, clock);
  const rows = await query(
    db,
    sql`select name, status, resume_at, error->>'code' as code from installations order by name`,
  );
  const again = { status: 'failed', resume_at: 'discovering', code: 'had_no_effect' };
  expect(rows).toEqual([
    { name: 'com.notion/mcp', status: 'installed', resume_at: null, code: null },
    { name: 'dev.assay/gateway', ...again },
    { name: 'dev.assay/pii', ...again },
  ]);
  await testDb.close();
});
