/**
 * The log of configuration changes of an organisation. Each change raises the organisation's revision, which names the bundle
 * for gateways, and is the history of the changed record.
 */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { ChangeView } from '../../../contract/api/changes.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import { beforeCommit } from '../../../platform/db/after-commit.ts';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import type { Audit, AuditEntry } from '../audit-log/append.ts';
import type { Author } from './author.ts';
import { type ChangeKind, type ControlChangeRow, controlChangesTable, lineageTable } from './tables.ts';

/** One change, as its feature reports it. */
export interface ControlChange {
  readonly kind: ChangeKind;
  readonly subjectId: string;
  /** `created`, `updated`, `removed`, `activated` … */
  readonly action: string;
  readonly scope: Scope;
  /** Revision of the record after the change; 0 if it was removed. */
  readonly revision: number;
  /** The record after the change. */
  readonly document?: unknown;
  readonly reason?: string;
}

/** The configuration's present revision. */
export interface ControlRevision {
  /** 0 before the first change. */
  readonly revision: number;
  /** Milliseconds since the epoch; 0 before the first change. */
  readonly changedAt: number;
}

export interface ControlChanges {
  /**
   * Blocks every other change of the organisation until the transaction ends, so that revisions are committed in order and
   * earlier reads stay valid. Call it first in a transaction that writes configuration.
   */
  hold(tx: Db, orgId: string): Promise<void>;
  /** Records a change in its transaction; gives the organisation's new revision. */
  record(tx: Db, author: Author, change: ControlChange): Promise<number>;
  /** Records many at once, in their order. */
  recordMany(tx: Db, author: Author, changes: readonly ControlChange[]): Promise<void>;
  current(db: Db, orgId: string): Promise<ControlRevision>;
  /** Gives the name of this database; a new database after a loss has another one. */
  lineage(): Promise<string>;
  /** Newest first. */
  history(orgId: string, kind: ChangeKind, subjectId: string, page: PageStart): Promise<Page<ChangeView>>;
}

/** Checks the whole configuration of an organisation before a change is committed. @throws AppError `unprocessable`. */
export type ConfigurationCheck = (tx: Db, orgId: string) => Promise<void>;

export interface ControlChangesDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  /** Every change is written to the audit log too. */
  readonly audit: Audit;
  /** Runs before each commit that changes what gateways read. */
  readonly checkConfiguration: ConfigurationCheck;
}

export function createControlChanges(deps: ControlChangesDeps): ControlChanges {
  const { db, clock, randomBytes, audit, checkConfiguration } = deps;
  const table = controlChangesTable;
  let known: Promise<string> | undefined;

  const loadLineage = (): Promise<string> =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('control/lineage', 0))`);
      const [row] = await tx.select().from(lineageTable);
      if (row !== undefined) return row.id;
      const id = createId('cfg', clock, randomBytes);
      await tx.insert(lineageTable).values({ id });
      return id;
    });

  const hold = async (tx: Db, orgId: string): Promise<void> => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`control/${orgId}`}, 0))`);
  };

  /** Changes that suspend, revoke or end something are never blocked by this check. */
  const checkLast = async (tx: Db, orgId: string, changed: readonly ControlChange[]): Promise<void> => {
    if (!changed.some(({ kind }) => checkedKinds.has(kind))) return;
    await beforeCommit(tx, `configuration of ${orgId}`, () => checkConfiguration(tx, orgId));
  };

  const toRow = ({ orgId, user }: Author, { subjectId, scope, document, reason, ...change }: ControlChange) => ({
    ...change,
    org_id: orgId,
    subject_id: subjectId,
    scope_level: scope.level,
    scope_id: scope.id,
    document: document ?? null,
    reason: reason ?? null,
    changed_at: clock.now(),
    changed_by: user,
  });

  return {
    hold,
    async record(tx, author, change) {
      await hold(tx, author.orgId);
      const [row] = await tx.insert(table).values(toRow(author, change)).returning({ seq: table.seq });
      if (row === undefined) throw new Error('an insert returns its row');
      await audit.append(tx, author, toAuditEntry(change));
      await checkLast(tx, author.orgId, [change]);
      return row.seq;
    },
    async recordMany(tx, author, list) {
      await hold(tx, author.orgId);
      for (let start = 0; start < list.length; start += maxConcurrent) {
        const rows = list.slice(start, start + maxConcurrent).map((change) => toRow(author, change));
        await tx.insert(table).values(rows);
      }
      await audit.appendMany(tx, author, list.map(toAuditEntry));
      await checkLast(tx, author.orgId, list);
    },
    async current(from, orgId) {
      const [row] = await from
        .select({ revision: table.seq, changedAt: table.changed_at })
        .from(table)
        .where(eq(table.org_id, orgId))
        .orderBy(desc(table.seq))
        .limit(1);
      return row ?? { revision: 0, changedAt: 0 };
    },
    lineage: () => {
      known ??= loadLineage();
      return known;
    },
    async history(orgId, kind, subjectId, page) {
      const rows = await selectPage(db.select().from(table), {
        where: and(eq(table.org_id, orgId), eq(table.kind, kind), eq(table.subject_id, subjectId)),
        seq: table.seq,
        page,
      });
      return toPage(rows, page.limit, toView);
    },
  };
}

/** Changes of chains, settings, policies and registries. */
const checkedKinds: ReadonlySet<ChangeKind> = new Set([
  ...(['organization', 'workspace', 'auditor', 'auditor_settings', 'policy', 'preset'] as const),
  ...(['registered_auditor', 'registered_model'] as const),
]);

/** A statement has at most 65,535 parameters. */
const maxConcurrent = 1_000;

/** The document itself stays in the history of the record. */
function toAuditEntry({ kind, action, subjectId, scope, revision, reason }: ControlChange): AuditEntry {
  return {
    action: `${kind}.${action}`,
    resourceType: kind,
    resourceId: subjectId,
    details: { scope, revision, ...(reason === undefined ? {} : { reason }) },
  };
}

function toView(row: ControlChangeRow): ChangeView {
  return {
    org_revision: row.seq,
    action: row.action,
    scope: { level: row.scope_level, id: row.scope_id },
    revision: row.revision,
    document: row.document,
    reason: row.reason,
    changed_at: toTimestamp(row.changed_at),
    changed_by: row.changed_by,
  };
}
