/**
 * Brings a database to the current schema: migrations run in order, once, under an advisory lock. An edited migration
 * is refused.
 */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import { type Db, query } from './db.ts';

/** One step of the schema. The id orders all steps of all features, e.g. `0012-delegations`. */
export interface Migration {
  readonly id: string;
  /** One statement each: the embedded database takes no more at once. */
  readonly sql: readonly string[];
}

/** The advisory lock of every process that migrates this database. */
const lockKey = 7_236_112_001;
const idForm = /^\d{4}-[a-z0-9-]+$/;

/**
 * Applies the missing migrations, all or nothing. Unknown migrations of a newer release are ignored, so that old and
 * new processes can run side by side during an upgrade.
 *
 * @returns the ids that were applied now
 * @throws AppError `config` when an applied migration was edited, or the list is out of order
 */
export async function migrate(db: Db, migrations: readonly Migration[], clock: Clock): Promise<string[]> {
  assertOrdered(migrations);
  return db.transaction(async (tx) => {
    await holdMigrations(tx);
    await tx.execute(sql`create table if not exists schema_migrations
      (id text primary key, sha256 text not null, applied_at bigint not null)`);
    const rows = await query<{ id: string; sha256: string }>(tx, sql`select id, sha256 from schema_migrations`);
    const applied = new Map(rows.map((row) => [row.id, row.sha256]));
    const missing: string[] = [];
    for (const migration of migrations) {
      const hash = hashOf(migration);
      const known = applied.get(migration.id);
      if (known === hash) continue;
      if (known !== undefined) {
        const detail = `migration ${migration.id} was edited after it had been applied to this database: another build made it`;
        throw new AppError('config', detail, { detail });
      }
      for (const statement of migration.sql) await tx.execute(sql.raw(statement));
      await tx.execute(sql`insert into schema_migrations (id, sha256, applied_at)
        values (${migration.id}, ${hash}, ${clock.now()})`);
      missing.push(migration.id);
    }
    return missing;
  });
}

/** Blocks other migrations of this database until the transaction ends. */
export async function holdMigrations(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`);
}

/** Gives the hash that pins the text of a migration. */
export function hashOf(migration: Migration): string {
  return createHash('sha256').update(JSON.stringify(migration.sql)).digest('hex');
}

function assertOrdered(migrations: readonly Migration[]): void {
  let last = '';
  for (const { id } of migrations) {
    if (!idForm.test(id)) throw new AppError('config', `migration id ${id} is not of the form 0012-name`);
    if (id <= last) throw new AppError('config', `migration ${id} stands after ${last}: ids must rise and be unique`);
    last = id;
  }
}
