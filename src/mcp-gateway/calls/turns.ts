/**
 * Limits concurrent calls in total, per agent and per server; further calls wait in order, up to a number and a time. A
 * call that waits for its own agent or server lets later calls pass, so one slow server or busy agent never stops the
 * rest.
 */

export interface TurnLimits {
  readonly maxConcurrent: number;
  readonly maxPerAgent: number;
  readonly maxPerServer: number;
  readonly maxWaiting: number;
  readonly maxWaitingPerAgent: number;
  readonly maxWaitMs: number;
}

/** A request for a slot. */
export interface TurnWish {
  readonly agent: string;
  readonly server: string;
  readonly signal: AbortSignal;
}

/** `busy`: the queue is full, or the wait was too long. `gone`: the client did not wait. */
export type Turn = { readonly kind: 'given'; readonly end: () => void } | { readonly kind: 'busy' | 'gone' };

export interface Turns {
  take(wish: TurnWish): Promise<Turn>;
  running(): number;
  waiting(): number;
  /** Answers all waiting calls with "busy". */
  close(): void;
}

interface Waiter extends TurnWish {
  readonly settle: (turn: Turn) => void;
}

export function createTurns(limits: TurnLimits): Turns {
  const waiting = new Set<Waiter>();
  const [byAgent, byServer, waitingBy] = [createCounts(), createCounts(), createCounts()];
  let running = 0;

  const isFree = ({ agent, server }: TurnWish): boolean =>
    running < limits.maxConcurrent &&
    byAgent.of(agent) < limits.maxPerAgent &&
    byServer.of(server) < limits.maxPerServer;

  const begin = ({ agent, server }: TurnWish): Turn => {
    running += 1;
    byAgent.add(agent, 1);
    byServer.add(server, 1);
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      running -= 1;
      byAgent.add(agent, -1);
      byServer.add(server, -1);
      callNext();
    };
    return { kind: 'given', end };
  };

  const callNext = (): void => {
    for (const waiter of waiting) {
      if (running >= limits.maxConcurrent) return;
      if (isFree(waiter)) waiter.settle(begin(waiter));
    }
  };

  const wait = (wish: TurnWish): Promise<Turn> =>
    new Promise((resolve) => {
      const settle = (turn: Turn) => {
        clearTimeout(timer);
        wish.signal.removeEventListener('abort', leave);
        waiting.delete(waiter);
        waitingBy.add(wish.agent, -1);
        resolve(turn);
      };
      const leave = () => settle({ kind: 'gone' });
      const waiter: Waiter = { ...wish, settle };
      const timer = setTimeout(() => settle({ kind: 'busy' }), limits.maxWaitMs);
      timer.unref();
      wish.signal.addEventListener('abort', leave, { once: true });
      waiting.add(waiter);
      waitingBy.add(wish.agent, 1);
    });

  return {
    async take(wish) {
      if (wish.signal.aborted) return { kind: 'gone' };
      if (isFree(wish)) return begin(wish);
      const isFull = waiting.size >= limits.maxWaiting;
      if (isFull || waitingBy.of(wish.agent) >= limits.maxWaitingPerAgent) return { kind: 'busy' };
      return wait(wish);
    },
    running: () => running,
    waiting: () => waiting.size,
    close() {
      for (const waiter of waiting) waiter.settle({ kind: 'busy' });
    },
  };
}

/** Counters by name; a counter at zero is removed. */
function createCounts() {
  const counts = new Map<string, number>();
  const of = (name: string): number => counts.get(name) ?? 0;
  return {
    of,
    add(name: string, change: number) {
      const count = of(name) + change;
      if (count === 0) counts.delete(name);
      else counts.set(name, count);
    },
  };
}
