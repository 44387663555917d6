/** Wires policies: one Cedar engine of the verifier for all checks. */
import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/log.ts';
import { createCedarHost } from '../../../policy/cedar-host.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { AuditorCatalog } from '../auditor-catalog/catalog.ts';
import type { JoinedAuditors } from '../auditor-catalog/joined.ts';
import type { ScopeLookup } from '../auditor-settings/scope-lookup.ts';
import type { Workspaces } from '../workspaces/service.ts';
import { createPolicyCompiler } from './compile.ts';
import { createPolicyContexts } from './contexts.ts';
import { createExplanations, type Explanations } from './explain.ts';
import { createPolicyInspection, type PolicyInspection } from './inspection.ts';
import { preparedReplaySets } from './replays/run.ts';
import { createPolicyReplays, type PolicyReplays } from './replays/service.ts';
import { createReplayStore } from './replays/store.ts';
import { createPolicies, type Policies } from './service.ts';
import { createPolicyStore } from './store.ts';

export interface PolicyServicesDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly changes: ControlChanges;
  readonly workspaces: Workspaces;
  readonly scopes: ScopeLookup;
  readonly catalog: AuditorCatalog;
  readonly joinedAuditors: Pick<JoinedAuditors, 'listAll'>;
  readonly trustDomain: string;
  readonly log?: Logger | undefined;
  /** Measures how long policies take. */
  readonly monotonicMs?: () => number;
}

export interface PolicyServices {
  readonly policies: Policies;
  readonly policyInspection: PolicyInspection;
  readonly policyReplays: PolicyReplays;
  readonly explanations: Explanations;
}

/** Policies are small compared with schemas: a few sets are enough to check one place after the other. */
const preparedSets = 4;

export function createPolicyServices(deps: PolicyServicesDeps): PolicyServices {
  const { db, clock, randomBytes, changes, workspaces, scopes, catalog, joinedAuditors } = deps;
  const { monotonicMs = () => performance.now() } = deps;
  const cedar = createCedarHost({ maxSets: preparedSets });
  const store = createPolicyStore();
  const contexts = createPolicyContexts({ store, workspaces, catalog, joinedAuditors });
  const yieldThread = () => setImmediate();
  const compiler = createPolicyCompiler({ cedar, clock, monotonicMs, yieldThread });
  const policyInspection = createPolicyInspection({ db, store, scopes, contexts, compiler, cedar });
  return {
    policies: createPolicies({ store, changes, scopes, contexts, compiler, cedar, clock, randomBytes }),
    policyInspection,
    explanations: createExplanations({ db, contexts, cedar }),
    policyReplays: createPolicyReplays({
      db,
      contexts,
      compiler,
      clock,
      monotonicMs,
      yieldThread,
      randomBytes,
      trustDomain: deps.trustDomain,
      log: deps.log,
      store: createReplayStore(),
      inspection: policyInspection,
      // A separate engine, so that checks do not evict the sets of a replay.
      cedar: createCedarHost({ maxSets: preparedReplaySets }),
    }),
  };
}
