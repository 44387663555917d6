/** The services of people, wired over an open database. */
import { createOwnLog, type OwnLog } from './own-log.ts';
import { createPasswordHasher, type ScryptCost } from './password-hash.ts';
import { createPeople, type People, type PeopleDeps } from './service.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createPeopleStore } from './store.ts';
import { createThrottle } from './throttle.ts';

export interface PeopleServices {
  readonly people: People;
  readonly sessions: Sessions;
  readonly ownLog: OwnLog;
}

export type PeopleServicesDeps = Omit<PeopleDeps, 'store' | 'hasher' | 'throttle' | 'sessions'> & {
  /** Of new passwords; today's if absent. */
  readonly cost?: ScryptCost;
};

export function createPeopleServices(deps: PeopleServicesDeps): PeopleServices {
  const ownLog = createOwnLog(deps);
  const sessions = createSessions({ ...deps, ownLog });
  const hasher = createPasswordHasher(deps);
  const people = createPeople({
    ...deps,
    store: createPeopleStore(),
    hasher,
    throttle: createThrottle(deps),
    sessions,
  });
  return { people, sessions, ownLog };
}
