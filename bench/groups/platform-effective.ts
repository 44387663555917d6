/** Effective tools and credentials of an agent, resolved over the rules and credentials of an organisation. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { systemClock } from '../../src/platform/clock.ts';
import { createDb, type Db } from '../../src/platform/db/db.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { createAudit } from '../../src/verifier/base/audit-log/append.ts';
import { createAuthor } from '../../src/verifier/base/control/author.ts';
import { createControlChanges } from '../../src/verifier/base/control/changes.ts';
import { verifierMigrations } from '../../src/verifier/features.ts';
import { createInstallationStore } from '../../src/verifier/tools/installations/store.ts';
import { toInstalledApp } from '../../src/verifier/tools/installations/views.ts';
import { createCredentialResolution } from '../../src/verifier/tools/scoped-credentials/resolution.ts';
import { createCredentialStore } from '../../src/verifier/tools/scoped-credentials/store.ts';
import { createScopedToolServices } from '../../src/verifier/tools/scoped-tools/create.ts';
import { type Percentiles, timeCalls } from '../percentile.ts';
import type { Row } from '../report.ts';

const orgId = 'bench';
/** All apply to the queried agent: half of them from the organisation, half from its workspace. */
const rules = 10_000;
const credentials = 10_000;
const apps = 10;
const toolsOfApp = 50;
const rounds = 200;

