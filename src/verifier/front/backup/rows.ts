/**
 * Rows of any table as lines of JSON: an array with the database's own text of each value, or null. The database reads this text
 * back to the same value for every type: no value passes through a JavaScript number or date.
 */
import { type SQL, sql } from 'drizzle-orm';
import { type Db, query } from '../../../platform/db/db.ts';
import { chunkBytes } from './format.ts';
import type { TableShape } from './inventory.ts';

const first = 64;
const most = 2_000;

/** Reads the lines of a table with one chunk in memory at a time. Call it in a transaction: it uses a cursor. */
export async function* readLines(tx: Db, { name, columns }: TableShape): AsyncGenerator<readonly string[]> {
  const values = columns.map((column) => sql`${sql.identifier(column.name)}::text`);
  await tx.execute(sql`declare backup_rows no scroll cursor for
    select json_build_array(${list(values)})::text as line from ${sql.identifier(name)}`);
  let wanted = first;
  for (;;) {
    const rows = await query<{ line: string }>(tx, sql.raw(`fetch ${wanted} from backup_rows`));
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < wanted) break;
    // As many rows as fit into a chunk, by the size of the previous ones. Grows only step by step.
    const size = rows.reduce((sum, { line }) => sum + line.length, 0) / rows.length;
    wanted = Math.max(1, Math.min(most, wanted * 2, Math.floor(chunkBytes / size)));
  }
  await tx.execute(sql.raw('close backup_rows'));
}

/** Inserts lines into a table. The names come from the database, never from a file. */
export async function insertLines(tx: Db, { name, columns }: TableShape, lines: readonly string[]): Promise<void> {
  const names = columns.map((column) => sql.identifier(column.name));
  const values = columns.map((column, index) => sql.raw(`(line ->> ${index})::${column.type}`));
  await tx.execute(sql`insert into ${sql.identifier(name)} (${list(names)})
    select ${list(values)} from jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb) as line`);
}

function list(items: readonly (SQL | ReturnType<typeof sql.identifier>)[]): SQL {
  return sql.join([...items], sql`, `);
}
