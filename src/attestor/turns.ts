/** Keeps what changes one state from overlapping: each waits until the one before is over. */

/** Runs what it is given one after the other; one that fails fails its caller and holds up nobody. */
export function createTurns(): <Result>(run: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const turn = last.then(run);
    // Its failure is the caller's; whoever comes next only has to know that it is over.
    last = turn.then(
      () => undefined,
      () => undefined,
    );
    return turn;
  };
}
