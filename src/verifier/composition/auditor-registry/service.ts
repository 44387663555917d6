/** Releases of auditors: registered once, verified, deprecated, revoked. Their content never changes. */

import type {
  RegisterAuditor,
  RegisteredAuditorView,
  RegisteredListQuery,
  VerificationView,
  VerifyAuditor,
} from '../../../contract/api/auditor-registry/shapes.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import { conflict } from '../../../platform/refusals.ts';
import type { Author } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Events } from '../../base/events/append.ts';
import { staleRevision } from '../../base/revision.ts';
import { parsePlace } from '../../configuration/auditor-catalog/describe.ts';
import type { Publishers } from '../publishers/ports.ts';
import { parseImage } from './image-reference.ts';
import { type CheckedSignature, readSignature, toRecordLabels } from './release-document.ts';
import type { VerificationRunStore, WhichRun } from './run-store.ts';
import type { Standing } from './standing.ts';
import type { ReleaseChange, ReleaseStore } from './store.ts';
import type { ReleaseRow, VerificationRunRow } from './tables.ts';
import { nextStatus, type ReleaseEvent } from './transitions.ts';
import { toReleaseView, toVerificationView } from './views.ts';

/** Writes run in the caller's transaction. */
export interface ReleaseService {
  /** @throws AppError `conflict` for a version or an image that exists, `unprocessable`. */
  register(tx: Db, author: Author, request: RegisterAuditor): Promise<RegisteredAuditorView>;
  /** Starts a verification. Kick `run` after the commit. @throws AppError `conflict`, `unprocessable`. */
  verify(tx: Db, author: Author, id: string, request: VerifyAuditor): Promise<Begun>;
  deprecate(tx: Db, author: Author, id: string, reason: string | undefined): Promise<RegisteredAuditorView>;
  revoke(tx: Db, author: Author, id: string, reason: string): Promise<RegisteredAuditorView>;
  /** @throws AppError `conflict` unless it is a draft. */
  remove(tx: Db, author: Author, id: string, revision: number): Promise<void>;
  /** Includes the chains that name it. @throws AppError `not_found`. */
  get(db: Db, author: Author, id: string): Promise<RegisteredAuditorView>;
  list(db: Db, orgId: string, query: RegisteredListQuery, page: PageStart): Promise<Page<RegisteredAuditorView>>;
  listRuns(db: Db, orgId: string, id: string, page: PageStart): Promise<Page<VerificationView>>;
  getRun(db: Db, orgId: string, id: string, runId: string): Promise<VerificationView>;
}

export interface Begun {
  readonly view: RegisteredAuditorView;
  readonly run: WhichRun;
}

