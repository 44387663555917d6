/**
 * Sessions of browsers that act with the operator token, which the browser itself never keeps. A session ends eight hours after
 * it was opened, after half an hour without a call, when it is locked, and with the operator token. The database holds no cookie
 * and no code, only what the operator token makes of them.
 */
import { createHmac } from 'node:crypto';
import { and, eq, gt, lt, or, sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type CallOrigin, toAdmin } from '../../../platform/http/access.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import { createSecret, isSameSecret, type Secret } from '../../../platform/secret.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import { type Author, toAuthor } from '../../base/control/author.ts';
import { consoleLinksTable, consoleSessionsTable } from './tables.ts';

/** What a browser shows to be unlocked: the operator token, or the code of a link. */
export type UnlockProof = { readonly operator_token: string } | { readonly code: string };

export interface UnlockedSession {
  readonly id: string;
  /** When it ends at the latest, in milliseconds since the epoch. */
  readonly expiresAt: number;
  /** When it ends without a further call. */
  readonly idleUntil: number;
}

export interface OpenedUnlock extends UnlockedSession {
  readonly cookie: Secret;
}

export interface Unlocking {
  /**
   * Opens a session with a new cookie, and ends the one that the browser brought. Of two calls with the same code one succeeds.
   * @returns undefined for a wrong token, and for a code that is unknown, used or expired.
   */
  open(proof: UnlockProof, origin: CallOrigin, obtained: string | undefined): Promise<OpenedUnlock | undefined>;
  /** Finds the session of a cookie. This counts as activity, unless `isQuiet`. */
  find(cookie: string, isQuiet?: boolean): Promise<UnlockedSession | undefined>;
  /** Ends the session of a cookie; false if it has ended already. */
  close(cookie: string, origin: CallOrigin): Promise<boolean>;
  /** Makes the code of a link. Works in the caller's transaction. */
  createCode(tx: Db, author: Author): Promise<{ readonly code: Secret; readonly expiresAt: number }>;
}

export interface UnlockingDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly audit: Audit;
  readonly operatorToken: Secret;
}

export const unlockMaxMs = 8 * 60 * 60 * 1000;
export const unlockIdleMs = 30 * 60 * 1000;
export const linkMs = 60 * 1000;
/** Activity is stored no more often than this. */
const seenEveryMs = 60 * 1000;
const secretForm = /^[A-Za-z0-9_-]{43}$/;

export function createUnlocking({ db, clock, randomBytes, audit, operatorToken }: UnlockingDeps): Unlocking {
  const sessions = consoleSessionsTable;
  const links = consoleLinksTable;
  const hash = (kind: 'cookie' | 'code', value: string) =>
    createHmac('sha256', operatorToken.reveal()).update(`assay console ${kind}\n${value}`, 'utf8').digest('hex');
  const drawSecret = () => Buffer.from(randomBytes(32)).toString('base64url');
  const isLive = (now: number) => and(gt(sessions.expires_at, now), gt(sessions.last_seen_at, now - unlockIdleMs));
  const note = (tx: Db, author: Author, action: string, id: string, details: Record<string, unknown> = {}) =>
    audit.append(tx, author, { action, resourceType: 'console_session', resourceId: id, details });

  const isRight = async (tx: Db, proof: UnlockProof, now: number): Promise<boolean> => {
    if ('operator_token' in proof) return isSameSecret(proof.operator_token, operatorToken.reveal());
    if (!secretForm.test(proof.code)) return false;
    const own = and(eq(links.code_hmac, hash('code', proof.code)), gt(links.expires_at, now));
    return (await tx.delete(links).where(own).returning({ code: links.code_hmac })).length > 0;
  };

  const insert = async (tx: Db, now: number): Promise<OpenedUnlock> => {
    const cookie = drawSecret();
    const id = createId('cse', clock, randomBytes);
    const expiresAt = now + unlockMaxMs;
    const times = { created_at: now, last_seen_at: now, expires_at: expiresAt };
    await tx.insert(sessions).values({ id, cookie_hmac: hash('cookie', cookie), ...times });
    return { id, cookie: createSecret(cookie), expiresAt, idleUntil: now + unlockIdleMs };
  };

  return {
    open: (proof, origin, obtained) =>
      db.transaction(async (tx) => {
        const now = clock.now();
        if (!(await isRight(tx, proof, now))) return undefined;
        const ended = or(lt(sessions.expires_at, now), lt(sessions.last_seen_at, now - unlockIdleMs));
        await tx.delete(sessions).where(ended);
        await tx.delete(links).where(lt(links.expires_at, now));
        if (obtained !== undefined) await tx.delete(sessions).where(eq(sessions.cookie_hmac, hash('cookie', obtained)));
        const opened = await insert(tx, now);
        const by = 'code' in proof ? 'link' : 'operator_token';
        await note(tx, operatorAuthor(origin, opened.id), 'console_session.opened', opened.id, { by });
        return opened;
      }),
    async find(cookie, isQuiet = false) {
      if (!secretForm.test(cookie)) return undefined;
      const now = clock.now();
      const own = and(eq(sessions.cookie_hmac, hash('cookie', cookie)), isLive(now));
      const [row] = await db.select().from(sessions).where(own);
      if (row === undefined) return undefined;
      if (!isQuiet && now - row.last_seen_at >= seenEveryMs) {
        await db
          .update(sessions)
          .set({ last_seen_at: sql`greatest(${sessions.last_seen_at}, ${now})` })
          .where(eq(sessions.id, row.id));
      }
      const seenAt = isQuiet ? row.last_seen_at : Math.max(row.last_seen_at, now);
      const idleUntil = Math.min(row.expires_at, seenAt + unlockIdleMs);
      return { id: row.id, expiresAt: row.expires_at, idleUntil };
    },
    close: (cookie, origin) =>
      db.transaction(async (tx) => {
        const own = eq(sessions.cookie_hmac, hash('cookie', cookie));
        const [closed] = await tx.delete(sessions).where(own).returning({ id: sessions.id });
        if (closed === undefined) return false;
        await note(tx, operatorAuthor(origin, closed.id), 'console_session.closed', closed.id);
        return true;
      }),
    async createCode(tx, author) {
      const code = drawSecret();
      const expiresAt = clock.now() + linkMs;
      await tx.insert(links).values({ code_hmac: hash('code', code), expires_at: expiresAt });
      const about = { resourceType: 'console_link', resourceId: hash('code', code).slice(0, 16) };
      await audit.append(tx, author, { action: 'console_link.created', ...about });
      return { code: createSecret(code), expiresAt };
    },
  };
}

function operatorAuthor(origin: CallOrigin, sessionId: string): Author {
  return { ...toAuthor(toAdmin({})), origin, credentialId: sessionId };
}
