/** The audit log for admins: lists, exports with a signed checkpoint at the end, and the check of the whole chain. */
import { nodeProofCrypto } from '@assay/sdk/crypto';
import type { AuditFilters, AuditVerification } from '../../../contract/api/audit-log/shapes.ts';
import {
  type AuditCheckpoint,
  type AuditEntry,
  type AuditHead,
  auditCheckpointType,
  firstPrevHash,
} from '../../../contract/audit-log.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import { type BrokenLink, findBrokenLink } from '../../../proof/audit-log.ts';
import type { PassportKey } from '../keys/key-file.ts';
import { signToken } from '../keys/sign-token.ts';
import { readHead } from './append.ts';
import { toEntry } from './entry.ts';
import { type AuditStore, createAuditStore } from './store.ts';
import type { AuditRow } from './tables.ts';

export interface AuditLog {
  /** Newest first. */
  list(orgId: string, filters: AuditFilters, page: PageStart): Promise<Page<AuditEntry>>;
  /**
   * Exports JSON lines, oldest first, with one page in memory at a time. Without filters the last line is the signed checkpoint
   * of all lines before it.
   */
  export(orgId: string, filters: AuditFilters): AsyncGenerator<string>;
  /** Checks the chain up to the first broken link. @throws AppError `too_many_requests` while too many checks run. */
  verify(orgId: string, known: AuditHead | undefined): Promise<AuditVerification>;
}

export interface AuditLogDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly key: PassportKey;
  readonly issuer: string;
  readonly store?: AuditStore;
  /** Most entries in memory at a time. */
  readonly pageSize?: number;
}

/** Most checks at a time in one process: each reads the whole log. */
const maxWalks = 4;

export function createAuditLog(deps: AuditLogDeps): AuditLog {
  const { db, store = createAuditStore(db), pageSize = 500 } = deps;
  let walks = 0;

  async function* readAll(orgId: string, filters: AuditFilters, last: number): AsyncGenerator<AuditRow[]> {
    let after: number | undefined;
    for (;;) {
      const rows = await store.read(orgId, filters, { after, last, limit: pageSize });
      if (rows.length > 0) yield rows;
      if (rows.length < pageSize) return;
      after = rows.at(-1)?.seq;
    }
  }

  const walk = async (orgId: string, known: AuditHead | undefined): Promise<AuditVerification> => {
    const { seq: last } = await readHead(db, orgId);
    let head: AuditHead = { seq: 0, hash: firstPrevHash };
    let broken: BrokenLink | null = null;
    let contains = known?.seq === 0 && known.hash === firstPrevHash;
    for await (const rows of readAll(orgId, {}, last)) {
      for (const row of rows) {
        broken = (await findBrokenLink(head, toEntry(row), nodeProofCrypto)) ?? null;
        if (broken !== null) break;
        head = { seq: row.seq, hash: row.hash };
        if (known?.seq === head.seq) contains = known.hash === head.hash;
      }
      if (broken !== null) break;
    }
    const containsKnown = known === undefined ? null : contains;
    const intact = broken === null && containsKnown !== false;
    return { org_id: orgId, intact, entries: head.seq, head, broken, contains_known: containsKnown };
  };

  return {
    list: async (orgId, filters, page) => toPage(await store.list(orgId, filters, page), page.limit, toEntry),
    async *export(orgId, filters) {
      const head = await readHead(db, orgId);
      for await (const rows of readAll(orgId, filters, head.seq)) {
        yield rows.map((row) => `${JSON.stringify(toEntry(row))}\n`).join('');
      }
      if (Object.keys(filters).length === 0) yield `${JSON.stringify({ checkpoint: signHead(deps, orgId, head) })}\n`;
    },
    async verify(orgId, known) {
      if (walks >= maxWalks) {
        throw new AppError('too_many_requests', 'a check of the audit log is already running', { retryAfterS: 5 });
      }
      walks += 1;
      try {
        return await walk(orgId, known);
      } finally {
        walks -= 1;
      }
    },
  };
}

function signHead({ key, issuer, clock }: AuditLogDeps, orgId: string, { seq, hash }: AuditHead): string {
  const claims: AuditCheckpoint = { iss: issuer, iat: Math.floor(clock.now() / 1000), org_id: orgId, seq, hash };
  return signToken(key, auditCheckpointType, claims);
}
