/** Wires the services of people over an open database. */
import type { Logger } from '../../../platform/log.ts';
import { schedule } from '../../../platform/schedule.ts';
import { type AccountLog, createAccountLog } from './account-log.ts';
import { createFailedSignIns, type FailedSignIns } from './failed-sign-ins.ts';
import { createPasswordHasher, type ScryptCost } from './password-hash.ts';
import { createPeople, type People, type PeopleDeps } from './service.ts';
import { createSessions, type Sessions, type SessionsDeps } from './sessions.ts';
import { createPeopleStore } from './store.ts';
import { createThrottle } from './throttle.ts';

export interface PeopleServices {
  readonly people: People;
  readonly sessions: Sessions;
  readonly accountLog: AccountLog;
  readonly failedSignIns: FailedSignIns;
}

export type PeopleServicesDeps = Omit<PeopleDeps, 'store' | 'hasher' | 'throttle' | 'sessions' | 'failedSignIns'> & {
  readonly log: Pick<Logger, 'error'>;
  readonly hooks: SessionsDeps['hooks'];
  /** Cost of new password hashes; the current one if absent. */
  readonly cost?: ScryptCost;
};

export function createPeopleServices(deps: PeopleServicesDeps): PeopleServices {
  const accountLog = createAccountLog(deps);
  const sessions = createSessions({ ...deps, accountLog });
  const hasher = createPasswordHasher(deps);
  const failedSignIns = createFailedSignIns({ ...deps, schedule });
  const people = createPeople({
    ...deps,
    store: createPeopleStore(),
    hasher,
    throttle: createThrottle(deps),
    sessions,
    failedSignIns,
  });
  return { people, sessions, accountLog, failedSignIns };
}
