/** Helpers of the audit log's tests: authors, entries, and changes of stored rows that the database refuses. */
import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { createAuthor } from '../control/author.ts';
import type { AuditEntry } from './append.ts';

export const author = (user = 'usr_1', orgId = 'default') => createAuthor(orgId, user);

export function anEntry(change: Partial<AuditEntry> = {}): AuditEntry {
  return { action: 'thing.made', resourceType: 'thing', resourceId: 'thing-1', ...change };
}

/** Changes stored rows, as somebody with the database owner's rights could. */
export async function tamper(db: Db, run: (tx: Db) => Promise<unknown>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`alter table audit_log disable trigger audit_log_append_only`);
    await run(tx);
    await tx.execute(sql`alter table audit_log enable trigger audit_log_append_only`);
  });
}

export async function collect(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const chunk of lines) all.push(...chunk.split('\n').filter((line) => line !== ''));
  return all;
}
