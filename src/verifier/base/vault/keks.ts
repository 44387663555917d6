/** Manages the key encryption keys that the database knows: which one is current, and whether this process has the same ones. */
import { timingSafeEqual } from 'node:crypto';
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, query } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { toWrapAad } from './aad.ts';
import { kekUnavailable } from './errors.ts';
import { keyBytes } from './gcm.ts';
import type { Kek, KekRing } from './kek.ts';
import { type VaultKekRow, vaultKeksTable } from './tables.ts';

/** A version that was compared with the database's record of it. */
export interface UsableKek {
  readonly kek: Kek;
  readonly version: number;
}

/** `same`, `other` (another key under this name and version), `unknown` (this process does not have it). */
export type KekCheck = 'same' | 'other' | 'unknown';

/** A version that can be recorded, or is recorded already. */
export interface PreparedKek extends UsableKek {
  readonly checkValue: string;
}

export interface Keks {
  /** Gives the current key; if nothing was ever sealed, this process's preferred one. @throws AppError `unavailable`. */
  current(db: Db): Promise<UsableKek>;
  /** Gives it and holds it until the transaction ends, so that it is not retired meanwhile. */
  holdCurrent(tx: Db): Promise<UsableKek>;
  /** Holds a key that sealed something before. @throws AppError `unavailable` (`kek_version_retired`). */
  hold(tx: Db, kekId: string, version: number): Promise<void>;
  /** Checks that a version of ours matches the database's record, if there is one. @throws AppError `unavailable`. */
  prepare(db: Db, kek: Kek, version: number): Promise<PreparedKek>;
  /** Seals with this one from now on; under {@link lock}. @throws AppError `conflict` if it changed meanwhile. */
  activate(tx: Db, prepared: PreparedKek): Promise<void>;
  /** Allows one change of keys at a time, until the transaction ends. */
  lock(tx: Db): Promise<void>;
  check(row: VaultKekRow): Promise<KekCheck>;
  /**
   * Called when something does not open: checks whether our key differs from the one that sealed it. @throws AppError
   * `unavailable`.
   */
  assertSame(db: Db, kekId: string, version: number): Promise<void>;
  /** True if it opens nothing any more, up to some seconds ago: a retired key has no secrets left. */
  isRetired(db: Db, kekId: string, version: number): Promise<boolean>;
  forgetRetired(): void;
  list(db: Db): Promise<VaultKekRow[]>;
}

export interface KeksDeps {
  readonly ring: KekRing;
  readonly clock: Clock;
  readonly monotonicMs: () => number;
}

const table = vaultKeksTable;
const rememberMs = 5_000;
/** Sealed as a check value to recognise a key. It is not secret. */
const knownText = Buffer.alloc(keyBytes, 'assay');

/** Counts all wraps in this deployment, committed or not: a sequence never goes back. */
const countWraps = sql.raw(
  '(select case when is_called then last_value else last_value - 1 end from vault_secrets_wrap_seq_seq)',
);

