/** Wires the export of evidence as telemetry. */
import { createId } from '../../../platform/ids.ts';
import { schedule } from '../../../platform/schedule.ts';
import type { BackgroundWork } from '../../base/background-work.ts';
import { startScheduled } from '../../base/scheduled.ts';
import type { TelemetryCore } from './core.ts';
import { createTelemetryExports, type TelemetryExports } from './service.ts';
import { createExportStore } from './store.ts';
import { createTelemetryWork, type TelemetryWork } from './work.ts';

export interface TelemetryServices {
  readonly telemetryExports: TelemetryExports;
  readonly telemetryWork: TelemetryWork;
}

const everyMs = 2_000;

export interface TelemetryWiring extends Omit<TelemetryCore, 'store'> {
  /** True if the program works by itself. */
  readonly isScheduled: boolean;
}

export function createTelemetryServices(
  deps: TelemetryWiring,
): TelemetryServices & { readonly backgroundWork: BackgroundWork } {
  const { db, clock, randomBytes, log, isScheduled } = deps;
  const { vault, outbound, events, audit, changes, workspaces, evidenceStore } = deps;
  const core: TelemetryCore = {
    db,
    clock,
    randomBytes,
    log,
    vault,
    outbound,
    events,
    audit,
    changes,
    workspaces,
    evidenceStore,
    store: createExportStore(clock),
  };
  const telemetryWork = createTelemetryWork(core, createId('prc', clock, randomBytes));
  const scheduled = startScheduled({
    name: 'telemetry exports',
    intervalMs: isScheduled ? everyMs : 0,
    schedule,
    clock,
    log,
    claim: async () => true,
    // A collector that hangs delays only its own export.
    async work() {
      void telemetryWork.tick().catch((error: unknown) => log.error({ err: error }, 'telemetry exports failed'));
    },
  });
  return {
    telemetryExports: createTelemetryExports(core),
    telemetryWork,
    backgroundWork: {
      async close() {
        // Closed first: the timer's end waits for the work to stop.
        await telemetryWork.close();
        await scheduled.close();
      },
      chores: [],
    },
  };
}
