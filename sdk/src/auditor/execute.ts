/** Runs the planned methods of one call: synchronous ones without timers, asynchronous ones against deadline and abort. */
import type { MethodContext, MethodInput } from './definition.ts';
import { AuditorFailure } from './failure.ts';
import type { PlannedRun } from './plan.ts';

export interface Call {
  readonly input: MethodInput;
  readonly traceId: string;
  readonly agentId: string;
  readonly now: number;
  /** Milliseconds since the epoch after which nothing new is started. */
  readonly deadline: number;
  readonly signal: AbortSignal | (() => AbortSignal) | undefined;
}

export interface ExecuteOptions {
  readonly clock: () => number;
  /** Called with a promise that settles when the last asynchronous method has ended, even past the deadline. */
  readonly onPending: (allEnded: Promise<unknown>) => void;
}

/**
 * Gives each run's result, in order; a promise only if a method is asynchronous. @throws what a method threw, or
 * AuditorFailure TIMEOUT
 */
export function executeRuns(
  runs: readonly PlannedRun[],
  call: Call,
  options: ExecuteOptions,
): readonly unknown[] | Promise<readonly unknown[]> {
  if (typeof call.signal === 'object' && call.signal.aborted) throw givenUp();
  const context = new CallContext(call);
  const results: unknown[] = [];
  const pending: Promise<unknown>[] = [];
  try {
    for (const { method, settings, config } of runs) {
      if (options.clock() > call.deadline) throw tooLate();
      const result: unknown = method.definition.run(call.input, { settings, config, context });
      if (isThenable(result)) pending.push(Promise.resolve(result));
      results.push(result);
    }
  } catch (error) {
    if (pending.length > 0) options.onPending(Promise.allSettled(pending));
    CallContext.abort(context);
    throw error;
  }
  if (pending.length === 0) return results;
  options.onPending(Promise.allSettled(pending));
  return settle(results, call, context, options.clock);
}

/**
 * Context of the methods of one call. The signal is created on first use, because most methods are synchronous and
 * never read it. A class, because a getter in an object literal creates a hidden class for each call, and those keep
 * everything of the call alive until a full collection.
 */
class CallContext implements MethodContext {
  readonly traceId: string;
  readonly agentId: string;
  readonly now: number;
  #controller: AbortController | undefined;
  #aborted = false;

  constructor({ traceId, agentId, now }: Call) {
    this.traceId = traceId;
    this.agentId = agentId;
    this.now = now;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#aborted) this.#controller.abort();
    return this.#controller.signal;
  }

  static abort(context: CallContext): void {
    context.#aborted = true;
    context.#controller?.abort();
  }
}

async function settle(
  results: readonly unknown[],
  call: Call,
  context: CallContext,
  clock: () => number,
): Promise<readonly unknown[]> {
  const { promise: stopped, reject } = withRejecter();
  const timer = setTimeout(() => reject(tooLate()), Math.min(Math.max(call.deadline - clock(), 0), 2 ** 31 - 1));
  const signal = typeof call.signal === 'function' ? call.signal() : call.signal;
  const onAbort = () => reject(givenUp());
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted === true) onAbort();
  try {
    return await Promise.race([Promise.all(results), stopped]);
  } catch (error) {
    CallContext.abort(context);
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

function withRejecter(): { promise: Promise<never>; reject: (error: Error) => void } {
  let rejecter: ((error: Error) => void) | undefined;
  const promise = new Promise<never>((_, reject) => {
    rejecter = reject;
  });
  return { promise, reject: (error) => rejecter?.(error) };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

function tooLate(): AuditorFailure {
  return new AuditorFailure('TIMEOUT', 'The analysis did not finish before the deadline');
}

function givenUp(): AuditorFailure {
  return new AuditorFailure('TIMEOUT', 'The caller closed the request before the analysis finished');
}
