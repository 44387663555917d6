/**
 * Statistics as 10 million exchanges of 30 days leave them: 200 agents in 5 workspaces, 20 reasons, 10 models, 9 auditors and 10
 * tools. Rows are made in the database, by the hour, and days are summed from them, as ingestion would have.
 */
import { sql } from 'drizzle-orm';
import { systemClock } from '../src/platform/clock.ts';
import { createDb, type Db } from '../src/platform/db/db.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { verifierMigrations } from '../src/verifier/features.ts';

const agents = 200;
const days = 30;
const perHour = Math.round(10_000_000 / agents / days / 24);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export interface FillTarget {
  readonly dataDir: string;
  readonly databaseUrl?: string;
}

/** Fills an empty database. */
export async function fillStatistics(target: FillTarget): Promise<void> {
  const database = await createDb(target);
  try {
    await migrate(database.db, verifierMigrations, systemClock);
    await fill(database.db, Math.floor(systemClock.now() / hourMs) * hourMs);
  } finally {
    await database.close();
  }
}

async function fill(db: Db, now: number): Promise<void> {
  const first = Math.floor((now - days * dayMs) / dayMs) * dayMs;
  const run = (text: string) => db.execute(sql.raw(text));
  const agent = `generate_series(0, ${agents - 1}) as agent(n)`;
  const place = `'default', 'workspace-' || agent.n % 5, 'agent-' || agent.n`;
  const hours = (from: number) => `generate_series(${from}::bigint, ${now}::bigint, ${hourMs}) as hour(start)`;
  const counts = (total: string) =>
    `${total}, ${total} - ${total} / 10, ${total} / 10, ${total} / 20, ${total} / 50, ${total} / 15, 0`;
  // Times in two buckets, which differ from row to row.
  const bucket = (text: string) => `('1' || repeat('0', (12 * (${text}))::integer))::numeric`;
  const spread = (seed: string, total: string) =>
    `${bucket(`5 + (${seed}) % 20`)} * (${total} - ${total} / 4) + ${bucket(`8 + (${seed}) % 31`)} * (${total} / 4)`;
  const exchanges = (period: string, from: number, size: number, total: string) => `insert into statistics_exchanges
    (org_id, workspace_id, agent_id, period, start, exchanges, allowed, denied, redacted, escalated, warned, would_deny, latency_ms, latency)
    select ${place}, '${period}', time.start, ${counts(total)}, ${total} * 23, ${spread('agent.n + time.start / 60000', total)}
    from ${agent} cross join generate_series(${from}::bigint, ${now}::bigint, ${size}) as time(start)`;
  await run(exchanges('hour', first, hourMs, String(perHour)));
  await run(exchanges('minute', now - 2 * dayMs, 60_000, '1'));
  await run(`insert into statistics_exchanges select org_id, workspace_id, agent_id, 'day', start - start % ${dayMs}, ${sums}, sum(latency)
    from statistics_exchanges where period = 'hour' group by 1, 2, 3, 5`);
  const kinds = [
    // Of 20 reasons an agent meets 8 in an hour, of 10 models 3, of 10 tools 3; every auditor runs each time.
    ['reason', 20, 8],
    ['model', 10, 3],
    ['tool', 10, 3],
    ['auditor', 9, 9],
  ] as const;
  for (const [kind, names, met] of kinds) {
    const total = kind === 'auditor' ? String(perHour) : String(Math.round(perHour / met));
    const name = `'${kind} ' || (agent.n * 7 + hour.start / ${hourMs} * 3 + met.n * ${kind === 'auditor' ? 1 : 2}) % ${names}`;
    const columns = `(org_id, workspace_id, agent_id, period, start, exchanges, allowed, denied, redacted, escalated, warned, would_deny,
      latency_ms, kind, name, failed, late)`;
    // In a day an agent meets all of them.
    await run(`insert into statistics_names ${columns} select ${place}, 'day', day.start, ${counts(`${total} * ${met} * 24 / ${names}`)},
      ${total} * 23, '${kind}', '${kind} ' || met.n, 0, 0
      from ${agent} cross join generate_series(${first}::bigint, ${now}::bigint, ${dayMs}) as day(start)
      cross join generate_series(0, ${names - 1}) as met(n)`);
    await run(`insert into statistics_names ${columns} select ${place}, 'hour', hour.start, ${counts(total)}, ${total} * 23, '${kind}',
      ${name}, 0, 0 from ${agent} cross join ${hours(now - 9 * dayMs)} cross join generate_series(0, ${met - 1}) as met(n)
      on conflict do nothing`);
  }
  await run('analyze');
}

const sums = ['exchanges', 'allowed', 'denied', 'redacted', 'escalated', 'warned', 'would_deny', 'latency_ms']
  .map((column) => `sum(${column})`)
  .join(', ');
