/** Lists events of agents after a number, oldest first, so that a polling reader sees each event once. */
import { and, asc, eq, gt } from 'drizzle-orm';
import type { EventPage, EventView } from '../../../contract/api/events/shapes.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type EventRow, eventsTable } from './tables.ts';

export interface EventFilter {
  readonly agentId?: string | undefined;
  readonly type?: string | undefined;
  readonly code?: string | undefined;
}

export interface EventList {
  list(orgId: string, filter: EventFilter, after: number, limit: number): Promise<EventPage>;
}

export function createEventList({ db }: { readonly db: Db }): EventList {
  const table = eventsTable;
  return {
    async list(orgId, { agentId, type, code }, after, limit) {
      const rows = await db
        .select()
        .from(table)
        .where(
          and(
            ...[eq(table.org_id, orgId), gt(table.seq, after)],
            agentId === undefined ? undefined : eq(table.agent_id, agentId),
            type === undefined ? undefined : eq(table.type, type),
            code === undefined ? undefined : eq(table.code, code),
          ),
        )
        .orderBy(asc(table.seq))
        .limit(limit + 1);
      const shown = rows.slice(0, limit);
      const next = String(shown.at(-1)?.seq ?? after);
      return { items: shown.map(toEventView), next_after: next, has_more: rows.length > limit };
    },
  };
}

/** The public view of an event. */
export function toEventView({ seq, time, data, ...row }: EventRow): EventView {
  const { type, code, org_id, workspace_id, agent_id, trace_id, session_id } = row;
  return {
    id: String(seq),
    type,
    code,
    time: toTimestamp(time),
    org_id,
    workspace_id,
    agent_id,
    trace_id,
    session_id,
    data: { ...data },
  };
}
