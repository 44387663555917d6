/** Changes the app catalog: the organisation's own entries, their versions, and their trust. */

import type { AppDocument, PatchApp, PublishApp, PublishVersion } from '../../../contract/api/app-catalog/shapes.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import { unprocessable } from '../../../platform/refusals.ts';
import { type Author, assertDeployment, assertMay } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { staleRevision } from '../../base/revision.ts';
import { assertDocument, documentDigestOf, type MayBePlain } from './document.ts';
import { fromRow, fromVersionRow } from './entry.ts';
import { hasMixedWord, isReserved, normalName, skeletonOf } from './lookalikes.ts';
import type { AppAtVersion } from './reading.ts';
import { newestOf } from './sem-ver.ts';
import type { StarterCatalog } from './starter.ts';
import type { AppChange, AppStore } from './store.ts';
import type { AppRow } from './tables.ts';

/** `isNew` is false if an identical version existed already. */
export interface Published extends AppAtVersion {
  readonly isNew: boolean;
}

/** Writes take the caller's transaction. */
export interface AppPublishing {
  /** @throws AppError `conflict` (`reason` `name_taken`, `app_exists`, `version_exists`, `too_many_apps`), `unprocessable`. */
  publish(tx: Db, author: Author, request: PublishApp): Promise<Published>;
  /** @throws AppError `conflict` (`version_exists`, `app_deleted`, `shipped`, `too_many_versions`), `unprocessable`. */
  publishVersion(tx: Db, author: Author, appId: string, request: PublishVersion): Promise<Published>;
  /** @throws AppError `precondition_failed`. */
  change(tx: Db, author: Author, appId: string, request: PatchApp, revision: number): Promise<AppAtVersion>;
  /** Removes an app from the catalog; existing installations keep it. */
  remove(tx: Db, author: Author, appId: string, revision: number): Promise<void>;
}

export interface AppPublishingDeps {
  readonly store: AppStore;
  readonly starter: StarterCatalog;
  readonly changes: ControlChanges;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  /** Gives the hosts without TLS under the present rules of an organisation. */
  readonly plainHostsOf: (db: Db, orgId: string) => Promise<MayBePlain>;
}

const maxApps = 1_000;
const maxVersions = 200;

