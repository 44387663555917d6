/** Publishers of an organisation: their names, their signing keys, and whether a signature counts. */
import { sql } from 'drizzle-orm';
import type { PublisherView, WritePublisher } from '../../../contract/api/publishers/shapes.ts';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import { conflict } from '../../../platform/refusals.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import type { Author } from '../../base/control/author.ts';
import { staleRevision } from '../../base/revision.ts';
import { readReleaseKeys } from './keys.ts';
import type { Publishers } from './ports.ts';
import type { PublisherStore } from './store.ts';
import type { PublisherRow } from './tables.ts';
import { verifyReleaseBy } from './verify-release.ts';

/** Writes run in the caller's transaction. */
export interface PublisherService extends Publishers {
  /** @throws AppError `conflict` for a name that is taken, `unprocessable` for keys. */
  create(tx: Db, author: Author, request: WritePublisher): Promise<PublisherView>;
  /** Replaces it completely: omitted keys are no longer trusted. @throws AppError `precondition_failed`. */
  replace(tx: Db, author: Author, id: string, request: WritePublisher, revision: number): Promise<PublisherView>;
  /** Releases that it signed stay registered and become untrusted. */
  remove(tx: Db, author: Author, id: string, revision: number): Promise<void>;
  /** @throws AppError `not_found`. */
  get(db: Db, orgId: string, id: string): Promise<PublisherView>;
  list(db: Db, orgId: string, page: PageStart): Promise<Page<PublisherView>>;
}

export interface PublisherServiceDeps {
  readonly store: PublisherStore;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

const maxPublishers = 200;

export function createPublisherService({ store, audit, clock, randomBytes }: PublisherServiceDeps): PublisherService {
  const get = async (db: Db, orgId: string, id: string): Promise<PublisherRow> => {
    const row = await store.find(db, orgId, id);
    if (row !== undefined) return row;
    const detail = 'there is no such publisher';
    throw new AppError('not_found', detail, { detail });
  };

  const note = (tx: Db, author: Author, action: string, row: PublisherRow): Promise<void> => {
    const details = { name: row.name, status: row.status, keys: row.keys.map(({ thumbprint }) => thumbprint) };
    return audit.append(tx, author, {
      action: `publisher.${action}`,
      resourceType: 'publisher',
      resourceId: row.id,
      details,
    });
  };

  const toContent = ({ name, description = '', keys, status = 'active' }: WritePublisher) => ({
    name,
    description,
    status,
    keys: readReleaseKeys(keys),
    updated_at: clock.now(),
  });

  return {
    async create(tx, author, request) {
      const { orgId } = author;
      const content = toContent(request);
      // Two concurrent calls could both find room for one.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`publishers/${orgId}`}, 0))`);
      if ((await store.count(tx, orgId)) >= maxPublishers) {
        throw conflict(`an organisation has at most ${maxPublishers} publishers`, 'publisher_limit');
      }
      const row = await store.insert(tx, {
        ...content,
        org_id: orgId,
        id: createId('pub', clock, randomBytes),
        revision: 1,
        created_at: clock.now(),
        created_by: author.user,
      });
      if (row === undefined) throw nameTaken();
      await note(tx, author, 'created', row);
      return toView(row);
    },
    async replace(tx, author, id, request, revision) {
      const content = toContent(request);
      await get(tx, author.orgId, id);
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`publishers/${author.orgId}`}, 0))`);
      const named = await store.findByName(tx, author.orgId, content.name);
      if (named !== undefined && named.id !== id) throw nameTaken();
      const row = await store.update(tx, author.orgId, id, revision, content);
      if (row === undefined) throw staleRevision();
      await note(tx, author, 'updated', row);
      return toView(row);
    },
    async remove(tx, author, id, revision) {
      const row = await get(tx, author.orgId, id);
      if (!(await store.remove(tx, author.orgId, id, revision))) throw staleRevision();
      await note(tx, author, 'removed', row);
    },
    get: async (db, orgId, id) => toView(await get(db, orgId, id)),
    list: async (db, orgId, page) => toPage(await store.list(db, orgId, page), page.limit, toView),
    async verifyRelease(db, orgId, publisherId, jws, expected) {
      const row = await store.find(db, orgId, publisherId);
      if (row === undefined) {
        return { ok: false, reason: 'publisher_unknown', detail: 'there is no such publisher: add it first' };
      }
      if (row.status === 'active') return verifyReleaseBy(row.keys, jws, expected);
      return { ok: false, reason: 'publisher_suspended', detail: `the publisher ${row.name} is suspended` };
    },
    async trustNow(db, orgId) {
      const rows = await store.listAll(db, orgId);
      const live = rows.filter(({ status }) => status === 'active');
      const known = new Set(live.flatMap(({ id, keys }) => keys.map(({ thumbprint }) => `${id} ${thumbprint}`)));
      return ({ publisherId, kid }) => (known.has(`${publisherId} ${kid}`) ? 'trusted' : 'untrusted');
    },
  };
}

function toView({ seq: _seq, org_id: _org, keys, created_at, updated_at, ...rest }: PublisherRow): PublisherView {
  return {
    ...rest,
    keys: { keys: keys.map(({ jwk, kid, thumbprint }) => ({ ...jwk, kid, thumbprint })) },
    created_at: toTimestamp(created_at),
    updated_at: toTimestamp(updated_at),
  };
}

function nameTaken(): AppError {
  return conflict('a publisher with this name already exists', 'publisher_exists');
}
