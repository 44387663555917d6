/** Removes old events every minute, in one process at a time. */

import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Logger } from '../../../platform/log.ts';
import { schedule } from '../../../platform/schedule.ts';
import type { BackgroundWork } from '../background-work.ts';
import { startScheduled } from '../scheduled.ts';
import { claimRun } from '../scheduled-runs.ts';
import { removeOldEvents } from './retention.ts';

export interface EventScheduleDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** False if the program does nothing by itself (tests). */
  readonly isScheduled: boolean;
}

const everyMs = 60_000;

/** The hourly run does it too, for operators who start that by hand. */
export function createEventSchedule({ isScheduled, ...deps }: EventScheduleDeps): BackgroundWork {
  const scheduled = startScheduled({
    ...deps,
    schedule,
    name: 'removal of old events',
    intervalMs: isScheduled ? everyMs : 0,
    claim: (now, intervalMs) => claimRun(deps.db, 'events', now, intervalMs),
    async work() {
      await removeOldEvents(deps);
    },
  });
  return { close: scheduled.close, chores: [() => removeOldEvents(deps)] };
}
