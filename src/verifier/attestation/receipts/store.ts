/** Queries over the receipts of chains, with or without Evidence. */
import { and, asc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { ReceiptId } from '../../../contract/receipt-id.ts';
import { type Db, query } from '../../../platform/db/db.ts';
import { receiptEpochsTable, receiptsTable, receiptTilesTable } from './tables.ts';

export type NewReceipt = typeof receiptsTable.$inferSelect;
export type EpochRow = typeof receiptEpochsTable.$inferSelect;

export interface StoredReceipt {
  readonly seq: number;
  readonly hash: string;
  /** base64url of the exact bytes. */
  readonly record: string;
  readonly signature: string;
  /** Id of its Evidence, if that is stored here. */
  readonly evidence_id: string | null;
}

export interface Leaf {
  readonly seq: number;
  readonly hash: string;
}

export interface Tile {
  readonly level: number;
  readonly number: number;
  readonly hash: string;
}

export interface ReceiptStore {
  /** Stores a receipt, and the epoch that it starts. `forked` if a different record is at its place. */
  insert(receipt: NewReceipt, epoch: EpochRow | undefined): Promise<'stored' | 'known' | 'forked'>;
  find(orgId: string, chainId: string, seq: number): Promise<StoredReceipt | undefined>;
  /** Lists receipts of one chain or of all, by chain and number, last ones first, optionally before a place. */
  list(orgId: string, page: ReceiptPage): Promise<(StoredReceipt & { chain_id: string })[]>;
  findByEvidence(orgId: string, evidenceId: string): Promise<(StoredReceipt & { chain_id: string }) | undefined>;
  /** Gives the organisation that stored such a receipt first: another one may have a copy of it. */
  findOwner(id: ReceiptId): Promise<string | undefined>;
  findOwnerByEvidence(evidenceId: string): Promise<string | undefined>;
  listEpochs(orgId: string, chainId: string): Promise<EpochRow[]>;
  /** Number of records here from the first on: one more than the greatest number. */
  countTo(orgId: string, chainId: string): Promise<number>;
  listLeaves(orgId: string, chainId: string, from: number, to: number): Promise<Leaf[]>;
  listTiles(orgId: string, chainId: string, level: number, from: number, to: number): Promise<Tile[]>;
  countTiles(orgId: string, chainId: string, level: number): Promise<number>;
  insertTiles(orgId: string, chainId: string, tiles: readonly Tile[]): Promise<void>;
}

export interface ReceiptPlace {
  readonly chainId: string;
  readonly seq: number;
}

export interface ReceiptPage {
  readonly limit: number;
  readonly chainId: string | undefined;
  readonly before: ReceiptPlace | undefined;
}

interface EvidenceReceiptRow {
  readonly chain_id: string;
  readonly seq: string | number;
  readonly hash: string;
  readonly record: string;
  readonly signature: string;
  readonly evidence_id: string;
}

const evidenceColumns = sql.raw(`receipt_chain_id as chain_id, receipt_seq as seq, receipt_hash as hash,
  receipt_record as record, receipt_signature as signature, evidence_id`);

export function createReceiptStore(db: Db): ReceiptStore {
  const findBare = async (orgId: string, chainId: string, seq: number): Promise<StoredReceipt | undefined> => {
    const table = receiptsTable;
    const place = and(eq(table.org_id, orgId), eq(table.chain_id, chainId), eq(table.seq, seq));
    const [row] = await db.select().from(table).where(place);
    return row === undefined ? undefined : { ...pick(row), evidence_id: null };
  };

  const findBeside = async (orgId: string, chainId: string, seq: number): Promise<StoredReceipt | undefined> => {
    const [row] = await query<EvidenceReceiptRow>(
      db,
      sql`select ${evidenceColumns} from evidence
        where org_id = ${orgId} and receipt_chain_id = ${chainId} and receipt_seq = ${seq} limit 1`,
    );
    return row === undefined ? undefined : { ...pick(row), evidence_id: row.evidence_id };
  };

  const find = async (orgId: string, chainId: string, seq: number): Promise<StoredReceipt | undefined> =>
    (await findBeside(orgId, chainId, seq)) ?? findBare(orgId, chainId, seq);

  return {
    insert: (receipt, epoch) =>
      db.transaction(async (tx) => {
        const inserted = await tx.insert(receiptsTable).values(receipt).onConflictDoNothing().returning();
        if (inserted.length === 0) {
          const known = await findBare(receipt.org_id, receipt.chain_id, receipt.seq);
          return known?.hash === receipt.hash ? 'known' : 'forked';
        }
        if (epoch !== undefined) await tx.insert(receiptEpochsTable).values(epoch).onConflictDoNothing();
        return 'stored';
      }),
    find,
    async list(orgId, { limit, chainId, before }) {
      const select = (from: string, names: readonly [string, string, string, string, string, string]): SQL => {
        const [chain, seq] = [sql.raw(names[0]), sql.raw(names[1])];
        const ofChain = chainId === undefined ? sql`` : sql`and ${chain} = ${chainId}`;
        const earlier = before === undefined ? sql`` : sql`and (${chain}, ${seq}) < (${before.chainId}, ${before.seq})`;
        return sql`(select ${chain} as chain_id, ${seq} as seq, ${sql.raw(names[2])} as hash,
            ${sql.raw(names[3])} as record, ${sql.raw(names[4])} as signature, ${sql.raw(names[5])} as evidence_id
          from ${sql.raw(from)} where org_id = ${orgId} and ${seq} is not null ${ofChain} ${earlier}
          order by ${chain} desc, ${seq} desc limit ${limit})`;
      };
      const bare = select('receipts', ['chain_id', 'seq', 'hash', 'record', 'signature', 'null::text']);
      const beside = select('evidence', [
        ...(['receipt_chain_id', 'receipt_seq', 'receipt_hash'] as const),
        ...(['receipt_record', 'receipt_signature', 'evidence_id'] as const),
      ]);
      // A receipt that came alone first and with its Evidence later is one receipt, shown with the Evidence.
      const rows = await query<Omit<EvidenceReceiptRow, 'evidence_id'> & { readonly evidence_id: string | null }>(
        db,
        sql`select distinct on (chain_id, seq) * from (${bare} union all ${beside}) as found
          order by chain_id desc, seq desc, evidence_id limit ${limit}`,
      );
      return rows.map((row) => ({ ...pick(row), evidence_id: row.evidence_id, chain_id: row.chain_id }));
    },
    async findByEvidence(orgId, evidenceId) {
      const [row] = await query<EvidenceReceiptRow>(
        db,
        sql`select ${evidenceColumns} from evidence
          where org_id = ${orgId} and evidence_id = ${evidenceId} and receipt_seq is not null`,
      );
      return row === undefined ? undefined : { ...pick(row), evidence_id: row.evidence_id, chain_id: row.chain_id };
    },
    // Asks each organisation by its own index: no index spans them all.
    async findOwner({ chainId, seq, hash }) {
      const [row] = await query<{ org_id: string }>(
        db,
        sql`select org_id from (
            select org_id, received_at from evidence where org_id in (select id from organizations)
              and receipt_chain_id = ${chainId} and receipt_seq = ${seq} and receipt_hash = ${hash}
            union all
            select org_id, received_at from receipts where org_id in (select id from organizations)
              and chain_id = ${chainId} and seq = ${seq} and hash = ${hash}) as found
          order by received_at, org_id limit 1`,
      );
      return row?.org_id;
    },
    async findOwnerByEvidence(evidenceId) {
      const [row] = await query<{ org_id: string }>(
        db,
        sql`select org_id from evidence where org_id in (select id from organizations)
            and evidence_id = ${evidenceId} and receipt_seq is not null
          order by received_at, org_id limit 1`,
      );
      return row?.org_id;
    },
    async listEpochs(orgId, chainId) {
      const table = receiptEpochsTable;
      return db
        .select()
        .from(table)
        .where(and(eq(table.org_id, orgId), eq(table.chain_id, chainId)))
        .orderBy(asc(table.seq));
    },
    async countTo(orgId, chainId) {
      const [row] = await query<{ last: string | number | null }>(
        db,
        sql`select greatest(
          (select max(receipt_seq) from evidence where org_id = ${orgId} and receipt_chain_id = ${chainId}
            and receipt_seq is not null),
          (select max(seq) from receipts where org_id = ${orgId} and chain_id = ${chainId})) as last`,
      );
      return row?.last === null || row === undefined ? 0 : Number(row.last) + 1;
    },
    async listLeaves(orgId, chainId, from, to) {
      const rows = await query<{ seq: string | number; hash: string }>(
        db,
        sql`select receipt_seq as seq, receipt_hash as hash from evidence
            where org_id = ${orgId} and receipt_chain_id = ${chainId}
              and receipt_seq >= ${from} and receipt_seq < ${to}
          union
          select seq, hash from receipts
            where org_id = ${orgId} and chain_id = ${chainId} and seq >= ${from} and seq < ${to}
          order by seq, hash`,
      );
      return rows.map(({ seq, hash }) => ({ seq: Number(seq), hash }));
    },
    async listTiles(orgId, chainId, level, from, to) {
      const table = receiptTilesTable;
      const place = and(eq(table.org_id, orgId), eq(table.chain_id, chainId), eq(table.level, level));
      const tiles = await db
        .select()
        .from(table)
        .where(and(place, gte(table.number, from), lt(table.number, to)))
        .orderBy(asc(table.number));
      return tiles.map(({ number, hash }) => ({ level, number, hash }));
    },
    async countTiles(orgId, chainId, level) {
      const [row] = await query<{ last: string | number | null }>(
        db,
        sql`select max(number) as last from receipt_tiles
          where org_id = ${orgId} and chain_id = ${chainId} and level = ${level}`,
      );
      return row?.last === null || row === undefined ? 0 : Number(row.last) + 1;
    },
    async insertTiles(orgId, chainId, tiles) {
      if (tiles.length === 0) return;
      const rows = tiles.map((tile) => ({ org_id: orgId, chain_id: chainId, ...tile }));
      await db.insert(receiptTilesTable).values(rows).onConflictDoNothing();
    },
  };
}

function pick(row: { seq: string | number; hash: string; record: string; signature: string }) {
  return { seq: Number(row.seq), hash: row.hash, record: row.record, signature: row.signature };
}
