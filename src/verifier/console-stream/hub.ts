/**
 * One reader of the event log for all streams of a process, alive while somebody is subscribed. It is told of new events
 * by the database and looks by itself besides; numbers rise in the order of commits, so events after the
 * last number read are all there are to read. No stream makes it wait.
 */
import type { Listening } from '../../platform/db/listen.ts';
import type { Logger } from '../../platform/log.ts';
import type { StreamEvent } from './frames.ts';
import type { AgentKey, ConsoleStore } from './store.ts';

export interface Subscriber {
  readonly key: AgentKey;
  /** In order, and every event of the agent from the subscription on. */
  push(events: readonly StreamEvent[]): void;
  /** The hub has lost its place: what came meanwhile was not handed on, what comes from now on will be. */
  lose(): void;
}

export interface Hub {
  /** From when it resolves on, the subscriber gets what is committed. Gives what ends it. @throws what the database throws. */
  subscribe(subscriber: Subscriber): Promise<() => void>;
  /** Once all that is committed now was handed on. @throws what the database throws. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface HubDeps {
  readonly store: Pick<ConsoleStore, 'lastSeq' | 'readAfter'>;
  readonly listen: (onNotify: () => void) => Listening;
  readonly log: Logger;
}

/** How often it looks by itself. */
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
  /** Of those who wait for a whole reading that begins later. */
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

  /** Takes its place at the end of the log; who was there before has to look for itself. */
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
        // Sockets take what they were given before there is more for them.
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
        // Not cut short: it is what gathers.
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
      // Somebody may have come while it ended.
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
