/**
 * Seals data keys again with the current KEK, some at a time, without touching the secrets. It may stop anywhere: the
 * database records which keys are left.
 */
import { and, asc, eq, gt, not, sql } from 'drizzle-orm';
import type { RewrapFailure } from '../../../contract/api/vault.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { isAppError } from '../../../platform/errors.ts';
import type { Audit } from '../audit-log/append.ts';
import type { Author } from '../control/author.ts';
import type { ControlChanges } from '../control/changes.ts';
import { toWrapAad } from './aad.ts';
import type { KekRing } from './kek.ts';
import type { Keks, UsableKek } from './keks.ts';
import { type VaultSecretRow, vaultSecretsTable } from './tables.ts';

export interface RewrapRequest {
  /** Position of the secrets visited before, whatever the outcome. */
  readonly cursor: number;
  readonly limit: number;
}

export interface RewrapAnswer {
  readonly rewrapped: number;
  /** Number of secrets that were changed or removed meanwhile. */
  readonly changed: number;
  readonly failed: readonly RewrapFailure[];
  /** Number of secrets that are not sealed with the current version yet. */
  readonly remaining: number;
  /** Null once all were visited. */
  readonly next: number | null;
}

export interface RewrapDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly changes: Pick<ControlChanges, 'hold'>;
  readonly ring: KekRing;
  readonly keks: Keks;
}

type Row = Pick<
  VaultSecretRow,
  'org_id' | 'of_table' | 'record_id' | 'version' | 'field' | 'kek_id' | 'kek_version' | 'wrapped_dek' | 'wrap_seq'
>;

interface Rewrapped {
  readonly row: Row;
  readonly wrapped: string;
}

const table = vaultSecretsTable;
/** Parallel calls to a remote key store. */
const atOnce = 8;

export function createRewrap(deps: RewrapDeps) {
  const { db, keks, audit, changes } = deps;
  return async (author: Author, { cursor, limit }: RewrapRequest): Promise<RewrapAnswer> => {
    const target = await keks.current(db);
    const rows = await db
      .select({
        org_id: table.org_id,
        of_table: table.of_table,
        record_id: table.record_id,
        version: table.version,
        field: table.field,
        kek_id: table.kek_id,
        kek_version: table.kek_version,
        wrapped_dek: table.wrapped_dek,
        wrap_seq: table.wrap_seq,
      })
      .from(table)
      .where(and(gt(table.wrap_seq, cursor), not(isSealedWith(target))))
      .orderBy(asc(table.wrap_seq))
      .limit(limit);
    const { done, failed } = await rewrapAll(deps, rows, target);
    const rewrapped =
      done.length === 0
        ? 0
        : await db.transaction(async (tx) => {
            await changes.hold(tx, author.orgId);
            // The key is not retired before the result is stored.
            await keks.hold(tx, target.kek.id, target.version);
            const kept = await keepAll(deps, tx, done, target);
            const details = { version: target.version, rewrapped: kept, failed: failed.length };
            const what = { action: 'vault.rewrapped', resourceType: 'vault', resourceId: target.kek.id, details };
            await audit.append(tx, author, what);
            return kept;
          });
    const last = rows.length < limit ? undefined : rows.at(-1);
    return {
      rewrapped,
      changed: done.length - rewrapped,
      failed,
      remaining: await db.$count(table, not(isSealedWith(target))),
      next: last?.wrap_seq ?? null,
    };
  };
}

function isSealedWith({ kek, version }: UsableKek) {
  return sql`(${table.kek_id} = ${kek.id} and ${table.kek_version} = ${version})`;
}

async function rewrapAll(deps: RewrapDeps, rows: readonly Row[], target: UsableKek) {
  const done: Rewrapped[] = [];
  const failed: RewrapFailure[] = [];
  for (let start = 0; start < rows.length; start += atOnce) {
    const some = rows.slice(start, start + atOnce);
    const results = await Promise.all(some.map(async (row) => ({ row, result: await rewrapOne(deps, row, target) })));
    for (const { row, result } of results) {
      if (typeof result === 'string') done.push({ row, wrapped: result });
      else failed.push(toFailure(row, result.reason));
    }
  }
  return { done, failed };
}

/** Gives the data key, sealed again, or the reason of a failure. */
async function rewrapOne(
  { ring }: RewrapDeps,
  row: Row,
  { kek, version }: UsableKek,
): Promise<string | { reason: string }> {
  const { kek_id: kekId, kek_version: kekVersion, record_id: recordId } = row;
  const old = ring.find(kekId);
  if (old === undefined) return { reason: 'kek_unknown' };
  let dek: Buffer | undefined;
  try {
    const own = { recordId, version: row.version };
    dek = await old.unwrap(kekVersion, row.wrapped_dek, toWrapAad({ kekId, kekVersion, ...own }));
    if (dek === undefined) return { reason: 'does_not_open' };
    return await kek.wrap(version, dek, toWrapAad({ kekId: kek.id, kekVersion: version, ...own }));
  } catch (error) {
    const reason = isAppError(error, 'unavailable') ? error.extensions?.['reason'] : undefined;
    // A key that is unavailable is so for all of them: the call fails, and can be repeated later.
    if (reason !== 'kek_unknown' && reason !== 'kek_version_retired') throw error;
    return { reason: String(reason) };
  } finally {
    dek?.fill(0);
  }
}

function toFailure({ org_id, of_table, record_id, version, field, kek_id, kek_version }: Row, reason: string) {
  return { org_id, table: of_table, record_id, version, field, key_id: kek_id, key_version: kek_version, reason };
}

/** Stores each only if it is unchanged since it was read. */
async function keepAll({ clock }: RewrapDeps, tx: Db, list: readonly Rewrapped[], { kek, version }: UsableKek) {
  let kept = 0;
  for (const { row, wrapped } of list) {
    const changed = await tx
      .update(table)
      .set({
        kek_id: kek.id,
        kek_version: version,
        wrapped_dek: wrapped,
        wrapped_at: clock.now(),
        wrap_seq: sql`default`,
      })
      .where(
        and(
          ...[eq(table.org_id, row.org_id), eq(table.of_table, row.of_table), eq(table.record_id, row.record_id)],
          ...[eq(table.version, row.version), eq(table.field, row.field)],
          eq(table.wrapped_dek, row.wrapped_dek),
        ),
      )
      .returning({ version: table.version });
    kept += changed.length;
  }
  return kept;
}
