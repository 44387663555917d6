/**
 * Writes failed sign-ins to the audit log of each organisation of the person whose address was used. It writes nothing while a
 * caller waits, because known addresses would then be slower: the failures of a minute become one entry at its end.
 */
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Logger } from '../../../platform/log.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import type { Author } from '../../base/control/author.ts';
import { inOrder, type OrganisationsOf } from './account-log.ts';
import type { SignInOrigin } from './sessions.ts';
import type { UserRow } from './tables.ts';

export interface FailedSignIns {
  /** Remembers a failure in this process; writes nothing. */
  note(person: Pick<UserRow, 'id' | 'email'>, origin: SignInOrigin): void;
  /** Writes the remembered failures, and waits for that; at the end of the minute, and when the verifier stops. */
  flush(): Promise<void>;
}

export interface FailedSignInsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly organisationsOf: OrganisationsOf;
  readonly log: Pick<Logger, 'error'>;
  /** Runs something later; gives a function that cancels it. */
  readonly schedule: (run: () => void, delayMs: number) => () => void;
}

/** The failures for one address. */
interface Failed {
  readonly userId: string;
  readonly email: string;
  /** Origin of the first one. */
  readonly origin: SignInOrigin;
  readonly firstAt: number;
  readonly attempts: number;
}

const everyMs = 60_000;

export function createFailedSignIns(deps: FailedSignInsDeps): FailedSignIns {
  const { clock, log, schedule } = deps;
  // At most one entry per person. Each attempt costs a password hash, so there are few.
  let failed = new Map<string, Failed>();
  let callOff: (() => void) | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async (minute: readonly Failed[]): Promise<void> => {
    for (const one of minute) {
      // The caller already has the answer; the log records the failure and what is missing.
      await append(deps, one).catch((error: unknown) => {
        log.error({ err: error, user_id: one.userId, attempts: one.attempts }, 'failed sign-ins could not be recorded');
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
        action: 'sign_in.failed',
        resourceType: 'person',
        resourceId: userId,
        failure: 'wrong password',
        details: { email, attempts, first_at: toTimestamp(firstAt) },
      });
    }
  });
}

/** Gives an unknown author: nobody knows who tried. */
function toStranger(orgId: string, origin: SignInOrigin): Author {
  const nobody = { user: 'anonymous', kind: 'anonymous', role: 'anonymous', scopes: [], isDeployment: false } as const;
  return { orgId, origin, ...nobody };
}
