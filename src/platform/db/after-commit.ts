/** Lets a transaction say what is to be done once it is committed: counting, say, which a rollback could not undo. */
import type { Db } from './db.ts';

/** By transaction. */
const planned = new WeakMap<object, (() => void)[]>();

/** The same database, whose transactions can be hung on by {@link afterCommit}. */
export function withCommits(db: Db): Db {
  const transaction: Db['transaction'] = async (run, config) => {
    const after: (() => void)[] = [];
    const watched: typeof run = (tx) => {
      planned.set(tx, after);
      return run(tx);
    };
    const result = await db.transaction(watched, config);
    for (const each of after) each();
    return result;
  };
  return new Proxy(db, {
    get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name, target)),
  });
}

/** Runs once the transaction is committed, and never if it is undone; at once where nobody watches its end. */
export function afterCommit(tx: Db, run: () => void): void {
  const after = planned.get(tx);
  if (after === undefined) run();
  else after.push(run);
}
