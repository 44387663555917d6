/** A second verifier over another one's database, which waits before a statement that a test names. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Clock } from '../../src/platform/clock.ts';
import { openDataDir } from '../../src/platform/data-dir.ts';
import { type Db, query } from '../../src/platform/db/db.ts';
import { createLogger } from '../../src/platform/log.ts';
import { createVerifier } from '../../src/verifier/app.ts';
import { loadVerifierConfig } from '../../src/verifier/base/config.ts';
import { byTestCredential } from './handed-callers.ts';
import { openWatchedDatabase } from './watched-database.ts';

export interface Stop {
  /** Statements sent or waiting. */
  count(): number;
  /** The statement waits. */
  readonly reached: Promise<'stopped'>;
  /** Continues, also with all later statements. */
  release(): void;
}

export interface StoppedVerifier {
  readonly url: string;
  /** The statement of this number (1 is the next one) and later ones wait from now on. */
  stopAt(number: number): Stop;
  /** Resolves when the work is done, or waits for a lock held by a statement of this verifier. */
  doneOrBlocked(work: Promise<unknown>): Promise<unknown>;
  /** Ends every connection at the server's side, like a restart of it. */
  cutConnections(): Promise<void>;
  close(): Promise<void>;
}

export interface StoppedVerifierOptions {
  /** Database of the first verifier, for statements of tests. */
  readonly db: () => Db;
  readonly env: Record<string, string>;
  readonly clock: Clock;
}

export async function openStoppedVerifier({ db, env, clock }: StoppedVerifierOptions) {
  const [{ schema } = { schema: '' }] = await query<{ schema: string }>(db(), sql`select current_schema() as schema`);
  let [count, stopAt] = [0, Number.POSITIVE_INFINITY];
  let [reach, gate] = [() => {}, Promise.resolve()];
  const database = await openWatchedDatabase(schema, async (text, send) => {
    count += 1;
    if (count >= stopAt) {
      reach();
      await gate;
    }
    return send(text);
  });
  const folder = await mkdtemp(join(tmpdir(), 'assay-stopped-'));
  const verifier = await createVerifier({
    database,
    clock,
    randomBytes,
    dataDir: await openDataDir(folder),
    config: loadVerifierConfig({ VERIFIER_PASSPORT_RENEW_MS: '0', VERIFIER_LIFECYCLE_INTERVAL_S: '0', ...env }),
    log: createLogger({ service: 'verifier', level: 'silent' }),
    isScheduled: false,
    identify: {
      byCredential: (shown, call) =>
        byTestCredential(shown) ?? verifier.services.authentication.identify.byCredential(shown, call),
    },
  });
  const pids = () =>
    sql.join(
      [...database.pids].map((pid) => sql`${pid}`),
      sql`, `,
    );
  const isBlocking = async (): Promise<boolean> => {
    const [row] = await query<{ found: boolean }>(
      db(),
      sql`select exists(select 1 from pg_stat_activity where wait_event_type = 'Lock'
        and pg_blocking_pids(pid) && array[${pids()}]::int[]) as found`,
    );
    return row?.found === true;
  };
  const stopped: StoppedVerifier = {
    url: await verifier.app.listen({ host: '127.0.0.1', port: 0 }),
    stopAt(number) {
      let release = (): void => {};
      [count, stopAt] = [0, number];
      gate = new Promise((resolve) => {
        release = resolve;
      });
      const reached = new Promise<'stopped'>((resolve) => {
        reach = () => resolve('stopped');
      });
      return {
        reached,
        count: () => count,
        release() {
          stopAt = Number.POSITIVE_INFINITY;
          release();
        },
      };
    },
    async doneOrBlocked(work) {
      const ended = work.then(
        () => true,
        () => true,
      );
      while (!(await Promise.race([ended, isBlocking()])));
    },
    async cutConnections() {
      await db().execute(sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where pid in (${pids()})`);
    },
    async close() {
      await verifier.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return stopped;
}
