/**
 * Finds Evidence by its properties, ordered by the time of its making. Two statements: the first reads only narrow rows, so that
 * its plan never depends on how much Evidence there is.
 */
import { and, asc, desc, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import type { ClaimCondition } from './claim-conditions.ts';
import { toIndexed } from './indexed.ts';
import { evidenceSearchTable } from './search-tables.ts';
import { rangeOf, ranges, term } from './search-terms.ts';
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
  const rows = await db
    .select({ seq: table.seq })
    .from(table)
    .where(and(eq(table.org_id, orgId), after, ...toConditions(orgId, filter)))
    .orderBy(direction(table.generated_at), direction(table.seq))
    .limit(page.limit + 1);
  return rows.map(({ seq }) => seq);
}

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

function toConditions(orgId: string, filter: EvidenceFilter): (SQL | undefined)[] {
  const table = evidenceSearchTable;
  const numbers = (filter.claims ?? []).filter((condition) => condition.kind === 'number');
  const all = toTerms(filter);
  return [
    filter.agentId === undefined ? undefined : eq(table.agent_id, filter.agentId),
    filter.since === undefined ? undefined : gte(table.generated_at, filter.since),
    filter.until === undefined ? undefined : lte(table.generated_at, filter.until),
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

/** The ranges in which the number may be, found by the index, and then the exact comparison. */
function toNumberCondition({ claim, operator, value }: ClaimCondition & { kind: 'number' }): SQL {
  const own = rangeOf(value);
  const [first, last] = operator === '=' ? [own, own] : operator.startsWith('>') ? [own, ranges - 1] : [0, own];
  const possible = Array.from({ length: last - first + 1 }, (_, index) => term.range(claim, first + index));
  const table = evidenceSearchTable;
  const exact = sql`exists (select 1 from jsonb_array_elements(${table.numbers} -> ${claim}) as found(number)
    where found.number::float8 ${sql.raw(operator)} ${value}::float8)`;
  return sql`(${table.terms} && ${toArray(possible)} and ${exact})`;
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
