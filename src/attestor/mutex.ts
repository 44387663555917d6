/** Runs changes of one state one after the other. */

/**
 * Runs each function after the previous one ended. A failure reaches its own caller only and does not block later ones.
 */
export function createMutex(): <Result>(run: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const turn = last.then(run);
    // The failure belongs to its caller; the next one only needs to know that it is over.
    last = turn.then(
      () => undefined,
      () => undefined,
    );
    return turn;
  };
}