export function createKeks({ ring, clock, monotonicMs }: KeksDeps): Keks {
  const check = createCheck(ring);

  const prepare = async (db: Db, kek: Kek, version: number): Promise<PreparedKek> => {
    const [row] = await db.select().from(table).where(named(kek.id, version));
    if (row !== undefined) {
      assertUsable(row, await check(row));
      return { kek, version, checkValue: row.check_value };
    }
    return { kek, version, checkValue: await kek.wrap(version, knownText, checkAad(kek.id, version)) };
  };

  const activate = async (tx: Db, { kek, version, checkValue }: PreparedKek): Promise<void> => {
    const now = clock.now();
    await tx
      .insert(table)
      .values({
        kek_id: kek.id,
        version,
        is_current: false,
        check_value: checkValue,
        wraps: 0,
        wraps_after: null,
        created_at: now,
        activated_at: null,
        retired_at: null,
      })
      .onConflictDoNothing();
    // Waits for transactions that seal with the old key; later ones wait for this one.
    await tx
      .update(table)
      .set({ is_current: false, wraps: sql`${table.wraps} + ${countWraps} - ${table.wraps_after}`, wraps_after: null })
      .where(eq(table.is_current, true));
    const made = await tx
      .update(table)
      .set({ is_current: true, activated_at: now, wraps_after: sql`${countWraps}` })
      .where(and(named(kek.id, version), eq(table.check_value, checkValue), sql`${table.retired_at} is null`))
      .returning({ version: table.version });
    if (made.length === 1) return;
    const detail = `version ${version} of the key "${kek.id}" was retired or replaced meanwhile: try again`;
    throw new AppError('conflict', detail, { detail });
  };

  const lock = async (tx: Db): Promise<void> => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('vault/keks', 0))`);
  };

  /** Records the key of the deployment's first secret. */
  const makeFirst = async (db: Db): Promise<void> => {
    const { preferred } = ring;
    const version = (await preferred.newest()) ?? (await preferred.makeNext(0));
    const prepared = await prepare(db, preferred, version);
    await db.transaction(async (tx) => {
      await lock(tx);
      if ((await readCurrent(tx, false)) === undefined) await activate(tx, prepared);
    });
  };

  const findCurrent = async (db: Db, isHeld: boolean): Promise<UsableKek> => {
    // The second read sees a rotation that ended while the first waited for it.
    let row = (await readCurrent(db, isHeld)) ?? (await readCurrent(db, isHeld));
    if (row === undefined) {
      await makeFirst(db);
      row = await readCurrent(db, isHeld);
    }
    if (row === undefined) throw new Error('the key that became current is missing');
    assertUsable(row, await check(row));
    const kek = ring.find(row.kek_id);
    if (kek === undefined) throw new Error('a key that was checked is missing');
    return { kek, version: row.version };
  };

  return {
    current: (db) => findCurrent(db, false),
    holdCurrent: (tx) => findCurrent(tx, true),
    async hold(tx, kekId, version) {
      const [row] = await tx
        .select({ retired_at: table.retired_at })
        .from(table)
        .where(named(kekId, version))
        .for('share');
      if (row !== undefined && row.retired_at === null) return;
      const detail = `version ${version} of the key "${kekId}" was retired meanwhile: try again`;
      throw kekUnavailable('kek_version_retired', detail);
    },
    prepare,
    activate,
    lock,
    check,
    async assertSame(db, kekId, version) {
      const [row] = await db.select().from(table).where(named(kekId, version));
      if (row !== undefined) assertUsable(row, await check(row));
    },
    ...createRetired(monotonicMs),
    list: (db) => db.select().from(table).orderBy(asc(table.created_at), asc(table.kek_id), asc(table.version)),
  };
}

function createCheck(ring: KekRing) {
  /** Caches keys that were found to be the same. */
  const checked = new Set<string>();
  return async (row: VaultKekRow): Promise<KekCheck> => {
    const name = `${row.kek_id}\n${row.version}\n${row.check_value}`;
    if (checked.has(name)) return 'same';
    const kek = ring.find(row.kek_id);
    if (kek === undefined || !(await kek.knows(row.version))) return 'unknown';
    const opened = await kek.unwrap(row.version, row.check_value, checkAad(row.kek_id, row.version));
    if (opened === undefined || !timingSafeEqual(opened, knownText)) return 'other';
    checked.add(name);
    return 'same';
  };
}

function createRetired(monotonicMs: () => number) {
  let known: { readonly names: ReadonlySet<string>; readonly until: number } | undefined;
  const nameOf = (kekId: string, version: number) => `${kekId}\n${version}`;
  return {
    async isRetired(db: Db, kekId: string, version: number): Promise<boolean> {
      if (known === undefined || known.until <= monotonicMs()) {
        const until = monotonicMs() + rememberMs;
        const rows = await db.select().from(table).where(isNotNull(table.retired_at));
        known = { names: new Set(rows.map((row) => nameOf(row.kek_id, row.version))), until };
      }
      return known.names.has(nameOf(kekId, version));
    },
    forgetRetired() {
      known = undefined;
    },
  };
}

async function readCurrent(db: Db, isHeld: boolean): Promise<VaultKekRow | undefined> {
  const select = db.select().from(table).where(eq(table.is_current, true));
  const [row] = await (isHeld ? select.for('share') : select);
  return row;
}

/** Gives the number of wraps up to now. */
export async function readWraps(db: Db): Promise<number> {
  const [row] = await query<{ wraps: number | string }>(db, sql`select ${countWraps} as wraps`);
  return Number(row?.wraps ?? 0);
}

/** @throws AppError `unavailable` (`kek_unknown`). */
export function assertUsable({ kek_id, version }: VaultKekRow, verdict: KekCheck): void {
  if (verdict !== 'same') throw kekUnavailable('kek_unknown', explainKek(kek_id, version, verdict));
}

/** Says what is wrong with a key, and what to do. */
export function explainKek(kekId: string, version: number, verdict: KekCheck): string {
  const name = `version ${version} of the key "${kekId}"`;
  const what =
    verdict === 'other'
      ? `${name} in this process differs from the one that sealed the secrets`
      : `this process does not have ${name}, which sealed the secrets`;
  return `${what}: every verifier process of one database needs the same (${remedyOf(kekId)})`;
}

function remedyOf(kekId: string): string {
  if (kekId === 'file') return 'copy secrets-kek.json from the data folder of the process that made it';
  if (kekId === 'environment')
    return 'give it in VERIFIER_KEK with its VERIFIER_KEK_VERSION, or in VERIFIER_KEK_PREVIOUS';
  return 'see VERIFIER_KEK_TRANSIT_URL, _MOUNT and _KEY';
}

function named(kekId: string, version: number) {
  return and(eq(table.kek_id, kekId), eq(table.version, version));
}

function checkAad(kekId: string, kekVersion: number): Buffer {
  return toWrapAad({ kekId, kekVersion, recordId: 'kek-check', version: 0 });
}
