/** Inserts many rows with one JSON parameter: building a statement with thousands of parameters costs more than the insert. */
import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** Creates a statement that inserts rows with members named like the columns. `omit` lists those that the database fills. */
export function createBulkInsert<Row extends object>(
  table: PgTable,
  omit: readonly string[],
): (rows: readonly Row[]) => SQL {
  const columns = Object.values(getTableColumns(table)).filter((column) => !omit.includes(column.name));
  const names = columns.map((column) => `"${column.name}"`).join(', ');
  const types = columns.map((column) => `"${column.name}" ${column.getSQLType()}`).join(', ');
  const head = sql.raw(`insert into "${getTableName(table)}" (${names}) select ${names} from json_to_recordset(`);
  const tail = sql.raw(`::json) as batch(${types})`);
  return (rows) => sql`${head}${JSON.stringify(rows)}${tail}`;
}
