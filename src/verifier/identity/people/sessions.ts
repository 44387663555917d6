/**
 * Sessions of people. The database holds the SHA-256 of the cookie. A session ends twelve hours after the sign-in, after an hour
 * without a call, when it is closed, and with the person's right to be here.
 */
import { createHash } from 'node:crypto';
import { and, desc, eq, gt, lt, ne, or, sql } from 'drizzle-orm';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { CallOrigin } from '../../../platform/http/access.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import { createSecret, type Secret } from '../../../platform/secret.ts';
import { type HooksByKind, runHooks } from '../../base/lifecycle-hooks.ts';
import type { AccountLog, Self } from './account-log.ts';
import { sessionsTable, usersTable } from './tables.ts';

/** Origin of a sign-in. */
export type SignInOrigin = CallOrigin;

export interface OpenedSession {
  readonly id: string;
  /** The value of the cookie; only the browser keeps it. */
  readonly cookie: Secret;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface Session {
  readonly id: string;
  readonly userId: string;
  /** When the password was entered (OpenID Connect `auth_time`). */
  readonly authTimeS: number;
}

/** A session as its person sees it. */
export interface SessionView {
  readonly id: string;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly expires_at: string;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
}

export interface Sessions {
  /** Opens a session with a new cookie at every sign-in, and closes the one that the browser brought (fixation). */
  open(userId: string, origin: SignInOrigin, obtained?: string): Promise<OpenedSession>;
  /** Finds the valid session of a cookie. This counts as activity, unless `isQuiet`: an open stream is none. */
  find(cookie: string, isQuiet?: boolean): Promise<Session | undefined>;
  /** Closes a session of this person: the present one (a sign-out), or another. False if it does not exist. */
  close(id: string, self: Self): Promise<boolean>;
  /** Closes all sessions of this person but the present one. */
  closeOthers(self: Self): Promise<void>;
  /**
   * Closes all sessions of a person and everything else that a sign-in opened, after a lost right or a password change. Runs in
   * the transaction of the cause, which writes the audit entry.
   */
  shutOut(tx: Db, userId: string, exceptId?: string): Promise<void>;
  /** Lists valid sessions, newest first. */
  list(userId: string): Promise<SessionView[]>;
}

export interface SessionHooks {
  /** End what else a sign-in has opened, in the transaction that closes the sessions. */
  readonly signInsEnd: HooksByKind<(tx: Db, userId: string) => Promise<unknown>>;
}

export interface SessionsDeps {
  /** Reads the hooks at each use. @throws Error before the verifier is wired. */
  readonly hooks: () => SessionHooks;
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly accountLog: AccountLog;
}

export const sessionMaxMs = 12 * 60 * 60 * 1000;
export const sessionIdleMs = 60 * 60 * 1000;
/** Activity is stored no more often than this. */
const seenEveryMs = 60 * 1000;
const cookieForm = /^[A-Za-z0-9_-]{43}$/;
const maxListed = 100;
const maxSwept = 100;

export function createSessions({ db, clock, randomBytes, accountLog, hooks }: SessionsDeps): Sessions {
  const table = sessionsTable;
  const isGood = (now: number) => and(gt(table.expires_at, now), gt(table.last_seen_at, now - sessionIdleMs));

  /** Deletes the person's expired sessions, and some expired ones of others that nobody will ask for again. */
  const sweep = async (tx: Db, userId: string, now: number): Promise<void> => {
    const isIdle = lt(table.last_seen_at, now - sessionIdleMs);
    await tx.delete(table).where(and(eq(table.user_id, userId), or(lt(table.expires_at, now), isIdle)));
    await tx.execute(sql`delete from ${table} where id in (select id from ${table}
      where ${lt(table.expires_at, now)} order by expires_at limit ${maxSwept} for update skip locked)`);
  };

  const remove = (tx: Db, userId: string, exceptId: string | undefined) => {
    const others = exceptId === undefined ? undefined : ne(table.id, exceptId);
    return tx
      .delete(table)
      .where(and(eq(table.user_id, userId), others))
      .returning({ id: table.id });
  };

  return {
    open: (userId, origin, obtained) =>
      db.transaction(async (tx) => {
        const now = clock.now();
        await sweep(tx, userId, now);
        if (obtained !== undefined) await tx.delete(table).where(eq(table.cookie_sha256, hashCookie(obtained)));
        const cookie = Buffer.from(randomBytes(32)).toString('base64url');
        const id = createId('ses', clock, randomBytes);
        const expiresAt = now + sessionMaxMs;
        await tx.insert(table).values({
          id,
          cookie_sha256: hashCookie(cookie),
          user_id: userId,
          created_at: now,
          last_seen_at: now,
          expires_at: expiresAt,
          ip_address: origin.ipAddress,
          user_agent: origin.userAgent?.slice(0, 300) ?? null,
        });
        await accountLog.note(tx, { userId, origin, sessionId: id }, aboutSession('session.opened', id));
        return { id, cookie: createSecret(cookie), expiresAt };
      }),
    async find(cookie, isQuiet = false) {
      if (!cookieForm.test(cookie)) return undefined;
      const now = clock.now();
      const [row] = await db
        .select({ id: table.id, userId: table.user_id, openedAt: table.created_at, seenAt: table.last_seen_at })
        .from(table)
        .innerJoin(usersTable, eq(usersTable.id, table.user_id))
        .where(and(eq(table.cookie_sha256, hashCookie(cookie)), isGood(now), eq(usersTable.status, 'active')));
      if (row === undefined) return undefined;
      if (!isQuiet && now - row.seenAt >= seenEveryMs) {
        await db
          .update(table)
          .set({ last_seen_at: sql`greatest(${table.last_seen_at}, ${now})` })
          .where(eq(table.id, row.id));
      }
      return { id: row.id, userId: row.userId, authTimeS: Math.floor(row.openedAt / 1000) };
    },
    close: (id, self) =>
      db.transaction(async (tx) => {
        const own = and(eq(table.id, id), eq(table.user_id, self.userId));
        const closed = await tx.delete(table).where(own).returning({ id: table.id });
        if (closed.length === 0) return false;
        const action = id === self.sessionId ? 'session.closed' : 'session.ended';
        await accountLog.note(tx, self, aboutSession(action, id));
        return true;
      }),
    closeOthers: (self) =>
      db.transaction(async (tx) => {
        const closed = await remove(tx, self.userId, self.sessionId);
        if (closed.length === 0) return;
        const about = { action: 'session.ended', resourceType: 'person', resourceId: self.userId };
        await accountLog.note(tx, self, { ...about, details: { others: closed.length } });
      }),
    async shutOut(tx, userId, exceptId) {
      await remove(tx, userId, exceptId);
      await runHooks(hooks().signInsEnd, tx, userId);
    },
    async list(userId) {
      const rows = await db
        .select()
        .from(table)
        .where(and(eq(table.user_id, userId), isGood(clock.now())))
        .orderBy(desc(table.id))
        .limit(maxListed);
      return rows.map(({ id, ip_address, user_agent, ...times }) => ({
        id,
        ip_address,
        user_agent,
        created_at: toTimestamp(times.created_at),
        last_seen_at: toTimestamp(times.last_seen_at),
        expires_at: toTimestamp(times.expires_at),
      }));
    },
  };
}

function aboutSession(action: string, id: string) {
  return { action, resourceType: 'session', resourceId: id };
}

function hashCookie(cookie: string): string {
  return createHash('sha256').update(cookie, 'utf8').digest('hex');
}
