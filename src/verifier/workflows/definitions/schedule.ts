/** Has workflows that are under way gone on with every few seconds, in every process: their rows say whose turn it is. */
import type { Clock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/log.ts';
import { startScheduled } from '../../scheduled.ts';
import type { WorkflowWork } from './work.ts';

export interface WorkflowScheduleDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly work: Pick<WorkflowWork, 'sweep' | 'close'>;
  /** False where the program does nothing by itself (tests). */
  readonly isOn: boolean;
}

const everyMs = 5_000;

/** Begins; gives what ends it. */
export function startWorkflowSchedule({ work, isOn, ...deps }: WorkflowScheduleDeps): () => Promise<void> {
  const scheduled = startScheduled({
    ...{ ...deps, name: 'workflows', intervalMs: isOn ? everyMs : 0, schedule, claim: async () => true },
    async work() {
      await work.sweep();
    },
  });
  return async () => {
    // First: what is under way stops at its next step, which the timer's own end waits for.
    await work.close();
    await scheduled.close();
  };
}

/** A timer that does not keep the process alive. */
function schedule(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
}
