/** Checks at the start of a verifier that it has the keys of the database's secrets. */
import { count } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { isAppError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/log.ts';
import { wrongKekConfig } from './errors.ts';
import type { KekRing } from './kek.ts';
import { fileKekId } from './kek-file.ts';
import { explainKek, type Keks } from './keks.ts';
import { type VaultKekRow, vaultSecretsTable } from './tables.ts';

export interface StartCheckDeps {
  readonly db: Db;
  readonly log: Logger;
  readonly ring: KekRing;
  readonly keks: Keks;
  /** `<key>:<version>` of keys that the operator declares lost. */
  readonly lost: ReadonlySet<string>;
}

/** Counts secrets by `<key>:<version>`. */
export async function countSecrets(db: Db): Promise<Map<string, number>> {
  const { kek_id, kek_version } = vaultSecretsTable;
  const rows = await db
    .select({ kek_id, kek_version, secrets: count() })
    .from(vaultSecretsTable)
    .groupBy(kek_id, kek_version);
  return new Map(rows.map((row) => [toName(row.kek_id, row.kek_version), row.secrets]));
}

export function toName(kekId: string, version: number): string {
  return `${kekId}:${version}`;
}

/**
 * Refuses a process that would seal with other keys, or could not open existing secrets. A key store that is unavailable now
 * is no reason: it is asked when it is needed. @throws AppError `config`.
 */
export async function checkKeksAtStart(deps: StartCheckDeps): Promise<void> {
  const { db, log, keks, lost } = deps;
  const rows = await keks.list(db);
  const secrets = await countSecrets(db);
  for (const row of rows) {
    const name = toName(row.kek_id, row.version);
    const held = secrets.get(name) ?? 0;
    if (row.retired_at !== null || lost.has(name) || (held === 0 && !row.is_current)) continue;
    const verdict = await checkRow(row, keks, log);
    if (verdict === 'same' || verdict === 'away') continue;
    throw wrongKekConfig(
      `${explainKek(row.kek_id, row.version, verdict)}. ${held} secrets are sealed with it. ` +
        `If it is lost for good, VERIFIER_KEK_LOST=${name} starts without it; those secrets then have to be given anew`,
    );
  }
  await makeFirstFile(deps, rows);
  await replaceLost(deps, rows);
  const current = rows.find(({ is_current }) => is_current);
  if (current === undefined || current.kek_id === deps.ring.preferred.id) return;
  if (lost.has(toName(current.kek_id, current.version))) return;
  const kek = { current: current.kek_id, configured: deps.ring.preferred.id };
  log.warn(
    kek,
    'secrets are still sealed with another key than the configured one: assay secrets rotate takes it into use',
  );
}

async function checkRow(row: VaultKekRow, keks: Keks, log: Logger) {
  try {
    return await keks.check(row);
  } catch (error) {
    if (!isAppError(error, 'unavailable')) throw error;
    log.error({ err: error, kek: row.kek_id }, 'secrets cannot be opened now: their key cannot be reached');
    return 'away';
  }
}

/** Makes the file at a first start; a missing file is never made again under the old name. */
async function makeFirstFile({ ring: { preferred } }: StartCheckDeps, rows: readonly VaultKekRow[]): Promise<void> {
  if (preferred.id !== fileKekId || (await preferred.newest()) !== undefined) return;
  await preferred.makeNext(highestOf(rows, preferred.id));
}

/** Replaces a lost current key, which must not seal any more. */
async function replaceLost({ db, log, ring: { preferred }, keks, lost }: StartCheckDeps, rows: readonly VaultKekRow[]) {
  const current = rows.find(({ is_current, kek_id, version }) => is_current && lost.has(toName(kek_id, version)));
  if (current === undefined || (await keks.check(current)) === 'same') return;
  const newest = await preferred.newest();
  const highest = highestOf(rows, preferred.id);
  const version = newest === undefined || newest <= highest ? await preferred.makeNext(highest) : newest;
  const prepared = await keks.prepare(db, preferred, version);
  await db.transaction(async (tx) => {
    await keks.lock(tx);
    await keks.activate(tx, prepared);
  });
  log.warn(
    { lost: [...lost], kek: preferred.id, version },
    'a lost key of secrets was replaced: secrets under it stay closed',
  );
}

function highestOf(rows: readonly VaultKekRow[], kekId: string): number {
  return Math.max(0, ...rows.filter(({ kek_id }) => kek_id === kekId).map(({ version }) => version));
}
