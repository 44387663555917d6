/** Queries over gateways. */
import { and, count, eq, gte, isNotNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { controlChangesTable } from '../../base/control/tables.ts';
import type { NamedVersion } from './prefer.ts';
import { type GatewayRow, gatewaysTable } from './tables.ts';

export interface GatewayContact {
  readonly orgId: string;
  readonly id: string;
  readonly running: NamedVersion | undefined;
  readonly at: number;
}

export type ReportedMembers = Pick<
  GatewayRow,
  'source' | 'refused' | 'problems' | 'build' | 'own_chain' | 'own_services'
>;
export type OwnChainRow = Pick<GatewayRow, 'id' | 'own_chain'>;
export type RolloutRow = Pick<
  GatewayRow,
  'org_id' | 'id' | 'lineage' | 'revision' | 'refused' | 'problems' | 'last_seen_at'
>;

/** Every query names its organisation, except the one that counts them all. */
export interface GatewayStore {
  /** Records that a gateway was seen; drops its reports about a version that it no longer runs. */
  saw(contact: GatewayContact): Promise<void>;
  reported(contact: GatewayContact, report: ReportedMembers): Promise<void>;
  /** Records that a gateway does not act on the configuration; gives the time since when. */
  beginTrouble(tx: Db, orgId: string, id: string, nowMs: number): Promise<number>;
  /** Records the end of that; gives the time of its beginning, to the first caller only. */
  endTrouble(tx: Db, orgId: string, id: string): Promise<number | undefined>;
  find(orgId: string, id: string): Promise<GatewayRow | undefined>;
  list(orgId: string, page: PageStart): Promise<GatewayRow[]>;
  /** Lists those of one organisation, or of all, with the columns of a rollout. */
  listForRollout(orgId: string | undefined): Promise<RolloutRow[]>;
  /** Lists those with a chain file that were seen since. */
  listOwnChains(db: Db, orgId: string, since: number): Promise<OwnChainRow[]>;
  /** Lists the services that MCP gateways that were seen since offer, one list for each gateway. */
  listOwnServices(db: Db, orgId: string, since: number): Promise<NonNullable<GatewayRow['own_services']>[]>;
  count(orgId: string): Promise<number>;
  remove(orgId: string, id: string): Promise<boolean>;
  /** Removes those that were not seen since. */
  removeUnseen(orgId: string, since: number): Promise<void>;
  /** Counts changes of an organisation after a revision, up to a bound. */
  countChanges(orgId: string, after: number, most: number): Promise<number>;
  /** Finds when a revision took effect; undefined if the organisation has no such revision. */
  findChange(orgId: string, revision: number): Promise<number | undefined>;
}

export function createGatewayStore(db: Db): GatewayStore {
  const table = gatewaysTable;
  const log = controlChangesTable;
  const own = (orgId: string, id: string) => and(eq(table.org_id, orgId), eq(table.id, id));
  const target = [table.org_id, table.id];
  const toRow = ({ orgId, id, running, at }: GatewayContact) => ({
    org_id: orgId,
    id,
    lineage: running?.lineage ?? null,
    revision: running?.revision ?? null,
    first_seen_at: at,
    last_seen_at: at,
  });
  const seen = {
    lineage: sql`excluded.lineage`,
    revision: sql`excluded.revision`,
    last_seen_at: sql`greatest(${table.last_seen_at}, excluded.last_seen_at)`,
  };
  const isSame = sql`(${table.lineage}, ${table.revision}) is not distinct from (excluded.lineage, excluded.revision)`;

  return {
    async saw(contact) {
      const kept = {
        refused: sql`case when ${isSame} then ${table.refused} end`,
        problems: sql`case when ${isSame} then ${table.problems} else '[]'::jsonb end`,
      };
      await db
        .insert(table)
        .values({ ...toRow(contact), problems: [] })
        .onConflictDoUpdate({ target, set: { ...seen, ...kept } });
    },
    async reported(contact, report) {
      const values = { ...toRow(contact), ...report, reported_at: contact.at };
      const { first_seen_at: _first, org_id: _org, id: _id, ...set } = values;
      await db
        .insert(table)
        .values(values)
        .onConflictDoUpdate({ target, set: { ...set, last_seen_at: seen.last_seen_at } });
    },
    async beginTrouble(tx, orgId, id, nowMs) {
      const set = { trouble_since: sql`coalesce(${table.trouble_since}, ${nowMs})` };
      const [row] = await tx.update(table).set(set).where(own(orgId, id)).returning({ since: table.trouble_since });
      return row?.since ?? nowMs;
    },
    async endTrouble(tx, orgId, id) {
      const [row] = await tx.select({ since: table.trouble_since }).from(table).where(own(orgId, id)).for('update');
      if (row === undefined || row.since === null) return undefined;
      await tx.update(table).set({ trouble_since: null }).where(own(orgId, id));
      return row.since;
    },
    find: async (orgId, id) => (await db.select().from(table).where(own(orgId, id)))[0],
    list: (orgId, page) =>
      selectPage(db.select().from(table), { where: eq(table.org_id, orgId), seq: table.seq, page }),
    listForRollout(orgId) {
      const { org_id, id, lineage, revision, refused, problems, last_seen_at } = table;
      return db
        .select({ org_id, id, lineage, revision, refused, problems, last_seen_at })
        .from(table)
        .where(orgId === undefined ? undefined : eq(table.org_id, orgId));
    },
    listOwnChains(from, orgId, since) {
      return from
        .select({ id: table.id, own_chain: table.own_chain })
        .from(table)
        .where(and(eq(table.org_id, orgId), isNotNull(table.own_chain), gte(table.last_seen_at, since)))
        .orderBy(table.id);
    },
    async listOwnServices(from, orgId, since) {
      const rows = await from
        .select({ services: table.own_services })
        .from(table)
        .where(and(eq(table.org_id, orgId), isNotNull(table.own_services), gte(table.last_seen_at, since)));
      return rows.flatMap(({ services }) => (services === null ? [] : [services]));
    },
    async count(orgId) {
      const [row] = await db.select({ gateways: count() }).from(table).where(eq(table.org_id, orgId));
      return row?.gateways ?? 0;
    },
    async remove(orgId, id) {
      return (await db.delete(table).where(own(orgId, id)).returning({ id: table.id })).length === 1;
    },
    async removeUnseen(orgId, since) {
      await db.delete(table).where(and(eq(table.org_id, orgId), lt(table.last_seen_at, since)));
    },
    async countChanges(orgId, after, most) {
      const newer = db
        .select({ seq: log.seq })
        .from(log)
        .where(and(eq(log.org_id, orgId), sql`${log.seq} > ${after}`))
        .limit(most)
        .as('newer');
      const [row] = await db.select({ changes: count() }).from(newer);
      return row?.changes ?? 0;
    },
    async findChange(orgId, revision) {
      const own = and(eq(log.org_id, orgId), eq(log.seq, revision));
      return (await db.select({ at: log.changed_at }).from(log).where(own))[0]?.at;
    },
  };
}
