/** Limits concurrent work, in order of arrival: a thousand streams must not fill the pool. */

export type RunLimited = <T>(work: () => Promise<T>) => Promise<T>;

export function createWorkLimiter(atOnce: number): RunLimited {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The slot passes to the next one.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
