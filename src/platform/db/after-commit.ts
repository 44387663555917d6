/**
 * Lets a transaction say what is to be done at its end: what is checked before it is committed, over all that it wrote, and
 * what is done once it is: counting, say, which a rollback could not undo.
 */
import type { Db } from './db.ts';

interface Planned {
  readonly before: Map<string, () => Promise<void>>;
  readonly after: (() => void)[];
}

/** By transaction. */
const planned = new WeakMap<object, Planned>();

/** The same database, whose transactions can be hung on by {@link afterCommit}. */
export function withCommits(db: Db): Db {
  const transaction: Db['transaction'] = async (run, config) => {
    const before = new Map<string, () => Promise<void>>();
    const after: (() => void)[] = [];
    const watched: typeof run = async (tx) => {
      planned.set(tx, { before, after });
      const result = await run(tx);
      for (const check of before.values()) await check();
      return result;
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
  const after = planned.get(tx)?.after;
  if (after === undefined) run();
  else after.push(run);
}

/** Runs after the last write of the transaction, once for each name; what it throws undoes it all. At once where nobody watches. */
export async function beforeCommit(tx: Db, name: string, check: () => Promise<void>): Promise<void> {
  const before = planned.get(tx)?.before;
  if (before === undefined) await check();
  else before.set(name, check);
}
