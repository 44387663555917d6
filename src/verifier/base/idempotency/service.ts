/**
 * Makes writes repeatable (`Idempotency-Key`): the write and its stored answer are one transaction, so that a repeat either
 * finds the whole answer or does the whole write.
 */
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { idempotencyTable } from './tables.ts';

/** A write, as its caller names it. */
export interface RepeatableWrite {
  readonly orgId: string;
  /** Method and path, e.g. `POST /v1/appraisal-policies`. */
  readonly operation: string;
  /** Absent: done without a stored answer. */
  readonly key: string | undefined;
  readonly request: unknown;
}

export interface WriteAnswer<T> {
  readonly status: number;
  readonly body: T;
}

export interface Idempotency {
  /**
   * Runs the write in one transaction, or gives its earlier answer.
   * @throws AppError `idempotency_mismatch` for another request under the same key.
   */
  once<T>(write: RepeatableWrite, run: (tx: Db) => Promise<WriteAnswer<T>>): Promise<WriteAnswer<T>>;
}

const memoryMs = 24 * 60 * 60 * 1000;

export function createIdempotency({ db, clock }: { db: Db; clock: Clock }): Idempotency {
  const table = idempotencyTable;
  return {
    once: <T>({ orgId, operation, key, request }: RepeatableWrite, run: (tx: Db) => Promise<WriteAnswer<T>>) =>
      db.transaction(async (tx) => {
        if (key === undefined) return run(tx);
        const now = clock.now();
        const lock = `idempotency/${orgId}/${operation}/${key}`;
        // Of two concurrent calls with one key, the second waits here and then finds the answer of the first.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
        await tx.delete(table).where(lt(table.created_at, now - memoryMs));
        const sha = sha256Hex(canonicalize(request ?? null));
        const own = and(eq(table.org_id, orgId), eq(table.operation, operation), eq(table.idempotency_key, key));
        const [known] = await tx.select().from(table).where(own);
        if (known !== undefined) {
          if (known.request_sha256 !== sha) throw mismatch();
          // `run` gave it when the same request came first.
          return { status: known.status, body: JSON.parse(known.answer) as T };
        }
        const answer = await run(tx);
        await tx.insert(table).values({
          org_id: orgId,
          operation,
          idempotency_key: key,
          request_sha256: sha,
          status: answer.status,
          answer: JSON.stringify(answer.body),
          created_at: now,
        });
        return answer;
      }),
  };
}

function mismatch(): AppError {
  const detail = 'this Idempotency-Key was used with another request';
  return new AppError('idempotency_mismatch', detail, { detail });
}
