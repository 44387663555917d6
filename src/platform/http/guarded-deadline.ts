/** The time limit of a guarded call: one signal for its whole course, aborted by the timer or by the caller. */

export interface Deadline {
  readonly signal: AbortSignal;
  /** True if the time limit ended the call, not the caller. */
  isLate(): boolean;
  stop(): void;
}

/**
 * Creates a deadline with its own timer: composed signals of the platform may be garbage-collected with their
 * listeners. The timer never keeps a process alive.
 */
export function createDeadline(timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  const control = new AbortController();
  let isLate = false;
  const giveUp = (): void => control.abort(caller?.reason);
  const timer = setTimeout(() => {
    isLate = true;
    control.abort(new Error('the time has passed'));
  }, timeoutMs);
  timer.unref();
  if (caller?.aborted === true) giveUp();
  caller?.addEventListener('abort', giveUp, { once: true });
  return {
    signal: control.signal,
    isLate: () => isLate,
    stop() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', giveUp);
    },
  };
}

/** Gives the result of `work`, or rejects on abort. Work that takes no signal goes on unobserved. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  // Nobody may wait for it any more, and an unhandled rejection would end the process.
  work.catch(() => {});
  signal.throwIfAborted();
  let stop = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
  });
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
