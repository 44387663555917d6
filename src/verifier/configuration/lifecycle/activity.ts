/** The last activity of agents and of their organisation's telemetry: one indexed query for a page of agents. */
import { sql } from 'drizzle-orm';
import { type Db, query } from '../../../platform/db/db.ts';
import { evidenceTable } from '../../attestation/evidence/tables.ts';
import { gatewaysTable } from '../gateways/tables.ts';
import type { AgentActivity, Telemetry } from './staleness.ts';

export interface Heard {
  readonly telemetry: Telemetry;
  /** Has an entry for every requested agent. */
  readonly activities: ReadonlyMap<string, AgentActivity>;
}

interface HeardRow {
  readonly id: string | null;
  readonly last_evidence_at: number | string | null;
  readonly org_evidence_at: number | string | null;
  readonly org_gateway_at: number | string | null;
}

/** Reads the last activity of these agents of an organisation. */
export async function readHeard(db: Db, orgId: string, agentIds: readonly string[]): Promise<Heard> {
  const evidence = evidenceTable;
  // The left join keeps one row for an empty page, which still reports the telemetry.
  const rows = await query<HeardRow>(
    db,
    sql`select wanted.id as id,
      (select ${evidence.received_at} from ${evidence}
        where ${evidence.org_id} = ${orgId} and ${evidence.agent_id} = wanted.id
        order by ${evidence.seq} desc limit 1) as last_evidence_at,
      org.evidence_at as org_evidence_at, org.gateway_at as org_gateway_at
      from (select
        (select ${evidence.received_at} from ${evidence} where ${evidence.org_id} = ${orgId}
          order by ${evidence.seq} desc limit 1) as evidence_at,
        (select max(${gatewaysTable.last_seen_at}) from ${gatewaysTable}
          where ${gatewaysTable.org_id} = ${orgId}) as gateway_at) as org
      left join jsonb_array_elements_text(${JSON.stringify(agentIds)}::jsonb) as wanted(id) on true`,
  );
  const [first] = rows;
  if (first === undefined) throw new Error('the organisation itself always gives a row');
  const activities = rows.flatMap(({ id, last_evidence_at }) =>
    id === null ? [] : [[id, { lastEvidenceAt: toTime(last_evidence_at) }] as const],
  );
  return {
    telemetry: { lastEvidenceAt: toTime(first.org_evidence_at), lastGatewayAt: toTime(first.org_gateway_at) },
    activities: new Map(activities),
  };
}

/** Gives the activity of one agent. */
export function activityOf({ activities }: Heard, agentId: string): AgentActivity {
  const activity = activities.get(agentId);
  if (activity === undefined) throw new Error(`agent ${agentId} was not asked for`);
  return activity;
}

/** One of the database drivers gives 64-bit numbers as text. */
function toTime(value: number | string | null): number | null {
  return value === null ? null : Number(value);
}
