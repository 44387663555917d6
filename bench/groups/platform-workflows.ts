/** Workflow steps: journalled, limited only by the database. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { Registry } from 'prom-client';
import type { Graph } from '../../src/contract/api/workflows/graph.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { withCommits } from '../../src/platform/db/after-commit.ts';
import { createDb, type Db } from '../../src/platform/db/db.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { createLogger } from '../../src/platform/log.ts';
import { createAudit } from '../../src/verifier/base/audit-log/append.ts';
import { createAuthor } from '../../src/verifier/base/control/author.ts';
import { createEvents } from '../../src/verifier/base/events/append.ts';
import type { DeployedWorkflow } from '../../src/verifier/composition/workflows/ports.ts';
import { createWorkflowRunServices } from '../../src/verifier/composition/workflows/runs/create.ts';
import { workflowStepsTable } from '../../src/verifier/composition/workflows/runs/tables.ts';
import { verifierMigrations } from '../../src/verifier/features.ts';
import type { Row } from '../report.ts';

const chainLength = 10;
const organisations = 4;
const runsOfOne = 100;
const bareRows = 400;

/** Runs on PostgreSQL if BENCH_DATABASE_URL names an empty database, otherwise on the embedded one. */
export async function measureWorkflows(progress: (message: string) => void): Promise<Row[]> {
  const databaseUrl = process.env['BENCH_DATABASE_URL'];
  const suffix = databaseUrl === undefined ? '_embedded' : '';
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const database = await createDb({ dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
  try {
    const db = withCommits(database.db);
    await migrate(db, verifierMigrations, systemClock);
    progress(`workflows: ${organisations * runsOfOne} runs of ${chainLength} steps, 64 under way`);
    const perS = await measureRuns(db);
    progress('workflows: the same rows, each in a transaction of its own');
    const bare = await measureBare(db);
    return [
      {
        id: `workflow.steps_per_s${suffix}`,
        value: perS,
        unit: 'steps/s',
        baseline: bare,
        ratio: perS / bare,
        must: '500 steps/s',
      },
    ];
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function toGraph(): Graph {
  const ids = Array.from({ length: chainLength }, (_, index) => `n${index}`);
  const all = ['in', ...ids, 'out'];
  const typeOf = (id: string) => (id === 'in' ? 'input' : id === 'out' ? 'output' : 'agent');
  return {
    nodes: all.map((id) => ({
      id,
      type: typeOf(id),
      ref: null,
      position: { x: 0, y: 0 },
      config: id === 'in' ? { type: 'json' } : {},
    })),
    edges: all.slice(1).map((id, index) => ({
      id: `e${index}`,
      source: all[index] ?? '',
      source_port: 'out',
      target: id,
      target_port: 'in',
      kind: 'data' as const,
    })),
  };
}

async function measureRuns(db: Db): Promise<number> {
  const named = { workspaceId: 'default', id: 'wfl_bench', revision: 1, graphDigest: 'sha256:0', agentId: 'bot' };
  const find = async (_db: Db, orgId: string): Promise<DeployedWorkflow> => ({ orgId, ...named, graph: toGraph() });
  const services = createWorkflowRunServices({
    db,
    clock: systemClock,
    randomBytes,
    registry: new Registry(),
    isScheduled: false,
    events: createEvents({ clock: systemClock }),
    audit: createAudit({ clock: systemClock }),
    log: createLogger({ service: 'bench', level: 'silent' }),
    definitions: { findRunning: find, findRevision: find, statusOf: async () => 'running' },
    withdraw: async () => undefined,
    executor: () => ({
      isRepeatable: async () => true,
      execute: async ({ input }) => ({ kind: 'done', port: 'out', output: input, evidenceIds: [] }),
    }),
  });
  for (let org = 0; org < organisations; org += 1) {
    const author = createAuthor(`bench${org}`, 'bench');
    await db.transaction(async (tx) => {
      for (let run = 0; run < runsOfOne; run += 1) {
        await services.workflowRunApi.startIn(tx, author, named.id, { input: { text: 'x'.repeat(500), run } });
      }
    });
  }
  const startedMs = performance.now();
  await services.workflowRunWork.sweep();
  const tookS = (performance.now() - startedMs) / 1_000;
  const [ended] = await Promise.all([
    db.$count(workflowStepsTable, sql`status = 'succeeded' and node_type = 'agent'`),
    services.backgroundWork.close(),
  ]);
  if (ended !== organisations * runsOfOne * chainLength) throw new Error(`only ${ended} steps came to their end`);
  return ended / tookS;
}

/** One row per step end, as written without a journal. */
async function measureBare(db: Db): Promise<number> {
  const [row] = await db.select().from(workflowStepsTable).where(sql`node_type = 'agent'`).limit(1);
  if (row === undefined) throw new Error('there are steps');
  const startedMs = performance.now();
  let next = 0;
  const lane = async () => {
    while (next < bareRows) {
      next += 1;
      const own = { ...row, run_id: 'bare', place: String(next), id: `wfs_${next}` };
      await db.transaction((tx) => tx.insert(workflowStepsTable).values(own));
    }
  };
  await Promise.all(Array.from({ length: 64 }, lane));
  return bareRows / ((performance.now() - startedMs) / 1_000);
}
