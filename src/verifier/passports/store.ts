/** Queries over passports. */
import { and, desc, eq, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { PageStart } from '../../platform/http/page.ts';
import { type NewPassport, type PassportRow, passportsTable } from './tables.ts';

export interface PassportFilter {
  readonly agentId?: string | undefined;
  readonly isLatest?: boolean | undefined;
}

export interface PassportStore {
  /** One transaction during which nobody else issues for this agent, in this process or another. */
  exclusively<T>(orgId: string, agentId: string, run: (tx: Db) => Promise<T>): Promise<T>;
  /** Inserts a passport and makes it the latest of its agent. */
  insert(tx: Db, row: NewPassport): Promise<void>;
  find(orgId: string, passportId: string): Promise<PassportRow | undefined>;
  list(orgId: string, page: PageStart, filter: PassportFilter): Promise<PassportRow[]>;
}

export function createPassportStore(db: Db): PassportStore {
  const table = passportsTable;
  return {
    exclusively: (orgId, agentId, run) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`passport/${orgId}/${agentId}`}, 0))`);
        return run(tx);
      }),
    async insert(tx, row) {
      await tx.insert(table).values(row);
      await tx
        .update(table)
        .set({ superseded_by: row.passport_id })
        .where(
          and(
            eq(table.org_id, row.org_id),
            eq(table.agent_id, row.agent_id),
            isNull(table.superseded_by),
            ne(table.passport_id, row.passport_id),
          ),
        );
    },
    async find(orgId, passportId) {
      return (
        await db
          .select()
          .from(table)
          .where(and(eq(table.org_id, orgId), eq(table.passport_id, passportId)))
      )[0];
    },
    async list(orgId, page, filter) {
      return db
        .select()
        .from(table)
        .where(
          and(
            eq(table.org_id, orgId),
            page.before === undefined ? undefined : lt(table.seq, page.before),
            filter.agentId === undefined ? undefined : eq(table.agent_id, filter.agentId),
            filter.isLatest === true ? isNull(table.superseded_by) : undefined,
          ),
        )
        .orderBy(desc(table.seq))
        .limit(page.limit + 1);
    },
  };
}
