/** Queries of the witness. */
import { and, asc, count, desc, eq } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import {
  type CheckpointRow,
  type EquivocationRow,
  witnessChainsTable,
  witnessCheckpointsTable,
  witnessEquivocationsTable,
  witnessKeysTable,
} from './tables.ts';
import { isThinningDue, thinCheckpoints } from './thin.ts';

/** Enough to prove it many times over, too few to fill a disk. */
const maxEquivocations = 100;

export interface WitnessStore {
  /**
   * Runs a decision over the known state of a chain while no other can change it, and stores the answer, all in one transaction
   * (C2SP tlog-witness: compared and persisted atomically).
   */
  advance<T>(orgId: string, chainId: string, decide: (known: KnownChain) => Promise<Advance<T>>): Promise<T>;
  findLatest(orgId: string, chainId: string): Promise<CheckpointRow | undefined>;
  find(orgId: string, chainId: string, size: number): Promise<CheckpointRow | undefined>;
  listEquivocations(orgId: string, chainId: string): Promise<EquivocationRow[]>;
  addKey(vkey: string, now: number): Promise<void>;
  listKeys(): Promise<string[]>;
}

export interface KnownChain {
  /** 0 before the first checkpoint. */
  readonly size: number;
  find(size: number): Promise<CheckpointRow | undefined>;
}

export interface Advance<T> {
  readonly answer: T;
  readonly checkpoint?: CheckpointRow;
  readonly equivocation?: EquivocationRow;
}

export function createWitnessStore(db: Db): WitnessStore {
  const chains = witnessChainsTable;
  const checkpoints = witnessCheckpointsTable;
  const equivocations = witnessEquivocationsTable;
  const findIn = async (tx: Db, orgId: string, chainId: string, size: number): Promise<CheckpointRow | undefined> => {
    const place = and(eq(checkpoints.org_id, orgId), eq(checkpoints.chain_id, chainId), eq(checkpoints.size, size));
    return (await tx.select().from(checkpoints).where(place))[0];
  };

  return {
    advance: (orgId, chainId, decide) =>
      db.transaction(async (tx) => {
        const place = and(eq(chains.org_id, orgId), eq(chains.chain_id, chainId));
        await tx.insert(chains).values({ org_id: orgId, chain_id: chainId, size: 0 }).onConflictDoNothing();
        const [row] = await tx.select().from(chains).where(place).for('update');
        if (row === undefined) throw new Error('the row of a chain is not there');
        const find = (size: number) => findIn(tx, orgId, chainId, size);
        const { answer, checkpoint, equivocation } = await decide({ size: row.size, find });
        if (checkpoint !== undefined) {
          // The same size with a new time: the root is the same, or it would have been refused before.
          const { note, witnessed_at } = checkpoint;
          const before = row.size === 0 ? undefined : await find(row.size);
          await tx
            .insert(checkpoints)
            .values(checkpoint)
            .onConflictDoUpdate({
              target: [checkpoints.org_id, checkpoints.chain_id, checkpoints.size],
              set: { note, witnessed_at },
            });
          await tx.update(chains).set({ size: checkpoint.size }).where(place);
          if (isThinningDue(before, witnessed_at)) await thinCheckpoints(tx, checkpoint);
        }
        if (equivocation !== undefined) await insertEquivocation(tx, equivocation);
        return answer;
      }),
    async findLatest(orgId, chainId) {
      const place = and(eq(checkpoints.org_id, orgId), eq(checkpoints.chain_id, chainId));
      return (await db.select().from(checkpoints).where(place).orderBy(desc(checkpoints.size)).limit(1))[0];
    },
    find: (orgId, chainId, size) => findIn(db, orgId, chainId, size),
    async listEquivocations(orgId, chainId) {
      const place = and(eq(equivocations.org_id, orgId), eq(equivocations.chain_id, chainId));
      return db.select().from(equivocations).where(place).orderBy(asc(equivocations.seen_at));
    },
    async addKey(vkey, now) {
      await db.insert(witnessKeysTable).values({ vkey, created_at: now }).onConflictDoNothing();
    },
    async listKeys() {
      const rows = await db.select().from(witnessKeysTable).orderBy(desc(witnessKeysTable.created_at));
      return rows.map(({ vkey }) => vkey);
    },
  };
}

async function insertEquivocation(tx: Db, row: EquivocationRow): Promise<void> {
  const table = witnessEquivocationsTable;
  const place = and(eq(table.org_id, row.org_id), eq(table.chain_id, row.chain_id));
  const known = (await tx.select({ count: count() }).from(table).where(place))[0]?.count ?? 0;
  if (known < maxEquivocations) await tx.insert(table).values(row).onConflictDoNothing();
}
