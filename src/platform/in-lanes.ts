/** Works on a list with limited concurrency. A slow item blocks its own lane only. */

/** Ends when all are done, or, once `signal` is aborted, when the running ones are. @throws what the work throws */
export async function inLanes<T>(
  items: Iterable<T>,
  lanes: number,
  work: (item: T) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  // All lanes share one iterator.
  const rest = items[Symbol.iterator]();
  const run = async (): Promise<void> => {
    for (let next = rest.next(); next.done !== true && signal?.aborted !== true; next = rest.next()) {
      await work(next.value);
    }
  };
  await Promise.all(Array.from({ length: lanes }, run));
}
