/**
 * Limits password guessing, in the database, so that all processes of a verifier share the limits. An attempt counts as failed as
 * soon as it is admitted, and is forgiven if it was right: parallel attempts cannot slip through.
 */
import { createHash } from 'node:crypto';
import { inArray, lt, sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { isLoopback } from '../../../platform/http/access.ts';
import { signInAttemptsTable } from './tables.ts';
import { openAt, relevantFailures, type ThrottleRule } from './throttle-rule.ts';

export interface Throttle {
  /**
   * Admits or refuses an attempt, before the password is checked.
   * @throws AppError `too_many_requests` with the reason `rate_limited` and Retry-After.
   */
  enter(email: string, address: string): Promise<AttemptTicket>;
}

export interface AttemptTicket {
  /** The password was right: the attempt no longer counts. */
  forgive(): Promise<void>;
  /** The password was not checked: the attempt never counted. */
  withdraw(): Promise<void>;
}

const minute = 60_000;
const day = 24 * 60 * minute;
const windowMs = 15 * minute;

/** Limits of the three kinds of targets. */
export const throttleRules = {
  /** One account from one address. */
  pair: { free: 5, baseMs: 2_000, maxMs: 15 * minute, windowMs },
  /** One address, at any account: an office may share one. */
  address: { free: 30, baseMs: 2_000, maxMs: 15 * minute, windowMs },
  /**
   * One account from everywhere. The limit is low and does not apply to an address from which its owner has signed in before: an
   * attacker with many addresses is slowed down, and cannot keep the owner out.
   */
  account: { free: 20, baseMs: 1_000, maxMs: minute, windowMs },
} as const satisfies Readonly<Record<string, ThrottleRule>>;

/** How long an address counts as known after a successful sign-in. */
const knownPlaceMs = 30 * day;
const maxForgotten = 100;

type Kind = keyof typeof throttleRules;

export function createThrottle({ db, clock }: { readonly db: Db; readonly clock: Clock }): Throttle {
  const table = signInAttemptsTable;

  /** Locks the rows in the order of their names, so that two attempts never wait for each other. */
  const hold = async (tx: Db, buckets: readonly string[], now: number) => {
    const sorted = [...buckets].sort();
    const fresh = sorted.map((bucket) => ({ bucket, failures: [], succeeded_at: null, forget_at: now + windowMs }));
    await tx.insert(table).values(fresh).onConflictDoNothing();
    const rows = await tx.select().from(table).where(inArray(table.bucket, sorted)).orderBy(table.bucket).for('update');
    return new Map(rows.map((row) => [row.bucket, row]));
  };

  const forgetOld = (now: number) =>
    db.execute(sql`delete from ${table} where bucket in
      (select bucket from ${table} where ${lt(table.forget_at, now)} limit ${maxForgotten} for update skip locked)`);

  const rewrite = async (
    { buckets, asked }: Guessed,
    change: (kind: Kind, failures: readonly number[], now: number) => readonly number[],
    step: 'enter' | 'forgive' | 'withdraw',
  ): Promise<number> => {
    const now = clock.now();
    await db.transaction(async (tx) => {
      const rows = await hold(tx, Object.values(buckets), now);
      const found = (kind: Kind) => rows.get(buckets[kind]);
      if (step === 'enter') assertOpen(found, asked, now);
      for (const kind of kinds) {
        const row = found(kind);
        const failures = change(kind, row?.failures ?? [], now);
        const succeeded = step === 'forgive' && kind === 'pair' ? now : (row?.succeeded_at ?? null);
        const forgetAt = Math.max(now + windowMs, succeeded === null ? 0 : succeeded + knownPlaceMs);
        await tx
          .update(table)
          .set({ failures, succeeded_at: succeeded, forget_at: forgetAt })
          .where(sql`${table.bucket} = ${buckets[kind]}`);
      }
    });
    return now;
  };

  return {
    async enter(email, address) {
      const guessed = toGuessed(email, address);
      const enteredAt = await rewrite(
        guessed,
        (kind, failures, now) => [...relevantFailures(throttleRules[kind], failures, now), now],
        'enter',
      );
      await forgetOld(enteredAt);
      return {
        async forgive() {
          // Failures at the account from elsewhere stay counted: the owner's sign-in does not excuse them.
          await rewrite(guessed, (kind, failures) => (kind === 'pair' ? [] : without(failures, enteredAt)), 'forgive');
        },
        async withdraw() {
          await rewrite(guessed, (_kind, failures) => without(failures, enteredAt), 'withdraw');
        },
      };
    },
  };
}

const kinds: readonly Kind[] = ['pair', 'address', 'account'];

/** Finds the stored attempts of a kind. */
type Found = (kind: Kind) => { readonly failures: readonly number[]; readonly succeeded_at: number | null } | undefined;

function assertOpen(found: Found, applying: readonly Kind[], now: number): void {
  const succeededAt = found('pair')?.succeeded_at ?? null;
  const isKnownPlace = succeededAt !== null && now - succeededAt < knownPlaceMs;
  const asked = isKnownPlace ? applying.filter((kind) => kind !== 'account') : applying;
  const open = Math.max(...asked.map((kind) => openAt(throttleRules[kind], found(kind)?.failures ?? [], now)));
  if (open <= now) return;
  throw new AppError('too_many_requests', 'too many failed attempts to sign in', {
    detail: 'too many attempts to sign in: try again later',
    retryAfterS: Math.max(1, Math.ceil((open - now) / 1000)),
    extensions: { reason: 'rate_limited' },
  });
}

function without(failures: readonly number[], at: number): number[] {
  const index = failures.lastIndexOf(at);
  return index < 0 ? [...failures] : failures.toSpliced(index, 1);
}

interface Guessed {
  readonly buckets: Readonly<Record<Kind, string>>;
  /** The rules that apply. */
  readonly asked: readonly Kind[];
}

function toGuessed(email: string, address: string): Guessed {
  const place = toPlace(address);
  const buckets = {
    pair: toBucket('pair', email, place),
    address: toBucket('address', place),
    account: toBucket('account', email),
  };
  // Behind an unnamed proxy on this machine everybody has the loopback address: its limit would lock everybody out.
  return {
    buckets,
    asked: isLoopback(place) || isLoopback(address) ? kinds.filter((kind) => kind !== 'address') : kinds,
  };
}

function toBucket(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts), 'utf8').digest('hex');
}

/** Gives the address to count by: a whole /64 for IPv6, because a client may choose any address in it. */
export function toPlace(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const bare = address.split('%', 1)[0] ?? address;
  if (!bare.includes(':')) return bare;
  const [head = '', tail] = bare.toLowerCase().split('::', 2);
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
