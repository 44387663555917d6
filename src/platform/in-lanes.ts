/** Work on a list, so many at a time: what takes long holds up its own lane, and no one else's turn. */

/** Ends when all are done, or, once `signal` is aborted, when those under way are. @throws what the work throws. */
export async function inLanes<T>(
  items: Iterable<T>,
  lanes: number,
  work: (item: T) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  // All lanes draw from the same one.
  const rest = items[Symbol.iterator]();
  const run = async (): Promise<void> => {
    for (let next = rest.next(); next.done !== true && signal?.aborted !== true; next = rest.next()) {
      await work(next.value);
    }
  };
  await Promise.all(Array.from({ length: lanes }, run));
}
