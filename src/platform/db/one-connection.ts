/**
 * For tests: a database that refuses queries which bypass an open transaction. Such a query waits for a second
 * connection, which the embedded database does not have (the call never ends) and a busy server may not have either.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Db } from './db.ts';

export interface OneConnection extends Database {
  /** Queries that bypassed an open transaction so far, including those whose error was swallowed. */
  readonly strays: readonly Error[];
}

/** Methods that begin a statement. */
const beginnings = new Set<PropertyKey>(
  'execute,select,selectDistinct,selectDistinctOn,insert,update,delete,transaction,$count,refreshMaterializedView'.split(
    ',',
  ),
);

/**
 * Watches a database.
 * @throws Error from a query that bypasses an open transaction
 */
export function watchTransactions(database: Database): OneConnection {
  const within = new AsyncLocalStorage<{ isOpen: boolean }>();
  const strays: Error[] = [];
  const assertOutside = (name: string) => {
    if (within.getStore()?.isOpen !== true) return;
    const stray = new Error(`db.${name} inside an open transaction: use the transaction`);
    strays.push(stray);
    throw stray;
  };
  const transaction: Db['transaction'] = async (run, config) => {
    assertOutside('transaction');
    const state = { isOpen: true };
    const watched: typeof run = (tx) => within.run(state, () => run(tx));
    try {
      return await database.db.transaction(watched, config);
    } finally {
      state.isOpen = false;
    }
  };
  const db = new Proxy(database.db, {
    get(target, name) {
      if (name === 'transaction') return transaction;
      const member: unknown = Reflect.get(target, name, target);
      if (!beginnings.has(name) || typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        assertOutside(String(name));
        return Reflect.apply(member, target, args);
      };
    },
  });
  const listen: Database['listen'] = (channel, onNotify) => database.listen(channel, onNotify);
  return { kind: database.kind, db, strays, listen, close: () => database.close() };
}
