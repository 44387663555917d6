/** Queries over OAuth clients. */
import { eq } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { type OAuthClientRow, oauthClientsTable } from './tables.ts';

export type NewClient = Omit<OAuthClientRow, 'seq'>;
export type ClientChange = Partial<
  Pick<OAuthClientRow, 'status' | 'metadata' | 'secret_sha256' | 'registration_sha256'>
> & { readonly updated_at: number };

export interface ClientStore {
  insertMany(tx: Db, rows: readonly NewClient[]): Promise<void>;
  /** Undefined if there is no such client. */
  update(tx: Db, clientId: string, change: ClientChange): Promise<OAuthClientRow | undefined>;
  remove(tx: Db, clientId: string): Promise<boolean>;
  find(db: Db, clientId: string): Promise<OAuthClientRow | undefined>;
  /** Counts the clients of open registration, which nobody vouches for. */
  countOpen(db: Db): Promise<number>;
  list(db: Db, orgId: string, page: PageStart): Promise<OAuthClientRow[]>;
}

export function createClientStore(): ClientStore {
  const table = oauthClientsTable;
  return {
    async insertMany(tx, rows) {
      if (rows.length > 0) await tx.insert(table).values([...rows]);
    },
    async update(tx, clientId, change) {
      return (await tx.update(table).set(change).where(eq(table.client_id, clientId)).returning())[0];
    },
    async remove(tx, clientId) {
      const removed = await tx.delete(table).where(eq(table.client_id, clientId)).returning({ id: table.client_id });
      return removed.length === 1;
    },
    async find(db, clientId) {
      // Client ids come from anybody, and PostgreSQL text cannot hold U+0000: no client has such an id.
      if (clientId.includes('\u0000')) return undefined;
      const statement = db.select().from(table).where(eq(table.client_id, clientId));
      return (await statement.prepare('oauth_client').execute())[0];
    },
    countOpen: (db) => db.$count(table, eq(table.origin, 'open')),
    list: (db, orgId, page) =>
      selectPage(db.select().from(table), { where: eq(table.org_id, orgId), seq: table.seq, page }),
  };
}
