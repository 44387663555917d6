/**
 * Waits for the next revision of an organisation, and answers the polls that wait. One query every fifth of a second serves
 * all waiting gateways. A change by another verifier process on the same database is seen in the same way as a local one.
 */
import { AppError } from '../../../platform/errors.ts';
import type { KnownBundles } from './prefer.ts';
import type { SignedDocument, SignedDocuments } from './signed-documents.ts';

export interface Poll {
  readonly orgId: string;
  readonly id: string;
  readonly known: KnownBundles;
  readonly waitMs: number;
  /** Aborts the wait when the gateway disconnects. */
  readonly signal: AbortSignal;
}

export type PollAnswer =
  | { readonly status: 'changed'; readonly document: SignedDocument }
  | { readonly status: 'unchanged'; readonly etag: string };

export interface RevisionWatch {
  /**
   * Gives the first revision after `known`; undefined when the wait ends, the signal aborts it, or the watch closes.
   * @throws AppError `unavailable` if too many wait.
   */
  next(
    orgId: string,
    known: number,
    wait: { readonly waitMs: number; readonly signal: AbortSignal },
  ): Promise<number | undefined>;
  /** Gives the number of waiting calls. */
  count(): number;
  /** Ends all waits and refuses new ones. */
  close(): void;
}

export interface RevisionWatchDeps {
  readonly read: (orgId: string) => Promise<number>;
  /** Runs something later; gives a function that cancels it. */
  readonly schedule: (run: () => void, delayMs: number) => () => void;
  readonly everyMs?: number;
  readonly maxWaiting?: number;
}

interface Waiter {
  readonly known: number;
  settle(revision: number | undefined): void;
  fail(error: unknown): void;
}

interface Group {
  readonly orgId: string;
  readonly waiters: Set<Waiter>;
  callOff: () => void;
}

const defaultEveryMs = 200;
/** Each gateway waits with two polls. */
const defaultMaxWaiting = 20_000;
const retryAfterS = 5;

/** Answers with a document that the gateway does not know, at once or when there is one; else at the end of the wait. */
export async function answerPoll(
  watch: RevisionWatch,
  documents: SignedDocuments,
  { orgId, known, waitMs, signal }: Poll,
): Promise<PollAnswer> {
  const head = await documents.head(orgId);
  if (!known.etags.has(head.etag)) {
    // An unreadable bundle is replaced by the one before, which the gateway may hold already.
    const document = await documents.get(orgId, head.revision);
    if (!known.etags.has(document.etag)) return { status: 'changed', document };
  }
  const unchanged = { status: 'unchanged', etag: head.etag } as const;
  if (waitMs === 0) return unchanged;
  const revision = await watch.next(orgId, head.revision, { waitMs, signal });
  if (revision === undefined) return unchanged;
  const document = await documents.get(orgId, revision);
  return known.etags.has(document.etag) ? unchanged : { status: 'changed', document };
}

export function createRevisionWatch(deps: RevisionWatchDeps): RevisionWatch {
  const { read, schedule, everyMs = defaultEveryMs, maxWaiting = defaultMaxWaiting } = deps;
  const groups = new Map<string, Group>();
  let waiting = 0;
  let isClosed = false;

  const look = async (group: Group): Promise<void> => {
    try {
      const revision = await read(group.orgId);
      // Only newer revisions: a query that began before a waiter came may bring what it knows already.
      for (const waiter of [...group.waiters]) if (revision > waiter.known) waiter.settle(revision);
    } catch (error) {
      for (const waiter of [...group.waiters]) waiter.fail(error);
    }
    if (group.waiters.size > 0) lookLater(group);
  };

  const lookLater = (group: Group): void => {
    group.callOff = schedule(() => void look(group), everyMs);
  };

  const join = (orgId: string): Group => {
    const present = groups.get(orgId);
    if (present !== undefined) return present;
    const group: Group = { orgId, waiters: new Set(), callOff: () => {} };
    groups.set(orgId, group);
    lookLater(group);
    return group;
  };

  const leave = (group: Group, waiter: Waiter): void => {
    waiting -= 1;
    group.waiters.delete(waiter);
    if (group.waiters.size > 0) return;
    group.callOff();
    // A running query ends by itself; the next caller begins a new group.
    if (groups.get(group.orgId) === group) groups.delete(group.orgId);
  };

  return {
    async next(orgId, known, { waitMs, signal }) {
      if (isClosed || signal.aborted) return undefined;
      if (waiting >= maxWaiting) {
        const detail = 'too many gateways wait for a change at this verifier';
        throw new AppError('unavailable', detail, { detail, retryAfterS });
      }
      const group = join(orgId);
      waiting += 1;
      return new Promise<number | undefined>((resolve, reject) => {
        const end = () => waiter.settle(undefined);
        const finish = () => {
          signal.removeEventListener('abort', end);
          stopWaiting();
          leave(group, waiter);
        };
        const waiter: Waiter = {
          known,
          settle(revision) {
            finish();
            resolve(revision);
          },
          fail(error) {
            finish();
            reject(error);
          },
        };
        const stopWaiting = schedule(end, waitMs);
        signal.addEventListener('abort', end, { once: true });
        group.waiters.add(waiter);
      });
    },
    count: () => waiting,
    close() {
      isClosed = true;
      for (const group of [...groups.values()]) for (const waiter of [...group.waiters]) waiter.settle(undefined);
    },
  };
}
