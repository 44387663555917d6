/**
 * Wrong passwords, in the audit log of each organisation of the person whose address they were for. Nothing is written
 * while somebody waits for the answer, which would be slower for addresses that are known: what came in a minute is one
 * entry at its end.
 */
import { type Clock, toTimestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Logger } from '../../platform/log.ts';
import type { Audit } from '../audit-log/append.ts';
import type { Author } from '../control/author.ts';
import { inOrder, type OrganisationsOf } from './own-log.ts';
import type { SignInOrigin } from './sessions.ts';
import type { UserRow } from './tables.ts';

export interface FailedSignIns {
  /** Remembers one in this process; writes nothing. */
  note(person: Pick<UserRow, 'id' | 'email'>, origin: SignInOrigin): void;
  /** Writes down what is remembered, and waits for that; at the end of the minute, and when the verifier stops. */
  flush(): Promise<void>;
}

export interface FailedSignInsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly organisationsOf: OrganisationsOf;
  readonly log: Pick<Logger, 'error'>;
  /** Runs something later; gives what calls it off. */
  readonly schedule: (run: () => void, delayMs: number) => () => void;
}

/** What came for one address. */
interface Failed {
  readonly userId: string;
  readonly email: string;
  /** Of the first one. */
  readonly origin: SignInOrigin;
  readonly firstAt: number;
  readonly attempts: number;
}

const everyMs = 60_000;

export function createFailedSignIns(deps: FailedSignInsDeps): FailedSignIns {
  const { clock, log, schedule } = deps;
  // One for each person at most; that they came is worth a wait of a hash each, so they are few.
  let failed = new Map<string, Failed>();
  let callOff: (() => void) | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async (minute: readonly Failed[]): Promise<void> => {
    for (const one of minute) {
      // Whoever guessed has their answer long since: what went wrong here is in the log, with what is missing now.
      await append(deps, one).catch((error: unknown) => {
        log.error({ err: error, user_id: one.userId, attempts: one.attempts }, 'failed sign-ins were not written down');
      });
    }
  };

  const flush = (): Promise<void> => {
    callOff?.();
    callOff = undefined;
    const minute = [...failed.values()];
    failed = new Map();
    writing = writing.then(() => write(minute));
    return writing;
  };

  return {
    note({ id, email }, origin) {
      const known = failed.get(id) ?? { userId: id, email, origin, firstAt: clock.now(), attempts: 0 };
      failed.set(id, { ...known, attempts: known.attempts + 1 });
      callOff ??= schedule(() => void flush(), everyMs);
    },
    flush,
  };
}

async function append(
  { db, audit, organisationsOf }: FailedSignInsDeps,
  { userId, email, origin, firstAt, attempts }: Failed,
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { orgId } of inOrder(await organisationsOf(tx, userId))) {
      await audit.append(tx, toStranger(orgId, origin), {
        ...{ action: 'sign_in.failed', resourceType: 'person', resourceId: userId, failure: 'wrong password' },
        details: { email, attempts, first_at: toTimestamp(firstAt) },
      });
    }
  });
}

/** Nobody knows who it was. */
function toStranger(orgId: string, origin: SignInOrigin): Author {
  const nobody = { user: 'anonymous', kind: 'anonymous', role: 'anonymous', scopes: [], isDeployment: false } as const;
  return { orgId, origin, ...nobody };
}
