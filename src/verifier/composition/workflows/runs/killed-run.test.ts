/**
 * Processes that are killed, or paused beyond their lease, during a run: repeatable steps are repeated, and any other is never
 * done twice. A server of the test counts the real effects.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toStart } from '../../../../../bench/child.ts';
import { systemClock } from '../../../../platform/clock.ts';
import { createDb, type Database, query } from '../../../../platform/db/db.ts';
import { migrate } from '../../../../platform/db/migrate.ts';
import { openTestDb, type TestDb, testDatabaseUrl } from '../../../../platform/db/test-db.ts';
import { verifierMigrations } from '../../../features.ts';
import { aGraph, anna, createRunFixture, done, type RunFixture } from './runs.fixture.ts';

const entry = join(import.meta.dirname, 'killed-run.fixture.ts');
const graph = aGraph({ ask: 'agent', act: 'tool', tell: 'agent' }, ['in>ask', 'ask>act', 'act>tell', 'tell>out']);

let server: Server;
let counter: string;
/** `node/run`, once for each effect. */
let effects: string[] = [];
const children: ChildProcess[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    effects.push((request.url ?? '').slice(1));
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  counter = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});
beforeEach(() => {
  effects = [];
});
afterEach(async () => {
  for (const child of children.splice(0)) await end(child, 'SIGKILL');
});

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

