/**
 * Records events of an agent in the transaction of the change that they describe, so that an event exists exactly if the change
 * happened. Numbers increase in commit order, since each writer blocks the next until its end: append last in a transaction.
 */
import { sql } from 'drizzle-orm';
import type { EventType } from '../../../contract/api/events/shapes.ts';
import type { Clock } from '../../../platform/clock.ts';
import { createBulkInsert } from '../../../platform/db/bulk-insert.ts';
import { type Db, query } from '../../../platform/db/db.ts';
import { eventsTable } from './tables.ts';

/** An event, as a feature reports it. */
export interface AgentEvent {
  /** A type of the console stream. */
  readonly type: EventType;
  /** `approval.requested`, `delegation.revoked` …: what receivers filter by. */
  readonly code?: string;
  readonly agentId?: string | undefined;
  readonly workspaceId?: string | undefined;
  readonly traceId?: string | undefined;
  readonly sessionId?: string | undefined;
  /** Id of its source. Of several events with the same one in an organisation, the first counts. */
  readonly sourceId?: string | undefined;
  /** Milliseconds since the epoch; now if absent. */
  readonly time?: number | undefined;
  /** Never a secret, and no payload. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Events {
  append(tx: Db, orgId: string, event: AgentEvent): Promise<void>;
  /** Appends many in order. Returns how many were new. */
  appendMany(tx: Db, orgId: string, events: readonly AgentEvent[]): Promise<number>;
}

/** Channel that signals new events (LISTEN), without content. */
export const eventsChannel = 'assay_events';

type EventInsert = ReturnType<typeof toRow>;
const bulkInsert = createBulkInsert<EventInsert>(eventsTable, ['seq']);
const ownLock = sql`pg_advisory_xact_lock(hashtextextended('events', 0))`;
/** A statement is one text in memory. */
const maxConcurrent = 1_000;

/**
 * Blocks every other writer of events until the transaction ends. For a transaction that writes the audit log before its last
 * event: the lock order is events, then audit log.
 */
export async function holdEvents(tx: Db): Promise<void> {
  await tx.execute(sql`select ${ownLock}`);
}

/**
 * One statement, since everybody waits for this lock meanwhile. It takes the lock, for all organisations, before the first row
 * gets its number, as no row exists without it. Readers go by the number only and must never see a later one first.
 */
async function insert(tx: Db, rows: readonly EventInsert[]): Promise<number> {
  const [result] = await query<{ added: number }>(
    tx,
    sql`with held as materialized (select ${ownLock}),
        added as (${bulkInsert(rows)} cross join held on conflict do nothing returning 1)
      select (select count(*) from added)::int as added, pg_notify(${eventsChannel}, '')`,
  );
  return result?.added ?? 0;
}

export function createEvents({ clock }: { readonly clock: Clock }): Events {
  const appendMany: Events['appendMany'] = async (tx, orgId, events) => {
    if (events.length === 0) return 0;
    let added = 0;
    for (let start = 0; start < events.length; start += maxConcurrent) {
      const rows = events.slice(start, start + maxConcurrent).map((event) => toRow(orgId, event, clock.now()));
      added += await insert(tx, rows);
    }
    return added;
  };
  return {
    appendMany,
    async append(tx, orgId, event) {
      await appendMany(tx, orgId, [event]);
    },
  };
}

function toRow(orgId: string, event: AgentEvent, now: number) {
  return {
    org_id: orgId,
    type: event.type,
    code: event.code ?? null,
    data: event.data,
    time: event.time ?? now,
    agent_id: event.agentId ?? null,
    workspace_id: event.workspaceId ?? null,
    trace_id: event.traceId ?? null,
    session_id: event.sessionId ?? null,
    source_id: event.sourceId ?? null,
  };
}
