/** A database with rows in every table: unusual values of every type, and nulls. */
import { sql } from 'drizzle-orm';
import { type Db, query } from '../../../platform/db/db.ts';
import { inOrderOfReferences, listTables, readSequences, readShapes } from './inventory.ts';
import { readLines } from './rows.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly is_nullable: boolean;
  /** The check constraint that lists its allowed values, if there is one. */
  readonly rule: string | null;
}

/** Values for constraints over several columns. */
const said: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  'full approvals': { status: 'approved', used_at: null },
  'full delegation_grants': { status: 'revoked' },
  'full scoped_credentials': { status: 'revoked' },
  'full installations': { status: 'installed', removed_at: null, resume_at: null, target_version: null },
  'full app_aliases': { alias: 'full-app' },
  'bare app_aliases': { alias: 'bare-app' },
  'full model_versions': { kind: 'hosted' },
  'full workflows': { status: 'deploying' },
  'full workflow_runs': { status: 'succeeded' },
  'full members': { user_id: 'full user' },
  'bare members': { user_id: 'bare user' },
  'full sessions': { user_id: 'full user' },
  'bare sessions': { user_id: 'bare user' },
  'full users': { id: 'full user' },
  'bare users': { id: 'bare user' },
  'full vault_keks': { is_current: 'false' },
  'bare vault_keks': { retired_at: '1' },
};

/** Inserts one row with every value, and one with as few as possible. The next value of each sequence differs. */
export async function fill(db: Db): Promise<void> {
  const tables = (await listTables(db)).filter((name) => name !== 'schema_migrations');
  for (const table of await inOrderOfReferences(db, tables)) {
    const columns = await readColumns(db, table);
    for (const kind of ['full', 'bare'] as const) {
      const values = columns.map((column) => {
        const own = said[`${kind} ${table}`]?.[column.name];
        return own === undefined ? textOf(kind, table, column) : own;
      });
      const names = columns.map(({ name }) => sql.identifier(name));
      const cast = values.map((value, index) => sql`${value}::text::${sql.raw(columns[index]?.type ?? '')}`);
      await db.execute(sql`insert into ${sql.identifier(table)} (${sql.join(names, sql`, `)})
        values (${sql.join(cast, sql`, `)})`);
    }
  }
  for (const [index, { name }] of (await readSequences(db, tables)).entries()) {
    if (index % 2 === 0) await db.execute(sql`select setval(${name}::text::regclass, ${100 + index})`);
  }
}

async function readColumns(db: Db, table: string): Promise<Column[]> {
  return query<Column>(
    db,
    sql`select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as is_nullable,
        (select pg_get_constraintdef(k.oid) from pg_constraint k
          where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]
            and pg_get_constraintdef(k.oid) like '%ARRAY[%' limit 1) as rule
      from pg_attribute a where a.attrelid = ${table}::text::regclass and a.attnum > 0 and not a.attisdropped
      order by a.attnum`,
  );
}

function textOf(kind: 'full' | 'bare', table: string, { name, type, is_nullable, rule }: Column): string | null {
  const isFull = kind === 'full';
  if (is_nullable && !isFull) return null;
  const [, word] = /ARRAY\['([^']+)'/.exec(rule ?? '') ?? [];
  if (word !== undefined) return word;
  if (type === 'boolean') return String(isFull);
  if (type === 'integer') return isFull ? '2000000000' : '-7';
  // Beyond the exact integers of JavaScript, if none of our code counts with it.
  if (type === 'bigint') return isFull && table !== 'audit_log' ? '9007199254740993' : '1';
  if (type === 'jsonb') {
    return isFull ? '{"b": 1.50, "a": [null, 12345678901234567890.1], "ü\\n": "\\u2028\\"\\\\ 😀"}' : '[]';
  }
  return isFull ? `${table}.${name}: 'ä'\t"x"\r\n\\n \u2028 😀 {1,2} \\x41` : '';
}

/** Reads every row of every table as text, in a fixed order. */
export async function readAll(db: Db, without: readonly string[] = []): Promise<Map<string, readonly string[]>> {
  const tables = (await listTables(db)).filter((name) => !without.includes(name));
  const all = new Map<string, readonly string[]>();
  await db.transaction(async (tx) => {
    for (const shape of await readShapes(tx, tables)) {
      const lines: string[] = [];
      for await (const some of readLines(tx, shape)) lines.push(...some);
      all.set(shape.name, lines.toSorted());
    }
  });
  return all;
}
