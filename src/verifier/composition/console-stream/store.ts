/** Reads events for streams: of all organisations after a number, and of one agent. */
import { type SQL, sql } from 'drizzle-orm';
import { toTimestamp } from '../../../platform/clock.ts';
import { type Db, query } from '../../../platform/db/db.ts';
import { type StreamEvent, toStreamEvent } from './frames.ts';

/** Organisation and agent as one text. */
export type AgentKey = string;

export function toAgentKey(orgId: string, agentId: string): AgentKey {
  return JSON.stringify([orgId, agentId]);
}

export interface EventPage {
  readonly byAgent: ReadonlyMap<AgentKey, readonly StreamEvent[]>;
  /** Number of the last event read, of any agent; undefined if there was none. */
  readonly last: number | undefined;
  readonly isFull: boolean;
}

export interface AgentPage {
  readonly events: readonly StreamEvent[];
  /** Highest number of a removed event of this agent; 0 without any. */
  readonly removedTo: number;
  readonly isFull: boolean;
}

export interface ConsoleStore {
  /** Number of the last committed event. */
  lastSeq(): Promise<number>;
  /** Reads what was committed after a number. For agents without a subscriber, only the numbers are read. */
  readAfter(after: number, isWanted: (key: AgentKey) => boolean): Promise<EventPage>;
  readOf(orgId: string, agentId: string, after: number): Promise<AgentPage>;
}

/** Limits of one statement: events, and bytes of their data except for the last one. This bounds the memory. */
const pageSize = 500;
const pageBytes = 512 * 1024;

interface Row {
  readonly seq: string;
  readonly org_id: string;
  readonly workspace_id: string | null;
  readonly agent_id: string | null;
  readonly type: string;
  readonly level: string | null;
  readonly trace_id: string | null;
  readonly session_id: string | null;
  readonly time: string;
  readonly data: string;
}

/** True if there may be more after this page. */
interface PageRow extends Row {
  readonly is_full: boolean;
}

interface OwnRow extends PageRow {
  readonly removed_to: string;
}

/** As text: stored data is sent unchanged and never parsed. The data includes the code. */
const columns = sql`seq::text as seq, org_id, workspace_id, agent_id, type, trace_id, session_id, time::text as time,
  case when type = 'agent.log' then coalesce(data->>'level', 'info') end as level,
  (case when type = 'agent.log' and code is not null then data || jsonb_build_object('code', code) else data end)::text as data`;

/** Selects the first events, with no more bytes than a reader may be behind. */
function pageOf(where: SQL): SQL {
  return sql`select page.*, page.count = ${pageSize} or page.bytes >= ${pageBytes} as is_full from (
      select found.*, count(*) over () as count, sum(octet_length(found.data)) over () as bytes,
        sum(octet_length(found.data)) over (order by found.number) - octet_length(found.data) as bytes_before
      from (select events.seq as number, ${columns} from events where ${where} order by events.seq limit ${pageSize}) as found
    ) as page where page.bytes_before < ${pageBytes} order by page.number`;
}

export function createConsoleStore(db: Db): ConsoleStore {
  return {
    async lastSeq() {
      // Removed events count too: a stream that starts now has missed none of them.
      const [row] = await query<{ seq: string | null }>(
        db,
        sql`select greatest((select max(seq) from events), (select max(removed_to) from event_horizons))::text as seq`,
      );
      return Number(row?.seq ?? 0);
    },
    async readAfter(after, isWanted) {
      const rows = await query<PageRow>(db, pageOf(sql`events.seq > ${after}`));
      const byAgent = new Map<AgentKey, StreamEvent[]>();
      for (const row of rows) {
        if (row.agent_id === null) continue;
        const key = toAgentKey(row.org_id, row.agent_id);
        if (!isWanted(key)) continue;
        const own = byAgent.get(key);
        const event = toEvent(row, row.agent_id);
        if (own === undefined) byAgent.set(key, [event]);
        else own.push(event);
      }
      const last = rows.at(-1);
      return { byAgent, last: last === undefined ? undefined : Number(last.seq), isFull: last?.is_full === true };
    },
    async readOf(orgId, agentId, after) {
      const own = sql`org_id = ${orgId} and agent_id = ${agentId}`;
      // One statement sees one moment: a removed event is either among the rows or before the horizon.
      const found = await query<OwnRow>(
        db,
        sql`with horizon as (select coalesce(max(removed_to), 0)::text as removed_to from event_horizons where ${own})
          select horizon.removed_to, kept.* from horizon left join lateral (
            ${pageOf(sql`${own} and events.seq > ${after}`)}
          ) as kept on true order by kept.number`,
      );
      // Without events there is one row, with the horizon only.
      const rows = found.filter(({ seq }) => seq !== null);
      return {
        events: rows.map((row) => toEvent(row, agentId)),
        removedTo: Number(found[0]?.removed_to ?? 0),
        isFull: rows[0]?.is_full === true,
      };
    },
  };
}

function toEvent(row: Row, agentId: string): StreamEvent {
  return toStreamEvent({
    seq: row.seq,
    type: row.type,
    level: row.level,
    orgId: row.org_id,
    workspaceId: row.workspace_id,
    agentId,
    traceId: row.trace_id,
    sessionId: row.session_id,
    dataText: row.data,
    time: toTimestamp(Number(row.time)),
  });
}
