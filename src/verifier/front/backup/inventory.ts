/** Reads the structure of a database: tables and columns, references, sequences, migrations. */
import { sql } from 'drizzle-orm';
import { type Db, query } from '../../../platform/db/db.ts';
import type { SequenceState } from './format.ts';

export interface TableShape {
  readonly name: string;
  /** In order, with the type names of the database. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** Lists every table of the schema, except those of extensions. */
export async function listTables(db: Db): Promise<string[]> {
  const rows = await query<{ name: string }>(
    db,
    sql`select c.relname as name from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
        and not exists (select 1 from pg_depend d
          where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      order by c.relname collate "C"`,
  );
  return rows.map(({ name }) => name);
}

/** Reads the columns of tables, in the order of the given names. Leaves out generated columns. */
export async function readShapes(db: Db, names: readonly string[]): Promise<TableShape[]> {
  const rows = await query<{ table_name: string; name: string; type: string }>(
    db,
    sql`select c.relname as table_name, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by c.relname, a.attnum`,
  );
  return names.map((name) => ({ name, columns: rows.filter((row) => row.table_name === name) }));
}

/** Sorts tables so that a row comes after what it refers to. */
export async function inOrderOfReferences(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await query<{ from_table: string; to_table: string }>(
    db,
    sql`select f.relname as from_table, t.relname as to_table
      from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and k.connamespace = current_schema()::regnamespace and f.oid <> t.oid`,
  );
  const ordered = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    if (ordered.has(name) || !names.includes(name)) return;
    if (path.includes(name)) throw new Error(`tables refer to each other in a circle: ${path.join(', ')}`);
    for (const row of rows) if (row.from_table === name) visit(row.to_table, [...path, name]);
    ordered.add(name);
  };
  for (const name of names) visit(name, []);
  return [...ordered];
}

/** Reads the sequences of the schema, except those of foreign tables. */
export async function readSequences(db: Db, tables: readonly string[]): Promise<SequenceState[]> {
  const rows = await query<{ name: string; table_name: string | null }>(
    db,
    sql`select s.relname as name, t.relname as table_name from pg_class s
      left join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid and d.deptype in ('a', 'i')
        and d.refclassid = 'pg_class'::regclass
      left join pg_class t on t.oid = d.refobjid
      where s.relnamespace = current_schema()::regnamespace and s.relkind = 'S' order by s.relname collate "C"`,
  );
  const states: SequenceState[] = [];
  for (const { name, table_name: table } of rows) {
    if (table === null || !tables.includes(table)) continue;
    const [state] = await query<{ last_value: string; is_called: boolean }>(
      db,
      sql`select last_value::text as last_value, is_called from ${sql.identifier(name)}`,
    );
    if (state !== undefined) states.push({ name, ...state });
  }
  return states;
}

export interface AppliedMigration {
  readonly id: string;
  readonly sha256: string;
  readonly applied_at: number;
}

export async function readMigrations(db: Db): Promise<AppliedMigration[]> {
  const rows = await query<{ id: string; sha256: string; applied_at: string }>(
    db,
    sql`select id, sha256, applied_at::text as applied_at from schema_migrations order by id collate "C"`,
  );
  return rows.map((row) => ({ ...row, applied_at: Number(row.applied_at) }));
}

/** Sets what the text of values depends on, and lifts server limits that do not fit a whole database. */
export async function settle(tx: Db): Promise<void> {
  for (const setting of settings) await tx.execute(sql.raw(`set local ${setting}`));
}

const settings = [
  `timezone = 'UTC'`,
  `datestyle = 'ISO, YMD'`,
  `intervalstyle = 'postgres'`,
  `bytea_output = 'hex'`,
  'extra_float_digits = 1',
  'statement_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
];
