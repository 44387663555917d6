/**
 * Leases: one process at a time works on a row, and another process takes the row over when the lease ends.
 *
 * The columns `lease_by` (a token) and `lease_until` (milliseconds) of the row hold its lease; both are null while nobody
 * works on it. Each lease has a token of its own. The holder names it in every write (`isHeld`), so a holder whose row
 * was taken over, given back or ended by somebody else changes nothing. The end of a lease alone makes no write void:
 * as long as nobody took the row, the result of slow work still counts. Times are those of the database, because clocks
 * of machines differ.
 */
import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Clock } from '../clock.ts';
import { sharedNow } from './shared-time.ts';

/** The columns of a table that hold its leases. */
export interface LeaseColumns {
  readonly lease_by: SQLWrapper;
  readonly lease_until: SQLWrapper;
}

/** Values of a row that nobody works on. */
export const noLease = { lease_by: null, lease_until: null } as const;

/** Makes tokens, each for one lease. @param processId differs from that of every other process */
export function createLeaseTokens(processId: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${processId}:${count}`;
  };
}

/** Gives the values of a row that is taken, or whose lease is renewed, for that time from now. */
export function leaseFor(token: string, leaseMs: number, clock: Clock): { lease_by: string; lease_until: SQL<number> } {
  return { lease_by: token, lease_until: inMs(leaseMs, clock) };
}

/** Gives the time of the database in so many milliseconds. */
export function inMs(ms: number, clock: Clock): SQL<number> {
  return sql`${sharedNow(clock)} + ${Math.round(ms)}::bigint`;
}

/** The condition for taking a row: nobody has it, or the lease has ended. */
export function isFree({ lease_until }: Pick<LeaseColumns, 'lease_until'>, clock: Clock): SQL {
  return sql`(${lease_until} is null or ${lease_until} <= ${sharedNow(clock)})`;
}

/** The condition of every write of a holder: its lease is still that of the row. */
export function isHeld({ lease_by }: Pick<LeaseColumns, 'lease_by'>, token: string): SQL {
  return sql`${lease_by} = ${token}`;
}

export interface FirstFree {
  readonly table: PgTable & LeaseColumns;
  /** A column whose value names one row. */
  readonly key: SQLWrapper;
  /** Rows that have work to do. */
  readonly where: SQL | undefined;
  readonly order: SQL;
  readonly most: number;
  readonly clock: Clock;
}

/**
 * The condition of an update that takes the first free rows in an order. Rows that another transaction takes at the same
 * moment are passed over, so callers do not wait for each other.
 */
export function isFirstFree({ table, key, where, order, most, clock }: FirstFree): SQL {
  // As an array the choice is made once. The planner may repeat a subquery of `in`, and choose more rows than `most`.
  return sql`${key} = any(array(select ${key} from ${table} where ${and(where, isFree(table, clock))}
    order by ${order} limit ${most} for update skip locked))`;
}
