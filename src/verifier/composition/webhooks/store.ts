/** Queries over webhooks. */
import { and, count, eq, inArray, isNotNull, lte, max, ne, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { eventsTable } from '../../base/events/tables.ts';
import { type WebhookRow, webhooksTable } from './tables.ts';

export type NewWebhook = Omit<WebhookRow, 'seq'>;
export type WebhookChange = Partial<Omit<WebhookRow, 'org_id' | 'id' | 'seq' | 'revision' | 'created_at'>>;
type Which = Pick<WebhookRow, 'org_id' | 'id'>;

/** Every query names its organisation, except those over everything that is due. */
export interface WebhookStore {
  insert(tx: Db, row: NewWebhook): Promise<WebhookRow>;
  find(db: Db, orgId: string, id: string): Promise<WebhookRow | undefined>;
  lock(tx: Db, orgId: string, id: string): Promise<WebhookRow | undefined>;
  list(db: Db, orgId: string, page: PageStart): Promise<WebhookRow[]>;
  count(db: Db, orgId: string): Promise<number>;
  /** A change by a person increments the revision. */
  update(tx: Db, which: Which, change: WebhookChange): Promise<WebhookRow>;
  /** A change by the program keeps the revision. */
  note(tx: Db, which: Which, change: WebhookChange): Promise<void>;
  remove(tx: Db, which: Which): Promise<void>;
  /** Lists the webhooks of these organisations that receive events, locked against deletion until the transaction ends. */
  listTaking(tx: Db, orgIds: readonly string[]): Promise<WebhookRow[]>;
  /** True if any organisation has a webhook that receives events. */
  hasTaking(db: Db): Promise<boolean>;
  /** Lists the webhooks whose previous secret has expired. */
  listOverlapped(db: Db, now: number): Promise<WebhookRow[]>;
  newestEvent(db: Db): Promise<number>;
}

export function createWebhookStore(): WebhookStore {
  const table = webhooksTable;
  const own = ({ org_id, id }: Which) => and(eq(table.org_id, org_id), eq(table.id, id));
  const first = <T>([row]: readonly T[]): T => {
    if (row === undefined) throw new Error('the statement returns its row');
    return row;
  };
  return {
    insert: async (tx, row) => first(await tx.insert(table).values(row).returning()),
    find: async (db, orgId, id) =>
      (
        await db
          .select()
          .from(table)
          .where(own({ org_id: orgId, id }))
      )[0],
    lock: async (tx, orgId, id) =>
      (
        await tx
          .select()
          .from(table)
          .where(own({ org_id: orgId, id }))
          .for('update')
      )[0],
    list: (db, orgId, page) =>
      selectPage(db.select().from(table), { where: eq(table.org_id, orgId), seq: table.seq, page }),
    count: async (db, orgId) => first(await db.select({ n: count() }).from(table).where(eq(table.org_id, orgId))).n,
    update: async (tx, which, change) =>
      first(
        await tx
          .update(table)
          .set({ ...change, revision: sql`${table.revision} + 1` })
          .where(own(which))
          .returning(),
      ),
    async note(tx, which, change) {
      await tx.update(table).set(change).where(own(which));
    },
    async remove(tx, which) {
      await tx.delete(table).where(own(which));
    },
    listTaking: (tx, orgIds) =>
      tx
        .select()
        .from(table)
        .where(and(inArray(table.org_id, [...orgIds]), ne(table.status, 'disabled')))
        .for('key share'),
    hasTaking: async (db) =>
      (await db.select({ id: table.id }).from(table).where(ne(table.status, 'disabled')).limit(1)).length > 0,
    listOverlapped: (db, now) =>
      db
        .select()
        .from(table)
        .where(and(isNotNull(table.previous_version), lte(table.previous_until, now)))
        .limit(1_000),
    newestEvent: async (db) => first(await db.select({ seq: max(eventsTable.seq) }).from(eventsTable)).seq ?? 0,
  };
}