export interface ReleaseServiceDeps {
  readonly store: ReleaseStore;
  readonly runs: VerificationRunStore;
  readonly standing: Standing;
  readonly publishers: Publishers;
  readonly changes: ControlChanges;
  readonly events: Events;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

/** Limit per organisation: gateways get lists of them. */
const maxReleases = 2_000;

export function createReleaseService(deps: ReleaseServiceDeps): ReleaseService {
  return { ...createReading(deps), ...createRegistering(deps), ...createMoving(deps) };
}

async function load({ store }: ReleaseServiceDeps, db: Db, orgId: string, id: string): Promise<ReleaseRow> {
  const row = await store.find(db, orgId, id);
  if (row === undefined) throw noRelease();
  return row;
}

function noRelease(): AppError {
  const detail = 'there is no such registered auditor';
  return new AppError('not_found', detail, { detail });
}

type Reading = Pick<ReleaseService, 'get' | 'list' | 'listRuns' | 'getRun'>;

function createReading(deps: ReleaseServiceDeps): Reading {
  const { store, runs, standing, publishers } = deps;
  return {
    async get(db, author, id) {
      const row = await load(deps, db, author.orgId, id);
      const places = await standing.listPlaces(db, author, row);
      return toReleaseView(row, await publishers.trustNow(db, author.orgId), places);
    },
    async list(db, orgId, query, page) {
      const trust = await publishers.trustNow(db, orgId);
      return toPage(await store.list(db, orgId, query, page), page.limit, (row) => toReleaseView(row, trust));
    },
    async listRuns(db, orgId, id, page) {
      await load(deps, db, orgId, id);
      return toPage(await runs.list(db, orgId, id, page), page.limit, toVerificationView);
    },
    async getRun(db, orgId, id, runId) {
      const run = await runs.find(db, orgId, id, runId);
      if (run !== undefined) return toVerificationView(run);
      const detail = 'there is no such verification';
      throw new AppError('not_found', detail, { detail });
    },
  };
}

function createRegistering(deps: ReleaseServiceDeps): Pick<ReleaseService, 'register'> {
  const { store, publishers, changes, clock, randomBytes } = deps;

  const assertNew = async (tx: Db, orgId: string, { name, version }: RegisterAuditor, digest: string) => {
    if ((await store.findVersion(tx, orgId, name, version)) !== undefined) {
      throw conflict(
        `${name} ${version} is already registered. A version never changes: register a new one`,
        'version_exists',
      );
    }
    const same = await store.findByImage(tx, orgId, digest);
    if (same !== undefined) {
      throw conflict(`this image is already registered as ${same.name} ${same.version} (${same.id})`, 'image_exists');
    }
    if ((await store.count(tx, orgId)) >= maxReleases) {
      throw conflict(`an organisation has at most ${maxReleases} registered auditors`, 'registry_limit');
    }
  };

  return {
    async register(tx, author, request) {
      const { orgId } = author;
      const { digest } = parseImage(request.image);
      const labels = toRecordLabels(request.labels);
      await changes.hold(tx, orgId);
      const signed: CheckedSignature = await readSignature(publishers, tx, orgId, { ...request, labels });
      await assertNew(tx, orgId, request, digest);
      const { name, version, description = '', image, vocabulary_digest, category } = request;
      const row = await store.insert(tx, {
        org_id: orgId,
        id: createId('arg', clock, randomBytes),
        name,
        version,
        description,
        image,
        image_digest: digest,
        labels,
        vocabulary_digest,
        category,
        ...signed,
        status: 'draft',
        status_reason: null,
        auditor_id: null,
        verified_at: null,
        last_verification: null,
        revision: 1,
        created_at: clock.now(),
        created_by: author.user,
        updated_at: clock.now(),
      });
      await recordRelease(changes, tx, author, row, 'created');
      return toReleaseView(row, await publishers.trustNow(tx, orgId));
    },
  };
}

type Moving = Pick<ReleaseService, 'verify' | 'deprecate' | 'revoke' | 'remove'>;

function createMoving(deps: ReleaseServiceDeps): Moving {
  const { store, runs, standing, publishers, changes, events, clock, randomBytes } = deps;

  const hold = async (tx: Db, author: Author, id: string, event: ReleaseEvent) => {
    await changes.hold(tx, author.orgId);
    const row = await load(deps, tx, author.orgId, id);
    return { row, next: nextStatus(row.status, event) };
  };

  /** Moves a release to a state in which it stays registered. */
  const moveTo = async (
    tx: Db,
    row: ReleaseRow,
    next: ReleaseRow['status'] | 'gone',
    change: Omit<ReleaseChange, 'updated_at'>,
  ) => {
    if (next === 'gone') throw new Error('a removal does not change a release');
    return store.update(tx, row, { ...change, status: next, updated_at: clock.now() });
  };

  const beginRun = (tx: Db, author: Author, { org_id, id }: ReleaseRow, { url, labels }: VerifyAuditor) =>
    runs.insert(tx, {
      org_id,
      id: createId('avr', clock, randomBytes),
      release_id: id,
      status: 'running',
      url,
      labels: labels ?? null,
      labels_source: null,
      auditor_id: null,
      checks: [],
      attempts: 0,
      next_at: clock.now(),
      lease_by: null,
      lease_until: null,
      started_at: clock.now(),
      started_by: author.user,
      ended_at: null,
    });

  return {
    async verify(tx, author, id, request) {
      const { url } = parsePlace({ url: request.url });
      const { row, next } = await hold(tx, author, id, 'verify');
      const run: VerificationRunRow = await beginRun(tx, author, row, { ...request, url: url ?? request.url });
      await runs.prune(tx, author.orgId, id);
      const moved = await moveTo(tx, row, next, { status_reason: null, last_verification: run.id });
      await recordRelease(changes, tx, author, moved, 'verifying');
      return { view: toReleaseView(moved, await publishers.trustNow(tx, author.orgId)), run };
    },
    async deprecate(tx, author, id, reason) {
      const { row, next } = await hold(tx, author, id, 'deprecate');
      const moved = await moveTo(tx, row, next, { status_reason: reason ?? null });
      await recordRelease(changes, tx, author, moved, 'deprecated', reason);
      return toReleaseView(moved, await publishers.trustNow(tx, author.orgId));
    },
    async revoke(tx, author, id, reason) {
      const { row, next } = await hold(tx, author, id, 'revoke');
      if (row.status === 'verifying' && row.last_verification !== null) {
        await runs.cancel(tx, author.orgId, row.last_verification, clock.now());
      }
      const moved = await moveTo(tx, row, next, { status_reason: reason });
      const places = await standing.listPlaces(tx, author, moved);
      await events.append(tx, author.orgId, {
        type: 'agent.log',
        code: 'auditor.revoked',
        data: {
          level: 'warn',
          message: messageOf(moved, 'is revoked'),
          fields: { ...factsOf(moved), reason, used_in: places },
        },
      });
      await recordRelease(changes, tx, author, moved, 'revoked', reason);
      return toReleaseView(moved, await publishers.trustNow(tx, author.orgId), places);
    },
    async remove(tx, author, id, revision) {
      const { row } = await hold(tx, author, id, 'remove');
      if (row.revision !== revision) throw staleRevision();
      await runs.removeAllOf(tx, author.orgId, id);
      await store.remove(tx, row);
      await recordRelease(changes, tx, author, { ...row, revision: 0 }, 'removed');
    },
  };
}

/** Records a change in the history of the release, the audit log and the revision of the configuration. */
export async function recordRelease(
  changes: Pick<ControlChanges, 'record'>,
  tx: Db,
  author: Author,
  row: ReleaseRow,
  action: string,
  reason?: string,
): Promise<void> {
  const { id, name, version, image, vocabulary_digest, status, status_reason, auditor_id, revision } = row;
  const document = { name, version, image, vocabulary_digest, status, status_reason, auditor_id };
  await changes.record(tx, author, {
    kind: 'registered_auditor',
    subjectId: id,
    action,
    scope: { level: 'org', id: author.orgId },
    revision,
    document: revision === 0 ? null : document,
    ...(reason === undefined ? {} : { reason }),
  });
}

/** Members of events about a release. */
export function factsOf({ id, name, version, image, auditor_id }: ReleaseRow) {
  return { registered_auditor: id, name, version, image, auditor_id };
}

export function messageOf({ name, version }: ReleaseRow, what: string): string {
  return `auditor ${name} ${version} ${what}`;
}
