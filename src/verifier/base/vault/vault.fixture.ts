/** A vault in tests: on a database with only the vault's tables, in as many processes as a test wants. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { systemClock } from '../../../platform/clock.ts';
import { openDataDir } from '../../../platform/data-dir.ts';
import type { Db } from '../../../platform/db/db.ts';
import { query } from '../../../platform/db/db.ts';
import { openTestDb, testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { createLogger, type Logger } from '../../../platform/log.ts';
import { loadVerifierConfig } from '../config.ts';
import { createAuthor } from '../control/author.ts';
import { createVaultServices, type VaultServices } from './create.ts';
import type { SecretPlace } from './ports.ts';
import { type VaultSecretRow, vaultMigrations } from './tables.ts';

/** One process over the database. */
export interface VaultProcess extends VaultServices {
  readonly folder: string;
  put(place: SecretPlace, text: string): Promise<void>;
  read(place: SecretPlace): Promise<string>;
  rotate(): Promise<number>;
  retire(version: number, keyId?: string): Promise<readonly number[]>;
  /** Rewraps until nothing is left; gives the number, and the failed ones. */
  rewrapAll(limit?: number): Promise<{ rewrapped: number; failed: readonly string[] }>;
}

export interface VaultWorld {
  readonly db: Db;
  readonly audited: { readonly action: string; readonly details?: unknown }[];
  /** Opens another process: with this data folder, or one of its own. */
  open(env?: Record<string, string>, folder?: string): Promise<VaultProcess>;
  rows(): Promise<VaultSecretRow[]>;
  /** Changes rows like somebody with access to the database. */
  run(statement: string): Promise<void>;
  close(): Promise<void>;
}

export const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
export const operator = createAuthor('default', 'operator');

export function aPlace(change: Partial<SecretPlace> = {}): SecretPlace {
  return {
    orgId: 'acme',
    table: 'scoped_credentials',
    recordId: 'scr_1',
    version: 1,
    scope: 'org/acme',
    service: 'com.example/crm',
    userId: 'usr_1',
    agentId: 'clerk',
    field: 'secret',
    ...change,
  };
}

export async function openVaultWorld(kind: (typeof kinds)[number], log?: Logger): Promise<VaultWorld> {
  const testDb = await openTestDb(kind, vaultMigrations);
  const { db } = testDb.database();
  const folders: string[] = [];
  const audited: VaultWorld['audited'] = [];
  const makeFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-vault-'));
    folders.push(folder);
    return folder;
  };
  return {
    db,
    audited,
    async open(env = {}, folder) {
      const path = folder ?? (await makeFolder());
      const services = await createVaultServices({
        db,
        dataDir: await openDataDir(path),
        config: loadVerifierConfig(env),
        clock: systemClock,
        randomBytes,
        log: log ?? createLogger({ service: 'verifier', level: 'silent' }),
        audit: {
          append: async (_tx, _author, entry) => void audited.push(entry),
          appendMany: async (_tx, _author, entries) => void audited.push(...entries),
        },
        changes: { hold: async () => {} },
      });
      return toProcess(services, db, path);
    },
    rows: () => query<VaultSecretRow>(db, sql`select * from vault_secrets order by wrap_seq`),
    async run(statement) {
      await db.execute(sql.raw(statement));
    },
    async close() {
      await testDb.close();
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
}

function toProcess(services: VaultServices, db: Db, folder: string): VaultProcess {
  const { vault, vaultAdministration: administration } = services;
  return {
    ...services,
    folder,
    put: (place, text) => db.transaction((tx) => vault.put(tx, place, text)),
    read: async (place) => (await vault.read(db, place)).reveal(),
    async rotate() {
      const prepared = await administration.prepareRotation(operator);
      return (await db.transaction((tx) => administration.rotate(tx, operator, prepared))).version;
    },
    retire: async (version, keyId) =>
      (await db.transaction((tx) => administration.setMinimum(tx, operator, { keyId, version }))).retired,
    async rewrapAll(limit = 100) {
      let [cursor, rewrapped]: [number | null, number] = [0, 0];
      const failed: string[] = [];
      while (cursor !== null) {
        const answer = await administration.rewrap(operator, { cursor, limit });
        rewrapped += answer.rewrapped;
        failed.push(...answer.failed.map(({ record_id: id, reason }) => `${id}: ${reason}`));
        cursor = answer.next;
      }
      return { rewrapped, failed };
    },
  };
}
