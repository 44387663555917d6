/** Console stream: many agents, one reader each, while gateways report events. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { runChild, startChild } from '../child.ts';
import { freePort } from '../free-port.ts';
import type { Row } from '../report.ts';

interface Measured {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly perS: number;
  readonly count: number;
  /** Time of the reporting call; readers cannot have the events much earlier. */
  readonly storedP99Ms: number;
  readonly rssStartMb: number;
  readonly rssEndMb: number;
}

const agents = 1_000;
const perSecond = 2_000;
const seconds = 30;

/** Runs on PostgreSQL (in a new database) if TEST_DATABASE_URL names a server, otherwise on the embedded one. */
export async function measureConsole(progress: (message: string) => void): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const server = process.env['TEST_DATABASE_URL'];
  const database = server === undefined ? undefined : await createDatabase(server);
  const suffix = database === undefined ? '_embedded' : '';
  try {
    progress(`console: ${perSecond} events/s over ${agents} agents with one reader each, for ${seconds} s`);
    const measured = await measure(folder, database === undefined ? {} : { DATABASE_URL: database.url });
    progress(`console: ${measured.count} events; memory ${measured.rssStartMb.toFixed(0)} MB at the start`);
    return toRows(measured, suffix);
  } finally {
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(folder: string, env: Record<string, string>): Promise<Measured> {
  const port = await freePort();
  const settings = {
    ASSAY_LOG_LEVEL: 'warn',
    ASSAY_DATA_DIR: folder,
    VERIFIER_PORT: String(port),
    // All readers share one credential here: none.
    VERIFIER_CONSOLE_STREAMS_PER_CALLER: String(agents),
    ...env,
  };
  const verifier = await startChild('src/main.ts', ['--only', 'verifier'], settings);
  try {
    const args = [`http://127.0.0.1:${port}`, String(agents), String(perSecond), String(seconds)];
    return (await runChild('bench/processes/console-load.ts', args)) as Measured;
  } finally {
    await verifier.stop();
  }
}

function toRows({ p50Ms, p99Ms, perS, storedP99Ms, rssStartMb, rssEndMb }: Measured, suffix: string): Row[] {
  const name = (id: string) => id.replace(/_(ms|per_s|mb)$/, `${suffix}_$1`);
  const growth = rssEndMb - rssStartMb;
  return [
    { id: name('console.delivery_p50_ms'), value: p50Ms, unit: 'ms', baseline: null, ratio: null },
    {
      id: name('console.delivery_p99_ms'),
      value: p99Ms,
      unit: 'ms',
      baseline: storedP99Ms,
      ratio: p99Ms / storedP99Ms,
      must: '250 ms',
    },
    {
      id: name('console.events_per_s'),
      value: perS,
      unit: '/s',
      baseline: perSecond,
      ratio: perS / perSecond,
      must: '2000/s',
    },
    { id: name('console.rss_growth_mb'), value: growth, unit: 'MB', baseline: rssStartMb, ratio: growth / rssStartMb },
  ];
}

async function createDatabase(server: string): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `assay_bench_${process.pid}`;
  const run = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) };
}