/** Runs on PostgreSQL if BENCH_DATABASE_URL names an empty database, otherwise on the embedded one. */
export async function measureEffective(progress: (message: string) => void): Promise<Row[]> {
  const databaseUrl = process.env['BENCH_DATABASE_URL'];
  const suffix = databaseUrl === undefined ? '_embedded' : '';
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const database = await createDb({ dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
  try {
    const { db } = database;
    await migrate(db, verifierMigrations, systemClock);
    progress(`effective: ${rules} rules, ${credentials} credentials, ${apps * toolsOfApp} installed tools`);
    await seed(db);
    const measured = await measure(db);
    return [
      row(`platform.effective_tools${suffix}_p50_ms`, measured.tools.p50Ms, measured.bare.p50Ms, '5 ms'),
      row(`platform.effective_tools${suffix}_p99_ms`, measured.tools.p99Ms, measured.bare.p99Ms),
      row(`platform.effective_tools_after_change${suffix}_p50_ms`, measured.changed.p50Ms, measured.bare.p50Ms, '5 ms'),
      row(`platform.effective_tools_first_call${suffix}_p50_ms`, measured.cold.p50Ms, measured.bare.p50Ms),
      row(`platform.effective_credentials${suffix}_p50_ms`, measured.credential.p50Ms, measured.bare.p50Ms, '5 ms'),
      row(`platform.effective_credentials${suffix}_p99_ms`, measured.credential.p99Ms, measured.bare.p99Ms),
    ];
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const who = { agentId: 'bot', workspaceId: 'sales', userId: 'usr_ada' };
const firstPage = { limit: 500, before: undefined };

function open(db: Db) {
  const deps = { db, clock: systemClock, randomBytes };
  const changes = createControlChanges({ ...deps, audit: createAudit(deps), checkConfiguration: async () => {} });
  const resolution = createCredentialResolution({ ...deps, store: createCredentialStore() });
  const installations = createInstallationStore(systemClock);
  const services = createScopedToolServices({
    ...deps,
    changes,
    credentials: resolution,
    publicUrl: undefined,
    workspaces: { find: async () => undefined },
    appCatalog: { findNames: async () => new Map() },
    gateways: { listOwnTools: async () => [] },
    verifierTools: [],
    hooks: () => ({
      listInstalled: async (from, org, agentId) =>
        (await installations.listAppsOfAgent(from, org, agentId)).map(toInstalledApp),
    }),
  });
  const { scopedTools, toolRules } = services;
  return { resolution, scopedTools, toolRules, ask: () => scopedTools.effective(db, orgId, who, firstPage) };
}

type Measured = Record<'tools' | 'changed' | 'cold' | 'credential' | 'bare', Percentiles>;

async function measure(db: Db): Promise<Measured> {
  const { resolution, ask, toolRules } = open(db);
  await assertAnswers(db);
  const tools = await timeCalls(rounds, ask);
  const credential = await timeCalls(rounds, (round) =>
    resolution.resolve(db, orgId, { agentId: 'bot', workspaceId: 'sales', service: serviceOf(round % apps) }),
  );
  const author = createAuthor(orgId, 'bench');
  const change = (round: number) =>
    db.transaction((tx) => toolRules.change(tx, author, 'stl_2', { reason: `round ${round}` }, round + 1));
  const changed = await timeEach(change, ask);
  // A process with empty caches.
  const cold = await timeEach(
    async () => undefined,
    () => open(db).ask(),
  );
  await assertAnswers(db);
  const bare = await timeCalls(rounds, () => db.execute(sql`select 1`));
  return { tools, changed, cold, credential, bare };
}

/** Asserts that the answer has every tool of the agent and every rule, and that each verdict follows the rules. */
async function assertAnswers(db: Db): Promise<void> {
  const { resolution, scopedTools, ask } = open(db);
  const { total, items } = await ask();
  const callable = items.filter((item) => item.callable && item.auth.status === 'ready').length;
  if (total !== apps * toolsOfApp + rules || callable !== apps * toolsOfApp) {
    throw new Error(`${callable} of ${total} tools can be called: all that are installed should be`);
  }
  const last = await scopedTools.effective(db, orgId, who, { limit: 500, before: 2 });
  if (last.items.length !== 1 || last.items[0]?.installed !== false) throw new Error('the last tool is not installed');
  const blocked = await scopedTools.verdictOf(db, orgId, 'sales', { appId: 'app_3', server: 'main', name: 'tool_3' });
  if (blocked.mode !== 'blocked' || blocked.decidedBy.ruleId !== 'stl_3') throw new Error('rule 3 blocks');
  const found = await resolution.resolve(db, orgId, { agentId: 'bot', workspaceId: 'sales', service: serviceOf(0) });
  if (found.status !== 'ready' || found.source !== 'org') throw new Error('the credential of the organisation is used');
}

async function timeEach(
  before: (round: number) => Promise<unknown>,
  call: () => Promise<unknown>,
): Promise<Percentiles> {
  const times: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    await before(round);
    const startedMs = performance.now();
    await call();
    times.push(performance.now() - startedMs);
  }
  times.sort((left, right) => left - right);
  return { p50Ms: times[10] ?? 0, p99Ms: times[19] ?? 0 };
}

/** Service of the credentials of the agent's apps. */
function serviceOf(app: number): string {
  return `com.example/${app * 2 + 1}`;
}

async function seed(db: Db): Promise<void> {
  await db.execute(sql`
    insert into scoped_tools
    select ${orgId}, 'stl_' || n, n, case when n % 2 = 0 then 'org' else 'workspace' end,
      case when n % 2 = 0 then ${orgId} else 'sales' end, 'app_' || (n % 100), '*', 'tool_' || n,
      case n % 3 when 0 then 'blocked' else 'available' end, true, null, 'bench', 1, 1, 'bench', 1
    from generate_series(1, ${rules}::int) n`);
  await db.execute(sql`
    insert into scoped_tools values (${orgId}, 'stl_all', ${rules + 1}::int, 'org', ${orgId}, '*', '*', '*', 'available',
      true, null, 'bench', 1, 1, 'bench', 1)`);
  await db.execute(sql`
    insert into scoped_credentials (org_id, id, scope_level, scope_id, service, auth_type, sharing_mode, injection, config,
      agent_id, requested_scopes, granted_scopes, allow_in_delegation, status, refresh_failures, rotation, version,
      revision, created_at, created_by, updated_at)
    select ${orgId}, 'scr_' || n, 'workspace', 'w' || n, 'com.example/' || (n % 1000), 'api_key', 'inherit',
      '{"method":"sidecar"}', '{}', case when n % 2 = 0 then 'agent_' || n end, '[]', '[]', true, 'active', 0,
      '{"next_at":null,"overlap_until":null}', 1, 1, 1, 'bench', 1
    from generate_series(1, ${credentials}::int) n`);
  // One for the whole organisation, for every app of the agent.
  await db.execute(sql`
    update scoped_credentials set scope_level = 'org', scope_id = ${orgId} where org_id = ${orgId}
      and id in (select min(id) from scoped_credentials where agent_id is null group by service)`);
  const auth = JSON.stringify({
    required: true,
    type: 'api_key',
    resource: null,
    issuer: null,
    registration: null,
    scopes: [],
  });
  await db.execute(sql`
    insert into installations (org_id, id, app_id, name, title, version, service, agent_id, workspace_id, status, config,
      auth, tools, is_quarantined, asked_by, attempts, revision, created_at, created_by, updated_at, installed_at)
    select ${orgId}, 'ins_' || n, 'app_' || n, 'com.example/' || n, 'App', '1.0.0', 'com.example/' || (n * 2 + 1), 'bot',
      'sales', 'installed', '{}', ${auth}::jsonb,
      (select jsonb_agg(jsonb_build_object('server', 'main', 'name', 'own_' || t, 'title', null, 'hash', 'sha256:00',
        'description', repeat('What this tool does. ', 8))) from generate_series(1, ${toolsOfApp}::int) t),
      false, 'bench', 0, 1, 1, 'bench', 1, 1
    from generate_series(1, ${apps}::int) n`);
  await db.execute(sql`analyze`);
}

function row(id: string, value: number, baseline: number, must?: string): Row {
  return { id, value, unit: 'ms', baseline, ratio: value / baseline, ...(must === undefined ? {} : { must }) };
}
