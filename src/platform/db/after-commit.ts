/**
 * Hooks at the end of a transaction: checks before the commit, over all its writes, and actions after it, such as
 * counting, which a rollback could not undo.
 */
import type { Db } from './db.ts';

interface Planned {
  readonly before: Map<string, () => Promise<void>>;
  readonly after: (() => void)[];
}

/** Hooks by transaction. */
const planned = new WeakMap<object, Planned>();

/** Gives the same database, with transactions that {@link afterCommit} can extend. */
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

/** Runs `run` after the commit, and never after a rollback. Runs it at once if the transaction is not watched. */
export function afterCommit(tx: Db, run: () => void): void {
  const after = planned.get(tx)?.after;
  if (after === undefined) run();
  else after.push(run);
}

/**
 * Runs once for each name after the last write of the transaction; an error rolls it back. Runs at once if the
 * transaction is not watched.
 */
export async function beforeCommit(tx: Db, name: string, check: () => Promise<void>): Promise<void> {
  const before = planned.get(tx)?.before;
  if (before === undefined) await check();
  else before.set(name, check);
}
