/** Statistics of 10 million exchanges in 30 days: on the embedded database, and on PostgreSQL if BENCH_DATABASE_URL names one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild, textOf } from '../child.ts';
import { timeCalls } from '../percentile.ts';
import type { Group, Row } from '../report.ts';
import { fillStatistics } from '../statistics-fill.ts';

const rounds = 20;
const dayMs = 86_400_000;

export const statisticsGroup: Group = {
  name: 'statistics',
  summary: 'time to answer questions about 10 million exchanges of 30 days, with 200 agents',
  async run({ progress }) {
    const databaseUrl = process.env['BENCH_DATABASE_URL'];
    const rows = await measure('statistics.embedded', undefined, progress);
    if (databaseUrl === undefined) {
      progress('without BENCH_DATABASE_URL (an empty database) PostgreSQL is not measured');
      return rows;
    }
    return [...rows, ...(await measure('statistics', databaseUrl, progress))];
  },
};

async function measure(
  id: string,
  databaseUrl: string | undefined,
  progress: (message: string) => void,
): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  try {
    progress(`${id}: rows as of 10 million exchanges`);
    await fillStatistics(databaseUrl === undefined ? { dataDir } : { dataDir, databaseUrl });
    const env = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
    const settings = { ASSAY_LOG_LEVEL: 'warn', ASSAY_DATA_DIR: dataDir, VERIFIER_PORT: '0', ...env };
    const verifier = await startChild('src/main.ts', ['--only', 'verifier'], settings);
    try {
      return await measureQuestions(id, textOf(verifier.line, 'urls', 'verifier'), progress);
    } finally {
      await verifier.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureQuestions(id: string, url: string, progress: (message: string) => void): Promise<Row[]> {
  const since = (days: number) => `from=${new Date(Date.now() - days * dayMs).toISOString()}`;
  const questions = [
    ['exchanges_30d_by_day', `exchanges?${since(30)}`],
    ['exchanges_30d_by_hour', `exchanges?${since(30)}&interval=hour`],
    ['exchanges_6h_by_minute', `exchanges?${since(0.25)}`],
    ['exchanges_30d_of_agent', `exchanges?${since(30)}&interval=hour&agent_id=agent-7`],
    ...(['reason', 'model', 'auditor', 'tool', 'agent', 'workspace'] as const).map(
      (by) => [`top_30d_by_${by}`, `top?by=${by}&${since(30)}`] as const,
    ),
    ['top_7d_by_auditor', `top?by=auditor&${since(7)}`],
    ['overview', 'overview'],
  ] as const;
  const rows: Row[] = [];
  for (const [name, path] of questions) {
    progress(`${id}.${name}`);
    const { p50Ms, p99Ms } = await timeCalls(rounds, () => ask(`${url}/v1/statistics/${path}`));
    const row = { unit: 'ms', baseline: null, ratio: null, must: '300 ms' };
    rows.push(
      { ...row, id: `${id}.${name}_p50_ms`, value: p50Ms },
      { ...row, id: `${id}.${name}_p99_ms`, value: p99Ms },
    );
  }
  return rows;
}

async function ask(url: string): Promise<void> {
  const answer = await fetch(url);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 200)}`);
}
