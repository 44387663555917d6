/** Turns single calls into batches: while one batch is under way the next one collects. */

/**
 * @param run handles one batch and gives one result for each item, in order; its error rejects every item of the batch.
 */
export function createBatcher<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  maxBatch: number,
): (item: Item) => Promise<Result> {
  interface Waiting {
    readonly item: Item;
    readonly resolve: (result: Result) => void;
    readonly reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let running = false;

  const runBatch = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const results = await run(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error(`${results.length} results for ${batch.length} items`);
      batch.forEach((entry, index) => {
        // The lengths agree, so there is a result at each index.
        entry.resolve(results[index] as Result);
      });
    } catch (error) {
      for (const entry of batch) entry.reject(error);
    }
  };

  const drain = async (): Promise<void> => {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      await runBatch(batch);
    }
    running = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!running) {
        running = true;
        // One turn later, so that calls of the same moment share a batch.
        setImmediate(() => void drain());
      }
    });
}
