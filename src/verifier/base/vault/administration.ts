/** Lets the operator of a deployment administer the keys of secrets: status, rotation, rewrap, retirement. */
import { and, eq, inArray, isNull, lt } from 'drizzle-orm';
import type { KekView, VaultView } from '../../../contract/api/vault.ts';
import { type Clock, toTimestamp, toTimestampOrNull } from '../../../platform/clock.ts';
import { afterCommit } from '../../../platform/db/after-commit.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Audit } from '../audit-log/append.ts';
import { type Author, assertDeployment } from '../control/author.ts';
import type { ControlChanges } from '../control/changes.ts';
import { defaultOrganisation } from '../tenancy.ts';
import type { KekRing } from './kek.ts';
import { assertUsable, type Keks, type PreparedKek, readWraps } from './keks.ts';
import { createRewrap, type RewrapAnswer, type RewrapRequest } from './rewrap.ts';
import { countSecrets, toName } from './start-check.ts';
import { type VaultKekRow, vaultKeksTable } from './tables.ts';

export interface VaultAdministration {
  status(): Promise<VaultView>;
  /** Prepares a rotation at a remote key store; called before the transaction. */
  prepareRotation(author: Author): Promise<PreparedKek | undefined>;
  /** Makes a newer version the current one. */
  rotate(tx: Db, author: Author, prepared: PreparedKek | undefined): Promise<RotationView>;
  /** Seals the data keys of some secrets again, with the current version. */
  rewrap(author: Author, request: RewrapRequest): Promise<RewrapAnswer>;
  /** Retires the versions below this one. @throws AppError `conflict` (`reason`: `secrets_left`, `is_current`). */
  setMinimum(tx: Db, author: Author, minimum: MinimumVersion): Promise<{ readonly retired: readonly number[] }>;
}

export interface RotationView {
  readonly key_id: string;
  readonly version: number;
}

export interface MinimumVersion {
  /** The current key if absent. */
  readonly keyId: string | undefined;
  readonly version: number;
}

export interface VaultAdministrationDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly changes: Pick<ControlChanges, 'hold'>;
  readonly ring: KekRing;
  readonly keks: Keks;
}

/** NIST SP 800-38D allows 2^32 random nonces under one key; a rotation is due at half of them. */
const rotateAfterWraps = 2 ** 31;
const table = vaultKeksTable;

export function createVaultAdministration(deps: VaultAdministrationDeps): VaultAdministration {
  const { audit, changes, ring, keks } = deps;
  const { preferred } = ring;
  const what = 'changing the keys of secrets';

  const prepare = async (db: Db): Promise<PreparedKek> => {
    const rows = await keks.list(db);
    const highest = Math.max(0, ...rows.filter(isOf(preferred.id)).map(({ version }) => version));
    const current = rows.find(({ is_current }) => is_current);
    // A process without the current key would lock out the others with a key that only it has.
    if (current !== undefined) assertUsable(current, await keks.check(current));
    const newest = await preferred.newest();
    // A version that the operator provided, or that an interrupted rotation made, is used before another one is made.
    const isFree = newest !== undefined && isUnused(rows, preferred.id, newest, current);
    return keks.prepare(db, preferred, isFree ? newest : await preferred.makeNext(highest));
  };

  return {
    status: () => readStatus(deps),
    async prepareRotation(author) {
      assertDeployment(author, what);
      return preferred.isRemote ? prepare(deps.db) : undefined;
    },
    async rotate(tx, author, prepared) {
      assertDeployment(author, what);
      await changes.hold(tx, defaultOrganisation);
      await keks.lock(tx);
      const next = prepared ?? (await prepare(tx));
      await keks.activate(tx, next);
      const view = { key_id: next.kek.id, version: next.version };
      await audit.append(tx, toOwn(author), { ...entry('vault.rotated', next.kek.id), details: view });
      return view;
    },
    rewrap(author, request) {
      assertDeployment(author, what);
      return createRewrap(deps)(toOwn(author), request);
    },
    async setMinimum(tx, author, minimum) {
      assertDeployment(author, what);
      await changes.hold(tx, defaultOrganisation);
      await keks.lock(tx);
      const { keyId, retired } = await retire(deps, tx, minimum);
      if (retired.length > 0) {
        const details = { key_id: keyId, minimum_version: minimum.version, retired };
        await audit.append(tx, toOwn(author), { ...entry('vault.versions_retired', keyId), details });
        afterCommit(tx, keks.forgetRetired);
      }
      return { retired };
    },
  };
}

