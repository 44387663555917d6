/** Writes a large organisation directly into the embedded database of a data folder, and measures one verifier on it. */
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { systemClock } from '../src/platform/clock.ts';
import { openDataDir } from '../src/platform/data-dir.ts';
import { createDb, type Db } from '../src/platform/db/db.ts';
import { createLogger } from '../src/platform/log.ts';
import { createVerifier, type Verifier } from '../src/verifier/app.ts';
import { loadVerifierConfig } from '../src/verifier/base/config.ts';
import { createAuthor } from '../src/verifier/base/control/author.ts';
import { auditorSettingsTable } from '../src/verifier/configuration/auditor-settings/tables.ts';
import { workspacesTable } from '../src/verifier/configuration/workspaces/tables.ts';
import { type Percentiles, timeCalls } from './percentile.ts';

export interface ControlSize {
  readonly workspaces: number;
  readonly agentsEach: number;
}

export interface EffectiveTimes {
  readonly settings: number;
  readonly effective: Percentiles;
  /** One row by its key, on the same connection. */
  readonly select: Percentiles;
}

const author = createAuthor('default', 'bench', 'operator');
const rounds = 1_000;
const rowsAtOnce = 500;
/** Settings of a workspace, and of each of its agents. */
const values = {
  injection: { 'injection_risk.threshold': 0.7 },
  pii: { 'pii_found.threshold': 0.5 },
  secrets: { 'secret_leaked.min_entropy': 3.2 },
  toxicity: { 'toxic_content.threshold': 0.6 },
} as const;
const workspaceAuditors = ['injection', 'pii', 'secrets', 'toxicity'] as const;
const agentAuditors = ['injection', 'pii', 'toxicity'] as const;

/** Opens a verifier on a data folder in this process, without a port. */
export async function withVerifier<T>(folder: string, run: (verifier: Verifier) => Promise<T>): Promise<T> {
  const dataDir = await openDataDir(folder);
  const database = await createDb({ dataDir: dataDir.path });
  const config = loadVerifierConfig({ VERIFIER_PASSPORT_RENEW_MS: '0' });
  const log = createLogger({ service: 'bench', level: 'silent' });
  const verifier = await createVerifier({ config, database, dataDir, clock: systemClock, randomBytes, log });
  try {
    return await run(verifier);
  } finally {
    await verifier.close();
    await database.close();
  }
}

/** Four records a workspace and three an agent, in one change. */
export async function seedControl({ services }: Verifier, size: ControlSize): Promise<number> {
  const now = systemClock.now();
  const workspaces = Array.from({ length: size.workspaces }, (_, index) => `ws-${index}`);
  const agents = workspaces.flatMap((workspace_id) =>
    Array.from({ length: size.agentsEach }, (_, index) => ({ id: `${workspace_id}-agent-${index}`, workspace_id })),
  );
  const rowOf = (level: 'workspace' | 'agent', id: string, auditor: keyof typeof values) => ({
    id: `ast_${id}_${auditor}`,
    org_id: 'default',
    scope_level: level,
    scope_id: id,
    auditor_id: auditor,
    settings: Object.fromEntries(
      Object.entries(values[auditor]).map(([name, value]) => [name, { value, source: 'setting' as const }]),
    ),
    revision: 1,
    created_at: now,
    created_by: 'bench',
    updated_at: now,
  });
  const settings = [
    ...workspaces.flatMap((id) => workspaceAuditors.map((auditor) => rowOf('workspace', id, auditor))),
    ...agents.flatMap(({ id }) => agentAuditors.map((auditor) => rowOf('agent', id, auditor))),
  ];
  const common = { description: '', chain: {}, revision: 1, created_at: now, created_by: 'bench', updated_at: now };
  await services.db.transaction(async (tx) => {
    await services.changes.hold(tx, author.orgId);
    for (const some of inParts(
      workspaces.map((id) => ({ ...common, org_id: 'default', id, name: id, console_values: false })),
    ))
      await tx.insert(workspacesTable).values(some);
    for (const some of inParts(agents)) await services.agents.putMany(tx, author, some);
    for (const some of inParts(settings)) await tx.insert(auditorSettingsTable).values(some);
    const scope = { level: 'org', id: 'default' } as const;
    await services.changes.record(tx, author, {
      kind: 'organization',
      subjectId: 'default',
      action: 'seeded',
      scope,
      revision: 1,
    });
  });
  await services.db.execute(sql`analyze`);
  return settings.length;
}

/** Reads the effective settings of all auditors through the API, agent by agent. */
export async function timeEffective(
  { services }: Verifier,
  size: ControlSize,
): Promise<Omit<EffectiveTimes, 'settings'>> {
  const agentOf = (round: number) => `ws-${(round * 7919) % size.workspaces}-agent-${round % size.agentsEach}`;
  const effective = await timeCalls(rounds, async (round) => {
    const found = await services.auditorSettings.effective(services.db, 'default', agentOf(round));
    if (found.length < agentAuditors.length) throw new Error('the verifier returned no effective settings');
  });
  const select = await timeCalls(rounds, (round) => selectOne(services.db, `ast_${agentOf(round)}_pii`));
  return { effective, select };
}

async function selectOne(db: Db, id: string): Promise<void> {
  const rows = await db.execute(sql`select settings from auditor_settings where id = ${id}`);
  if (rows === undefined) throw new Error('no answer');
}

function inParts<T>(items: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < items.length; start += rowsAtOnce) parts.push(items.slice(start, start + rowsAtOnce));
  return parts;
}
