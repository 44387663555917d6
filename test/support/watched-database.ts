/** For fault tests: PostgreSQL as the verifier opens it, with an interceptor of each statement. */
import { createDb, type Database } from '../../src/platform/db/db.ts';
import { testServerDatabase } from '../../src/platform/db/test-db.ts';

/** Called for each statement, in its sender's context; `send` gives the server's answer. */
export type AroundStatement = (text: string, send: (text: string) => Promise<unknown>) => Promise<unknown>;

export interface WatchedDatabase extends Database {
  /** Server-side process ids of all connections so far. */
  readonly pids: ReadonlySet<number>;
}

type Statement = string | { readonly text: string };
type Callback = (error: unknown, result?: unknown) => void;

/** A database of the test server, by schema name. */
export async function openWatchedDatabase(
  schema: string,
  around: AroundStatement,
  maxConnections = 8,
): Promise<WatchedDatabase> {
  const pids = new Set<number>();
  const database = await createDb({
    dataDir: '',
    ...testServerDatabase(schema),
    maxConnections,
    onConnect(client) {
      pids.add(Number(Reflect.get(client, 'processID')));
      const query = client.query.bind(client);
      const watched = (statement: Statement, values?: unknown[], callback?: Callback) => {
        const isText = typeof statement === 'string';
        const answered = around(isText ? statement : statement.text, (text) =>
          query(isText ? text : { ...statement, text }, values),
        );
        if (callback === undefined) return answered;
        answered.then((result) => callback(undefined, result), callback);
        return undefined;
      };
      Reflect.set(client, 'query', watched);
    },
  });
  return { ...database, pids };
}
