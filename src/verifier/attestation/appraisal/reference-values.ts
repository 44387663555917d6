/** Sets of reference values: stored in versions, revoked for good. A revocation revokes the passports that depend on them. */

import type {
  ReferenceValues,
  ReferenceValuesVersion,
  WriteReferenceValues,
} from '../../../contract/api/appraisal/reference-shapes.ts';
import { type Clock, toTimestamp, toTimestampOrNull } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import type { Author } from '../../base/control/author.ts';
import { staleRevision } from '../../base/revision.ts';
import type { TrustChanges } from './changes.ts';
import { hashDocument, normaliseReferenceValues, readReferenceValues } from './documents.ts';
import type { AppraisalRecordStore, StoredRecord } from './records.ts';
import type { VersionRow } from './tables.ts';

/** Revokes the passports that depend on a set. Returns how many. */
export type RevokePassports = (
  tx: Db,
  orgId: string,
  where: { readonly referenceValuesId: string },
  revocation: { readonly reason: string; readonly by: string },
) => Promise<number>;

export interface ReferenceValueSets {
  create(tx: Db, author: Author, write: WriteReferenceValues): Promise<ReferenceValues>;
  replace(tx: Db, author: Author, id: string, write: WriteReferenceValues, revision: number): Promise<ReferenceValues>;
  /** Idempotent: a second revocation returns the first. */
  revoke(tx: Db, author: Author, id: string, reason: string): Promise<ReferenceValues>;
  get(orgId: string, id: string, version?: number): Promise<ReferenceValues>;
  list(orgId: string, page: PageStart): Promise<Page<ReferenceValues>>;
  history(orgId: string, id: string, page: PageStart): Promise<Page<ReferenceValuesVersion>>;
  /** Finds the newest versions of those that exist, in any order. */
  findMany(db: Db, orgId: string, ids: readonly string[]): Promise<ReferenceValues[]>;
}

export interface ReferenceValueSetsDeps {
  readonly db: Db;
  readonly records: AppraisalRecordStore;
  readonly changes: TrustChanges;
  readonly revokePassports: RevokePassports;
  readonly audit: Audit;
  /** Blocks other administrative writes of the organisation. Call it first in each of them. */
  readonly hold: (tx: Db, orgId: string) => Promise<void>;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

export function createReferenceValueSets(deps: ReferenceValueSetsDeps): ReferenceValueSets {
  const { db, records, changes, clock } = deps;

  const load = async (from: Db, orgId: string, id: string, version?: number): Promise<StoredRecord> => {
    const stored = await records.find(from, orgId, id, version);
    if (stored !== undefined) return stored;
    throw new AppError('not_found', 'no such set', { detail: 'there are no such reference values' });
  };

  const toRow = (author: Author, id: string, write: WriteReferenceValues, version: number) => {
    const document = normaliseReferenceValues(write.reference_values);
    return {
      org_id: author.orgId,
      id,
      version,
      sha256: hashDocument(document),
      document,
      created_at: clock.now(),
      created_by: author.user,
      reason: write.reason ?? null,
    };
  };

  const record = (
    tx: Db,
    author: Author,
    action: 'reference_values_updated' | 'reference_values_revoked',
    about: object,
  ) =>
    changes.record(tx, {
      org_id: author.orgId,
      action,
      workspace_id: '',
      subject_id: '',
      subject_version: null,
      changed_at: clock.now(),
      changed_by: author.user,
      reason: '',
      ...about,
    });

  const tell = (tx: Db, author: Author, action: string, resourceId: string, details: Record<string, unknown>) =>
    deps.audit.append(tx, author, {
      action: `reference_values.${action}`,
      resourceType: 'reference_values',
      resourceId,
      details,
    });

  return {
    async create(tx, author, write) {
      await deps.hold(tx, author.orgId);
      const id = createId('rvs', clock, deps.randomBytes);
      const row = toRow(author, id, write, 1);
      await records.insert(tx, row);
      await tell(tx, author, 'created', id, toDetails(row));
      return toView(await load(tx, author.orgId, id));
    },
    async replace(tx, author, id, write, revision) {
      await deps.hold(tx, author.orgId);
      await load(tx, author.orgId, id);
      const row = toRow(author, id, write, revision + 1);
      if (!(await records.append(tx, row))) throw await whyNot(tx, author.orgId, id);
      const about = { subject_id: id, subject_version: revision + 1, reason: write.reason ?? '' };
      await record(tx, author, 'reference_values_updated', about);
      await tell(tx, author, 'updated', id, toDetails(row));
      return toView(await load(tx, author.orgId, id));
    },
    async revoke(tx, author, id, reason) {
      await deps.hold(tx, author.orgId);
      await load(tx, author.orgId, id);
      const closing = { at: clock.now(), by: author.user, reason };
      const isFirst = await records.close(tx, author.orgId, id, closing);
      const view = toView(await load(tx, author.orgId, id));
      if (!isFirst) return { ...view, passports_revoked: 0 };
      await record(tx, author, 'reference_values_revoked', { subject_id: id, subject_version: view.version, reason });
      const revocation = { reason: `reference values ${id} revoked: ${reason}`, by: author.user };
      const count = await deps.revokePassports(tx, author.orgId, { referenceValuesId: id }, revocation);
      await tell(tx, author, 'revoked', id, { version: view.version, reason, passports_revoked: count });
      return { ...view, passports_revoked: count };
    },
    get: async (orgId, id, version) => toView(await load(db, orgId, id, version)),
    list: async (orgId, page) => toPage(await records.list(db, orgId, page), page.limit, toView),
    async history(orgId, id, page) {
      await load(db, orgId, id);
      return toPage(await records.listVersions(db, orgId, id, page), page.limit, toVersion);
    },
    findMany: async (from, orgId, ids) => (await records.findMany(from, orgId, ids)).map(toView),
  };

  async function whyNot(tx: Db, orgId: string, id: string): Promise<AppError> {
    const { head } = await load(tx, orgId, id);
    if (head.closed_at === null) return staleRevision();
    const detail = 'revoked reference values take no further version';
    return new AppError('conflict', detail, { detail, extensions: { reason: 'revoked' } });
  }
}

function toDetails({ version, sha256, reason }: Pick<VersionRow, 'version' | 'sha256' | 'reason'>) {
  return { version, sha256, reason };
}

function toView({ head, version }: StoredRecord): ReferenceValues {
  return {
    id: head.id,
    org_id: head.org_id,
    ...toVersion(version),
    revision: head.version,
    state: head.closed_at === null ? 'active' : 'revoked',
    revoked_at: toTimestampOrNull(head.closed_at),
    revoked_reason: head.closed_reason,
  };
}

function toVersion(row: VersionRow): ReferenceValuesVersion {
  return {
    version: row.version,
    sha256: row.sha256,
    reference_values: readReferenceValues(row.document),
    created_at: toTimestamp(row.created_at),
    created_by: row.created_by,
    reason: row.reason,
  };
}
