/** Queries over API keys. A key is found by the hash of its text; no text is ever compared. */
import { and, count, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { type ApiKeyRow, type ApiKeySecretRow, apiKeySecretsTable, apiKeysTable } from './tables.ts';

export type NewApiKey = Omit<ApiKeyRow, 'seq'>;
/** A key with its secrets, the present one first. */
export interface StoredKey {
  readonly row: ApiKeyRow;
  readonly secrets: readonly ApiKeySecretRow[];
}
export type ApiKeyChange = Partial<Pick<ApiKeyRow, 'user_id' | 'expires_at' | 'revoked_at' | 'revoked_by'>> & {
  readonly updated_at: number;
};
export interface ApiKeyFilter {
  readonly userId?: string | undefined;
  readonly agentId?: string | undefined;
}

export interface ApiKeyStore {
  insert(tx: Db, row: NewApiKey, secret: ApiKeySecretRow): Promise<ApiKeyRow>;
  insertSecret(tx: Db, secret: ApiKeySecretRow): Promise<void>;
  /** Ends the present secret at `until`, and deletes earlier ones. */
  replaceSecrets(tx: Db, orgId: string, id: string, until: number): Promise<void>;
  /** Changes a key at this revision; undefined at another one. */
  update(tx: Db, orgId: string, id: string, revision: number, change: ApiKeyChange): Promise<ApiKeyRow | undefined>;
  touch(db: Db, orgId: string, id: string, now: number, before: number): Promise<void>;
  find(db: Db, orgId: string, id: string): Promise<StoredKey | undefined>;
  findByHash(db: Db, hash: string): Promise<{ row: ApiKeyRow; secret: ApiKeySecretRow } | undefined>;
  list(db: Db, orgId: string, filter: ApiKeyFilter, page: PageStart): Promise<StoredKey[]>;
  /** Lists all that are neither revoked nor expired. */
  listLive(db: Db, orgId: string, now: number, filter?: ApiKeyFilter): Promise<StoredKey[]>;
  countLive(db: Db, orgId: string, now: number): Promise<number>;
}

export function createApiKeyStore(): ApiKeyStore {
  const keys = apiKeysTable;
  const secrets = apiKeySecretsTable;
  const own = (orgId: string, id: string) => and(eq(keys.org_id, orgId), eq(keys.id, id));
  const filtered = (orgId: string, { userId, agentId }: ApiKeyFilter) =>
    and(
      eq(keys.org_id, orgId),
      userId === undefined ? undefined : eq(keys.user_id, userId),
      agentId === undefined ? undefined : eq(keys.agent_id, agentId),
    );
  const live = (now: number) => and(isNull(keys.revoked_at), gt(keys.expires_at, now));

  const withSecrets = async (db: Db, orgId: string, rows: readonly ApiKeyRow[]): Promise<StoredKey[]> => {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const found = await db
      .select()
      .from(secrets)
      .where(and(eq(secrets.org_id, orgId), inArray(secrets.key_id, ids)))
      .orderBy(sql`${secrets.replaced_until} desc nulls first`);
    const byKey = new Map<string, ApiKeySecretRow[]>(ids.map((id) => [id, []]));
    for (const secret of found) byKey.get(secret.key_id)?.push(secret);
    return rows.map((row) => ({ row, secrets: byKey.get(row.id) ?? [] }));
  };

  return {
    async insert(tx, row, secret) {
      const [inserted] = await tx.insert(keys).values(row).returning();
      if (inserted === undefined) throw new Error('an insert returns its row');
      await tx.insert(secrets).values(secret);
      return inserted;
    },
    async insertSecret(tx, secret) {
      await tx.insert(secrets).values(secret);
    },
    async replaceSecrets(tx, orgId, id, until) {
      const ofKey = and(eq(secrets.org_id, orgId), eq(secrets.key_id, id));
      await tx.delete(secrets).where(and(ofKey, isNotNull(secrets.replaced_until)));
      await tx.update(secrets).set({ replaced_until: until }).where(ofKey);
    },
    async update(tx, orgId, id, revision, change) {
      const [updated] = await tx
        .update(keys)
        .set({ ...change, revision: revision + 1 })
        .where(and(own(orgId, id), eq(keys.revision, revision)))
        .returning();
      return updated;
    },
    async touch(db, orgId, id, now, before) {
      await db
        .update(keys)
        .set({ last_used_at: now })
        .where(and(own(orgId, id), or(isNull(keys.last_used_at), lt(keys.last_used_at, before))));
    },
    async find(db, orgId, id) {
      const rows = await db.select().from(keys).where(own(orgId, id));
      return (await withSecrets(db, orgId, rows))[0];
    },
    async findByHash(db, hash) {
      const [found] = await db
        .select()
        .from(secrets)
        .innerJoin(keys, and(eq(keys.org_id, secrets.org_id), eq(keys.id, secrets.key_id)))
        .where(eq(secrets.hash, hash));
      return found === undefined ? undefined : { row: found.api_keys, secret: found.api_key_secrets };
    },
    async list(db, orgId, filter, page) {
      const rows = await selectPage(db.select().from(keys), { where: filtered(orgId, filter), seq: keys.seq, page });
      return withSecrets(db, orgId, rows);
    },
    async listLive(db, orgId, now, filter = {}) {
      const rows = await db
        .select()
        .from(keys)
        .where(and(filtered(orgId, filter), live(now)))
        .orderBy(keys.seq);
      return withSecrets(db, orgId, rows);
    },
    async countLive(db, orgId, now) {
      const [row] = await db
        .select({ keys: count() })
        .from(keys)
        .where(and(eq(keys.org_id, orgId), live(now)));
      return row?.keys ?? 0;
    },
  };
}
