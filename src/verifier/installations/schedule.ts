/** Has installations seen to every few seconds, in every process: who works on which one, their leases say. */
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import { type Scheduled, startScheduled } from '../scheduled.ts';
import type { RequiredApps } from './required.ts';
import type { InstallationWork } from './work.ts';

export interface InstallationScheduleDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly work: Pick<InstallationWork, 'sweep' | 'close'>;
  readonly required: RequiredApps;
  /** False where the program does nothing by itself (tests). */
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
  /** The next one does not wait for it: a server that is silent holds up its own installation alone. */
  const beginSweep = (): void => {
    const sweep: Promise<unknown> = work
      .sweep()
      .catch((error: unknown) => deps.log.error({ err: error }, 'installations could not be looked through'))
      .finally(() => underWay.delete(sweep));
    underWay.add(sweep);
  };
  const scheduled = startScheduled({
    ...{ ...deps, name: 'installations', intervalMs: isOn ? everyMs : 0, schedule },
    claim: async () => true,
    async work() {
      beginSweep();
      await required.sweep();
    },
  });
  return {
    tick: scheduled.tick,
    async close() {
      // First: what is under way stops at its next step, which the timer's own end waits for.
      await work.close();
      await scheduled.close();
      await Promise.all(underWay);
    },
  };
}

/** Never what keeps a process alive. */
function schedule(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
}
