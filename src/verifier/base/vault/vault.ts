/** Seals texts for their places and opens them again: each has a data key, which is sealed with the current KEK. */
import { and, eq, sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, query } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import { invalidRequest } from '../../../platform/refusals.ts';
import { createSecret, type Secret } from '../../../platform/secret.ts';
import { aadVersion, toSecretAad, toWrapAad } from './aad.ts';
import type { DekCache } from './dek-cache.ts';
import { doesNotOpen, kekUnavailable } from './errors.ts';
import { algorithm, keyBytes, openBytes, sealBytes } from './gcm.ts';
import type { KekRing } from './kek.ts';
import { explainKek, type Keks, type UsableKek } from './keks.ts';
import type { SealedSecret, SecretPlace, SecretsOf, Vault } from './ports.ts';
import { vaultSecretsTable } from './tables.ts';

export interface VaultDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly ring: KekRing;
  readonly keks: Keks;
  readonly deks: DekCache;
}

export const maxSecretBytes = 64 * 1024;
const table = vaultSecretsTable;

/** Makes the vault over an open database. */
export function createVault(deps: VaultDeps): Vault {
  const { db, keks } = deps;
  const open = createOpen(deps);
  return {
    async seal(place, text) {
      return sealFor(deps, place, text, await keks.current(db));
    },
    async put(tx, place, what) {
      if (typeof what === 'string') return keep(deps, tx, await sealFor(deps, place, what, await keks.holdCurrent(tx)));
      if (!toSecretAad(what.place).equals(toSecretAad(place))) throw doesNotOpen('it was sealed for another record');
      await keks.hold(tx, what.kekId, what.kekVersion);
      return keep(deps, tx, what);
    },
    async read(from, place) {
      const row = await findRow(from, place);
      if (row === undefined) throw new AppError('not_found', 'no secret is stored for this record');
      return open(from, row, place);
    },
    async lift(tx, place) {
      const row = await findRow(tx, place);
      return row === undefined ? undefined : { open: () => open(db, row, place) };
    },
    async has(from, place) {
      const [row] = await from.select({ alg: table.alg }).from(table).where(at(place));
      return row !== undefined;
    },
    async destroy(tx, which) {
      const gone = await tx.delete(table).where(of(which)).returning({ field: table.field });
      return gone.length;
    },
  };
}

async function sealFor(
  { randomBytes }: VaultDeps,
  place: SecretPlace,
  text: string,
  { kek, version }: UsableKek,
): Promise<SealedSecret> {
  // A lone surrogate has no UTF-8 form: the text would come back changed.
  if (!text.isWellFormed()) throw invalidRequest('a secret must be Unicode text');
  if (Buffer.byteLength(text) > maxSecretBytes) throw invalidRequest(`a secret has at most ${maxSecretBytes} bytes`);
  const { recordId } = place;
  const dek = Buffer.from(randomBytes(keyBytes));
  if (dek.byteLength !== keyBytes) throw new RangeError('the source of randomness gave too few bytes');
  const data = Buffer.from(text, 'utf8');
  try {
    const { nonce, ct, tag } = sealBytes(dek, data, toSecretAad(place), randomBytes);
    const aad = toWrapAad({ kekId: kek.id, kekVersion: version, recordId, version: place.version });
    return {
      place,
      kekId: kek.id,
      kekVersion: version,
      wrappedDek: await kek.wrap(version, dek, aad),
      nonce: nonce.toString('base64url'),
      ct: ct.toString('base64url'),
      tag: tag.toString('base64url'),
    };
  } finally {
    dek.fill(0);
    data.fill(0);
  }
}

async function keep({ clock }: VaultDeps, tx: Db, sealed: SealedSecret): Promise<void> {
  const { place, kekId, kekVersion, wrappedDek, nonce, ct, tag } = sealed;
  const now = clock.now();
  const content = {
    alg: algorithm,
    aad_v: aadVersion,
    kek_id: kekId,
    kek_version: kekVersion,
    wrapped_dek: wrappedDek,
    nonce,
    ct,
    tag,
    created_at: now,
    wrapped_at: now,
  };
  await tx
    .insert(table)
    .values({
      org_id: place.orgId,
      of_table: place.table,
      record_id: place.recordId,
      version: place.version,
      field: place.field,
      ...content,
    })
    .onConflictDoUpdate({
      target: [table.org_id, table.of_table, table.record_id, table.version, table.field],
      set: { ...content, wrap_seq: sql`excluded.wrap_seq` },
    });
}

function createOpen({ ring, keks, deks }: VaultDeps) {
  const openDek = async (db: Db, row: KeptRow, { recordId, version }: SecretPlace): Promise<Buffer> => {
    const { kek_id: kekId, kek_version: kekVersion, wrapped_dek: wrapped } = row;
    const kek = ring.find(kekId);
    if (kek === undefined) throw kekUnavailable('kek_unknown', explainKek(kekId, kekVersion, 'unknown'));
    const aad = toWrapAad({ kekId, kekVersion, recordId, version });
    const open = async () => {
      const dek = await kek.unwrap(kekVersion, wrapped, aad);
      if (dek !== undefined) return dek;
      await keks.assertSame(db, kekId, kekVersion);
      throw doesNotOpen('its data key does not belong to this record');
    };
    return kek.isRemote ? deks.find(`${aad.toString('utf8')}\n${wrapped}`, open) : open();
  };
  return async (db: Db, row: KeptRow, place: SecretPlace): Promise<Secret> => {
    if (row.alg !== algorithm || row.aad_v !== aadVersion) throw doesNotOpen('it has an unknown form');
    if (await keks.isRetired(db, row.kek_id, row.kek_version)) throw retired(row);
    const dek = await openDek(db, row, place);
    try {
      const data = openBytes(dek, toParts(row), toSecretAad(place));
      if (data === undefined) throw doesNotOpen('it was sealed for another record, or it was changed');
      const secret = createSecret(data.toString('utf8'));
      data.fill(0);
      return secret;
    } finally {
      dek.fill(0);
    }
  };
}

/** Written as SQL because it runs for every call that carries a credential. */
async function findRow(db: Db, { orgId, table: ofTable, recordId, version, field }: SecretPlace) {
  const [row] = await query<KeptRow>(
    db,
    sql`select alg, aad_v, kek_id, kek_version, wrapped_dek, nonce, ct, tag from vault_secrets
      where org_id = ${orgId} and of_table = ${ofTable} and record_id = ${recordId} and version = ${version}
      and field = ${field}`,
  );
  return row;
}

interface KeptRow {
  readonly alg: string;
  readonly aad_v: number;
  readonly kek_id: string;
  readonly kek_version: number;
  readonly wrapped_dek: string;
  readonly nonce: string;
  readonly ct: string;
  readonly tag: string;
}

function toParts({ nonce, ct, tag }: KeptRow) {
  return {
    nonce: Buffer.from(nonce, 'base64url'),
    ct: Buffer.from(ct, 'base64url'),
    tag: Buffer.from(tag, 'base64url'),
  };
}

function at({ version, field, ...which }: SecretPlace) {
  return and(of({ ...which, version }), eq(table.field, field));
}

function of({ orgId, table: ofTable, recordId, version }: SecretsOf) {
  return and(
    ...[eq(table.org_id, orgId), eq(table.of_table, ofTable), eq(table.record_id, recordId)],
    version === undefined ? undefined : eq(table.version, version),
  );
}

function retired({ kek_id, kek_version }: KeptRow): AppError {
  const detail = `it is sealed with version ${kek_version} of the key "${kek_id}", which was retired`;
  return kekUnavailable('kek_version_retired', detail);
}
