/** The database of this release: its tables and migrations, which the program gives. */
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Migration } from '../../../platform/db/migrate.ts';

export interface ReleaseSchema {
  readonly tables: readonly PgTable[];
  /** In the order of their ids. */
  readonly migrations: readonly Migration[];
}
