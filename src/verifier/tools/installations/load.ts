/** Reads an installation for an author. */
import type { Db } from '../../../platform/db/db.ts';
import type { Author } from '../../base/control/author.ts';
import type { InstallationCore } from './core.ts';
import { assertMaySee, noInstallation } from './rights.ts';
import type { InstallationRow } from './tables.ts';

/** Reads one that the author may see. @throws AppError `not_found`. */
export async function load({ store }: InstallationCore, db: Db, author: Author, id: string): Promise<InstallationRow> {
  const row = await store.find(db, author.orgId, id);
  if (row === undefined) throw noInstallation();
  assertMaySee(author, row.agent_id);
  return row;
}
