/** Runs the credential sweep every half minute, in one process at a time. */
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import type { Logger } from '../../../../platform/log.ts';
import { schedule } from '../../../../platform/schedule.ts';
import { type Scheduled, startScheduled } from '../../../base/scheduled.ts';
import { claimRun } from '../../../base/scheduled-runs.ts';
import type { CredentialLifecycle } from '../ports.ts';

export interface CredentialScheduleDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** False in tests: nothing runs by itself. */
  readonly isOn: boolean;
  readonly sweep: CredentialLifecycle['sweep'];
  /** Aborts the sweep that is under way. */
  readonly ending: AbortController;
}

const everyMs = 30_000;

export function startCredentialSchedule({ db, sweep, isOn, ending, ...deps }: CredentialScheduleDeps): Scheduled {
  const scheduled = startScheduled({
    ...deps,
    name: 'credentials',
    intervalMs: isOn ? everyMs : 0,
    schedule,
    claim: (now, intervalMs) => claimRun(db, 'credentials', now, intervalMs),
    async work() {
      const changed = await sweep();
      if (changed > 0) deps.log.info({ changed }, 'credentials were refreshed, or have ended');
    },
  });
  return {
    tick: scheduled.tick,
    async close() {
      ending.abort();
      await scheduled.close();
    },
  };
}
