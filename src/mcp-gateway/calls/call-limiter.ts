/**
 * Limits concurrent calls in total, per agent and per server; further calls wait in order, up to a number and a time. A
 * call that waits for its own agent or server lets later calls pass, so one slow server or busy agent never stops the
 * rest.
 */

export interface CallSlotLimits {
  readonly maxConcurrent: number;
  readonly maxPerAgent: number;
  readonly maxPerServer: number;
  readonly maxWaiting: number;
  readonly maxWaitingPerAgent: number;
  readonly maxWaitMs: number;
}

/** A request for a slot. */
export interface CallSlotRequest {
  readonly agent: string;
  readonly server: string;
  readonly signal: AbortSignal;
}

/** `busy`: the queue is full, or the wait was too long. `gone`: the client did not wait. */
export type CallSlot = { readonly kind: 'given'; readonly end: () => void } | { readonly kind: 'busy' | 'gone' };

export interface CallLimiter {
  take(request: CallSlotRequest): Promise<CallSlot>;
  running(): number;
  waiting(): number;
  /** Answers all waiting calls with "busy". */
  close(): void;
}

interface Waiter extends CallSlotRequest {
  readonly settle: (turn: CallSlot) => void;
}

export function createCallLimiter(limits: CallSlotLimits): CallLimiter {
  const waiting = new Set<Waiter>();
  const [byAgent, byServer, waitingBy] = [createCounts(), createCounts(), createCounts()];
  let running = 0;

  const isFree = ({ agent, server }: CallSlotRequest): boolean =>
    running < limits.maxConcurrent &&
    byAgent.of(agent) < limits.maxPerAgent &&
    byServer.of(server) < limits.maxPerServer;

  const begin = ({ agent, server }: CallSlotRequest): CallSlot => {
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

  const wait = (request: CallSlotRequest): Promise<CallSlot> =>
    new Promise((resolve) => {
      const settle = (turn: CallSlot) => {
        clearTimeout(timer);
        request.signal.removeEventListener('abort', leave);
        waiting.delete(waiter);
        waitingBy.add(request.agent, -1);
        resolve(turn);
      };
      const leave = () => settle({ kind: 'gone' });
      const waiter: Waiter = { ...request, settle };
      const timer = setTimeout(() => settle({ kind: 'busy' }), limits.maxWaitMs);
      timer.unref();
      request.signal.addEventListener('abort', leave, { once: true });
      waiting.add(waiter);
      waitingBy.add(request.agent, 1);
    });

  return {
    async take(request) {
      if (request.signal.aborted) return { kind: 'gone' };
      if (isFree(request)) return begin(request);
      const isFull = waiting.size >= limits.maxWaiting;
      if (isFull || waitingBy.of(request.agent) >= limits.maxWaitingPerAgent) return { kind: 'busy' };
      return wait(request);
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
