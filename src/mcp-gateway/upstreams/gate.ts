/**
 * Limits the requests to one server at the same time, and pauses a server that failed repeatedly. Waiting requests are
 * admitted in order.
 */
import type { Clock } from '../../platform/clock.ts';
import { type Ask, cancelled, type Failed, failed, type Reply } from './conversation.ts';

export interface Gate {
  /** Runs it once a slot is free. Never rejects by itself. */
  through(ask: Pick<Ask, 'signal' | 'timeoutMs'>, run: () => Promise<Reply>): Promise<Reply>;
  isIdle(): boolean;
}

export interface GateDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly most?: number;
  readonly maxWaiting?: number;
  readonly waitMs?: number;
}

const [defaultMost, defaultWaiting, defaultWaitMs] = [64, 256, 30_000];
const failuresToClose = 5;
const firstPauseMs = 500;
const longestPauseMs = 30_000;

export function createGate(deps: GateDeps): Gate {
  const { clock, random, most = defaultMost, maxWaiting = defaultWaiting, waitMs = defaultWaitMs } = deps;
  const waiting = new Set<(refusal?: Failed) => void>();
  const breaker = { failures: 0, until: 0, isTried: false };
  let running = 0;

  const leave = (): void => {
    const [next] = waiting;
    if (next === undefined) running -= 1;
    else next();
  };

  /** @returns the refusal; undefined when a slot was taken */
  const enter = async ({ signal, timeoutMs }: Pick<Ask, 'signal' | 'timeoutMs'>): Promise<Failed | undefined> => {
    if (signal.aborted) return cancelled(false);
    if (running < most) {
      running += 1;
      return undefined;
    }
    if (waiting.size >= maxWaiting) return busy();
    return new Promise((resolve) => {
      const settle = (refusal?: Failed): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        waiting.delete(settle);
        resolve(refusal);
      };
      const abort = (): void => settle(cancelled(false));
      const timer = setTimeout(() => settle(busy()), Math.min(waitMs, timeoutMs));
      timer.unref();
      signal.addEventListener('abort', abort, { once: true });
      waiting.add(settle);
    });
  };

  /** After a pause one request tests the server. */
  const isBarred = (): boolean => {
    if (breaker.failures < failuresToClose) return false;
    if (clock.now() < breaker.until || breaker.isTried) return true;
    breaker.isTried = true;
    return false;
  };

  const note = (reply: Reply | undefined): void => {
    breaker.isTried = false;
    if (reply?.kind === 'failed' && !reply.isFault) return;
    if (reply?.kind !== 'failed') {
      breaker.failures = 0;
      return;
    }
    breaker.failures += 1;
    const doubled = firstPauseMs * 2 ** Math.min(10, breaker.failures - failuresToClose);
    breaker.until = clock.now() + Math.min(longestPauseMs, doubled) * (0.5 + random() / 2);
  };

  return {
    async through(ask, run) {
      const refusal = await enter(ask);
      if (refusal !== undefined) return refusal;
      let reply: Reply | undefined;
      try {
        if (isBarred())
          return failed('circuit_open', 'the server failed repeatedly and is paused', { isRetryable: true });
        try {
          reply = await run();
          return reply;
        } finally {
          note(reply);
        }
      } finally {
        leave();
      }
    },
    isIdle: () => running === 0 && breaker.failures === 0,
  };
}

function busy(): Failed {
  return failed('busy', 'too many requests wait for this server', { isRetryable: true });
}
