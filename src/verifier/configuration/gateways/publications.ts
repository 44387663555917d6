/**
 * Stores the state of each organisation's bundles, for all processes and restarts: the last bundle that gateways could read,
 * as it was signed, and why a newer one is withheld.
 */
import { eq } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { type ConfigPublicationRow, configPublicationsTable } from './tables.ts';

/** A bundle that was made and checked. */
export interface CheckedBundle {
  readonly orgId: string;
  readonly lineage: string;
  readonly revision: number;
  /** Compact JWS. */
  readonly jws: string;
}

/** A period in which gateways were given an older configuration. */
export interface EndedFault {
  readonly fault: string;
  /** Milliseconds since the epoch. */
  readonly sinceMs: number;
}

export interface Publications {
  /** Stores a readable bundle; gives the fault that it ends. */
  published(tx: Db, bundle: CheckedBundle): Promise<EndedFault | undefined>;
  /** Records why a bundle is withheld. */
  withheld(tx: Db, bundle: CheckedBundle, why: { readonly fault: string; readonly nowMs: number }): Promise<void>;
  /** Finds the last good bundle of this database; undefined if there was none. */
  findGood(orgId: string, lineage: string): Promise<{ readonly revision: number; readonly jws: string } | undefined>;
  /** Says why a newer configuration is withheld; undefined if none is. */
  findFault(db: Db, orgId: string): Promise<string | undefined>;
}

export function createPublications(db: Db): Publications {
  const table = configPublicationsTable;
  const put = (tx: Db, row: ConfigPublicationRow) =>
    tx.insert(table).values(row).onConflictDoUpdate({ target: table.org_id, set: row });
  const lockOwn = async (tx: Db, orgId: string) =>
    (await tx.select().from(table).where(eq(table.org_id, orgId)).for('update'))[0];

  return {
    async published(tx, { orgId, lineage, revision, jws }) {
      const present = await lockOwn(tx, orgId);
      const isSame = present?.lineage === lineage;
      // Another process has stored a newer one already.
      if (isSame && (present.revision ?? -1) > revision) return undefined;
      const isOver = !isSame || (present.fault_revision ?? -1) <= revision;
      const fault = isOver ? undefined : present;
      await put(tx, { org_id: orgId, lineage, revision, jws, ...toFault(fault) });
      return isOver && present !== undefined ? toEnded(present) : undefined;
    },
    async withheld(tx, { orgId, lineage, revision }, { fault, nowMs }) {
      const present = await lockOwn(tx, orgId);
      const own = present?.lineage === lineage ? present : undefined;
      if (Math.max(own?.revision ?? -1, own?.fault_revision ?? -1) > revision) return;
      await put(tx, {
        org_id: orgId,
        lineage,
        revision: own?.revision ?? null,
        jws: own?.jws ?? null,
        fault,
        fault_revision: revision,
        fault_since: own?.fault_since ?? nowMs,
      });
    },
    async findGood(orgId, lineage) {
      const [row] = await db.select().from(table).where(eq(table.org_id, orgId));
      if (row === undefined || row.lineage !== lineage || row.revision === null || row.jws === null) return undefined;
      return { revision: row.revision, jws: row.jws };
    },
    async findFault(from, orgId) {
      const [row] = await from.select({ fault: table.fault }).from(table).where(eq(table.org_id, orgId));
      return row?.fault ?? undefined;
    },
  };
}

type FaultMembers = Pick<ConfigPublicationRow, 'fault' | 'fault_revision' | 'fault_since'>;

function toFault(row: ConfigPublicationRow | undefined): FaultMembers {
  if (row === undefined) return { fault: null, fault_revision: null, fault_since: null };
  return { fault: row.fault, fault_revision: row.fault_revision, fault_since: row.fault_since };
}

function toEnded({ fault, fault_since: sinceMs }: ConfigPublicationRow): EndedFault | undefined {
  return fault === null || sinceMs === null ? undefined : { fault, sinceMs };
}
