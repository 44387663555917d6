/** Reads the app catalog: entries of the release and of the organisation, as one list. */

import type { AppListQuery } from '../../../contract/api/app-catalog/shapes.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import { type CatalogApp, fromRow, fromVersionRow, type StoredVersion, toAppVersion } from './entry.ts';
import type { AppCatalog } from './ports.ts';
import { selectApps } from './search.ts';
import type { StarterCatalog } from './starter.ts';
import type { AppStore, VersionOf } from './store.ts';

export interface AppAtVersion {
  readonly app: CatalogApp;
  readonly version: StoredVersion;
}

export interface AppReading extends AppCatalog {
  /** @throws AppError `not_found`. */
  get(db: Db, orgId: string, appId: string, version?: string): Promise<AppAtVersion>;
  list(db: Db, orgId: string, query: AppListQuery, page: PageStart): Promise<Page<AppAtVersion>>;
  /** Lists versions, newest first. @throws AppError `not_found`. */
  listVersions(db: Db, orgId: string, appId: string, page: PageStart): Promise<Page<AppAtVersion>>;
}

export interface AppReadingDeps {
  readonly store: AppStore;
  readonly starter: StarterCatalog;
}

export function createAppReading({ store, starter }: AppReadingDeps): AppReading {
  const get: AppReading['get'] = async (db, orgId, appId, version) => {
    const shipped = starter.find(appId);
    if (shipped !== undefined) {
      const wanted = version ?? shipped.app.latestVersion;
      const found = shipped.versions.find((one) => one.version === wanted);
      if (found === undefined) throw noVersion();
      return { app: shipped.app, version: found };
    }
    const row = await store.find(db, orgId, appId);
    if (row === undefined) throw noApp();
    const found = await store.findVersion(db, orgId, appId, version ?? row.latest_version);
    if (found === undefined) throw noVersion();
    return { app: fromRow(row), version: fromVersionRow(found) };
  };

  const load = async (db: Db, orgId: string, which: readonly VersionOf[]): Promise<AppAtVersion[]> => {
    const own = which.filter(({ appId }) => starter.find(appId) === undefined);
    const rows = await store.findMany(db, orgId, [...new Set(own.map(({ appId }) => appId))]);
    const apps = new Map(rows.map((row) => [row.id, row]));
    const stored = await store.findVersions(db, orgId, own);
    const versions = new Map(stored.map((row) => [`${row.app_id} ${row.version}`, row]));
    return which.flatMap(({ appId, version }) => {
      const shipped = starter.find(appId);
      if (shipped !== undefined) {
        const found = shipped.versions.find((one) => one.version === version);
        return found === undefined ? [] : [{ app: shipped.app, version: found }];
      }
      const [row, found] = [apps.get(appId), versions.get(`${appId} ${version}`)];
      return row === undefined || found === undefined ? [] : [{ app: fromRow(row), version: fromVersionRow(found) }];
    });
  };

  return {
    get,
    async find(db, orgId, appId, version) {
      const found = await get(db, orgId, appId, version);
      return toAppVersion(found.app, found.version);
    },
    findMany: async (db, orgId, which) =>
      (await load(db, orgId, which)).map(({ app, version }) => toAppVersion(app, version)),
    async findNames(db, orgId, appIds) {
      const own = await store.findMany(
        db,
        orgId,
        appIds.filter((id) => starter.find(id) === undefined && id.startsWith('app_')),
      );
      const shipped = appIds.flatMap((id) => starter.find(id)?.app ?? []);
      return new Map([...own, ...shipped].map(({ id, name }) => [id, name]));
    },
    async list(db, orgId, query, { limit, before }) {
      const shipped = starter.apps.map(({ app }) => app);
      const own = (await store.listAll(db, orgId)).map(fromRow);
      const selected = selectApps([...own, ...shipped], query);
      // Without a search, a page starts at an app, whatever was added since; results of a search only have positions.
      const places = new Map(shipped.map(({ id }, index) => [id, shipped.length - index]));
      const rows = selected.map((app, index) => ({
        app,
        seq:
          query.q === undefined
            ? (app.row?.seq ?? 0) + (places.get(app.id) ?? shipped.length)
            : selected.length - index,
      }));
      const shown = rows.filter(({ seq }) => before === undefined || seq < before).slice(0, limit + 1);
      const wanted = shown.map(({ app }) => ({ appId: app.id, version: app.latestVersion }));
      const loaded = new Map((await load(db, orgId, wanted)).map((one) => [one.app.id, one]));
      const items = shown.flatMap(({ app, seq }) => {
        const one = loaded.get(app.id);
        return one === undefined ? [] : [{ ...one, seq }];
      });
      return toPage(items, limit, ({ app, version }) => ({ app, version }));
    },
    async listVersions(db, orgId, appId, page) {
      const shipped = starter.find(appId);
      if (shipped !== undefined) {
        const { app, versions } = shipped;
        const rows = versions.map((version, index) => ({ version, seq: versions.length - index }));
        const start = rows.filter(({ seq }) => page.before === undefined || seq < page.before);
        return toPage(start, page.limit, ({ version }) => ({ app, version }));
      }
      const row = await store.find(db, orgId, appId);
      if (row === undefined) throw noApp();
      const app = fromRow(row);
      const rows = await store.listVersions(db, orgId, appId, page);
      return toPage(rows, page.limit, (version) => ({ app, version: fromVersionRow(version) }));
    },
  };
}

function noApp(): AppError {
  const detail = 'there is no such app';
  return new AppError('not_found', detail, { detail });
}

function noVersion(): AppError {
  const detail = 'this app has no such version';
  return new AppError('not_found', detail, { detail, extensions: { reason: 'version_unknown' } });
}
