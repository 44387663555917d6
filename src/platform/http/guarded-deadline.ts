/** The time limit of a guarded call: one signal for everything of it, whether its time is over or its caller gives up. */

export interface Deadline {
  readonly signal: AbortSignal;
  /** Whether it was the time, rather than the caller. */
  isLate(): boolean;
  stop(): void;
}

/**
 * A timer of our own: composed signals of the platform may be collected, with what listens to them, while nobody else
 * holds them. It never keeps a process alive.
 */
export function createDeadline(timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  const control = new AbortController();
  let isLate = false;
  const giveUp = (): void => control.abort(caller?.reason);
  const timer = setTimeout(() => {
    isLate = true;
    control.abort(new Error('the time is over'));
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

/** What takes no signal is left behind. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  // However it ends, also where nobody waits for it any more: a rejection that nobody takes ends the process.
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
