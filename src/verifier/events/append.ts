/**
 * Writes down what became of an agent, in the transaction of what it tells of: it is told exactly when that happened.
 * Numbers rise in the order of the commits, since one writer of an organisation holds the next back to its end.
 */
import { sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { eventsTable } from './tables.ts';

/** What happened, as the feature that did it tells it. */
export interface AgentEvent {
  /** A type of the console stream (platform model 12). */
  readonly type: 'agent.log' | 'tool.call' | 'model.invocation' | 'auditor.decision';
  /** `approval.requested`, `delegation.revoked` …: what receivers go by. */
  readonly code?: string;
  readonly agentId?: string | undefined;
  readonly workspaceId?: string | undefined;
  /** Never a secret, and no payload. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Events {
  append(tx: Db, orgId: string, event: AgentEvent): Promise<void>;
}

export function createEvents({ clock }: { readonly clock: Clock }): Events {
  return {
    async append(tx, orgId, { type, code, agentId, workspaceId, data }) {
      // One for all organisations: readers go by the number alone, and must never see a later one first.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('events', 0))`);
      await tx.insert(eventsTable).values({
        ...{ org_id: orgId, type, code: code ?? null, data, time: clock.now() },
        ...{ agent_id: agentId ?? null, workspace_id: workspaceId ?? null },
      });
    },
  };
}
