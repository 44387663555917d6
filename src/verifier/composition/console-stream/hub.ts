/**
 * Reads the event log once for all streams of a process, while there are subscribers. Reads on notifications of the database and
 * also by a timer. Numbers increase in commit order, so everything new is after the last number read. Never waits for a stream.
 */
import type { Listening } from '../../../platform/db/listen.ts';
import type { Logger } from '../../../platform/log.ts';
import type { StreamEvent } from './frames.ts';
import type { AgentKey, ConsoleStore } from './store.ts';

export interface Subscriber {
  readonly key: AgentKey;
  /** Delivers every event of the agent since the subscription, in order. */
  push(events: readonly StreamEvent[]): void;
  /** The hub lost its position: it skipped events, and will deliver later ones. */
  lose(): void;
}

export interface Hub {
  /**
   * Subscribes from the moment at which it resolves. Returns a function that ends the subscription. @throws errors of the
   * database.
   */
  subscribe(subscriber: Subscriber): Promise<() => void>;
  /** Resolves once everything committed so far was delivered. @throws errors of the database. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface HubDeps {
  readonly store: Pick<ConsoleStore, 'lastSeq' | 'readAfter'>;
  readonly listen: (onNotify: () => void) => Listening;
  readonly log: Logger;
}

/** Interval of the timer. */
const pollMs = 1_000;
/** Commits within this time are read together: writers commit more often than readers can notice. */
const gatherMs = 15;
const retryMs = 250;

export function createHub({ store, listen, log }: HubDeps): Hub {
  const subscribers = new Map<AgentKey, Set<Subscriber>>();
  let position: number | undefined;
  let isClosed = false;
  let running: Promise<void> | undefined;
  let [isSignalled, wake] = [false, () => {}];
  /** Calls that wait for a complete read that starts later. */
  let waiters: Waiter[] = [];

  const signal = (): void => {
    isSignalled = true;
    wake();
  };
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const isNeeded = () => !isClosed && subscribers.size > 0;
  const everybody = () => [...subscribers.values()].flatMap((own) => [...own]);

  /** Moves to the end of the log. Existing subscribers have to catch up themselves. */
  const takePlace = async (): Promise<void> => {
    position = await store.lastSeq();
    for (const subscriber of everybody()) subscriber.lose();
  };

  const readAll = async (): Promise<void> => {
    isSignalled = false;
    const told = waiters;
    waiters = [];
    try {
      if (position === undefined) await takePlace();
      for (let isFull = true; isFull && isNeeded(); ) {
        const page = await store.readAfter(position ?? 0, (key) => subscribers.has(key));
        position = page.last ?? position;
        for (const [key, events] of page.byAgent) for (const one of subscribers.get(key) ?? []) one.push(events);
        isFull = page.isFull;
        // Lets sockets send before they get more.
        if (isFull) await sleep(gatherMs);
      }
    } catch (error) {
      for (const { reject } of told) reject(error);
      throw error;
    }
    for (const { resolve } of told) resolve();
  };

  const run = async (): Promise<void> => {
    const listening = listen(signal);
    let isFailing = false;
    while (isNeeded()) {
      try {
        await readAll();
        isFailing = false;
        // Not shortened: this pause gathers commits.
        await sleep(gatherMs);
        if (!isSignalled && isNeeded()) await pause(pollMs);
      } catch (error) {
        if (!isFailing) log.warn({ err: error }, 'events cannot be read for the console, trying again');
        isFailing = true;
        position = undefined;
        await sleep(retryMs);
      }
    }
    position = undefined;
    await listening.close();
  };

  const start = (): void => {
    if (running !== undefined || !isNeeded()) return;
    running = run().finally(() => {
      running = undefined;
      // A subscriber may have come while it ended.
      start();
      if (!isNeeded()) releaseWaiters();
    });
  };
  const releaseWaiters = (): void => {
    for (const { resolve } of waiters.splice(0)) resolve();
  };

  const settle = (): Promise<void> => {
    if (!isNeeded()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      waiters.push({ resolve, reject });
      start();
      signal();
    });
  };
  const remove = (subscriber: Subscriber): void => {
    const own = subscribers.get(subscriber.key);
    own?.delete(subscriber);
    if (own?.size === 0) subscribers.delete(subscriber.key);
    if (subscribers.size === 0) signal();
  };

  return {
    settle,
    async subscribe(subscriber) {
      const own = subscribers.get(subscriber.key) ?? new Set();
      subscribers.set(subscriber.key, own.add(subscriber));
      try {
        if (position === undefined) await settle();
      } catch (error) {
        remove(subscriber);
        throw error;
      }
      return () => remove(subscriber);
    },
    async close() {
      isClosed = true;
      subscribers.clear();
      signal();
      await running;
      releaseWaiters();
    },
  };
}

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