/** Starts a working process; resolves when it printed this line. */
async function begin(args: readonly string[], line: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...toStart(entry), ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (said) => {
      if (said === line) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the process ended with ${code}`)));
  });
  return child;
}

/** Continues the work that was left, in this process. */
async function goOn(runs: RunFixture): Promise<void> {
  runs.execute = async ({ node, runId, input }) => {
    effects.push(`${node.id}/${runId}`);
    return done(input);
  };
  await runs.workflowRunWork.sweep();
}

const countOf = (node: string) => effects.filter((effect) => effect.startsWith(`${node}/`)).length;

/** Where it is killed; what becomes of the run; how often `act`, which is not repeatable, is done. */
const kills = [
  ['before ask', 'succeeded', 1],
  ['after ask', 'succeeded', 1],
  ['before act', 'succeeded', 1],
  ['leaving act', 'interrupted', 0],
  ['after act', 'interrupted', 1],
  ['before tell', 'succeeded', 1],
  ['after tell', 'succeeded', 1],
] as const;

describe.skipIf(testDatabaseUrl === undefined)('of processes on one server', () => {
  let testDb: TestDb;
  let schema: string;
  let runs: RunFixture;
  beforeAll(async () => {
    testDb = await openTestDb('postgres', verifierMigrations);
    const [row] = await query<{ schema: string }>(testDb.database().db, sql`select current_schema() as schema`);
    schema = row?.schema ?? '';
  });
  afterAll(() => testDb.close());
  beforeEach(async () => {
    await testDb.database().db.execute(sql`truncate workflow_runs, workflow_steps`);
    runs = createRunFixture(testDb.database().db, systemClock);
    runs.graphs.set('killed', graph);
  });
  const statusOf = async (id: string) => (await runs.read('killed', id)).status;
  /** Expires the leases. */
  const endLeases = () =>
    testDb.database().db.execute(sql`update workflow_runs set lease_until = 0 where lease is not null`);

  it.each(kills)('one that is killed %s leaves a run that ends as %s', async (stopAt, status, acts) => {
    const id = await runs.start('killed');
    await end(await begin([`schema=${schema}`, counter, stopAt], `stopped ${stopAt}`), 'SIGKILL');
    const [left] = await query<{ lease: string | null }>(testDb.database().db, sql`select lease from workflow_runs`);
    expect(left?.lease).not.toBeNull();
    await endLeases();
    await goOn(runs);
    expect(await statusOf(id)).toBe(status);
    expect(countOf('act')).toBe(acts);
    const run = await runs.read('killed', id);
    const act = run.steps.find(({ node_id: node }) => node === 'act');
    const attempt = stopAt === 'before act' ? 1 : 0;
    expect([act?.status, act?.attempt]).toEqual([status === 'interrupted' ? 'unknown' : 'succeeded', attempt]);
    if (status === 'interrupted') {
      const which = { runId: id, stepId: act?.id ?? '' };
      const outcome = acts === 0 ? 'retry' : 'succeeded';
      await runs.workflowRunApi.resolve(anna(), 'killed', which, { outcome, comment: 'counted' });
      await goOn(runs);
      expect([await statusOf(id), countOf('act')]).toEqual(['succeeded', 1]);
    }
  });

  it('one that is paused beyond its lease writes nothing when it wakes, and begins nothing', async () => {
    const id = await runs.start('killed');
    const paused = await begin([`schema=${schema}`, counter, 'before ask', '1000'], 'stopped before ask');
    paused.kill('SIGSTOP');
    await endLeases();
    await goOn(runs);
    const before = JSON.stringify(await runs.read('killed', id));
    paused.kill('SIGCONT');
    paused.stdin?.write('go');
    // It finishes its repeatable step and finds that its lease has expired.
    while (countOf('ask') < 2) await testDb.database().db.execute(sql`select pg_sleep(0.02)`);
    await end(paused, 'SIGTERM');
    expect(JSON.stringify(await runs.read('killed', id))).toBe(before);
    expect([await statusOf(id), countOf('act'), countOf('tell')]).toEqual(['succeeded', 1, 1]);
  });

  it('one that is paused beyond its lease before it calls a tool does not call it when it wakes', async () => {
    const id = await runs.start('killed');
    const paused = await begin([`schema=${schema}`, counter, 'before act'], 'stopped before act');
    paused.kill('SIGSTOP');
    await endLeases();
    await goOn(runs);
    const isKept = new Promise<void>((resolve) => {
      paused.stdout?.on('data', (chunk: Buffer) => {
        if (chunk.toString('utf8').includes('kept act')) resolve();
      });
    });
    paused.kill('SIGCONT');
    paused.stdin?.write('go');
    await isKept;
    await end(paused, 'SIGTERM');
    expect([await statusOf(id), countOf('act'), countOf('tell')]).toEqual(['succeeded', 1, 1]);
  });

  it('lose no run and do none twice while the connections to the database break under load', async () => {
    const ids = [];
    for (let count = 0; count < 40; count += 1) ids.push(await runs.start('killed'));
    const workers = [];
    for (let count = 0; count < 2; count += 1) {
      workers.push(await begin([`schema=${schema}`, counter, 'never', '3000'], 'ready'));
    }
    const { db } = testDb.database();
    const left = async () =>
      (await query(db, sql`select 1 from workflow_runs where status not in ('succeeded', 'interrupted')`)).length;
    for (let round = 0; round < 400 && (await left()) > 0; round += 1) {
      // Cuts all connections, as a restart of the server does.
      if (round % 5 === 0 && round < 25) {
        await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
          where pid <> pg_backend_pid() and application_name is not null and query like '%workflow_%'
            and datname = current_database()`);
      }
      await db.execute(sql`select pg_sleep(0.1)`);
    }
    expect(await left()).toBe(0);
    expect(countOf('act')).toBe(new Set(effects.filter((effect) => effect.startsWith('act/'))).size);
    for (const id of ids) {
      const { status, steps } = await runs.read('killed', id);
      if (status === 'interrupted') expect(steps.some((step) => step.status === 'unknown')).toBe(true);
      else expect(effects.filter((effect) => effect === `act/${id}`)).toHaveLength(1);
    }
    for (const worker of workers) await end(worker, 'SIGTERM');
    // Two processes and a server that disconnects: slow on a busy machine.
  }, 120_000);
});

describe('of a process with an embedded database', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-killed-'));
    await inFolder((database) => migrate(database.db, verifierMigrations, systemClock));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const inFolder = async <T>(use: (database: Database) => Promise<T>): Promise<T> => {
    const database = await createDb({ dataDir: folder });
    try {
      return await use(database);
    } finally {
      await database.close();
    }
  };

  it.each([kills[2], kills[3], kills[4]])('that is killed %s the run ends as %s', async (stopAt, status, acts) => {
    const args = [`folder=${folder}`, counter, stopAt, '30000', 'start'];
    await end(await begin(args, `stopped ${stopAt}`), 'SIGKILL');
    await inFolder(async ({ db }) => {
      await db.execute(sql`update workflow_runs set lease_until = 0`);
      const runs = createRunFixture(db, systemClock);
      runs.graphs.set('killed', graph);
      await goOn(runs);
      const [run] = await query<{ status: string }>(db, sql`select status from workflow_runs`);
      expect([run?.status, countOf('act')]).toEqual([status, acts]);
      await db.execute(sql`truncate workflow_runs, workflow_steps`);
    });
  });
});
