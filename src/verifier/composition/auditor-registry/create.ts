/** Wires the auditor registry, with its guards on chains and on the catalog. */
import { createId } from '../../../platform/ids.ts';
import { schedule } from '../../../platform/schedule.ts';
import type { OwnWork } from '../../base/own-work.ts';
import { startScheduled } from '../../base/scheduled.ts';
import { createProbe } from '../../configuration/auditor-catalog/probe.ts';
import type { CompositionDeps } from '../create.ts';
import type { PublisherServices } from '../publishers/create.ts';
import { createRunChecks } from './checks.ts';
import { createEndRun } from './end-run.ts';
import { checkSignature } from './release-document.ts';
import { createCatalogGuard, createChainGuard } from './revoked-guard.ts';
import { createRunStore } from './run-store.ts';
import type { RegisteredAuditors } from './seams.ts';
import { createReleaseService, type ReleaseService } from './service.ts';
import { createStanding } from './standing.ts';
import { createReleaseStore } from './store.ts';
import { createVerificationWork, type VerificationWork } from './verification.ts';

export interface AuditorRegistryServices {
  /** States of auditors, for gateways and workflows. */
  readonly registeredAuditors: RegisteredAuditors;
  readonly auditorReleases: ReleaseService;
  readonly auditorVerifications: VerificationWork;
}

const kitTimeoutMs = 60_000;
const sweepMs = 15_000;

export function createAuditorRegistryServices(
  deps: CompositionDeps & PublisherServices,
): AuditorRegistryServices & { readonly ownWork: OwnWork } {
  const { db, clock, randomBytes, log, outbound, publishers } = deps;
  const store = createReleaseStore();
  const runs = createRunStore(clock);
  const standing = createStanding({ store, catalog: deps.auditorCatalog, workspaces: deps.workspaces });
  deps.scopeGuards.push(createChainGuard(standing));
  deps.catalogGuards.push(createCatalogGuard(standing));
  const work = createVerificationWork({
    ...{ db, store, runs, clock, log, processId: createId('prc', clock, randomBytes) },
    endRun: createEndRun({ ...deps, store, runs }),
    runChecks: createRunChecks({
      ...{ outbound, kitTimeoutMs, probe: createProbe({ outbound }) },
      checkSignature: (release) => checkSignature(publishers, db, release),
    }),
  });
  const scheduled = startScheduled({
    ...{ name: 'verification of auditors', intervalMs: deps.isScheduled ? sweepMs : 0, schedule, clock, log },
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
    ownWork: {
      async close() {
        // Closed first: the timer's end waits for the work, which gives back its runs.
        await work.close();
        await scheduled.close();
      },
      chores: [],
    },
  };
}
