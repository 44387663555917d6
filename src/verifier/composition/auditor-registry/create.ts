/** Wires the auditor registry, with its guards on chains and on the catalog. */

import type { Db } from '../../../platform/db/db.ts';
import { createId } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/log.ts';
import { schedule } from '../../../platform/schedule.ts';
import type { BackgroundWork } from '../../base/background-work.ts';
import { startScheduled } from '../../base/scheduled.ts';
import { createProbe } from '../../configuration/auditor-catalog/probe.ts';
import type { CatalogGuard } from '../../configuration/auditor-catalog/registry.ts';
import type { Outbound } from '../../configuration/outbound/ports.ts';
import type { ScopeGuard } from '../../configuration/workspaces/service.ts';
import type { PublisherServices } from '../publishers/create.ts';
import { createRunChecks } from './checks.ts';
import { createEndRun } from './end-run.ts';
import type { RegisteredAuditors } from './ports.ts';
import { checkSignature } from './release-document.ts';
import { createCatalogGuard, createChainGuard } from './revoked-guard.ts';
import { createVerificationRunStore } from './run-store.ts';
import { createReleaseService, type ReleaseService, type ReleaseServiceDeps } from './service.ts';
import { createStanding, type StandingDeps } from './standing.ts';
import { createReleaseStore } from './store.ts';
import { createVerificationWork, type VerificationWork } from './verification.ts';

export interface AuditorRegistryServices {
  /** States of auditors, for gateways and workflows. */
  readonly registeredAuditors: RegisteredAuditors;
  readonly auditorReleases: ReleaseService;
  readonly auditorVerifications: VerificationWork;
  /** Keep revoked releases out of chains and out of the catalog. */
  readonly revokedAuditorGuards: { readonly chain: ScopeGuard; readonly catalog: CatalogGuard };
}

const kitTimeoutMs = 60_000;
const sweepMs = 15_000;

export interface AuditorRegistryWiring
  extends Omit<ReleaseServiceDeps, 'store' | 'runs' | 'standing' | 'publishers'>,
    PublisherServices {
  readonly db: Db;
  readonly log: Logger;
  readonly outbound: Outbound;
  readonly auditorCatalog: StandingDeps['catalog'];
  readonly workspaces: StandingDeps['workspaces'];
  /** True if the program works by itself. */
  readonly isScheduled: boolean;
}

export function createAuditorRegistryServices(
  deps: AuditorRegistryWiring,
): AuditorRegistryServices & { readonly backgroundWork: BackgroundWork } {
  const { db, clock, randomBytes, log, outbound, publishers } = deps;
  const store = createReleaseStore();
  const runs = createVerificationRunStore(clock);
  const standing = createStanding({ store, catalog: deps.auditorCatalog, workspaces: deps.workspaces });
  const work = createVerificationWork({
    db,
    store,
    runs,
    clock,
    log,
    processId: createId('prc', clock, randomBytes),
    endRun: createEndRun({ ...deps, store, runs }),
    runChecks: createRunChecks({
      outbound,
      kitTimeoutMs,
      // Our own auditors have releases too.
      probe: createProbe({ outbound, builtInIds: 'ours' }),
      checkSignature: (release) => checkSignature(publishers, db, release),
    }),
  });
  const scheduled = startScheduled({
    name: 'verification of auditors',
    intervalMs: deps.isScheduled ? sweepMs : 0,
    schedule,
    clock,
    log,
    // Every process may work: the lease of a run says which one.
    claim: async () => true,
    async work() {
      await work.sweep();
    },
  });
  return {
    registeredAuditors: standing,
    auditorReleases: createReleaseService({ ...deps, store, runs, standing }),
    auditorVerifications: work,
    revokedAuditorGuards: { chain: createChainGuard(standing), catalog: createCatalogGuard(standing) },
    backgroundWork: {
      async close() {
        // Closed first: the timer's end waits for the work, which gives back its runs.
        await work.close();
        await scheduled.close();
      },
      chores: [],
    },
  };
}
