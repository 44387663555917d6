/** Wires the lifecycle over agents. */
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { AgentStatusChanges } from '../agents/status-changes.ts';
import type { ScopeLookup } from '../auditor-settings/scope-lookup.ts';
import { type AgentLifecycles, createAgentLifecycles } from './agent-lifecycle.ts';
import { createLifecycleEvaluations, type LifecycleEvaluations } from './evaluate.ts';
import { createLifecyclePolicies, type LifecyclePolicies } from './policies.ts';
import { createReadStaleness, type ReadStaleness } from './read-staleness.ts';
import { createLifecycleStore } from './store.ts';

export interface LifecycleServices {
  readonly lifecyclePolicies: LifecyclePolicies;
  readonly lifecycleEvaluations: LifecycleEvaluations;
  readonly agentLifecycles: AgentLifecycles;
  readonly readStaleness: ReadStaleness;
}

export interface LifecycleWiring {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly audit: Audit;
  readonly changes: ControlChanges;
  readonly scopes: ScopeLookup;
  readonly life: Pick<AgentStatusChanges, 'suspend' | 'decommission'>;
}

export function createLifecycle(wiring: LifecycleWiring): LifecycleServices {
  const deps = { ...wiring, store: createLifecycleStore() };
  const readStaleness = createReadStaleness(deps);
  return {
    readStaleness,
    lifecyclePolicies: createLifecyclePolicies(deps),
    lifecycleEvaluations: createLifecycleEvaluations(deps),
    agentLifecycles: createAgentLifecycles({ ...deps, readStaleness }),
  };
}
