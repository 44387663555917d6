/**
 * Codes, grants, opaque tokens, sessions and interactions in the database. Each id is a bearer secret: it is stored as a hash,
 * and never in the payload.
 */
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { digestOf } from './digest.ts';
import type { Sweep } from './sweep.ts';
import { oauthRecordsTable } from './tables.ts';

export type RecordPayload = Readonly<Record<string, unknown>>;

/** Records of one kind. */
export interface OAuthRecordStore {
  put(id: string, payload: RecordPayload, expiresInS: number): Promise<void>;
  find(id: string): Promise<RecordPayload | undefined>;
  findByUid(uid: string): Promise<RecordPayload | undefined>;
  /** Marks a record as used; false if it was used before. Of several calls at once exactly one succeeds. */
  consume(id: string): Promise<boolean>;
  destroy(id: string): Promise<void>;
}

export interface RecordStoreDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly sweep: Sweep;
}

export function createOAuthRecordStore({ db, clock, sweep }: RecordStoreDeps, model: string): OAuthRecordStore {
  const table = oauthRecordsTable;
  const own = (id: string) => and(eq(table.model, model), eq(table.id_sha256, digestOf(id)));
  const alive = () => gt(table.expires_at, clock.now());
  return {
    async put(id, payload, expiresInS) {
      await sweep();
      const now = clock.now();
      const values = {
        payload: hideId(id, payload),
        // A grant's id is no secret; the records under a grant are found by it.
        grant_id: model === 'Grant' ? id : textOf(payload, 'grantId'),
        uid: textOf(payload, 'uid'),
        client_id: textOf(payload, 'clientId'),
        account_id: textOf(payload, 'accountId'),
        expires_at: now + expiresInS * 1000,
      };
      await db
        .insert(table)
        .values({ model, id_sha256: digestOf(id), created_at: now, ...values })
        .onConflictDoUpdate({ target: [table.model, table.id_sha256], set: values });
    },
    async find(id) {
      const [row] = await db
        .select({ payload: table.payload, consumed_at: table.consumed_at })
        .from(table)
        .where(and(own(id), alive()));
      return row === undefined ? undefined : showId(id, row);
    },
    async findByUid(uid) {
      const [row] = await db
        .select({ payload: table.payload, consumed_at: table.consumed_at })
        .from(table)
        .where(and(eq(table.model, model), eq(table.uid, uid), alive()));
      return row === undefined ? undefined : showId(undefined, row);
    },
    async consume(id) {
      const updated = await db
        .update(table)
        .set({ consumed_at: clock.now() })
        .where(and(own(id), isNull(table.consumed_at)))
        .returning({ model: table.model });
      return updated.length === 1;
    },
    async destroy(id) {
      await db.delete(table).where(own(id));
    },
  };
}

/** Deletes a grant with all records under it. */
export async function removeGrant(db: Db, grantId: string): Promise<void> {
  await db.delete(oauthRecordsTable).where(eq(oauthRecordsTable.grant_id, grantId));
}

/** Deletes all records of a client. */
export async function removeRecordsOf(db: Db, clientId: string): Promise<void> {
  await db.delete(oauthRecordsTable).where(eq(oauthRecordsTable.client_id, clientId));
}

/** Leaves out the members that hold the record's id or the browser's session cookie. */
function hideId(id: string, { jti: _jti, ...payload }: RecordPayload): RecordPayload {
  const { returnTo, session } = payload;
  return {
    ...payload,
    ...(typeof returnTo === 'string' ? { returnTo: returnTo.replace(id, '') } : {}),
    ...(isObject(session) ? { session: withoutCookie(session) } : {}),
  };
}

interface Found {
  readonly payload: RecordPayload;
  readonly consumed_at: number | null;
}

/** Reverses {@link hideId}; an interaction's return path contains its id. */
function showId(id: string | undefined, { payload, consumed_at }: Found): RecordPayload {
  const { returnTo } = payload;
  return {
    ...payload,
    ...(id === undefined ? {} : { jti: id }),
    ...(typeof returnTo === 'string' && id !== undefined ? { returnTo: `${returnTo}${id}` } : {}),
    ...(consumed_at === null ? {} : { consumed: Math.floor(consumed_at / 1000) }),
  };
}

function withoutCookie({ cookie: _cookie, ...session }: RecordPayload): RecordPayload {
  return session;
}

function textOf(payload: RecordPayload, name: string): string | null {
  const value = payload[name];
  return typeof value === 'string' ? value : null;
}

function isObject(value: unknown): value is RecordPayload {
  return typeof value === 'object' && value !== null;
}
