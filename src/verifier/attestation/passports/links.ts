/** Links to passports: whoever has one reads the passport and its proof, until it expires or is taken back. */
import { sha256Hex, toBase64Url } from '@assay/sdk/crypto';
import { and, count, eq, gt, isNull, or } from 'drizzle-orm';
import {
  type CreatedPassportLink,
  type CreatePassportLink,
  type LinkedPassport,
  maxPassportLinks,
  type PassportLink,
} from '../../../contract/api/passports/link-shapes.ts';
import { type Clock, toTimestamp, toTimestampOrNull } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import type { Author } from '../../base/control/author.ts';
import type { Bundles } from './bundle.ts';
import { type PassportLinkRow, passportLinksTable } from './link-tables.ts';
import { noSuchPassport } from './state.ts';
import { toPublicPassport } from './status.ts';
import type { PassportStore } from './store.ts';

export interface PassportLinks {
  create(tx: Db, author: Author, passportId: string, wanted: CreatePassportLink): Promise<CreatedPassportLink>;
  list(orgId: string, passportId: string, page: PageStart): Promise<Page<PassportLink>>;
  /** Idempotent. @throws AppError `not_found`. */
  revoke(tx: Db, author: Author, passportId: string, linkId: string): Promise<void>;
  /** @throws AppError `not_found` for a link that does not work, whatever the cause. */
  read(token: string): Promise<LinkedPassport>;
}

export interface PassportLinksDeps {
  readonly db: Db;
  readonly store: PassportStore;
  readonly bundles: Pick<Bundles, 'ofPassport'>;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  /** Address of the verifier. */
  readonly issuer: string;
  readonly audit: Audit;
  /** Blocks other administrative writes of the organisation. Call it first in each of them. */
  readonly hold: (tx: Db, orgId: string) => Promise<void>;
}

const tokenBytes = 32;

export function createPassportLinks(deps: PassportLinksDeps): PassportLinks {
  const { db, store, clock, audit } = deps;
  const table = passportLinksTable;
  const ofPassport = (orgId: string, passportId: string) =>
    and(eq(table.org_id, orgId), eq(table.passport_id, passportId));
  const works = () => and(isNull(table.revoked_at), or(isNull(table.expires_at), gt(table.expires_at, clock.now())));
  const assertPassport = async (orgId: string, passportId: string, from?: Db): Promise<void> => {
    if ((await store.find(orgId, passportId, from)) === undefined) throw noSuchPassport();
  };

  return {
    async create(tx, author, passportId, { expires_at, label = '' }) {
      const { orgId, user } = author;
      await deps.hold(tx, orgId);
      await assertPassport(orgId, passportId, tx);
      const now = clock.now();
      const expiresAt = expires_at === undefined ? null : Date.parse(expires_at);
      if (expiresAt !== null && expiresAt <= now) throw inPast();
      const [working] = await tx
        .select({ count: count() })
        .from(table)
        .where(and(ofPassport(orgId, passportId), works()));
      if ((working?.count ?? 0) >= maxPassportLinks) throw tooMany();
      const token = toBase64Url(deps.randomBytes(tokenBytes));
      const id = createId('pl', clock, deps.randomBytes);
      const [row] = await tx
        .insert(table)
        .values({
          org_id: orgId,
          id,
          passport_id: passportId,
          token_sha256: sha256Hex(token),
          label,
          created_at: now,
          created_by: user,
          expires_at: expiresAt,
        })
        .returning();
      if (row === undefined) throw new Error('an insert returns its row');
      const details = { link_id: id, expires_at: toTimestampOrNull(expiresAt) };
      await audit.append(tx, author, { action: 'passport.link_created', ...about(passportId), details });
      return { ...toLink(row, now), token, url: `${deps.issuer.replace(/\/$/, '')}/console/verify#link=${token}` };
    },
    async list(orgId, passportId, page) {
      await assertPassport(orgId, passportId);
      const where = ofPassport(orgId, passportId);
      const rows = await selectPage(db.select().from(table), { where, seq: table.seq, page });
      return toPage(rows, page.limit, (row) => toLink(row, clock.now()));
    },
    async revoke(tx, author, passportId, linkId) {
      await deps.hold(tx, author.orgId);
      const own = and(ofPassport(author.orgId, passportId), eq(table.id, linkId));
      const [row] = await tx.select().from(table).where(own);
      if (row === undefined) throw noSuchLink();
      if (row.revoked_at !== null) return;
      await tx.update(table).set({ revoked_at: clock.now() }).where(own);
      const details = { link_id: linkId };
      await audit.append(tx, author, { action: 'passport.link_revoked', ...about(passportId), details });
    },
    async read(token) {
      const [row] = await db
        .select()
        .from(table)
        .where(and(eq(table.token_sha256, sha256Hex(token)), works()));
      const passport = row === undefined ? undefined : await store.find(row.org_id, row.passport_id);
      if (row === undefined || passport === undefined) throw noSuchLink();
      return {
        passport: toPublicPassport(passport, clock.now()),
        bundle: await deps.bundles.ofPassport(row.org_id, row.passport_id),
        expires_at: toTimestampOrNull(row.expires_at),
      };
    },
  };
}

const about = (passportId: string) => ({ resourceType: 'passport', resourceId: passportId });

function toLink(row: PassportLinkRow, now: number): PassportLink {
  const { id, passport_id, label, created_by } = row;
  const isExpired = row.expires_at !== null && row.expires_at <= now;
  return {
    id,
    passport_id,
    label,
    created_at: toTimestamp(row.created_at),
    created_by,
    expires_at: toTimestampOrNull(row.expires_at),
    revoked_at: toTimestampOrNull(row.revoked_at),
    state: row.revoked_at !== null ? 'revoked' : isExpired ? 'expired' : 'active',
  };
}

function noSuchLink(): AppError {
  const detail = 'the link is unknown, has expired, or was taken back';
  return new AppError('not_found', detail, { detail });
}

function inPast(): AppError {
  const detail = 'expires_at is in the past: name a later time, or none';
  return new AppError('unprocessable', detail, { detail, errors: [{ pointer: '/expires_at', message: detail }] });
}

function tooMany(): AppError {
  const detail = `the passport has ${maxPassportLinks} links that work: take one back first`;
  return new AppError('conflict', detail, { detail });
}