const isOf =
  (kekId: string) =>
  ({ kek_id }: VaultKekRow): boolean =>
    kek_id === kekId;

/** True for a version that is newer than the current one and not retired. */
function isUnused(rows: readonly VaultKekRow[], kekId: string, version: number, current: VaultKekRow | undefined) {
  if (current?.kek_id === kekId) return version > current.version;
  return rows.find((row) => isOf(kekId)(row) && row.version === version)?.retired_at == null;
}

/** Keys belong to the whole deployment, whichever organisation the operator acts in. */
function toOwn(author: Author): Author {
  return { ...author, orgId: defaultOrganisation };
}

function entry(action: string, resourceId: string) {
  return { action, resourceType: 'vault', resourceId };
}

async function retire({ keks, clock, ring }: VaultAdministrationDeps, tx: Db, { keyId, version }: MinimumVersion) {
  const rows = await keks.list(tx);
  const current = rows.find(({ is_current }) => is_current);
  const kekId = keyId ?? current?.kek_id ?? ring.preferred.id;
  const own = rows.filter(isOf(kekId));
  const old = own.filter((row) => row.version < version && row.retired_at === null);
  if (current?.kek_id === kekId && version > current.version) {
    throw refuse('is_current', `version ${current.version} is the current one: the minimum cannot be higher`);
  }
  const versions = old.map((row) => row.version);
  if (versions.length === 0) return { keyId: kekId, retired: versions };
  const mine = and(eq(table.kek_id, kekId), inArray(table.version, versions));
  // Waits for writers that are about to seal with these versions, so that their secrets are counted.
  await tx.select({ version: table.version }).from(table).where(mine).for('update');
  const secrets = await countSecrets(tx);
  const left = versions.reduce((sum, each) => sum + (secrets.get(toName(kekId, each)) ?? 0), 0);
  if (left > 0) throw refuse('secrets_left', `${left} secrets are still sealed with them: rewrap them first`, left);
  await tx
    .update(table)
    .set({ retired_at: clock.now() })
    .where(and(eq(table.kek_id, kekId), lt(table.version, version), isNull(table.retired_at)));
  return { keyId: kekId, retired: versions };
}

function refuse(reason: string, detail: string, left?: number): AppError {
  const extensions = { reason, ...(left === undefined ? {} : { secrets_left: left }) };
  return new AppError('conflict', detail, { detail, extensions });
}

async function readStatus({ db, keks, ring }: VaultAdministrationDeps): Promise<VaultView> {
  const rows = await keks.list(db);
  const secrets = await countSecrets(db);
  const wraps = await readWraps(db);
  const versions = rows.map((row) => toView(row, secrets.get(toName(row.kek_id, row.version)) ?? 0, wraps));
  const current = versions.find(({ state }) => state === 'current');
  const all = [...secrets.values()].reduce((sum, each) => sum + each, 0);
  const open = rows.filter((row) => row.kek_id === current?.key_id && row.retired_at === null);
  return {
    provider: ring.preferred.id.split('/')[0] ?? ring.preferred.id,
    key_id: current?.key_id ?? null,
    current_version: current?.version ?? null,
    minimum_version: open.length === 0 ? null : Math.min(...open.map(({ version }) => version)),
    preferred_key_id: ring.preferred.id,
    versions,
    secrets: all,
    to_rewrap: all - (current?.secrets ?? 0),
    rotation_due: (current?.wraps ?? 0) >= rotateAfterWraps,
  };
}

function toView(row: VaultKekRow, secrets: number, wraps: number): KekView {
  return {
    key_id: row.kek_id,
    version: row.version,
    secrets,
    state: row.is_current ? 'current' : row.retired_at === null ? 'old' : 'retired',
    wraps: row.wraps + (row.wraps_after === null ? 0 : wraps - row.wraps_after),
    created_at: toTimestamp(row.created_at),
    activated_at: toTimestampOrNull(row.activated_at),
    retired_at: toTimestampOrNull(row.retired_at),
  };
}
