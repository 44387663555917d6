/** The staleness of a page of agents: one query for their activity, and one for the few policies. */

import type { Staleness } from '../../../contract/api/agents/staleness.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { activityOf, readHeard } from './activity.ts';
import { type PlacedPolicy, policyOf, staleDaysOf } from './rules.ts';
import { type StalenessSubject, stalenessOf } from './staleness.ts';
import type { LifecycleStore } from './store.ts';
import type { LifecyclePolicyRow } from './tables.ts';

/** Gives the staleness of each agent, in their order. */
export type ReadStaleness = (db: Db, orgId: string, agents: readonly StalenessSubject[]) => Promise<Staleness[]>;

export interface ReadStalenessDeps {
  readonly store: Pick<LifecycleStore, 'listAllPolicies'>;
  readonly clock: Clock;
}

export function createReadStaleness({ store, clock }: ReadStalenessDeps): ReadStaleness {
  return async (db, orgId, agents) => {
    if (agents.length === 0) return [];
    const policies = (await store.listAllPolicies(db, orgId)).map(toPlaced);
    const heard = await readHeard(
      db,
      orgId,
      agents.map(({ id }) => id),
    );
    const now = clock.now();
    return agents.map((agent) => {
      const thresholds = { staleDays: staleDaysOf(policyOf(agent, policies)) };
      const activity = activityOf(heard, agent.id);
      return stalenessOf({ agent, activity, telemetry: heard.telemetry, thresholds, now });
    });
  };
}

/** Gives the parts of a stored policy that choose it and that decide. */
export function toPlaced(row: LifecyclePolicyRow): PlacedPolicy {
  const { id, priority, scope_level: level, scope_id, labels, rules, enforcement } = row;
  return { id, priority, scope: { level, id: scope_id, labels: { ...labels } }, rules, enforcement };
}