export function createAppPublishing(deps: AppPublishingDeps): AppPublishing {
  const { store, starter, changes, clock, randomBytes, plainHostsOf } = deps;

  const record = (tx: Db, author: Author, row: AppRow, action: string, more: Record<string, unknown> = {}) => {
    const { id, name, type, trust_tier, status, status_reason, latest_version, revision, notarization } = row;
    const document = { name, type, trust_tier, status, status_reason, latest_version, notarization, ...more };
    const scope = { level: 'org', id: author.orgId } as const;
    return changes.record(tx, author, { kind: 'app', subjectId: id, action, scope, revision, document });
  };

  const begin = async (tx: Db, author: Author, appId: string): Promise<AppRow> => {
    assertMay(author, 'apps.publish', 'changing the app catalog');
    if (starter.find(appId) !== undefined) throw conflict('this app is part of the release', 'shipped');
    await changes.hold(tx, author.orgId);
    const row = await store.find(tx, author.orgId, appId);
    if (row !== undefined) return row;
    const detail = 'there is no such app';
    throw new AppError('not_found', detail, { detail });
  };

  const insertVersion = async (tx: Db, author: Author, appId: string, document: AppDocument, signature?: string) => {
    const { version } = document;
    const digest = documentDigestOf(document);
    const row = {
      org_id: author.orgId,
      app_id: appId,
      version,
      document,
      digest,
      signature: signature ?? null,
      created_at: clock.now(),
      created_by: author.user,
    };
    await store.insertVersion(tx, row);
    return { version, document, digest, signature: row.signature };
  };

  const findSame = async (
    tx: Db,
    app: AppRow,
    document: AppDocument,
    signature?: string,
  ): Promise<Published | undefined> => {
    const known = await store.findVersion(tx, app.org_id, app.id, document.version);
    if (known === undefined) return undefined;
    if (known.digest !== documentDigestOf(document) || known.signature !== (signature ?? null)) {
      const detail = `version ${document.version} already exists with other content, and a version never changes`;
      throw conflict(detail, 'version_exists', { app_id: app.id, digest: known.digest });
    }
    return { app: fromRow(app), version: fromVersionRow(known), isNew: false };
  };

  const update = async (tx: Db, row: AppRow, revision: number, change: AppChange): Promise<AppRow> => {
    if (row.revision !== revision) throw staleRevision();
    const changed = await store.update(tx, row.org_id, row.id, revision, { ...change, updated_at: clock.now() });
    if (changed === undefined) throw staleRevision();
    return changed;
  };

  return {
    async publish(tx, author, { signature, ...document }) {
      assertMay(author, 'apps.publish', 'adding to the app catalog');
      assertDocument(document, await plainHostsOf(tx, author.orgId));
      assertOwnName(starter, document);
      await changes.hold(tx, author.orgId);
      const before = await store.findBySkeleton(tx, author.orgId, skeletonOf(document.name));
      if (before !== undefined) {
        if (normalName(before.name) !== normalName(document.name)) throw taken(before.name);
        const same = before.name === document.name ? await findSame(tx, before, document, signature) : undefined;
        if (same !== undefined) return same;
        const detail = 'an app with this name already exists: add a version to it';
        throw conflict(detail, 'app_exists', { app_id: before.id });
      }
      if ((await store.count(tx, author.orgId)) >= maxApps) {
        throw conflict(`an organisation may add at most ${maxApps} apps`, 'too_many_apps');
      }
      const { name, type, title, description, category = null } = document;
      const now = clock.now();
      const row = {
        org_id: author.orgId,
        id: createId('app', clock, randomBytes),
        name,
        skeleton: skeletonOf(name),
        type,
        ...({ title, description, category, trust_tier: 'community', status: 'active', status_reason: null } as const),
        notarization: null,
        latest_version: document.version,
        revision: 1,
        created_at: now,
        created_by: author.user,
        updated_at: now,
      };
      await store.insert(tx, row);
      const version = await insertVersion(tx, author, row.id, document, signature);
      const stored = { ...row, seq: 0 };
      await record(tx, author, stored, 'published', { digest: version.digest });
      return { app: fromRow(stored), version, isNew: true };
    },
    async publishVersion(tx, author, appId, { signature, ...rest }) {
      const row = await begin(tx, author, appId);
      const document: AppDocument = { name: row.name, type: row.type, ...rest };
      assertDocument(document, await plainHostsOf(tx, author.orgId));
      assertOwnName(starter, document);
      const same = await findSame(tx, row, document, signature);
      if (same !== undefined) return same;
      if (row.status === 'deleted') throw conflict('this app was deleted: set it to active first', 'app_deleted');
      const numbers = await store.listNumbers(tx, author.orgId, appId);
      if (numbers.length >= maxVersions) {
        throw conflict(`an app has at most ${maxVersions} versions`, 'too_many_versions');
      }
      const version = await insertVersion(tx, author, appId, document, signature);
      const latest = newestOf([...numbers, document.version]) ?? document.version;
      const { title, description, category = null } = document;
      const face = latest === document.version ? { title, description, category, latest_version: latest } : {};
      // The person who verified the app has not seen this version.
      const isUnseen = row.trust_tier === 'verified' && !author.isDeployment;
      const trust = isUnseen ? ({ trust_tier: 'community' } as const) : {};
      const changed = await update(tx, row, row.revision, { ...face, ...trust });
      await record(tx, author, changed, 'version_published', { version: document.version, digest: version.digest });
      return { app: fromRow(changed), version, isNew: true };
    },
    async change(tx, author, appId, request, revision) {
      const row = await begin(tx, author, appId);
      const { status, status_reason, trust_tier, notarizationStatus } = request;
      if (trust_tier !== undefined || notarizationStatus !== undefined) {
        assertDeployment(author, 'changing the trust in an app');
      }
      const changed = await update(tx, row, revision, {
        ...(status === undefined ? {} : { status, status_reason: status_reason ?? null }),
        ...(status === undefined && status_reason !== undefined ? { status_reason } : {}),
        ...(trust_tier === undefined ? {} : { trust_tier }),
        ...(notarizationStatus === undefined ? {} : { notarization: notarizationStatus }),
      });
      await record(tx, author, changed, 'updated');
      const found = await store.findVersion(tx, author.orgId, appId, changed.latest_version);
      if (found === undefined) throw new Error('an app has its latest version');
      return { app: fromRow(changed), version: fromVersionRow(found) };
    },
    async remove(tx, author, appId, revision) {
      const row = await begin(tx, author, appId);
      const changed = await update(tx, row, revision, { status: 'deleted' });
      await record(tx, author, changed, 'deleted');
    },
  };
}

/** Refuses a name or a lookalike title of a shipped app. */
function assertOwnName(starter: StarterCatalog, { name, title }: AppDocument): void {
  if (isReserved(name)) {
    const message = 'this namespace is reserved for the release';
    throw unprocessable('name_reserved', '/name', message);
  }
  const known = starter.findLookalike(name, 'name');
  if (known !== undefined) throw taken(known.name);
  const shown = starter.findLookalike(title, 'title');
  if (shown !== undefined && !/^[\x20-\x7e]*$/.test(title) && title !== shown.title) {
    throw conflict(`the title looks like that of another app, ${shown.title}`, 'name_taken');
  }
  if (hasMixedWord(title)) {
    throw unprocessable('mixed_scripts', '/title', 'a word of the title mixes letters of several scripts');
  }
}

function taken(name: string): AppError {
  return conflict(`the name is the same as ${name}, or can be mistaken for it`, 'name_taken');
}

function conflict(detail: string, reason: string, more: Record<string, unknown> = {}): AppError {
  return new AppError('conflict', detail, { detail, extensions: { reason, ...more } });
}
