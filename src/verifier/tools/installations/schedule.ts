/** Runs the installation sweep every few seconds, in every process; leases decide which process works on which installation. */
import type { Clock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/log.ts';
import { schedule } from '../../../platform/schedule.ts';
import { type Scheduled, startScheduled } from '../../base/scheduled.ts';
import type { RequiredApps } from './required.ts';
import type { InstallationWork } from './work.ts';

export interface InstallationScheduleDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly work: Pick<InstallationWork, 'sweep' | 'close'>;
  readonly required: RequiredApps;
  /** False in tests: nothing runs by itself. */
  readonly isOn: boolean;
}

const everyMs = 15_000;

export type InstallationSchedule = Scheduled;

export function startInstallationSchedule({
  work,
  required,
  isOn,
  ...deps
}: InstallationScheduleDeps): InstallationSchedule {
  const underWay = new Set<Promise<unknown>>();
  /** Sweeps do not wait for each other: a silent server holds up only its own installation. */
  const beginSweep = (): void => {
    const sweep: Promise<unknown> = work
      .sweep()
      .catch((error: unknown) => deps.log.error({ err: error }, 'installations could not be read'))
      .finally(() => underWay.delete(sweep));
    underWay.add(sweep);
  };
  const scheduled = startScheduled({
    ...deps,
    name: 'installations',
    intervalMs: isOn ? everyMs : 0,
    schedule,
    claim: async () => true,
    async work() {
      beginSweep();
      await required.sweep();
    },
  });
  return {
    tick: scheduled.tick,
    async close() {
      // Stops work at its next step first, because the timer's own end waits for it.
      await work.close();
      await scheduled.close();
      await Promise.all(underWay);
    },
  };
}
