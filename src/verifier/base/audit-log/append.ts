/**
 * Adds entries to an organisation's audit log, in the transaction of the act. One writer at a time: every administrative write
 * calls `changes.hold` first, and takes the log's own lock last.
 */
import { desc, eq, sql } from 'drizzle-orm';
import { type AuditHead, firstPrevHash } from '../../../contract/audit-log.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Author } from '../control/author.ts';
import { sealRow } from './entry.ts';
import { auditLogTable } from './tables.ts';

/** An act, as the feature describes it. */
export interface AuditEntry {
  /** Object and outcome: `agent.suspended`, `policy.activated` … */
  readonly action: string;
  readonly resourceType: string;
  readonly resourceId: string;
  /** Never a secret, and no more than a reader needs. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Why it was refused or failed; absent after success. */
  readonly failure?: string;
}

export interface Audit {
  append(tx: Db, author: Author, entry: AuditEntry): Promise<void>;
  /** Appends many entries, in their order. */
  appendMany(tx: Db, author: Author, entries: readonly AuditEntry[]): Promise<void>;
}

/** A statement has at most 65,535 parameters. */
const maxConcurrent = 1_000;

export function createAudit({ clock }: { readonly clock: Clock }): Audit {
  const table = auditLogTable;

  const appendMany = async (tx: Db, author: Author, entries: readonly AuditEntry[]): Promise<void> => {
    if (entries.length === 0) return;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`audit/${author.orgId}`}, 0))`);
    let last: AuditHead = await readHead(tx, author.orgId);
    const timestamp = clock.now();
    const rows = entries.map((entry) => {
      const row = sealRow({ ...toFacts(author, entry), seq: last.seq + 1, timestamp, prev_hash: last.hash });
      last = row;
      return row;
    });
    for (let start = 0; start < rows.length; start += maxConcurrent) {
      await tx.insert(table).values(rows.slice(start, start + maxConcurrent));
    }
  };

  return { append: (tx, author, entry) => appendMany(tx, author, [entry]), appendMany };
}

/** Gives the newest entry of an organisation; number 0 before the first. */
export async function readHead(db: Db, orgId: string): Promise<AuditHead> {
  const [head] = await db
    .select({ seq: auditLogTable.seq, hash: auditLogTable.hash })
    .from(auditLogTable)
    .where(eq(auditLogTable.org_id, orgId))
    .orderBy(desc(auditLogTable.seq))
    .limit(1);
  return head ?? { seq: 0, hash: firstPrevHash };
}

function toFacts({ orgId, user, kind, actor, credentialId, origin }: Author, entry: AuditEntry) {
  const { action, resourceType, resourceId, details = {}, failure } = entry;
  return {
    org_id: orgId,
    action,
    actor_type: kind,
    actor_id: user,
    credential_id: credentialId ?? null,
    acting_agent_id: actor?.agentId ?? null,
    acting_grant_id: actor?.grantId ?? null,
    resource_type: resourceType,
    resource_id: resourceId,
    details,
    ip_address: origin?.ipAddress ?? null,
    user_agent: origin?.userAgent ?? null,
    request_id: origin?.requestId ?? null,
    success: failure === undefined,
    error_message: failure ?? null,
  };
}
