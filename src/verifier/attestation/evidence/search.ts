/**
 * Finds Evidence by its properties, ordered by the time of its making. Two statements: the first reads only narrow rows, so that
 * its plan never depends on how much Evidence there is.
 */
import { and, asc, desc, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import { type Db, query } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import type { ClaimCondition } from './claim-conditions.ts';
import { toIndexed } from './indexed.ts';
import { evidenceSearchTable } from './search-tables.ts';
import { isLowestOfRange, rangeOf, ranges, term } from './search-terms.ts';
import { evidenceTable } from './tables.ts';

export interface EvidenceFilter {
  readonly agentId?: string | undefined;
  readonly workspaceId?: string | undefined;
  readonly modelId?: string | undefined;
  readonly decision?: 'allow' | 'deny' | undefined;
  readonly enforced?: 'allow' | 'deny' | undefined;
  readonly reason?: string | undefined;
  readonly claims?: readonly ClaimCondition[] | undefined;
  readonly auditor?: string | undefined;
  readonly tool?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly traceId?: string | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly order?: 'newest' | 'oldest' | undefined;
}

/** Gives the `seq` of one page and one more. @throws AppError `invalid_request` for a cursor of another list. */
export async function findSeqs(db: Db, orgId: string, page: PageStart, filter: EvidenceFilter): Promise<number[]> {
  const table = evidenceSearchTable;
  const isOldest = filter.order === 'oldest';
  const after = page.before === undefined ? undefined : await afterCursor(db, orgId, page.before, isOldest);
  const direction = isOldest ? asc : desc;
  const order = [direction(table.generated_at), direction(table.seq)];
  const among = and(eq(table.org_id, orgId), after, ...toPlaceConditions(filter));
  const found = and(...toTermConditions(orgId, filter));
  const limit = page.limit + 1;
  const { seq, generated_at } = table;
  const simple = () =>
    db
      .select({ seq })
      .from(table)
      .where(and(among, found))
      .orderBy(...order)
      .limit(limit);
  if (!(filter.claims ?? []).some(({ kind }) => kind === 'number')) return (await simple()).map(toSeq);

  // How many rows fulfil a comparison is hard to estimate. Where the next rows hold too few, they are rare: the index of terms
  // then finds all of them faster than a walk through the rows.
  const near = db
    .select()
    .from(table)
    .where(among)
    .orderBy(...order)
    .limit(nearRows)
    .as('evidence_search');
  const next = await db
    .select({ seq: near.seq })
    .from(near)
    .where(found)
    .orderBy(...order)
    .limit(limit);
  if (next.length === limit) return next.map(toSeq);
  const rare = await query<{ seq: string | number }>(
    db,
    sql`with rare as materialized (select ${seq}, ${generated_at} from ${table} where ${and(among, found)})
      select seq from rare order by generated_at ${sql.raw(isOldest ? 'asc' : 'desc')}, seq
      ${sql.raw(isOldest ? 'asc' : 'desc')} limit ${limit}`,
  );
  return rare.map(toSeq);
}

const nearRows = 5_000;

const toSeq = (row: { readonly seq: string | number }): number => Number(row.seq);

/** The rows behind a cursor. Evidence never changes, so its time is that of the page before. */
async function afterCursor(db: Db, orgId: string, seq: number, isOldest: boolean): Promise<SQL> {
  const table = evidenceSearchTable;
  const [row] = await db
    .select({ at: table.generated_at })
    .from(table)
    .where(and(eq(table.org_id, orgId), eq(table.seq, seq)));
  if (row === undefined) {
    const detail = 'the cursor is invalid: use the next_cursor of an earlier page';
    throw new AppError('invalid_request', detail, { detail, errors: [{ pointer: '/cursor', message: detail }] });
  }
  const is = sql.raw(isOldest ? '>' : '<');
  return sql`(${table.generated_at}, ${table.seq}) ${is} (${row.at}::bigint, ${seq}::bigint)`;
}

/** Conditions that the indexes in the order of time answer. */
function toPlaceConditions({ agentId, since, until }: EvidenceFilter): (SQL | undefined)[] {
  const table = evidenceSearchTable;
  return [
    agentId === undefined ? undefined : eq(table.agent_id, agentId),
    since === undefined ? undefined : gte(table.generated_at, since),
    until === undefined ? undefined : lte(table.generated_at, until),
  ];
}

function toTermConditions(orgId: string, filter: EvidenceFilter): (SQL | undefined)[] {
  const table = evidenceSearchTable;
  const numbers = (filter.claims ?? []).filter((condition) => condition.kind === 'number');
  const all = toTerms(filter);
  return [
    all.length === 0 ? undefined : sql`${table.terms} @> ${toArray(all)}`,
    ...numbers.map(toNumberCondition),
    filter.sessionId === undefined ? undefined : isIn(orgId, evidenceTable.session_id, filter.sessionId),
    filter.traceId === undefined ? undefined : isIn(orgId, evidenceTable.trace_id, filter.traceId),
  ];
}

/** Terms that all must be there. */
function toTerms(filter: EvidenceFilter): string[] {
  const of = <T>(value: T | undefined, toTerm: (value: T) => string) => (value === undefined ? [] : [toTerm(value)]);
  return [
    ...of(filter.workspaceId, term.workspace),
    ...of(filter.modelId, term.model),
    ...of(filter.decision, term.decision),
    ...of(filter.enforced, term.enforced),
    ...of(filter.reason, term.reason),
    ...of(filter.auditor, term.auditor),
    ...of(filter.tool, term.tool),
    ...(filter.claims ?? []).flatMap((condition) => {
      if (condition.kind === 'boolean') return [term.boolean(condition.claim, condition.value)];
      return condition.kind === 'text' ? [term.text(condition.claim, condition.value)] : [];
    }),
  ];
}

/** Every number of most ranges fulfils the condition. Only those of the value's own range are compared with it. */
function toNumberCondition({ claim, operator, value }: ClaimCondition & { kind: 'number' }): SQL {
  const { terms, numbers } = evidenceSearchTable;
  const own = rangeOf(value);
  const isAligned = isLowestOfRange(value);
  const first = isAligned && operator === '>=' ? own : own + 1;
  const full =
    operator === '=' ? [] : operator.startsWith('>') ? termsOf(claim, first, ranges) : termsOf(claim, 0, own);
  // Of a range that begins at the value, all numbers or none fulfil these two.
  const isDecided = isAligned && (operator === '>=' || operator === '<');
  // The database takes this operator for a rare one, so it reads the index of terms and not all rows in their order.
  const path = `$."${claim}"[*] ${operator === '=' ? '==' : operator} ${value}`;
  const edge = sql`(${terms} @> ${toArray([term.range(claim, own)])} and ${numbers} @@ ${path}::jsonpath)`;
  const parts = [...(full.length === 0 ? [] : [sql`${terms} && ${toArray(full)}`]), ...(isDecided ? [] : [edge])];
  return parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`;
}

function termsOf(claim: string, first: number, end: number): string[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => term.range(claim, first + index));
}

function toArray(texts: readonly string[]): SQL {
  return sql`array[${sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )}]::text[]`;
}

function isIn(
  orgId: string,
  column: typeof evidenceTable.session_id | typeof evidenceTable.trace_id,
  text: string,
): SQL {
  const { seq, org_id } = evidenceTable;
  const own = and(eq(org_id, orgId), eq(column, toIndexed(text)));
  return sql`${evidenceSearchTable.seq} in (select ${seq} from ${evidenceTable} where ${own})`;
}
