/** Continues pending workflows every few seconds, in every process; their rows say when each is due. */
import type { Clock } from '../../../../platform/clock.ts';
import type { Logger } from '../../../../platform/log.ts';
import { schedule } from '../../../../platform/schedule.ts';
import { startScheduled } from '../../../base/scheduled.ts';
import type { WorkflowWork } from './work.ts';

export interface WorkflowScheduleDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly work: Pick<WorkflowWork, 'sweep' | 'close'>;
  /** False if the program does nothing by itself (tests). */
  readonly isOn: boolean;
}

const everyMs = 5_000;

/** Starts the schedule. Returns a function that stops it. */
export function startWorkflowSchedule({ work, isOn, ...deps }: WorkflowScheduleDeps): () => Promise<void> {
  const scheduled = startScheduled({
    ...deps,
    name: 'workflows',
    intervalMs: isOn ? everyMs : 0,
    schedule,
    claim: async () => true,
    async work() {
      await work.sweep();
    },
  });
  return async () => {
    // Closed first: the timer's end waits for pending work, which stops at its next step.
    await work.close();
    await scheduled.close();
  };
}
